package org.portolan.wiki;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.Stores;
import org.portolan.wiki.storage.WikiStorage;

/** A wiki of one model in a store, which can be closed and opened again. */
public final class WikiStore implements TestedWiki {
  private static final StoreCheck.Options CHECK =
      new StoreCheck.Options(false, false, Duration.ZERO, 100);

  private final WikiModel model;
  private final String uri;
  private Store store;

  /** Opens a wiki on RocksDB in a separate directory within {@code directory}. */
  public WikiStore(WikiModel model, Path directory) {
    this(model, "rocksdb:" + directory.resolve(model.spelling()));
  }

  /** Opens the wiki of a store's URI, creating the store if there is none. */
  public WikiStore(WikiModel model, String uri) {
    this.model = model;
    this.uri = uri;
    open();
  }

  private void open() {
    store = Stores.openOrCreate(uri, model.design());
  }

  /** Opens one store of each model. */
  public static List<WikiStore> ofEachModel(Path directory) {
    List<WikiStore> stores = new ArrayList<>();
    for (WikiModel model : WikiModel.values()) {
      stores.add(new WikiStore(model, directory));
    }
    return stores;
  }

  /**
   * Opens one store of each model that needs none on an engine without scans in the order of keys.
   */
  public static List<WikiStore> ofEachModelWithoutOrder(Path directory) {
    List<WikiStore> stores = new ArrayList<>();
    for (WikiModel model : EnumSet.complementOf(EnumSet.of(WikiModel.PROPOSED))) {
      stores.add(new WikiStore(model, "unordered:rocksdb:" + directory.resolve(model.spelling())));
    }
    return stores;
  }

  public WikiModel model() {
    return model;
  }

  public Store store() {
    return store;
  }

  /** Opens the wiki again and returns it, with the site information that an import left. */
  @Override
  public Wiki wiki() {
    return Wikis.of(store);
  }

  @Override
  public WikiStorage storage() {
    return Wikis.storage(store);
  }

  public String uri() {
    return uri;
  }

  @Override
  public void maintain() {
    store.mergeDeltas();
  }

  @Override
  public void reopen() {
    store.close();
    open();
  }

  /** Fails if an index entry is missing or dangles, or a counter is wrong. */
  @Override
  public void assertClean() {
    List<String> findings = new ArrayList<>();
    StoreCheck.Result result =
        store.check(CHECK).run(finding -> findings.add(finding.toString()), looked -> {});
    assertThat(findings).as("check of %s", model.spelling()).isEmpty();
    assertThat(result.missing() + result.dangling()).as(result.toString()).isZero();
  }

  @Override
  public void close() {
    store.close();
  }

  @Override
  public String toString() {
    return model.spelling();
  }
}
