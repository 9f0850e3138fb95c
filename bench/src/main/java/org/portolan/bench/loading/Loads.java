package org.portolan.bench.loading;

import java.nio.file.Path;
import java.util.Optional;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.client.SiblingStores;
import org.portolan.bench.system.WorkDirectory;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.engine.Engines;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.load.SyntheticSource;
import org.portolan.wiki.load.WikiImport;
import org.portolan.wiki.synthetic.SyntheticWiki;

/** The stores of a run, each of them loaded once. Used by one thread. */
final class Loads implements AutoCloseable {
  private static final long SEED = 1;

  private final SiblingStores siblings;
  private final Design design;
  private final SyntheticWiki wiki;
  private final OwnClient client;
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
    this.client = new OwnClient(uri, this::emptyStore);
    this.first = uri;
  }

  private String nextUri() {
    stores++;
    return siblings.uri(Integer.toString(stores));
  }

  private Path emptyStore() {
    String uri = nextUri();
    Stores.openOrCreate(uri, design).close();
    return OwnClient.path(uri);
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
    return client.write();
  }

  long rows() {
    return client.rows();
  }

  @Override
  public void close() {
    client.close();
    siblings.drop(first);
  }
}
