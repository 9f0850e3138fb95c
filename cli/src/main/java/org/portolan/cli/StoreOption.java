package org.portolan.cli;

import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.wiki.Wikis;
import org.portolan.wiki.storage.WikiStorage;
import picocli.CommandLine.Option;

/** The option that names a store. */
public final class StoreOption {
  @Option(
      names = "--store",
      required = true,
      paramLabel = "URI",
      description = "The store, for example rocksdb:DIR.")
  public String uri;

  /** Opens the store, which must exist. */
  public Store open() {
    return Stores.open(uri);
  }

  /** Opens the wiki of the store, or of a relational database; it must exist. */
  public WikiStorage openWiki() {
    return Wikis.openStorage(uri);
  }
}
