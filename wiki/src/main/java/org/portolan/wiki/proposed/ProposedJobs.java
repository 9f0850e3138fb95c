package org.portolan.wiki.proposed;

import static org.portolan.wiki.proposed.Tables.CHUNK;
import static org.portolan.wiki.proposed.Tables.CHUNK_PAGES;
import static org.portolan.wiki.proposed.Tables.JOB;
import static org.portolan.wiki.proposed.Tables.bytes;
import static org.portolan.wiki.proposed.Tables.text;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Item;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.data.Store;
import org.portolan.data.StoreReader;
import org.portolan.data.StoreTransaction;
import org.portolan.types.Tuple;
import org.portolan.wiki.PendingJob.Kind;
import org.portolan.wiki.storage.JobRows;
import org.portolan.wiki.storage.LinkJob;
import org.portolan.wiki.storage.StoredJobs;

/**
 * The jobs of the wiki: a row for each job and each part that was taken, and the titles of a part
 * as items of its row. Thread-safe.
 */
final class ProposedJobs extends StoredJobs {
  static final JobRows ROWS = new JobRows("list_cursor", title -> bytes(title), Tables::text);

  private static final int ROWS_PER_READ = 1_000;

  private final Store store;

  ProposedJobs(Store store) {
    super(store, ROWS);
    this.store = store;
  }

  private static Tuple key(LinkJob job, long chunk) {
    return ROWS.key(job).append(Tuple.of(chunk));
  }

  private static Tuple key(Chunk chunk) {
    return key(chunk.job(), chunk.number());
  }

  /** Makes a job, or makes it again, within a write, see {@link JobRows#add}. */
  static void add(StoreTransaction transaction, Kind kind, String title) {
    ROWS.add(transaction, kind, title);
  }

  @Override
  protected Slice<EntityRow> read(Paging paging) {
    return store.scan(JOB, Tuple.EMPTY, Columns.ALL, paging);
  }

  @Override
  protected void addChunk(StoreTransaction transaction, Chunk chunk) {
    Tuple key = key(chunk);
    transaction.insert(CHUNK, key, Map.of("taken", chunk.taken()));
    for (int place = 0; place < chunk.titles().size(); place++) {
      transaction.addItem(
          CHUNK,
          key,
          CHUNK_PAGES,
          Tuple.of(place),
          Map.of("page_title", bytes(chunk.titles().get(place))));
    }
  }

  @Override
  protected boolean isPresent(StoreTransaction transaction, Chunk chunk) {
    return transaction
        .get(CHUNK, key(chunk), Columns.ALL)
        .filter(row -> row.timestamp("taken").equals(chunk.taken()))
        .isPresent();
  }

  @Override
  protected void deleteChunk(StoreTransaction transaction, Chunk chunk) {
    transaction.delete(CHUNK, key(chunk));
  }

  @Override
  protected boolean hasChunks(StoreReader reader, LinkJob job) {
    return chunks(reader, job).findFirst().isPresent();
  }

  private static Stream<EntityRow> chunks(StoreReader reader, LinkJob job) {
    return Paging.first(ROWS_PER_READ).stream(
        paging -> reader.scan(CHUNK, ROWS.key(job), Columns.ALL, paging));
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
}
