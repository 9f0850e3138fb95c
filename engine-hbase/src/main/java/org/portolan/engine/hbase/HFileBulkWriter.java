package org.portolan.engine.hbase;

import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.util.Bytes;
import org.portolan.engine.BulkWriter;
import org.portolan.engine.Durability;
import org.portolan.engine.EngineException;
import org.portolan.engine.Mutation;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.TableSchema;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Bulk writes by HFiles, which the region servers take over. Thread-safe.
 *
 * <h2>Why</h2>
 *
 * A region server that takes over a file writes no log and uses no memory for its rows. Cells are
 * gathered by table; when there are enough, those of the largest tables are sorted and written, one
 * file for each family and region, in the form in which the region would write it. Files that came
 * later win over earlier ones between cells of the same version, as puts do.
 *
 * <p>What must be seen at once is put as everything else is; so is what a flush finds if it would
 * make small files. A file costs HDFS and the region server as much as hundreds of rows.
 *
 * <h2>How it fails</h2>
 *
 * A crash loses what is gathered, and leaves files in the directory, which the next load of the
 * same store removes. HBase's tool divides a file whose region was split meanwhile, and tries again
 * where a region moves or a server dies, for about two minutes. If it gives up, or a file is gone
 * that no server has taken over, this writer has failed: each later call throws the failure again,
 * so it cannot be lost between two calls.
 *
 * <h2>Limits</h2>
 *
 * At most {@link #GATHERED_BYTES_MAX} bytes are gathered, while as many are written. A region has a
 * file more for each time; after some of them a compaction is requested, since HBase itself looks
 * at the number of files rarely.
 */
final class HFileBulkWriter implements BulkWriter {
  private static final Logger LOG = LoggerFactory.getLogger(HFileBulkWriter.class);

  /** The most bytes gathered; as many may be on their way to the servers. */
  private static final long GATHERED_BYTES_MAX = 32L << 20;

  /** As many files as HBase merges at a time, unless configured otherwise. */
  private static final int FILES_COMPACTED = 10;

  private final HBaseEngine engine;
  private final String directory;
  private final int fileBytesMin;
  private final HFileLoader loader;
  private final Cluster cluster;
  private final Mutator mutator;
  private final Map<TableHandle, HFileRun> runs = new ConcurrentHashMap<>();
  private final AtomicLong gathered = new AtomicLong();
  private final Object turn = new Object();
  private final Map<TableHandle, Integer> uncompacted = new HashMap<>();
  private volatile EngineException failed;

  private HFileBulkWriter(
      HBaseEngine engine, StoreUri uri, HFileLoader loader, Cluster cluster, Mutator mutator) {
    this.engine = engine;
    this.directory = uri.hfiles().orElseThrow();
    this.fileBytesMin = uri.hfileBytesMin();
    this.loader = loader;
    this.cluster = cluster;
    this.mutator = mutator;
  }

  /**
   * Begins, once a region server has taken over a file that changes nothing.
   *
   * @throws EngineException if none does
   */
  static HFileBulkWriter begin(
      HBaseEngine engine, StoreUri uri, Cluster cluster, Mutator mutator, Tables tables) {
    HFileLoader loader = HFileLoader.open(uri, cluster);
    try {
      HFileBulkWriter writer = new HFileBulkWriter(engine, uri, loader, cluster, mutator);
      Optional<String> first =
          tables.schemas().stream().map(TableSchema::name).sorted().findFirst();
      if (first.isPresent()) {
        writer.tryFile(tables.get(first.get()));
      }
      return writer;
    } catch (RuntimeException failure) {
      loader.close();
      throw failure;
    }
  }

  private void tryFile(TableHandle table) {
    FamilyHandle family = table.family(table.schema().families().get(0).name());
    byte[] nothing =
        KeyValueUtil.copyToNewByteArray(
            RowActions.nothing(Mutator.FIRST_ROW, family.nativeName())
                .getFamilyCellMap()
                .get(family.nativeName())
                .get(0));
    try {
      load(table, Map.of(Bytes.toString(family.nativeName()), List.of(nothing)));
    } catch (IOException failure) {
      throw new EngineException(
          "cannot load HFiles into "
              + engine.uri()
              + ": no region server took a file over from "
              + directory
              + " ("
              + Failures.describe(Failures.root(failure))
              + "; a region server's log may say more); name a directory in the file system of the"
              + " cluster's hbase.rootdir with '"
              + StoreUri.HFILES
              + "=', or leave the option out, and the load writes through the region servers",
          failure);
    }
  }

  private void load(TableHandle table, Map<String, List<byte[]>> cells) throws IOException {
    String name = table.nativeName().getNameAsString();
    loader.takeOver(name, loader.write(name, cells));
  }

  @Override
  public void write(List<Mutation> mutations) {
    BulkWriter.requirePuts(mutations);
    requireNotFailed();
    engine.whileOpen(
        () -> {
          List<RowWrite> writes = mutations.stream().map(mutator::encode).toList();
          long stamp = Mutator.stamp(writes);
          for (RowWrite write : writes) {
            long timestamp = write.mutation().version().orElse(stamp);
            Put put =
                (Put)
                    RowActions.of(
                        write, timestamp, org.apache.hadoop.hbase.client.Durability.USE_DEFAULT);
            if (put != null) {
              HFileRun run = runs.computeIfAbsent(write.table(), any -> new HFileRun());
              gathered.addAndGet(run.add(put));
            }
          }
          if (gathered.get() >= GATHERED_BYTES_MAX) {
            takeLargest();
          }
          return null;
        });
  }

  /** Makes room, by half at least; other threads that find no room wait. */
  private void takeLargest() {
    synchronized (turn) {
      if (gathered.get() < GATHERED_BYTES_MAX) {
        return;
      }
      while (gathered.get() > GATHERED_BYTES_MAX / 2) {
        runs.entrySet().stream()
            .max(Comparator.comparingLong(each -> each.getValue().bytes()))
            .ifPresent(each -> take(each.getKey(), each.getValue(), 0));
      }
    }
  }

  /** In turn: of two puts of the same cell, the one that came later must be taken over later. */
  private void take(TableHandle table, HFileRun run, int bytesMin) {
    requireNotFailed();
    HFileRun.Taken taken = run.take();
    gathered.addAndGet(-taken.bytes());
    if (taken.cells().isEmpty()) {
      return;
    }
    try {
      if (taken.bytes() < (long) bytesMin * taken.files(startKeys(table))) {
        mutator.putAll(table, taken.puts());
        return;
      }
      load(table, taken.cells());
    } catch (IOException | RuntimeException failure) {
      failed = failure(table, failure);
      throw failed;
    } catch (Error failure) {
      // The cells are in no file for certain, so no later flush may succeed.
      failed = failure(table, failure);
      throw failure;
    }
    if (uncompacted.merge(table, 1, Integer::sum) >= FILES_COMPACTED) {
      uncompacted.remove(table);
      compact(table);
    }
  }

  private EngineException failure(TableHandle table, Throwable failure) {
    return new OutcomeUnknownException(
        "cannot load rows of table '"
            + table.name()
            + "' by way of "
            + directory
            + " into "
            + engine.uri()
            + ": "
            + Failures.describe(Failures.root(failure))
            + " (a region server's log may say more); any part may be written: check that the cluster's"
            + " servers are up and may read and write this directory, then load again",
        failure);
  }

  private byte[][] startKeys(TableHandle table) {
    return mutator.regions(table.nativeName()).stream()
        .map(RegionInfo::getStartKey)
        .toArray(byte[][]::new);
  }

  /** Nothing waits for it, and nothing is lost if it is not made. */
  private void compact(TableHandle table) {
    CompletableFuture<Void> unused =
        cluster
            .admin()
            .compact(table.nativeName())
            .whenComplete(
                (done, failure) -> {
                  if (failure != null) {
                    LOG.debug("no compaction of table {}", table.name(), failure);
                  }
                });
  }

  @Override
  public void writeVisibly(List<Mutation> mutations) {
    BulkWriter.requirePuts(mutations);
    requireNotFailed();
    List<Boolean> unused = engine.mutateAll(mutations, Durability.BUFFERED);
  }

  @Override
  public void flush() {
    requireNotFailed();
    engine.whileOpen(
        () -> {
          synchronized (turn) {
            runs.forEach((table, run) -> take(table, run, fileBytesMin));
          }
          return null;
        });
    // Rows may have been put; where none were, this asks no server.
    engine.flush();
  }

  private void requireNotFailed() {
    EngineException failure = failed;
    if (failure != null) {
      throw failure;
    }
  }

  @Override
  public void close() {
    synchronized (turn) {
      loader.close();
    }
  }
}
