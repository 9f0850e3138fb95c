package org.portolan.rehearsal.run;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.data.StoreReader;
import org.portolan.rehearsal.layout.Row;
import org.portolan.rehearsal.plan.Call;
import org.portolan.types.Tuple;

/** Makes one call that lists keys by an index, with the reads of their rows. Not thread-safe. */
final class ListReads {
  private final Reads reads;
  private final Call call;
  private final Optional<Call> rows;
  private final List<Call> riding;
  private final Matches matches;
  private final Passing passing;
  private final Map<Call, List<Hit>> hits = new LinkedHashMap<>();
  private int furtherTrips;

  /**
   * The most round trips of a list that was read in a batch, which runs its reads several times.
   */
  private int mostTrips;

  /**
   * @param rows the call that reads the rows, with those that share its round trip
   */
  ListReads(
      Reads reads,
      Call call,
      Optional<Call> rows,
      List<Call> riding,
      Matches matches,
      Passing passing) {
    this.reads = reads;
    this.call = call;
    this.rows = rows;
    this.riding = riding;
    this.matches = matches;
    this.passing = passing;
    hits.put(call, new ArrayList<>());
    riding.forEach(other -> hits.put(other, new ArrayList<>()));
  }

  /**
   * Returns the round trips of pages behind the first ones, of lists that have more rows here than
   * the estimate assumes, or of which some rows do not meet the conditions.
   */
  int furtherTrips() {
    return furtherTrips;
  }

  /** Lists what is under some values: what each call found, the rows under the call that lists. */
  Map<Call, List<Hit>> of(List<Tuple> values) {
    if (values.size() == 1) {
      one(values.get(0));
    } else if (isPageOfEach()) {
      pages(values);
    } else {
      several(values);
    }
    return hits;
  }

  private boolean isPageOfEach() {
    return rows.isPresent()
        && call.limit().isPresent()
        && riding.isEmpty()
        && !reads.isTransactional();
  }

  /** Reads page after page until there are as many rows as are wanted. */
  private void one(Tuple value) {
    Paging paging = call.paging(rows.isPresent());
    int listed = 0;
    for (int page = 0; page < Reads.PAGES_MAX; page++) {
      Slice<Tuple> slice = index(reads.reader(), value, paging);
      List<Tuple> keys = Reads.ordered(call, slice.entries());
      listed += keys.size();
      // A list that is longer here than it is assumed to be, or a page that some rows leave.
      boolean further = listed > call.step().found() || call.limit().isPresent();
      furtherTrips += page > 0 && further ? trips(keys) : 0;
      List<Row> some = add(value, keys).stream().map(Hit::row).toList();
      if (isEnded(slice) || Reads.isEnough(call, hits.get(call)) || isPast(some)) {
        break;
      }
      paging = call.backwards() ? paging.preceding(slice) : paging.following(slice);
    }
    hits.put(call, Reads.cut(call, hits.get(call)));
  }

  /** The round trips of a page: of its keys, and of their rows. */
  private int trips() {
    return rows.isPresent() ? 2 : 1;
  }

  private int trips(Collection<Tuple> keys) {
    return keys.isEmpty() ? 1 : trips();
  }

  private boolean isEnded(Slice<Tuple> slice) {
    return call.backwards() ? slice.previous().isEmpty() : slice.next().isEmpty();
  }

  /** Whether a page shows that nothing follows that is wanted. */
  private boolean isPast(List<Row> some) {
    boolean shows = (call.ranged().isPresent() || call.present().isPresent()) && rows.isPresent();
    return shows
        && (call.limit().isPresent() ? passing.allArePast(some) : passing.lastIsPast(some));
  }

  /** Reads the rows of some keys, and keeps those that meet the conditions. */
  private List<Hit> add(Tuple value, List<Tuple> keys) {
    List<Hit> some;
    if (rows.isPresent()) {
      Map<Call, List<Hit>> read = reads.rows(rows.get(), keys, riding);
      some = read.get(rows.get());
      riding.forEach(other -> hits.get(other).addAll(read.get(other)));
    } else {
      some = keyHits(value, keys);
    }
    some.stream().filter(hit -> matches.test(hit.row())).forEach(hits.get(call)::add);
    return some;
  }

  /** Reads the page that is wanted of each of several lists, with its rows. */
  private void pages(List<Tuple> values) {
    List<Function<StoreReader, List<Hit>>> pages = new ArrayList<>();
    values.forEach(value -> pages.add(from -> page(from, value)));
    if (!pages.isEmpty()) {
      reads.together(pages).forEach(hits.get(call)::addAll);
      furtherTrips += Math.max(0, mostTrips - trips());
    }
  }

  private List<Hit> page(StoreReader from, Tuple value) {
    List<Hit> good = new ArrayList<>();
    Paging paging = call.paging(true);
    int made = 0;
    for (int page = 0; page < Reads.PAGES_MAX && !Reads.isEnough(call, good); page++) {
      Slice<Tuple> slice = index(from, value, paging);
      made += trips(slice.entries());
      mostTrips = Math.max(mostTrips, made);
      List<Hit> some = Reads.ofRows(call.place(), from, Reads.ordered(call, slice.entries()));
      some.stream().filter(hit -> matches.test(hit.row())).forEach(good::add);
      if (isEnded(slice) || isPast(some.stream().map(Hit::row).toList())) {
        break;
      }
      paging = call.backwards() ? paging.preceding(slice) : paging.following(slice);
    }
    return Reads.cut(call, good);
  }

  /** Reads several lists at once, and of ranges the pages behind the first ones. */
  private void several(List<Tuple> values) {
    Map<Tuple, Paging> open = new LinkedHashMap<>();
    values.forEach(value -> open.put(value, call.paging(rows.isPresent())));
    Set<Tuple> known = new LinkedHashSet<>();
    for (int page = 0; page < Reads.PAGES_MAX && !open.isEmpty(); page++) {
      List<Function<StoreReader, Slice<Tuple>>> pages = new ArrayList<>();
      open.forEach((value, paging) -> pages.add(from -> index(from, value, paging)));
      List<Slice<Tuple>> slices = reads.together(pages);
      List<Tuple> listed = List.copyOf(open.keySet());
      if (rows.isEmpty()) {
        for (int place = 0; place < slices.size(); place++) {
          hits.get(call).addAll(keyHits(listed.get(place), slices.get(place).entries()));
        }
        return;
      }
      Set<Tuple> keys = new LinkedHashSet<>();
      slices.forEach(slice -> keys.addAll(slice.entries()));
      keys.removeAll(known);
      known.addAll(keys);
      furtherTrips += page > 0 ? trips(keys) : 0;
      Map<Call, List<Hit>> read = reads.rows(rows.get(), List.copyOf(keys), riding);
      hits.get(call).addAll(read.get(rows.get()));
      riding.forEach(other -> hits.get(other).addAll(read.get(other)));
      for (int place = 0; place < slices.size(); place++) {
        Slice<Tuple> slice = slices.get(place);
        List<Row> some =
            read.get(rows.get()).stream()
                .filter(hit -> slice.entries().contains(hit.key()))
                .map(Hit::row)
                .toList();
        Paging paging = open.get(listed.get(place));
        if (call.ranged().isEmpty() || isEnded(slice) || passing.lastIsPast(some)) {
          open.remove(listed.get(place));
        } else {
          open.put(
              listed.get(place),
              call.backwards() ? paging.preceding(slice) : paging.following(slice));
        }
      }
    }
  }

  private Slice<Tuple> index(StoreReader from, Tuple value, Paging paging) {
    return from.index(call.name(), value, passing.start(), paging);
  }

  /** What a list tells of rows: their keys, and the values under which they are listed. */
  private List<Hit> keyHits(Tuple value, List<Tuple> keys) {
    List<Hit> found = new ArrayList<>();
    for (Tuple key : passing.isOfNull() ? List.<Tuple>of() : keys) {
      Map<String, Object> values = StoredRows.keyed(call.place(), key);
      for (int place = 0; place < call.step().by().size(); place++) {
        values.put(call.step().by().get(place), value.get(place));
      }
      call.absent().ifPresent(column -> values.put(column, null));
      found.add(new Hit(new Row(values), key, Tuple.EMPTY));
    }
    return found;
  }
}
