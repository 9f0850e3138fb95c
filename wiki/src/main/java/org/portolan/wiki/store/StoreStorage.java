package org.portolan.wiki.store;

import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.storage.ImportTable;
import org.portolan.wiki.storage.JobTable;
import org.portolan.wiki.storage.NamesTable;
import org.portolan.wiki.storage.WikiStorage;
import org.portolan.wiki.storage.WriteRules;

/** A designed store as the storage of a wiki. Thread-safe. */
public final class StoreStorage implements WikiStorage {
  private final Store store;
  private final StoreWiki wiki;
  private final StoreJobs jobs;

  /**
   * @throws org.portolan.data.StoreMismatchException if the store's design is not one of a wiki
   */
  public StoreStorage(Store store) {
    this.store = store;
    this.wiki = new StoreWiki(store);
    this.jobs = new StoreJobs(store);
  }

  @Override
  public String uri() {
    return store.uri();
  }

  @Override
  public Wiki wiki() {
    return wiki;
  }

  @Override
  public WriteRules rules() {
    return wiki.writes().rules();
  }

  @Override
  public JobTable jobs() {
    return jobs;
  }

  @Override
  public NamesTable names() {
    return new StoreNames(store);
  }

  @Override
  public ImportTable imports() {
    return new StoreImports(store, wiki);
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
