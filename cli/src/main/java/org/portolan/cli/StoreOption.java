package org.portolan.cli;

import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.engine.InvalidUriException;
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

  /**
   * Opens the store, which must exist and have a design.
   *
   * @throws InvalidUriException if it is a relational database, which has no design
   */
  public Store open() {
    if (Wikis.isOtherThanStore(uri)) {
      throw new InvalidUriException(
          "'"
              + uri
              + "' is a relational database without a design, which this command needs; the"
              + " commands of 'portolan wiki', and check, work on it");
    }
    return Stores.open(uri);
  }

  /** Opens the wiki of the store, or of a relational database; it must exist. */
  public WikiStorage openWiki() {
    return Wikis.openStorage(uri);
  }
}
