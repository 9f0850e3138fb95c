package org.portolan.engine.rocksdb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.portolan.engine.BulkWriter;
import org.portolan.engine.EngineException;
import org.portolan.engine.Mutation;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * Bulk writes of a store in one directory.
 *
 * <h2>Why</h2>
 *
 * RocksDB's own way for bulk loads is files of sorted keys, made beside the database and taken over
 * by it. They need no log and no memory table, and if they do not overlap, as with rows that come
 * in the order of their keys, they are never compacted. So each column family has a run of puts in
 * memory; a run that is full is sorted, written to a file, and taken over.
 *
 * <p>What must be seen at once goes to the memory tables, without a log. Nothing else writes, so no
 * transaction could miss it (see {@link MutationWriter}).
 *
 * <h2>How it fails</h2>
 *
 * A crash loses the runs and the memory tables, so in each column family another part. Files that
 * were not taken over are removed by the next bulk writer.
 */
final class RocksDbBulkWriter implements BulkWriter {
  static final String DIRECTORY = "portolan.load";

  /** The most bytes of keys and values in one run. Larger ones are sorted no faster. */
  private static final long RUN_BYTES_MAX = 4L << 20;

  /** The most bytes in all runs. */
  private static final long BYTES_MAX = 16L << 20;

  private final RocksDbEngine engine;
  private final Tables tables;
  private final Path directory;
  private final WriteOptions unlogged = new WriteOptions().setDisableWAL(true);
  private final SortedFiles files;
  private final Map<ColumnFamilyHandle, SortedRun> runs = new ConcurrentHashMap<>();
  private final AtomicLong bytes = new AtomicLong();
  private volatile boolean tablesChanged;

  RocksDbBulkWriter(RocksDbEngine engine, Tables tables, Path store) {
    this.engine = engine;
    this.tables = tables;
    this.directory = store.resolve(DIRECTORY);
    removeFiles();
    try {
      Files.createDirectories(directory);
    } catch (IOException failure) {
      throw new EngineException("cannot make " + directory + ": " + failure, failure);
    }
    this.files = new SortedFiles(engine.database(), engine.options(), directory);
  }

  @Override
  public void write(List<Mutation> mutations) {
    BulkWriter.requirePuts(mutations);
    engine.inFlight().enter();
    try {
      for (EncodedMutation mutation : encoded(mutations)) {
        for (Write write : mutation.writes()) {
          add(write);
        }
      }
    } catch (RocksDBException failure) {
      throw Failures.of("write many rows to " + engine.uri(), failure);
    } finally {
      engine.inFlight().leave();
    }
  }

  private List<EncodedMutation> encoded(List<Mutation> mutations) {
    List<EncodedMutation> encoded = new ArrayList<>(mutations.size());
    for (Mutation mutation : mutations) {
      encoded.add(EncodedMutation.of(tables.get(mutation.table()), mutation));
    }
    return encoded;
  }

  private void add(Write write) throws RocksDBException {
    ColumnFamilyHandle family = write.family().handle();
    SortedRun run = runs.computeIfAbsent(family, any -> new SortedRun());
    long ofRun = run.add(write);
    bytes.addAndGet(write.bytes());
    if (ofRun >= RUN_BYTES_MAX) {
      take(family, run, RUN_BYTES_MAX);
    } else if (bytes.get() >= BYTES_MAX) {
      takeLargest();
    }
  }

  private void takeLargest() throws RocksDBException {
    Map.Entry<ColumnFamilyHandle, SortedRun> largest = null;
    for (Map.Entry<ColumnFamilyHandle, SortedRun> each : runs.entrySet()) {
      if (largest == null || each.getValue().bytes() > largest.getValue().bytes()) {
        largest = each;
      }
    }
    if (largest != null) {
      take(largest.getKey(), largest.getValue(), largest.getValue().bytes());
    }
  }

  /**
   * Lets the database take a run over, unless another thread has done so meanwhile; others go on
   * with an empty run until that is full too.
   *
   * @param least the bytes that the run must still have
   */
  private void take(ColumnFamilyHandle family, SortedRun run, long least) throws RocksDBException {
    // In turn: of two puts of the same key, the one that came later must be taken over later.
    synchronized (run) {
      if (run.bytes() < least) {
        return;
      }
      List<Write> puts = run.take();
      bytes.addAndGet(-puts.stream().mapToLong(Write::bytes).sum());
      files.takeOver(family, SortedRun.sorted(puts));
    }
  }

  @Override
  public void writeVisibly(List<Mutation> mutations) {
    BulkWriter.requirePuts(mutations);
    engine.inFlight().enter();
    try (WriteBatch batch = new WriteBatch()) {
      for (EncodedMutation mutation : encoded(mutations)) {
        for (Write write : mutation.writes()) {
          batch.put(write.family().handle(), write.key(), write.value());
        }
      }
      tablesChanged = true;
      engine.database().write(unlogged, batch);
    } catch (RocksDBException failure) {
      throw Failures.of("write many rows to " + engine.uri(), failure);
    } finally {
      engine.inFlight().leave();
    }
  }

  @Override
  public void flush() {
    engine.inFlight().enter();
    try (FlushOptions wait = new FlushOptions().setWaitForFlush(true)) {
      for (Map.Entry<ColumnFamilyHandle, SortedRun> each : runs.entrySet()) {
        take(each.getKey(), each.getValue(), 0);
      }
      if (tablesChanged) {
        tablesChanged = false;
        engine.database().flush(wait, tables.families());
      }
    } catch (RocksDBException failure) {
      throw Failures.of("make the writes to " + engine.uri() + " durable", failure);
    } finally {
      engine.inFlight().leave();
    }
  }

  @Override
  public void close() {
    files.close();
    unlogged.close();
    removeFiles();
  }

  private void removeFiles() {
    if (!Files.exists(directory)) {
      return;
    }
    try (Stream<Path> left = Files.list(directory)) {
      for (Path file : left.toList()) {
        Files.delete(file);
      }
      Files.delete(directory);
    } catch (IOException failure) {
      throw new EngineException("cannot remove " + directory + ": " + failure, failure);
    }
  }
}
