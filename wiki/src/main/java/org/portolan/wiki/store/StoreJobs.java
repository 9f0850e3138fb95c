package org.portolan.wiki.store;

import java.time.Instant;
import java.util.List;
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
import org.portolan.wiki.storage.JobRows;
import org.portolan.wiki.storage.LinkJob;
import org.portolan.wiki.storage.StoredJobs;

/** The jobs of a wiki in a store: the parts that were taken are items of the job's row. */
final class StoreJobs extends StoredJobs {
  static final JobRows ROWS = new JobRows("cursor", title -> title, title -> (String) title);

  private static final String CHUNKS = "chunks";
  private static final int CHUNKS_PER_READ = 100;

  private final Store store;

  StoreJobs(Store store) {
    super(store, ROWS);
    this.store = store;
  }

  static boolean in(Design design) {
    return design.entity(JobRows.JOB).isPresent();
  }

  /** Makes a job, or makes it again, within a write, see {@link JobRows#add}. */
  static void add(StoreTransaction transaction, Kind kind, String title) {
    ROWS.add(transaction, kind, title);
  }

  @Override
  protected Slice<EntityRow> read(Paging paging) {
    return store.scanStored(JobRows.JOB, Columns.ALL, paging);
  }

  @Override
  protected void addChunk(StoreTransaction transaction, Chunk chunk) {
    transaction.addItem(
        JobRows.JOB, ROWS.key(chunk.job()), CHUNKS, number(chunk), values(chunk, chunk.taken()));
  }

  private static Tuple number(Chunk chunk) {
    return Tuple.of(chunk.number());
  }

  private static Map<String, Object> values(Chunk chunk, Instant taken) {
    return Map.of("titles", chunk.titles(), "taken", taken);
  }

  @Override
  protected boolean hasChunks(StoreReader reader, LinkJob job) {
    return !chunks(reader, job).isEmpty();
  }

  private static List<Chunk> chunks(StoreReader reader, LinkJob job) {
    Paging paging = Paging.first(CHUNKS_PER_READ);
    return reader.items(JobRows.JOB, ROWS.key(job), CHUNKS, paging).entries().stream()
        .map(item -> chunk(job, item))
        .toList();
  }

  private static Chunk chunk(LinkJob job, Item item) {
    List<String> titles =
        ((List<?>) item.value("titles")).stream().map(title -> (String) title).toList();
    return new Chunk(job, (Long) item.key().get(0), titles, (Instant) item.value("taken"));
  }

  @Override
  protected boolean isPresent(StoreTransaction transaction, Chunk chunk) {
    return transaction
        .item(JobRows.JOB, ROWS.key(chunk.job()), CHUNKS, number(chunk))
        .map(item -> chunk(chunk.job(), item))
        .filter(chunk::equals)
        .isPresent();
  }

  @Override
  protected void deleteChunk(StoreTransaction transaction, Chunk chunk) {
    transaction.deleteItem(JobRows.JOB, ROWS.key(chunk.job()), CHUNKS, number(chunk));
  }

  @Override
  public Optional<Chunk> takeOver(LinkJob job, Instant takenBefore) {
    Instant now = now();
    for (Chunk old : chunks(store, job)) {
      if (!old.taken().isBefore(takenBefore)) {
        continue;
      }
      Optional<Chunk> taken =
          store.write(
              transaction -> {
                if (!isPresent(transaction, old)) {
                  return Optional.empty();
                }
                transaction.putItem(
                    JobRows.JOB, ROWS.key(job), CHUNKS, number(old), values(old, now));
                return Optional.of(new Chunk(job, old.number(), old.titles(), now));
              });
      if (taken.isPresent()) {
        return taken;
      }
    }
    return Optional.empty();
  }
}
