package org.portolan.wiki.jdbc;

import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
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
import org.portolan.wiki.jdbc.Actors.Actor;
import org.portolan.wiki.jdbc.LinkTables.Table;
import org.portolan.wiki.storage.BeforeWrite;
import org.portolan.wiki.storage.GuardedWrites;
import org.portolan.wiki.storage.LinkJob;
import org.portolan.wiki.storage.PreparedPage;
import org.portolan.wiki.storage.RandomDraw;
import org.portolan.wiki.storage.WriteRules;
import org.portolan.wikitext.site.SiteInfo;
import org.portolan.wikitext.site.Title;
import org.portolan.wikitext.text.PageLinks;

/** The wiki on relational tables. Thread-safe. */
final class JdbcWiki implements Wiki {
  private final Database database;
  private final Actors actors;
  private final JdbcJobs jobs;
  private final GuardedWrites guarded;
  private volatile WriteRules rules;

  JdbcWiki(Database database, Actors actors, JdbcJobs jobs) {
    this.database = database;
    this.actors = actors;
    this.jobs = jobs;
    this.guarded = new GuardedWrites(this, jobs);
    this.rules =
        new WriteRules(SiteTables.read(database).orElseGet(() -> SiteInfo.standard("Wiki", "en")));
  }

  WriteRules rules() {
    return rules;
  }

  @Override
  public SiteInfo site() {
    return rules.site();
  }

  @Override
  public void site(SiteInfo newSite) {
    SiteTables.write(database, newSite);
    rules = new WriteRules(newSite);
  }

  @Override
  public boolean local() {
    return database.uri().jdbcUrl().isEmbedded();
  }

  @Override
  public Optional<WikiPage> page(String title) {
    return database.read("page", session -> PageRows.page(session, title));
  }

  @Override
  public Map<String, WikiPage> pages(Collection<String> titles) {
    Map<String, WikiPage> pages = new LinkedHashMap<>();
    if (!titles.isEmpty()) {
      database
          .read("pages", session -> PageRows.pages(session, titles))
          .forEach(keyed -> pages.put(keyed.page().title(), keyed.page()));
    }
    return pages;
  }

  @Override
  public Map<String, Long> revisionIds(Collection<String> titles) {
    Map<String, Long> ids = new HashMap<>();
    if (!titles.isEmpty()) {
      database.read(
          "revision-ids",
          session ->
              session.listIn(
                  "SELECT title, latest FROM page WHERE title IN ({list})",
                  List.of(),
                  titles,
                  Session::key,
                  row -> ids.put(row.key(), row.number())));
    }
    return ids;
  }

  @Override
  public OptionalLong revisionId(String title) {
    Optional<Long> id =
        database.read(
            "revision-id",
            session ->
                session.first(
                    "SELECT latest FROM page WHERE title = ?", Row::number, Session.key(title)));
    return id.isPresent() ? OptionalLong.of(id.get()) : OptionalLong.empty();
  }

  @Override
  public Optional<WikiPage> revision(String title, long revisionId) {
    PageWriter writer = new PageWriter(rules);
    return database
        .read("revision", session -> PageRows.revision(session, title, revisionId))
        .map(writer::withOwnRedirect);
  }

  @Override
  public Listing<RevisionInfo> history(String title, ListingRequest request) {
    long newest = request.after().map(Cursors::number).map(id -> id - 1).orElse(Long.MAX_VALUE);
    return database.read(
        "history",
        session ->
            Cursors.part(
                request,
                limit -> PageRows.history(session, title, newest, limit),
                info -> Long.toString(info.id())));
  }

  @Override
  public Listing<String> backlinks(String title, ListingRequest request) {
    return naming("backlinks", Table.PAGE_LINK, title, request);
  }

  @Override
  public Listing<String> members(String title, ListingRequest request) {
    return naming("members", Table.CATEGORY_LINK, title, request);
  }

  @Override
  public Listing<String> uses(String title, ListingRequest request) {
    return naming("uses", Table.TEMPLATE_LINK, title, request);
  }

  private Listing<String> naming(
      String operation, Table table, String target, ListingRequest request) {
    String sql =
        "SELECT page_title FROM "
            + table.sql()
            + " WHERE target = ? AND page_title > ? ORDER BY page_title LIMIT ?";
    String after = request.after().map(Cursors::text).orElse("");
    return database.read(
        operation,
        session ->
            Cursors.part(
                request,
                limit ->
                    session.list(sql, Row::key, Session.key(target), Session.key(after), limit),
                Cursors::ofText));
  }

  @Override
  public Listing<String> titles(ListingRequest request) {
    return titlesFrom("", request);
  }

  @Override
  public Listing<String> titlesFrom(String start, ListingRequest request) {
    String from = request.after().map(Cursors::text).orElse(start);
    String sql =
        "SELECT title FROM page WHERE title "
            + (request.after().isPresent() ? ">" : ">=")
            + " ? ORDER BY title LIMIT ?";
    return database.read(
        "titles",
        session ->
            Cursors.part(
                request,
                limit -> session.list(sql, Row::key, Session.key(from), limit),
                Cursors::ofText));
  }

  @Override
  public Optional<String> randomTitle(RandomGenerator random) {
    return RandomDraw.draw(
        (number, limit) ->
            database.read(
                "random",
                session ->
                    session.list(
                        "SELECT title FROM page WHERE draw >= ? ORDER BY draw LIMIT ?",
                        Row::key,
                        number,
                        limit)),
        random);
  }

  @Override
  public Statistics statistics() {
    return database.read("statistics", SiteStats::read);
  }

  @Override
  public List<PendingJob> jobs(int max) {
    return jobs.first(max).stream().map(LinkJob::pending).toList();
  }

  @Override
  public SaveOutcome save(Edit edit) {
    WriteRules current = rules;
    Title title = current.title(edit.title());
    RevisionInfo revision = WriteRules.revision(edit);
    BeforeWrite before = guarded.before(current, title, revision, edit.text());
    long actorId = actors.id(Actor.of(revision));
    PageWriter writer = new PageWriter(current);
    return guarded.write(
        title,
        before,
        () ->
            database.write(
                "save",
                List.of(title.full()),
                session -> writer.save(session, edit, actorId, before)));
  }

  @Override
  public boolean delete(String title) {
    WriteRules current = rules;
    boolean used = guarded.isUsed(current.title(title));
    PageWriter writer = new PageWriter(current);
    return database.write("delete", List.of(title), session -> writer.delete(session, title, used));
  }

  @Override
  public MoveOutcome move(Move move) {
    WriteRules current = rules;
    Title to = current.title(move.to());
    boolean usedBefore = guarded.isUsed(current.title(move.from()));
    long actorId = actors.id(contributor(move));
    PageWriter writer = new PageWriter(current);
    while (true) {
      Optional<WikiPage> page = page(move.from());
      if (page.isEmpty()) {
        return MoveOutcome.MISSING;
      }
      RevisionInfo revision = page.get().revision();
      BeforeWrite before = guarded.before(current, to, revision, page.get().text());
      Optional<MoveOutcome> outcome =
          guarded.write(
              to,
              before,
              () ->
                  database.write(
                      "move",
                      List.of(move.from(), move.to()),
                      session ->
                          writer.move(session, move, revision, actorId, before, usedBefore)));
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
    return database.write(
        "comment", List.of(title), session -> comment(session, title, time, actorId, comment));
  }

  /**
   * Locks nothing itself: the foreign key to the page refuses a comment if the page is deleted
   * meanwhile, and if it is moved, the comment goes with it.
   */
  private static boolean comment(
      Session session, String title, Instant time, long actorId, Comment comment)
      throws SQLException {
    Optional<Long> pageId =
        session.first("SELECT page_id FROM page WHERE title = ?", Row::number, Session.key(title));
    if (pageId.isEmpty()) {
      return false;
    }
    Object[] values = {comment.text(), pageId.get(), time, actorId};
    int present =
        session.update(
            "UPDATE page_comment SET content = ? WHERE page_id = ? AND created = ?"
                + " AND actor_id = ?",
            values);
    if (present == 0) {
      session.update(
          "INSERT INTO page_comment (content, page_id, created, actor_id) VALUES (?, ?, ?, ?)",
          values);
    }
    return true;
  }

  @Override
  public Listing<Comment> comments(String title, ListingRequest request) {
    return database.read(
        "comments",
        session ->
            Cursors.part(
                request,
                limit -> CommentRows.after(session, title, request.after(), limit),
                CommentRows::cursor));
  }

  @Override
  public void put(PageHistory page) {
    WriteRules current = rules;
    Title title = new Title(page.namespace(), page.title());
    FullRevision newest = page.newest();
    BeforeWrite before = guarded.before(current, title, newest.info(), newest.text());
    List<PreparedPage> one = List.of(new PreparedPage(page, before.named()));
    Map<Actor, Long> ids = actors.ids(JdbcImports.contributors(one));
    PageWriter writer = new PageWriter(current);
    guarded.write(
        title,
        before,
        () ->
            database.write(
                "put",
                List.of(page.title()),
                session -> {
                  new HistoryWriter(session, ids, false).write(one);
                  writer.addJobs(session, title, before.named(), PageLinks.NONE, before);
                  return null;
                }));
  }

  @Override
  public Optional<PageHistory> wholePage(String title) {
    List<WikiPage> revisions =
        database.read("whole-page", session -> PageRows.whole(session, title));
    if (revisions.isEmpty()) {
      return Optional.empty();
    }
    WikiPage page = revisions.get(0);
    return Optional.of(
        new PageHistory(
            title,
            page.namespace(),
            page.pageId(),
            revisions.stream()
                .map(each -> new FullRevision(each.revision(), each.text()))
                .toList()));
  }
}
