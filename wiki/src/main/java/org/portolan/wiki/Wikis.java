package org.portolan.wiki;

import org.portolan.data.Store;
import org.portolan.data.StoreMismatchException;
import org.portolan.data.Stores;
import org.portolan.engine.Engines;
import org.portolan.engine.StoreMissingException;
import org.portolan.wiki.store.StoreWiki;

/** Opens wikis. */
public final class Wikis {
  private Wikis() {}

  /**
   * Returns the wiki in a store; closing the store ends it.
   *
   * @throws StoreMismatchException if the store's design is not one of a wiki
   */
  public static Wiki of(Store store) {
    return new StoreWiki(store);
  }

  /**
   * Opens a store, with whatever model it has; if there is none, creates it with the {@linkplain
   * WikiModel#preferredOn preferred} one.
   *
   * @param uri names the engine and the store
   */
  public static Store openOrCreate(String uri) {
    try {
      return Stores.open(uri);
    } catch (StoreMissingException e) {
      WikiModel model = WikiModel.preferredOn(Engines.ofUri(uri).capabilities());
      return Stores.openOrCreate(uri, model.design());
    }
  }

  /** Returns whether a store's design is one of a wiki of this version. */
  public static boolean isWiki(Store store) {
    return StoreWiki.fits(store.design());
  }
}
