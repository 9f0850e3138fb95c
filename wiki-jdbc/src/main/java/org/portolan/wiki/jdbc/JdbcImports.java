package org.portolan.wiki.jdbc;

import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.portolan.wiki.PendingJob.Kind;
import org.portolan.wiki.jdbc.Actors.Actor;
import org.portolan.wiki.storage.ImportState;
import org.portolan.wiki.storage.ImportTable;
import org.portolan.wiki.storage.PreparedPage;
import org.portolan.wikitext.site.SiteInfo;

/** Imports into the tables: a batch of pages and the state after it are one transaction. */
final class JdbcImports implements ImportTable {
  private final Database database;
  private final Actors actors;

  JdbcImports(Database database, Actors actors) {
    this.database = database;
    this.actors = actors;
  }

  @Override
  public Optional<ImportState> state(String source) {
    return database.read(
        "import-state",
        session ->
            session.first(
                "SELECT source, source_identity, pages, revisions, redirects, links, failed,"
                    + " finished FROM import_state WHERE source = ?",
                row ->
                    new ImportState(
                        row.key(),
                        row.line(),
                        row.number(),
                        row.number(),
                        row.number(),
                        row.number(),
                        row.number(),
                        row.flag()),
                Session.key(source)));
  }

  private static void put(Session session, ImportState state) throws SQLException {
    Object[] values = {
      state.identity(),
      state.pages(),
      state.revisions(),
      state.redirects(),
      state.links(),
      state.failed(),
      state.finished(),
      Session.key(state.source())
    };
    int present =
        session.update(
            "UPDATE import_state SET source_identity = ?, pages = ?, revisions = ?,"
                + " redirects = ?, links = ?, failed = ?, finished = ? WHERE source = ?",
            values);
    if (present == 0) {
      session.update(
          "INSERT INTO import_state (source_identity, pages, revisions, redirects, links, failed,"
              + " finished, source) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
          values);
    }
  }

  @Override
  public Optional<SiteInfo> storedSite() {
    return SiteTables.read(database);
  }

  @Override
  public boolean ordered() {
    return true;
  }

  @Override
  public void write(List<PreparedPage> pages, Optional<ImportState> reached) {
    Map<Actor, Long> ids = actors.ids(contributors(pages));
    List<String> titles = pages.stream().map(page -> page.page().title()).toList();
    database.write(
        "import",
        titles,
        session -> {
          new HistoryWriter(session, ids, true).write(pages);
          if (reached.isPresent()) {
            put(session, reached.get());
          }
          return null;
        });
  }

  static Set<Actor> contributors(List<PreparedPage> pages) {
    Set<Actor> contributors = new HashSet<>();
    for (PreparedPage page : pages) {
      page.page().revisions().forEach(revision -> contributors.add(Actor.of(revision.info())));
    }
    return contributors;
  }

  @Override
  public void end(ImportState state, boolean jobForAll) {
    database.write(
        "import-end",
        List.of(),
        session -> {
          put(session, state);
          if (jobForAll) {
            JdbcJobs.add(session, Kind.ALL, "");
          }
          return null;
        });
  }

  /** Does nothing: a commit that has returned is as durable as the database is set to make it. */
  @Override
  public void flush() {}

  /** Does nothing: the counters are changed with the revisions. */
  @Override
  public void recountRevisions(boolean interrupted) {}

  /** Lets the database count anew what its plans are chosen by. */
  @Override
  public void settle() {
    Dialect dialect = database.uri().dialect();
    database.read(
        "analyze",
        session -> {
          switch (dialect) {
            case H2, POSTGRESQL -> session.update("ANALYZE");
            case MARIADB ->
                session.list(
                    "ANALYZE TABLE page, revision, actor, page_link, category_link, template_link",
                    Row::line);
          }
          return null;
        });
  }
}
