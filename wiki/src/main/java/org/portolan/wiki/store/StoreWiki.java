package org.portolan.wiki.store;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.data.Store;
import org.portolan.data.StoreMismatchException;
import org.portolan.data.StoreTransaction;
import org.portolan.design.Design;
import org.portolan.types.Tuple;
import org.portolan.wiki.Comment;
import org.portolan.wiki.Edit;
import org.portolan.wiki.Listing;
import org.portolan.wiki.ListingRequest;
import org.portolan.wiki.Move;
import org.portolan.wiki.MoveOutcome;
import org.portolan.wiki.PageHistory;
import org.portolan.wiki.PageHistory.FullRevision;
import org.portolan.wiki.PendingJob;
import org.portolan.wiki.PendingJob.Kind;
import org.portolan.wiki.RevisionInfo;
import org.portolan.wiki.SaveOutcome;
import org.portolan.wiki.Statistics;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.WikiPage;
import org.portolan.wiki.storage.BeforeWrite;
import org.portolan.wiki.storage.GuardedWrites;
import org.portolan.wiki.storage.LinkJob;
import org.portolan.wiki.storage.WriteRules;
import org.portolan.wikitext.site.SiteInfo;
import org.portolan.wikitext.site.Title;

/** The wiki on a store. Thread-safe. */
public final class StoreWiki implements Wiki {
  /** The number of random draws; a drawn member may just have been deleted. */
  private static final int RANDOM_ATTEMPTS_MAX = 5;

  private final Store store;
  private final StoreJobs jobs;
  private final GuardedWrites guarded;
  private final RandomPages randomPages;
  private volatile SiteInfo site;
  private volatile PageWrites writes;

  public StoreWiki(Store store) {
    this.store = store;
    if (!isWiki(store.design())) {
      throw new StoreMismatchException(
          "the store "
              + store.uri()
              + " has the design '"
              + store.design().name()
              + "', which is not a wiki's design");
    }
    if (!PageColumns.complete(store.design())) {
      throw new StoreMismatchException(
          "the store "
              + store.uri()
              + " was made by an earlier version of Portolan, whose wikis lack the table of jobs or"
              + " the count of articles;"
              + " export the wiki with that version, and import it into a new"
              + " store");
    }
    jobs = new StoreJobs(store);
    guarded = new GuardedWrites(this, jobs);
    randomPages = new RandomPages(store.design());
    use(SiteRow.read(store).orElse(SiteInfo.standard("Wiki", "en")));
  }

  /** Returns whether a design is one of a wiki of this version. */
  public static boolean fits(Design design) {
    return isWiki(design) && PageColumns.complete(design);
  }

  private static boolean isWiki(Design design) {
    return design.entity(PageColumns.PAGE).isPresent() && design.entity("site").isPresent();
  }

  private void use(SiteInfo newSite) {
    site = newSite;
    writes = new PageWrites(new WriteRules(newSite), randomPages);
  }

  /** Returns the writes of pages, for callers that write many pages in one transaction. */
  PageWrites writes() {
    return writes;
  }

  /** Returns the site that the store names; empty before the first import. */
  Optional<SiteInfo> storedSite() {
    return SiteRow.read(store);
  }

  @Override
  public SiteInfo site() {
    return site;
  }

  @Override
  public void site(SiteInfo newSite) {
    SiteRow.write(store, newSite);
    use(newSite);
  }

  @Override
  public boolean local() {
    return store.local();
  }

  @Override
  public Optional<WikiPage> page(String title) {
    return store.get(PageColumns.PAGE, Tuple.of(title), PageColumns.VIEW).map(PageColumns::page);
  }

  @Override
  public Map<String, WikiPage> pages(Collection<String> titles) {
    Map<String, WikiPage> pages = new LinkedHashMap<>();
    for (Optional<EntityRow> row : rows(titles, PageColumns.VIEW)) {
      row.map(PageColumns::page).ifPresent(page -> pages.put(page.title(), page));
    }
    return pages;
  }

  @Override
  public Map<String, Long> revisionIds(Collection<String> titles) {
    Map<String, Long> ids = new HashMap<>();
    for (Optional<EntityRow> row : rows(titles, PageColumns.REVISION_ID)) {
      row.ifPresent(found -> ids.put(found.key().text(0), found.longValue("revision")));
    }
    return ids;
  }

  private List<Optional<EntityRow>> rows(Collection<String> titles, Columns columns) {
    if (titles.isEmpty()) {
      return List.of();
    }
    return store.getAll(
        PageColumns.PAGE, titles.stream().map(title -> Tuple.of(title)).toList(), columns);
  }

  @Override
  public OptionalLong revisionId(String title) {
    Optional<EntityRow> row = store.get(PageColumns.PAGE, Tuple.of(title), PageColumns.REVISION_ID);
    return row.isPresent()
        ? OptionalLong.of(row.get().longValue("revision"))
        : OptionalLong.empty();
  }

  @Override
  public Optional<WikiPage> revision(String title, long revisionId) {
    Optional<WikiPage> current = page(title);
    if (current.isEmpty() || current.get().revision().id() == revisionId) {
      return current;
    }
    return PageReads.oldRevision(store, current.get(), revisionId, writes.rules());
  }

  @Override
  public Listing<RevisionInfo> history(String title, ListingRequest request) {
    return listing(
        store.items(PageColumns.PAGE, Tuple.of(title), PageColumns.HISTORY, paging(request)),
        PageColumns::revision);
  }

  @Override
  public Listing<String> backlinks(String title, ListingRequest request) {
    return titlesOf(PageColumns.BACKLINKS, Tuple.of(title), request);
  }

  @Override
  public Listing<String> members(String title, ListingRequest request) {
    return titlesOf(PageColumns.MEMBERS, Tuple.of(title), request);
  }

  @Override
  public Listing<String> uses(String title, ListingRequest request) {
    return titlesOf(PageColumns.USES, Tuple.of(title), request);
  }

  @Override
  public Listing<String> titles(ListingRequest request) {
    return titlesOf(PageColumns.PAGES, Tuple.EMPTY, request);
  }

  @Override
  public Listing<String> titlesFrom(String start, ListingRequest request) {
    return listing(
        store.index(PageColumns.PAGES, Tuple.EMPTY, Tuple.of(start), paging(request)),
        key -> key.text(0));
  }

  private Listing<String> titlesOf(String index, Tuple value, ListingRequest request) {
    return listing(store.index(index, value, paging(request)), key -> key.text(0));
  }

  private static Paging paging(ListingRequest request) {
    return new Paging(request.limit(), request.after());
  }

  private static <T, R> Listing<R> listing(Slice<T> slice, Function<T, R> function) {
    Slice<R> mapped = slice.map(function);
    return new Listing<>(mapped.entries(), mapped.next());
  }

  @Override
  public Optional<String> randomTitle(RandomGenerator random) {
    for (int attempt = 0; attempt < RANDOM_ATTEMPTS_MAX; attempt++) {
      Optional<String> title = randomPages.draw(store, random).map(key -> key.text(0));
      if (title.isEmpty() || !revisionIds(List.of(title.get())).isEmpty()) {
        return title;
      }
    }
    return titles(ListingRequest.first(1)).entries().stream().findFirst();
  }

  @Override
  public Statistics statistics() {
    return new Statistics(
        store.counter(PageColumns.PAGE_COUNT),
        store.counter(PageColumns.ARTICLES),
        store.counter(PageColumns.EDITS));
  }

  @Override
  public List<PendingJob> jobs(int max) {
    return jobs.first(max).stream().map(LinkJob::pending).toList();
  }

  @Override
  public SaveOutcome save(Edit edit) {
    PageWrites current = writes;
    Title title = current.rules().title(edit.title());
    BeforeWrite before =
        guarded.before(current.rules(), title, WriteRules.revision(edit), edit.text());
    return write(title, before, transaction -> current.save(transaction, edit, before));
  }

  private <T> T write(Title title, BeforeWrite before, Function<StoreTransaction, T> work) {
    return guarded.write(title, before, () -> store.write(work));
  }

  @Override
  public boolean delete(String title) {
    boolean used = guarded.isUsed(writes.rules().title(title));
    return store.write(
        transaction -> {
          boolean existed = transaction.delete(PageColumns.PAGE, Tuple.of(title));
          if (existed && used) {
            StoreJobs.add(transaction, Kind.USERS, title);
          }
          return existed;
        });
  }

  @Override
  public MoveOutcome move(Move move) {
    PageWrites current = writes;
    Title to = current.rules().title(move.to());
    boolean usedBefore = guarded.isUsed(current.rules().title(move.from()));
    while (true) {
      Optional<WikiPage> page = page(move.from());
      if (page.isEmpty()) {
        return MoveOutcome.MISSING;
      }
      RevisionInfo revision = page.get().revision();
      BeforeWrite before = guarded.before(current.rules(), to, revision, page.get().text());
      Optional<MoveOutcome> outcome =
          write(
              to,
              before,
              transaction ->
                  new PageMoves(current)
                      .move(transaction, move, revision.id(), before, usedBefore));
      if (outcome.isPresent()) {
        return outcome.get();
      }
    }
  }

  @Override
  public boolean comment(String title, Comment comment) {
    return store.write(
        transaction -> {
          Tuple key = Tuple.of(title);
          if (transaction.get(PageColumns.PAGE, key, PageColumns.REVISION_ID).isEmpty()) {
            return false;
          }
          transaction.putItem(
              PageColumns.PAGE,
              key,
              PageColumns.COMMENTS,
              Tuple.of(WriteRules.micros(comment.time()), comment.contributor()),
              Map.of("text", comment.text()));
          return true;
        });
  }

  @Override
  public Listing<Comment> comments(String title, ListingRequest request) {
    return listing(
        store.items(PageColumns.PAGE, Tuple.of(title), PageColumns.COMMENTS, paging(request)),
        item -> new Comment((Instant) item.key().get(0), item.key().text(1), item.text("text")));
  }

  @Override
  public void put(PageHistory page) {
    PageWrites current = writes;
    Title title = new Title(page.namespace(), page.title());
    FullRevision newest = page.newest();
    BeforeWrite before = guarded.before(current.rules(), title, newest.info(), newest.text());
    write(
        title,
        before,
        transaction -> {
          current.put(transaction, page, before);
          return null;
        });
  }

  @Override
  public Optional<PageHistory> wholePage(String title) {
    while (true) {
      Optional<WikiPage> page = page(title);
      if (page.isEmpty()) {
        return Optional.empty();
      }
      List<FullRevision> revisions = PageReads.revisionsUpTo(store, page.get());
      // There are none if the page was deleted between the reads; the loop then finds out.
      if (!revisions.isEmpty()) {
        return Optional.of(
            new PageHistory(title, page.get().namespace(), page.get().pageId(), revisions));
      }
    }
  }
}
