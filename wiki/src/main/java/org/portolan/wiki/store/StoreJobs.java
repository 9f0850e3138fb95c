package org.portolan.wiki.store;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Item;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.data.Store;
import org.portolan.data.StoreReader;
import org.portolan.data.StoreTransaction;
import org.portolan.design.Design;
import org.portolan.types.Tuple;
import org.portolan.wiki.PendingJob.Kind;
import org.portolan.wiki.storage.JobTable;
import org.portolan.wiki.storage.LinkJob;
import org.portolan.wiki.storage.WriteRules;

/**
 * The jobs of a wiki in a store, a row each. Thread-safe; every method with a transaction belongs
 * to its caller's write.
 */
public final class StoreJobs implements JobTable {
  static final String JOB = "job";
  private static final String CHUNKS = "chunks";
  private static final int JOBS_PER_READ = 1_000;
  private static final int CHUNKS_PER_READ = 100;

  private final Store store;

  public StoreJobs(Store store) {
    this.store = store;
  }

  static boolean in(Design design) {
    return design.entity(JOB).isPresent();
  }

  private static Tuple key(Kind kind, String title) {
    return Tuple.of(kind.name().toLowerCase(Locale.ROOT), title);
  }

  private static Tuple key(LinkJob job) {
    return key(job.kind(), job.title());
  }

  /** Makes a job, or makes it again, see {@link JobTable#add}. */
  static void add(StoreTransaction transaction, Kind kind, String title) {
    long chunks =
        transaction
            .get(JOB, key(kind, title), Columns.ALL)
            .map(row -> row.longValue("chunks") + 1)
            .orElse(0L);
    Instant now = WriteRules.micros(Instant.now());
    put(transaction, new LinkJob(kind, title, now, Optional.empty(), false, chunks, 0));
  }

  @Override
  public void add(Kind kind, String title) {
    store.write(
        transaction -> {
          add(transaction, kind, title);
          return null;
        });
  }

  private static void put(StoreTransaction transaction, LinkJob job) {
    Map<String, Object> values = new HashMap<>();
    values.put("since", job.since());
    values.put("cursor", job.cursor().orElse(null));
    values.put("walked", job.walked());
    values.put("chunks", job.chunks());
    values.put("done", job.done());
    transaction.put(JOB, key(job), values);
  }

  private static LinkJob job(EntityRow row) {
    return new LinkJob(
        Kind.valueOf(row.key().text(0).toUpperCase(Locale.ROOT)),
        row.key().text(1),
        row.timestamp("since"),
        Optional.ofNullable(row.text("cursor")),
        row.booleanValue("walked"),
        row.longValue("chunks"),
        row.longValue("done"));
  }

  @Override
  public List<LinkJob> first(int max) {
    return store.scanStored(JOB, Columns.ALL, Paging.first(max)).entries().stream()
        .map(StoreJobs::job)
        .toList();
  }

  @Override
  public List<LinkJob> jobs() {
    List<LinkJob> jobs = new ArrayList<>();
    Paging paging = Paging.first(JOBS_PER_READ);
    while (true) {
      Slice<EntityRow> slice = store.scanStored(JOB, Columns.ALL, paging);
      slice.entries().forEach(row -> jobs.add(job(row)));
      if (slice.next().isEmpty()) {
        return jobs;
      }
      paging = paging.following(slice);
    }
  }

  private static Optional<LinkJob> present(StoreReader reader, LinkJob job) {
    return reader.get(JOB, key(job), Columns.ALL).map(StoreJobs::job);
  }

  @Override
  public Optional<Chunk> take(LinkJob job, List<String> titles, Optional<String> next) {
    Instant now = WriteRules.micros(Instant.now());
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
          if (!titles.isEmpty()) {
            // The job counts its chunks, and is changed in this write.
            transaction.addItem(
                JOB,
                key(job),
                CHUNKS,
                Tuple.of(job.chunks()),
                Map.of("titles", titles, "taken", now));
          }
          return Optional.of(new Chunk(moved, job.chunks(), titles, now));
        });
  }

  private static List<Chunk> chunks(StoreReader reader, LinkJob job) {
    List<Chunk> chunks = new ArrayList<>();
    for (Item item : reader.items(JOB, key(job), CHUNKS, Paging.first(CHUNKS_PER_READ)).entries()) {
      chunks.add(chunk(job, item));
    }
    return chunks;
  }

  private static Chunk chunk(LinkJob job, Item item) {
    List<String> titles = new ArrayList<>();
    ((List<?>) item.value("titles")).forEach(title -> titles.add((String) title));
    return new Chunk(job, (Long) item.key().get(0), titles, (Instant) item.value("taken"));
  }

  @Override
  public Optional<Chunk> takeOver(LinkJob job, Instant takenBefore) {
    Instant now = WriteRules.micros(Instant.now());
    for (Chunk old : chunks(store, job)) {
      if (!old.taken().isBefore(takenBefore)) {
        continue;
      }
      Optional<Chunk> taken =
          store.write(
              transaction -> {
                Tuple number = Tuple.of(old.number());
                Optional<Item> item = transaction.item(JOB, key(job), CHUNKS, number);
                if (item.isEmpty() || !chunk(job, item.get()).equals(old)) {
                  return Optional.empty();
                }
                transaction.putItem(
                    JOB, key(job), CHUNKS, number, Map.of("titles", old.titles(), "taken", now));
                return Optional.of(new Chunk(job, old.number(), old.titles(), now));
              });
      if (taken.isPresent()) {
        return taken;
      }
    }
    return Optional.empty();
  }

  @Override
  public void done(Chunk chunk) {
    store.write(
        transaction -> {
          Tuple key = key(chunk.job());
          Optional<LinkJob> present = present(transaction, chunk.job());
          Tuple number = Tuple.of(chunk.number());
          boolean mine =
              transaction
                  .item(JOB, key, CHUNKS, number)
                  .map(item -> chunk(chunk.job(), item))
                  .filter(chunk::equals)
                  .isPresent();
          if (!mine) {
            // Another process has taken it over, or a later job has a part of this number.
            return null;
          }
          transaction.deleteItem(JOB, key, CHUNKS, number);
          present
              .filter(job -> job.sameAs(chunk.job()))
              .ifPresent(job -> put(transaction, job.done(chunk.titles().size())));
          return null;
        });
    endIfDone(chunk.job());
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
                  && chunks(transaction, job).isEmpty();
          return ended && transaction.delete(JOB, key(job));
        });
  }
}
