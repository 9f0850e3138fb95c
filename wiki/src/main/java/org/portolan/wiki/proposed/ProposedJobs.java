package org.portolan.wiki.proposed;

import static org.portolan.wiki.proposed.Tables.CHUNK;
import static org.portolan.wiki.proposed.Tables.CHUNK_PAGES;
import static org.portolan.wiki.proposed.Tables.JOB;
import static org.portolan.wiki.proposed.Tables.bytes;
import static org.portolan.wiki.proposed.Tables.text;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Item;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.StoreReader;
import org.portolan.data.StoreTransaction;
import org.portolan.types.Tuple;
import org.portolan.wiki.PendingJob.Kind;
import org.portolan.wiki.storage.JobTable;
import org.portolan.wiki.storage.LinkJob;
import org.portolan.wiki.storage.WriteRules;

/**
 * The jobs of the wiki: a row for each job and each part that was taken, and the titles of a part
 * as items of its row. Every write reads the job's row by its key, so two of one job conflict.
 * Thread-safe.
 */
final class ProposedJobs implements JobTable {
  private static final int ROWS_PER_READ = 1_000;

  private final Store store;

  ProposedJobs(Store store) {
    this.store = store;
  }

  private static Tuple key(Kind kind, String title) {
    return Tuple.of(kind.name().toLowerCase(Locale.ROOT), bytes(title));
  }

  private static Tuple key(LinkJob job) {
    return key(job.kind(), job.title());
  }

  private static Tuple key(LinkJob job, long chunk) {
    return key(job).append(Tuple.of(chunk));
  }

  private static Instant now() {
    return WriteRules.micros(Instant.now());
  }

  private static LinkJob job(EntityRow row) {
    return new LinkJob(
        Kind.valueOf(row.key().text(0).toUpperCase(Locale.ROOT)),
        text(row.key().get(1)),
        row.timestamp("since"),
        Optional.ofNullable(row.text("list_cursor")),
        row.booleanValue("walked"),
        row.longValue("chunks"),
        row.longValue("done"));
  }

  private static Optional<LinkJob> present(StoreReader reader, LinkJob job) {
    return reader.get(JOB, key(job), Columns.ALL).map(ProposedJobs::job);
  }

  private static void put(StoreTransaction transaction, LinkJob job) {
    Map<String, Object> values = new HashMap<>();
    values.put("since", job.since());
    values.put("list_cursor", job.cursor().orElse(null));
    values.put("walked", job.walked());
    values.put("chunks", job.chunks());
    values.put("done", job.done());
    transaction.put(JOB, key(job), values);
  }

  /** Makes a job, or makes it again, within a write, see {@link JobTable#add}. */
  static void add(StoreTransaction transaction, Kind kind, String title) {
    long chunks =
        transaction
            .get(JOB, key(kind, title), Columns.ALL)
            .map(row -> row.longValue("chunks") + 1)
            .orElse(0L);
    put(transaction, new LinkJob(kind, title, now(), Optional.empty(), false, chunks, 0));
  }

  @Override
  public void add(Kind kind, String title) {
    store.write(
        transaction -> {
          add(transaction, kind, title);
          return null;
        });
  }

  @Override
  public List<LinkJob> first(int max) {
    return store.scan(JOB, Tuple.EMPTY, Columns.ALL, Paging.first(max)).entries().stream()
        .map(ProposedJobs::job)
        .toList();
  }

  @Override
  public List<LinkJob> jobs() {
    return Paging.first(ROWS_PER_READ).stream(
            paging -> store.scan(JOB, Tuple.EMPTY, Columns.ALL, paging))
        .map(ProposedJobs::job)
        .toList();
  }

  @Override
  public Optional<Chunk> take(LinkJob job, List<String> titles, Optional<String> next) {
    return store.write(
        transaction -> {
          Optional<LinkJob> found =
              present(transaction, job)
                  .filter(each -> each.sameAs(job) && each.chunks() == job.chunks());
          if (found.isEmpty()) {
            return Optional.empty();
          }
          LinkJob moved = found.get().taken(next);
          put(transaction, moved);
          Instant now = now();
          if (!titles.isEmpty()) {
            // The job counts its parts, and is changed in this write: the part is new.
            Tuple chunk = key(job, job.chunks());
            transaction.insert(CHUNK, chunk, Map.of("taken", now));
            for (int place = 0; place < titles.size(); place++) {
              transaction.addItem(
                  CHUNK,
                  chunk,
                  CHUNK_PAGES,
                  Tuple.of(place),
                  Map.of("page_title", bytes(titles.get(place))));
            }
          }
          return Optional.of(new Chunk(moved, job.chunks(), titles, now));
        });
  }

  @Override
  public Optional<Chunk> takeOver(LinkJob job, Instant takenBefore) {
    List<Long> old =
        chunks(store, job)
            .filter(row -> row.timestamp("taken").isBefore(takenBefore))
            .map(row -> (Long) row.key().get(2))
            .toList();
    for (long number : old) {
      Optional<Chunk> taken =
          store.write(transaction -> takeOver(transaction, job, number, takenBefore));
      if (taken.isPresent()) {
        return taken;
      }
    }
    return Optional.empty();
  }

  private static Stream<EntityRow> chunks(StoreReader reader, LinkJob job) {
    return Paging.first(ROWS_PER_READ).stream(
        paging -> reader.scan(CHUNK, key(job), Columns.ALL, paging));
  }

  private static Optional<Chunk> takeOver(
      StoreTransaction transaction, LinkJob job, long number, Instant takenBefore) {
    Tuple chunk = key(job, number);
    if (transaction
        .get(CHUNK, chunk, Columns.ALL)
        .filter(row -> row.timestamp("taken").isBefore(takenBefore))
        .isEmpty()) {
      return Optional.empty();
    }
    Instant now = now();
    transaction.update(CHUNK, chunk, Map.of("taken", now));
    List<String> titles =
        Paging.first(ROWS_PER_READ).stream(
                paging -> transaction.items(CHUNK, chunk, CHUNK_PAGES, paging))
            .map((Item item) -> text(item.value("page_title")))
            .toList();
    return Optional.of(new Chunk(job, number, titles, now));
  }

  @Override
  public void done(Chunk chunk) {
    LinkJob job = chunk.job();
    store.write(
        transaction -> {
          Optional<LinkJob> present = present(transaction, job);
          Tuple key = key(job, chunk.number());
          boolean mine =
              transaction
                  .get(CHUNK, key, Columns.ALL)
                  .filter(row -> row.timestamp("taken").equals(chunk.taken()))
                  .isPresent();
          if (!mine) {
            // Another process has taken it over, or a later job has a part of this number.
            return null;
          }
          transaction.delete(CHUNK, key);
          present
              .filter(each -> each.sameAs(job))
              .ifPresent(each -> put(transaction, each.done(chunk.titles().size())));
          return null;
        });
    endIfDone(job);
  }

  @Override
  public boolean endIfDone(LinkJob job) {
    if (!present(store, job).filter(LinkJob::walked).isPresent()) {
      return false;
    }
    return store.write(
        transaction -> {
          boolean ended =
              present(transaction, job).filter(LinkJob::walked).isPresent()
                  && chunks(transaction, job).findFirst().isEmpty();
          return ended && transaction.delete(JOB, key(job));
        });
  }
}
