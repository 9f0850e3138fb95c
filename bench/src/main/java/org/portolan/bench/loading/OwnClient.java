package org.portolan.bench.loading;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.engine.Engines;
import org.portolan.engine.adapter.ClusterUri;
import org.portolan.engine.rocksdb.BareDatabase;

/** An engine's own client, which writes the cells of a loaded store again. Used by one thread. */
final class OwnClient implements AutoCloseable {
  /** The number of batches that are written at once. */
  private static final int WRITERS = 4;

  private final CellCopy cells;
  private final ExecutorService writers = Executors.newFixedThreadPool(WRITERS);

  /**
   * Reads the cells of a store into memory.
   *
   * @param uri of the store, which is closed
   * @param fresh makes an empty store of the same design on RocksDB and returns its directory
   */
  OwnClient(String uri, Supplier<Path> fresh) {
    this.cells = unchecked(() -> read(uri, fresh));
  }

  private static CellCopy read(String uri, Supplier<Path> fresh) throws Exception {
    return switch (uri.substring(0, uri.indexOf(':'))) {
      case "hbase" -> new HBaseCopy(cluster(uri));
      case "cassandra" -> new CassandraCopy(cluster(uri));
      case "ignite" -> new IgniteCopy(cluster(uri));
      default -> new RocksDbCopy(path(uri), () -> BareDatabase.open(fresh.get()));
    };
  }

  private static ClusterUri cluster(String uri) {
    return ClusterUri.parse(uri, Engines.ofUri(uri).uriForm());
  }

  /** Returns the directory of a store on RocksDB. */
  static Path path(String uri) {
    return Path.of(uri.substring(uri.indexOf(':') + 1));
  }

  /** Writes all cells to fresh tables; returns the seconds that this took. */
  double write() {
    return unchecked(
        () -> {
          List<CellCopy.Batch> batches = cells.begin();
          long start = System.nanoTime();
          List<Future<Void>> written = new ArrayList<>();
          for (CellCopy.Batch batch : batches) {
            written.add(
                writers.submit(
                    () -> {
                      batch.write();
                      return null;
                    }));
          }
          for (Future<Void> one : written) {
            one.get();
          }
          cells.finish();
          double seconds = (System.nanoTime() - start) / 1e9;
          cells.remove();
          return seconds;
        });
  }

  /** Returns the number of rows in all tables. */
  long rows() {
    return cells.rows();
  }

  private static <T> T unchecked(Callable<T> work) {
    try {
      return work.call();
    } catch (RuntimeException e) {
      throw e;
    } catch (ExecutionException e) {
      throw new BenchmarkFailedException("the own client failed: " + e.getCause(), e.getCause());
    } catch (Exception e) {
      throw new BenchmarkFailedException("the own client failed: " + e, e);
    }
  }

  @Override
  public void close() {
    writers.shutdownNow();
    unchecked(
        () -> {
          cells.close();
          return Optional.empty();
        });
  }
}
