package org.portolan.wiki;

import org.portolan.data.Store;
import org.portolan.data.StoreMismatchException;
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

  /** Returns whether a store's design is one of a wiki of this version. */
  public static boolean isWiki(Store store) {
    return StoreWiki.fits(store.design());
  }
}
