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
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.client.SiblingStores;
import org.portolan.bench.system.WorkDirectory;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.engine.Engines;
import org.portolan.engine.adapter.ClusterUri;
import org.portolan.engine.rocksdb.BareDatabase;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.load.SyntheticSource;
import org.portolan.wiki.load.WikiImport;
import org.portolan.wiki.synthetic.SyntheticWiki;

/** The stores of a run, each of them loaded once. Used by one thread. */
final class Loads implements AutoCloseable {
  private static final long SEED = 1;

  /** The number of batches that the own client writes at once. */
  private static final int WRITERS = 4;

  private final SiblingStores siblings;
  private final Design design;
  private final SyntheticWiki wiki;
  private final CellCopy cells;
  private final ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
  private final String first;
  private int stores;

  /** Loads a first store, whose cells the own client then writes. */
  Loads(String given, Optional<WikiModel> model, int pages, WorkDirectory directory) {
    this.siblings = new SiblingStores(given, directory);
    this.wiki = new SyntheticWiki(SEED, pages);
    String uri = nextUri();
    this.design =
        model.orElseGet(() -> WikiModel.preferredOn(Engines.ofUri(uri).capabilities())).design();
    load(uri);
    this.cells = unchecked(() -> read(uri));
    this.first = uri;
  }

  private String nextUri() {
    stores++;
    return siblings.uri(Integer.toString(stores));
  }

  private static ClusterUri cluster(String uri) {
    return ClusterUri.parse(uri, Engines.ofUri(uri).uriForm());
  }

  private CellCopy read(String uri) throws Exception {
    return switch (uri.substring(0, uri.indexOf(':'))) {
      case "hbase" -> new HBaseCopy(cluster(uri));
      case "cassandra" -> new CassandraCopy(cluster(uri));
      case "ignite" -> new IgniteCopy(cluster(uri));
      default -> new RocksDbCopy(path(uri), this::freshDatabase);
    };
  }

  private static Path path(String uri) {
    return Path.of(uri.substring(uri.indexOf(':') + 1));
  }

  private BareDatabase freshDatabase() {
    String uri = nextUri();
    Stores.openOrCreate(uri, design).close();
    return BareDatabase.open(path(uri));
  }

  /** Loads a fresh store and removes it; returns the seconds of the load. */
  double load() {
    String uri = nextUri();
    double seconds = load(uri);
    siblings.drop(uri);
    return seconds;
  }

  private double load(String uri) {
    long start;
    long failed;
    try (Store store = Stores.openOrCreate(uri, design);
        SyntheticSource source = new SyntheticSource(wiki, "benchmark")) {
      start = System.nanoTime();
      failed = new WikiImport(store, source, false, broken -> {}, reached -> {}).run().failed();
    }
    if (failed > 0) {
      throw new BenchmarkFailedException(failed + " pages could not be imported");
    }
    return (System.nanoTime() - start) / 1e9;
  }

  /** Writes all cells by the own client; returns the seconds that this took. */
  double writeCells() {
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

  long rows() {
    return cells.rows();
  }

  @Override
  public void close() {
    writers.shutdownNow();
    unchecked(
        () -> {
          cells.close();
          siblings.drop(first);
          return Optional.empty();
        });
  }
}
