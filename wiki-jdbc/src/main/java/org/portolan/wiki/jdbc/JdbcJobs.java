package org.portolan.wiki.jdbc;

import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.portolan.wiki.PendingJob.Kind;
import org.portolan.wiki.storage.JobTable;
import org.portolan.wiki.storage.LinkJob;
import org.portolan.wiki.storage.WriteRules;

/** The jobs of a wiki as rows. Every transaction locks the job's row first. Thread-safe. */
final class JdbcJobs implements JobTable {
  private static final String COLUMNS =
      "SELECT kind, title, since, list_cursor, walked, chunks, done FROM job";

  private static final String ONE = COLUMNS + " WHERE kind = ? AND title = ?";

  private final Database database;

  JdbcJobs(Database database) {
    this.database = database;
  }

  private static String kind(Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  private static LinkJob job(Row row) throws SQLException {
    return new LinkJob(
        Kind.valueOf(row.line().toUpperCase(Locale.ROOT)),
        row.key(),
        row.instant(),
        row.optionalLine(),
        row.flag(),
        row.number(),
        row.number());
  }

  private static Instant now() {
    return WriteRules.micros(Instant.now());
  }

  private static Optional<LinkJob> lock(Session session, Kind kind, String title)
      throws SQLException {
    return session.first(ONE + " FOR UPDATE", JdbcJobs::job, kind(kind), Session.key(title));
  }

  private static Optional<LinkJob> lock(Session session, LinkJob job) throws SQLException {
    return lock(session, job.kind(), job.title());
  }

  /** Makes a job, or makes it again, within a transaction, see {@link JobTable#add}. */
  static void add(Session session, Kind kind, String title) throws SQLException {
    long chunks = lock(session, kind, title).map(job -> job.chunks() + 1).orElse(0L);
    put(session, new LinkJob(kind, title, now(), Optional.empty(), false, chunks, 0), chunks == 0);
  }

  private static void put(Session session, LinkJob job, boolean fresh) throws SQLException {
    session.update(
        fresh
            ? "INSERT INTO job (since, list_cursor, walked, chunks, done, kind, title)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?)"
            : "UPDATE job SET since = ?, list_cursor = ?, walked = ?, chunks = ?, done = ?"
                + " WHERE kind = ? AND title = ?",
        job.since(),
        job.cursor().orElse(null),
        job.walked(),
        job.chunks(),
        job.done(),
        kind(job.kind()),
        Session.key(job.title()));
  }

  @Override
  public void add(Kind kind, String title) {
    database.write(
        "job-add",
        List.of(title),
        session -> {
          add(session, kind, title);
          return null;
        });
  }

  @Override
  public List<LinkJob> first(int max) {
    return database.read(
        "jobs",
        session -> session.list(COLUMNS + " ORDER BY kind, title LIMIT ?", JdbcJobs::job, max));
  }

  @Override
  public List<LinkJob> jobs() {
    return first(Integer.MAX_VALUE);
  }

  @Override
  public Optional<Chunk> take(LinkJob job, List<String> titles, Optional<String> next) {
    return database.write(
        "job-take", List.of(job.title()), session -> take(session, job, titles, next));
  }

  private static Optional<Chunk> take(
      Session session, LinkJob job, List<String> titles, Optional<String> next)
      throws SQLException {
    Optional<LinkJob> found =
        lock(session, job).filter(each -> each.sameAs(job) && each.chunks() == job.chunks());
    if (found.isEmpty()) {
      return Optional.empty();
    }
    LinkJob moved = found.get().taken(next);
    put(session, moved, false);
    Instant now = now();
    if (!titles.isEmpty()) {
      Object[] key = {kind(job.kind()), Session.key(job.title()), job.chunks()};
      session.update(
          "INSERT INTO job_chunk (kind, title, chunk, taken) VALUES (?, ?, ?, ?)",
          key[0],
          key[1],
          key[2],
          now);
      List<Object[]> rows = new ArrayList<>();
      for (String title : titles) {
        rows.add(new Object[] {key[0], key[1], key[2], rows.size(), Session.key(title)});
      }
      session.batch(
          "INSERT INTO job_chunk_page (kind, title, chunk, place, page_title)"
              + " VALUES (?, ?, ?, ?, ?)",
          rows);
    }
    return Optional.of(new Chunk(moved, job.chunks(), titles, now));
  }

  @Override
  public Optional<Chunk> takeOver(LinkJob job, Instant takenBefore) {
    List<Long> old =
        database.read(
            "job-chunks",
            session ->
                session.list(
                    "SELECT chunk FROM job_chunk WHERE kind = ? AND title = ? AND taken < ?"
                        + " ORDER BY chunk",
                    Row::number,
                    kind(job.kind()),
                    Session.key(job.title()),
                    takenBefore));
    for (long chunk : old) {
      Optional<Chunk> taken =
          database.write(
              "job-take-over",
              List.of(job.title()),
              session -> takeOver(session, job, chunk, takenBefore));
      if (taken.isPresent()) {
        return taken;
      }
    }
    return Optional.empty();
  }

  private static Optional<Chunk> takeOver(
      Session session, LinkJob job, long chunk, Instant takenBefore) throws SQLException {
    lock(session, job);
    Instant now = now();
    int moved =
        session.update(
            "UPDATE job_chunk SET taken = ? WHERE kind = ? AND title = ? AND chunk = ?"
                + " AND taken < ?",
            now,
            kind(job.kind()),
            Session.key(job.title()),
            chunk,
            takenBefore);
    if (moved == 0) {
      return Optional.empty();
    }
    List<String> titles =
        session.list(
            "SELECT page_title FROM job_chunk_page WHERE kind = ? AND title = ? AND chunk = ?"
                + " ORDER BY place",
            Row::key,
            kind(job.kind()),
            Session.key(job.title()),
            chunk);
    return Optional.of(new Chunk(job, chunk, titles, now));
  }

  @Override
  public void done(Chunk chunk) {
    LinkJob job = chunk.job();
    database.write(
        "job-done",
        List.of(job.title()),
        session -> {
          Optional<LinkJob> present = lock(session, job);
          int removed =
              session.update(
                  "DELETE FROM job_chunk WHERE kind = ? AND title = ? AND chunk = ? AND taken = ?",
                  kind(job.kind()),
                  Session.key(job.title()),
                  chunk.number(),
                  chunk.taken());
          // Otherwise another process has taken it over, or a later job has a part of this number.
          if (removed == 1 && present.filter(each -> each.sameAs(job)).isPresent()) {
            put(session, present.get().done(chunk.titles().size()), false);
          }
          return null;
        });
    endIfDone(job);
  }

  @Override
  public boolean endIfDone(LinkJob job) {
    return database.write(
        "job-end",
        List.of(job.title()),
        session -> {
          Object[] key = {kind(job.kind()), Session.key(job.title())};
          boolean ended =
              lock(session, job).filter(LinkJob::walked).isPresent()
                  && session
                      .first(
                          "SELECT 1 FROM job_chunk WHERE kind = ? AND title = ? LIMIT 1",
                          Row::integer,
                          key)
                      .isEmpty();
          return ended && session.update("DELETE FROM job WHERE kind = ? AND title = ?", key) == 1;
        });
  }
}
