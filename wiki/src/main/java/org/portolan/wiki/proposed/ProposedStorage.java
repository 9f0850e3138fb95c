package org.portolan.wiki.proposed;

import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.design.Design;
import org.portolan.wiki.storage.ComposedStorage;

/** A store of the proposed design as the storage of a wiki. Thread-safe. */
public final class ProposedStorage extends ComposedStorage {
  private final Store store;

  /**
   * @param store its design must {@linkplain #fits fit}
   */
  public ProposedStorage(Store store) {
    this(store, new ProposedJobs(store));
  }

  private ProposedStorage(Store store, ProposedJobs jobs) {
    this(store, jobs, new ProposedWiki(store, jobs));
  }

  private ProposedStorage(Store store, ProposedJobs jobs, ProposedWiki wiki) {
    super(
        store.uri(),
        wiki,
        wiki::rules,
        jobs,
        new ProposedNames(wiki),
        new ProposedImports(store, wiki));
    this.store = store;
  }

  /**
   * Returns whether a design is proposed from the twin's schema in H2, and has the indexes that the
   * wiki reads.
   */
  public static boolean fits(Design design) {
    return Tables.in(design);
  }

  /** Corrections of several threads only meet in the rows of the counters. */
  @Override
  public boolean oneWriter() {
    return true;
  }

  @Override
  public StoreCheck.Result check(
      StoreCheck.Options options, Consumer<StoreCheck.Finding> findings, LongConsumer progress) {
    return new ProposedCheck(store, options, findings).run(progress);
  }

  @Override
  public void close() {
    store.close();
  }
}
