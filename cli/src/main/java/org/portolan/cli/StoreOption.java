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

  /** Opens the store, which must exist. */
  public Store open() {
    requireStore(uri);
    return Stores.open(uri);
  }

  /**
   * Refuses the URI of a relational database.
   *
   * @throws InvalidUriException if it is one; its text is not repeated, as it may have a password
   */
  static void requireStore(String uri) {
    if (uri.startsWith("jdbc:")) {
      throw new InvalidUriException(
          "this command needs a store with a design, but --store names a relational database; name"
              + " a store, for example rocksdb:DIR. Of the wiki in a database there are 'check' and"
              + " the commands of 'wiki'; 'wiki export' and 'wiki import' copy it into a store,"
              + " 'design' and 'migrate' move its tables");
    }
  }

  /** Opens the wiki of the store, or of a relational database; it must exist. */
  public WikiStorage openWiki() {
    return Wikis.openStorage(uri);
  }
}
