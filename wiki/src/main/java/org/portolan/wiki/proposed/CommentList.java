package org.portolan.wiki.proposed;

import static org.portolan.wiki.proposed.Tables.COMMENT;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.data.StoreReader;
import org.portolan.types.Tuple;
import org.portolan.wiki.Comment;
import org.portolan.wiki.Listing;
import org.portolan.wiki.ListingRequest;
import org.portolan.wiki.proposed.Actors.Actor;

/**
 * A page's comments, oldest first, those of one instant by contributor. The rows are in the order
 * of the contributors' ids, as the twin's key has them, so the comments of one instant are read
 * together and put in order here. Used by one thread.
 */
final class CommentList {
  private static final int ROWS_PER_READ = 1_000;

  private static final Comparator<Comment> ORDER =
      Comparator.comparing(Comment::time).thenComparing(Comment::contributor, CommentList::byPoint);

  private final StoreReader reader;
  private final PageRow page;
  private final int limit;
  private final Optional<Place> after;
  private final List<Comment> comments = new ArrayList<>();

  /** Where the rows go on; empty at their end. */
  private Optional<String> cursor;

  private boolean ended;

  private CommentList(StoreReader reader, PageRow page, ListingRequest request) {
    this.reader = reader;
    this.page = page;
    this.limit = request.limit();
    this.after = request.after().map(Place::parse);
    Optional<Place> here = after.filter(place -> place.pageId() == page.id());
    this.cursor = here.flatMap(Place::cursor);
    this.ended = here.isPresent() && cursor.isEmpty();
  }

  static Listing<Comment> read(StoreReader reader, PageRow page, ListingRequest request) {
    return new CommentList(reader, page, request).read();
  }

  private static int byPoint(String one, String other) {
    return Tables.bytes(one).compareTo(Tables.bytes(other));
  }

  private Listing<Comment> read() {
    after.ifPresent(place -> addInstant(instant(place.number())));
    while (comments.size() < limit && !ended) {
      Slice<EntityRow> slice = scan(new Paging(limit - comments.size(), cursor));
      cursor = slice.next();
      ended = cursor.isEmpty();
      add(slice.entries());
    }
    boolean cut = comments.size() > limit;
    List<Comment> shown = cut ? comments.subList(0, limit) : comments;
    if (shown.isEmpty() || (!cut && !goesOn(shown.get(shown.size() - 1).time()))) {
      return new Listing<>(shown, Optional.empty());
    }
    Comment last = shown.get(shown.size() - 1);
    Place next = new Place(page.id(), micros(last.time()), last.contributor(), cursor);
    return new Listing<>(shown, Optional.of(next.written()));
  }

  private Slice<EntityRow> scan(Paging paging) {
    return reader.scan(COMMENT, page.key(), Columns.ALL, paging);
  }

  /** Adds rows, and those of their last instant that follow them. */
  private void add(List<EntityRow> rows) {
    List<EntityRow> behind = rows.stream().filter(row -> isBehind(time(row))).toList();
    if (!behind.isEmpty()) {
      Instant last = time(behind.get(behind.size() - 1));
      comments.addAll(inOrder(behind.stream().filter(row -> !time(row).equals(last)).toList()));
      addInstant(last);
    }
  }

  /** Returns whether an instant is behind the one where the list goes on. */
  private boolean isBehind(Instant time) {
    return after.isEmpty() || time.isAfter(instant(after.get().number()));
  }

  /** Adds the comments of an instant that were not shown. */
  private void addInstant(Instant time) {
    List<EntityRow> rows =
        Paging.first(ROWS_PER_READ).stream(
                paging -> reader.scan(COMMENT, Tuple.of(page.id(), time), Columns.ALL, paging))
            .toList();
    for (Comment comment : inOrder(rows)) {
      if (isBehind(time) || byPoint(comment.contributor(), after.get().name()) > 0) {
        comments.add(comment);
      }
    }
  }

  /** Returns whether rows of a later instant follow. */
  private boolean goesOn(Instant last) {
    return !ended
        && new Paging(ROWS_PER_READ, cursor)
            .stream(this::scan).anyMatch(row -> time(row).isAfter(last));
  }

  private List<Comment> inOrder(List<EntityRow> rows) {
    Map<Long, Actor> actors =
        Actors.read(reader, rows.stream().map(CommentList::actorId).collect(Collectors.toSet()));
    List<Comment> all = new ArrayList<>();
    for (EntityRow row : rows) {
      Actor actor = actors.get(actorId(row));
      if (actor == null) {
        throw new Interference();
      }
      all.add(new Comment(time(row), actor.name(), row.text("content")));
    }
    all.sort(ORDER);
    return all;
  }

  private static Instant time(EntityRow row) {
    return (Instant) row.key().get(1);
  }

  private static long actorId(EntityRow row) {
    return (Long) row.key().get(2);
  }

  private static long micros(Instant time) {
    return Math.addExact(
        Math.multiplyExact(time.getEpochSecond(), 1_000_000L), time.getNano() / 1_000);
  }

  private static Instant instant(long micros) {
    return Instant.ofEpochSecond(
        Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1_000);
  }
}
