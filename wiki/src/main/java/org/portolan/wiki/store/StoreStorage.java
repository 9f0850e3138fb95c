package org.portolan.wiki.store;

import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.wiki.storage.ComposedStorage;

/** A designed store as the storage of a wiki. Thread-safe. */
public final class StoreStorage extends ComposedStorage {
  private final Store store;

  /**
   * @throws org.portolan.data.StoreMismatchException if the store's design is not one of a wiki
   */
  public StoreStorage(Store store) {
    this(store, new StoreWiki(store));
  }

  private StoreStorage(Store store, StoreWiki wiki) {
    super(
        store.uri(),
        wiki,
        () -> wiki.writes().rules(),
        new StoreJobs(store),
        new StoreNames(store),
        new StoreImports(store, wiki));
    this.store = store;
  }

  /** Where a write changes all rows at once, writes of several threads only meet in indexes. */
  @Override
  public boolean oneWriter() {
    return store.guarantee() == Store.Guarantee.ATOMIC;
  }

  @Override
  public StoreCheck.Result check(
      StoreCheck.Options options, Consumer<StoreCheck.Finding> findings, LongConsumer progress) {
    return store.check(options).run(findings, progress::accept);
  }

  @Override
  public void close() {
    store.close();
  }
}
