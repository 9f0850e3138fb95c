package org.portolan.wiki.proposed;

import static org.portolan.wiki.proposed.Tables.COMMENT;
import static org.portolan.wiki.proposed.Tables.PAGE;
import static org.portolan.wiki.proposed.Tables.PAGES_BY_DRAW;
import static org.portolan.wiki.proposed.Tables.PAGES_BY_TITLE;
import static org.portolan.wiki.proposed.Tables.SEQUENCE;
import static org.portolan.wiki.proposed.Tables.bytes;
import static org.portolan.wiki.proposed.Tables.text;

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
import org.portolan.data.DuplicateValueException;
import org.portolan.data.Paging;
import org.portolan.data.ReferenceException;
import org.portolan.data.Sequence;
import org.portolan.data.Slice;
import org.portolan.data.Store;
import org.portolan.data.StoreReader;
import org.portolan.data.StoreTransaction;
import org.portolan.engine.Durability;
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
import org.portolan.wiki.RevisionInfo;
import org.portolan.wiki.SaveOutcome;
import org.portolan.wiki.Statistics;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.WikiPage;
import org.portolan.wiki.proposed.Actors.Actor;
import org.portolan.wiki.storage.BeforeWrite;
import org.portolan.wiki.storage.GuardedWrites;
import org.portolan.wiki.storage.LinkJob;
import org.portolan.wiki.storage.PreparedPage;
import org.portolan.wiki.storage.RandomDraw;
import org.portolan.wiki.storage.WriteRules;
import org.portolan.wikitext.site.SiteInfo;
import org.portolan.wikitext.site.Title;
import org.portolan.wikitext.text.PageLinks;

/** The wiki on the design that was proposed for its relational twin. Thread-safe. */
final class ProposedWiki implements Wiki {
  private static final int IDS_TAKEN = 100;

  private final Store store;
  private final Actors actors;
  private final ProposedJobs jobs;
  private final GuardedWrites guarded;
  private final Sequence pageIds;
  private volatile PageWriter writer;

  ProposedWiki(Store store, ProposedJobs jobs) {
    this.store = store;
    this.actors = new Actors(store);
    this.jobs = jobs;
    this.guarded = new GuardedWrites(this, jobs);
    this.pageIds = store.sequence(new Sequence.Place(SEQUENCE, Tuple.of(PAGE), "next"), IDS_TAKEN);
    use(storedSite().orElseGet(() -> SiteInfo.standard("Wiki", "en")));
  }

  private void use(SiteInfo site) {
    writer = new PageWriter(new WriteRules(site));
  }

  WriteRules rules() {
    return writer.rules();
  }

  Actors actors() {
    return actors;
  }

  /** Returns the site that the store names; empty before the first import. */
  Optional<SiteInfo> storedSite() {
    return read(SiteRows::read);
  }

  /**
   * Does reads that belong together: of one moment if the store has snapshots, otherwise again if a
   * writer came in between.
   */
  <T> T read(Function<StoreReader, T> reads) {
    return Interference.retried(
        "read from " + store.uri(),
        () -> store.hasSnapshots() ? store.readSnapshot(reads) : reads.apply(store));
  }

  /**
   * Does reads in batches, as few round trips as they need: each page by itself is of one moment or
   * read again.
   */
  private <T> T readBatched(Function<StoreReader, T> reads) {
    return Interference.retried("read from " + store.uri(), () -> reads.apply(store));
  }

  /**
   * Does a write; again if another writer has just made the page that this one makes, or deleted
   * the one that it refers to.
   */
  <T> T write(Durability durability, Function<StoreTransaction, T> work) {
    return Interference.retried(
        "write to " + store.uri(),
        () -> {
          try {
            return store.write(durability, work);
          } catch (DuplicateValueException | ReferenceException e) {
            throw new Interference();
          }
        });
  }

  private <T> T write(Function<StoreTransaction, T> work) {
    return write(Durability.SYNCED, work);
  }

  @Override
  public SiteInfo site() {
    return rules().site();
  }

  @Override
  public void site(SiteInfo newSite) {
    SiteRows.write(store, newSite);
    use(newSite);
  }

  @Override
  public boolean local() {
    return store.local();
  }

  @Override
  public Optional<WikiPage> page(String title) {
    return read(reader -> PageRow.read(reader, title).map(page -> Revisions.current(reader, page)));
  }

  @Override
  public Map<String, WikiPage> pages(Collection<String> titles) {
    Map<String, WikiPage> pages = new LinkedHashMap<>();
    if (!titles.isEmpty()) {
      readBatched(
              reader ->
                  Revisions.current(reader, List.copyOf(PageRow.read(reader, titles).values())))
          .forEach(page -> pages.put(page.title(), page));
    }
    return pages;
  }

  @Override
  public Map<String, Long> revisionIds(Collection<String> titles) {
    Map<String, Long> ids = new HashMap<>();
    if (!titles.isEmpty()) {
      readBatched(reader -> PageRow.read(reader, titles))
          .forEach((title, page) -> ids.put(title, page.latest()));
    }
    return ids;
  }

  @Override
  public OptionalLong revisionId(String title) {
    Optional<PageRow> page = read(reader -> PageRow.read(reader, title));
    return page.isPresent() ? OptionalLong.of(page.get().latest()) : OptionalLong.empty();
  }

  @Override
  public Optional<WikiPage> revision(String title, long revisionId) {
    return read(reader ->
            PageRow.read(reader, title).flatMap(page -> Revisions.at(reader, page, revisionId)))
        .map(writer::withOwnRedirect);
  }

  @Override
  public Listing<RevisionInfo> history(String title, ListingRequest request) {
    return listing(title, (reader, page) -> HistoryList.read(reader, page, request));
  }

  /** Reads a list of a page. */
  private interface ListOfPage<T> {
    Listing<T> read(StoreReader reader, PageRow page);
  }

  private <T> Listing<T> listing(String title, ListOfPage<T> list) {
    return read(
        reader ->
            PageRow.read(reader, title)
                .map(page -> list.read(reader, page))
                .orElseGet(() -> new Listing<>(List.of(), Optional.empty())));
  }

  @Override
  public Listing<String> backlinks(String title, ListingRequest request) {
    return naming(LinkTable.PAGE_LINK, title, request);
  }

  @Override
  public Listing<String> members(String title, ListingRequest request) {
    return naming(LinkTable.CATEGORY_LINK, title, request);
  }

  @Override
  public Listing<String> uses(String title, ListingRequest request) {
    return naming(LinkTable.TEMPLATE_LINK, title, request);
  }

  private Listing<String> naming(LinkTable table, String target, ListingRequest request) {
    Slice<String> titles = read(reader -> table.pages(reader, target, paging(request)));
    return new Listing<>(titles.entries(), titles.next());
  }

  private static Paging paging(ListingRequest request) {
    return new Paging(request.limit(), request.after());
  }

  @Override
  public Listing<String> titles(ListingRequest request) {
    return titles(Tuple.EMPTY, request);
  }

  @Override
  public Listing<String> titlesFrom(String start, ListingRequest request) {
    return titles(Tuple.of(bytes(start)), request);
  }

  private Listing<String> titles(Tuple start, ListingRequest request) {
    return read(
        reader -> {
          Slice<Tuple> keys = reader.index(PAGES_BY_TITLE, Tuple.EMPTY, start, paging(request));
          return new Listing<>(titlesOf(reader, keys.entries()), keys.next());
        });
  }

  private static List<String> titlesOf(StoreReader reader, List<Tuple> keys) {
    return reader.getAll(PAGE, keys, Columns.of("title")).stream()
        .flatMap(Optional::stream)
        .map(row -> text(row.value("title")))
        .toList();
  }

  @Override
  public Optional<String> randomTitle(RandomGenerator random) {
    return read(
        reader ->
            RandomDraw.draw(
                (number, limit) ->
                    titlesOf(
                        reader,
                        reader
                            .index(
                                PAGES_BY_DRAW, Tuple.EMPTY, Tuple.of(number), Paging.first(limit))
                            .entries()),
                random));
  }

  @Override
  public Statistics statistics() {
    return read(SiteStats::read);
  }

  @Override
  public List<PendingJob> jobs(int max) {
    return jobs.first(max).stream().map(LinkJob::pending).toList();
  }

  @Override
  public SaveOutcome save(Edit edit) {
    PageWriter current = writer;
    Title title = current.rules().title(edit.title());
    RevisionInfo revision = WriteRules.revision(edit);
    BeforeWrite before = guarded.before(current.rules(), title, revision, edit.text());
    long actorId = actors.id(Actor.of(revision));
    // An edit of a page that is there makes none.
    long newId = edit.baseRevisionId() == 0 ? pageIds.next() : 0;
    return guarded.write(
        title,
        before,
        () -> write(transaction -> current.save(transaction, edit, actorId, newId, before)));
  }

  @Override
  public boolean delete(String title) {
    PageWriter current = writer;
    boolean used = guarded.isUsed(current.rules().title(title));
    return write(transaction -> current.delete(transaction, title, used));
  }

  @Override
  public MoveOutcome move(Move move) {
    PageWriter current = writer;
    Title to = current.rules().title(move.to());
    boolean usedBefore = guarded.isUsed(current.rules().title(move.from()));
    long actorId = move.leaveRedirect() ? actors.id(contributor(move)) : 0;
    long redirectId = move.leaveRedirect() ? pageIds.next() : 0;
    while (true) {
      Optional<WikiPage> page = page(move.from());
      if (page.isEmpty()) {
        return MoveOutcome.MISSING;
      }
      RevisionInfo revision = page.get().revision();
      BeforeWrite before = guarded.before(current.rules(), to, revision, page.get().text());
      Optional<MoveOutcome> outcome =
          guarded.write(
              to,
              before,
              () ->
                  write(
                      transaction ->
                          current.move(
                              transaction,
                              move,
                              revision,
                              actorId,
                              redirectId,
                              before,
                              usedBefore)));
      if (outcome.isPresent()) {
        return outcome.get();
      }
    }
  }

  /** Returns the author of the redirect that a move leaves. */
  private static Actor contributor(Move move) {
    return Actor.of(
        WriteRules.revision(
            new Edit(
                move.from(), "", move.contributor(), move.comment(), false, 0, move.timestamp())));
  }

  @Override
  public boolean comment(String title, Comment comment) {
    Instant time = WriteRules.micros(comment.time());
    long actorId = actors.id(Actor.named(comment.contributor()));
    return write(
        transaction -> {
          Optional<PageRow> page = PageRow.read(transaction, title);
          page.ifPresent(
              found ->
                  transaction.put(
                      COMMENT,
                      Tuple.of(found.id(), time, actorId),
                      Map.of("content", comment.text())));
          return page.isPresent();
        });
  }

  @Override
  public Listing<Comment> comments(String title, ListingRequest request) {
    return listing(title, (reader, page) -> CommentList.read(reader, page, request));
  }

  @Override
  public void put(PageHistory page) {
    PageWriter current = writer;
    Title title = new Title(page.namespace(), page.title());
    FullRevision newest = page.newest();
    BeforeWrite before = guarded.before(current.rules(), title, newest.info(), newest.text());
    PreparedPage prepared = new PreparedPage(page, before.named());
    Map<Actor, Long> contributors = actors.ids(ProposedImports.contributors(List.of(prepared)));
    Map<String, Long> newIds = newIds(List.of(prepared));
    guarded.write(
        title,
        before,
        () ->
            write(
                transaction -> {
                  new HistoryWriter(transaction, contributors, false)
                      .write(List.of(prepared), newIds);
                  current.addJobs(transaction, title, before.named(), PageLinks.NONE, before);
                  return null;
                }));
  }

  /** Takes keys for pages, since any of them may have to be made. */
  Map<String, Long> newIds(List<PreparedPage> pages) {
    Map<String, Long> ids = new HashMap<>();
    pages.forEach(page -> ids.put(page.page().title(), pageIds.next()));
    return ids;
  }

  @Override
  public Optional<PageHistory> wholePage(String title) {
    return read(
        reader ->
            PageRow.read(reader, title)
                .map(
                    page ->
                        new PageHistory(
                            title,
                            page.namespace(),
                            page.dumpNumber(),
                            wholeUpTo(page, Revisions.whole(reader, page)))));
  }

  /** Leaves out the revisions that were written since the page's row was read. */
  private static List<FullRevision> wholeUpTo(PageRow page, List<FullRevision> revisions) {
    List<FullRevision> whole =
        revisions.stream().filter(each -> each.info().id() <= page.latest()).toList();
    if (whole.isEmpty()) {
      throw new Interference();
    }
    return whole;
  }
}
