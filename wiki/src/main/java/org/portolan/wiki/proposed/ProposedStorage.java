package org.portolan.wiki.proposed;

import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.design.Design;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.storage.ImportTable;
import org.portolan.wiki.storage.JobTable;
import org.portolan.wiki.storage.NamesTable;
import org.portolan.wiki.storage.WikiStorage;
import org.portolan.wiki.storage.WriteRules;

/** A store of the proposed design as the storage of a wiki. Thread-safe. */
public final class ProposedStorage implements WikiStorage {
  private final Store store;
  private final ProposedJobs jobs;
  private final ProposedWiki wiki;

  /**
   * @param store its design must {@linkplain #fits fit}
   */
  public ProposedStorage(Store store) {
    this.store = store;
    this.jobs = new ProposedJobs(store);
    this.wiki = new ProposedWiki(store, jobs);
  }

  /**
   * Returns whether a design is proposed from the twin's schema in H2, and has the indexes that the
   * wiki reads.
   */
  public static boolean fits(Design design) {
    return Tables.in(design);
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
    return wiki.rules();
  }

  @Override
  public JobTable jobs() {
    return jobs;
  }

  @Override
  public NamesTable names() {
    return new ProposedNames(wiki);
  }

  @Override
  public ImportTable imports() {
    return new ProposedImports(store, wiki);
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
