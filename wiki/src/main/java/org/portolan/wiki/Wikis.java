package org.portolan.wiki;

import java.util.Optional;
import java.util.ServiceLoader;
import org.portolan.data.Store;
import org.portolan.data.StoreMismatchException;
import org.portolan.data.StoreOptions;
import org.portolan.data.Stores;
import org.portolan.engine.Engines;
import org.portolan.engine.StoreMissingException;
import org.portolan.wiki.proposed.ProposedStorage;
import org.portolan.wiki.storage.WikiStorage;
import org.portolan.wiki.storage.WikiStorageProvider;
import org.portolan.wiki.store.StoreStorage;
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
    return ProposedStorage.fits(store.design())
        ? new ProposedStorage(store).wiki()
        : new StoreWiki(store);
  }

  /**
   * Opens a store, with whatever model it has; if there is none, creates it with the {@linkplain
   * WikiModel#preferredOn preferred} one.
   *
   * @param uri names the engine and the store
   */
  public static Store openOrCreate(String uri) {
    return openOrCreate(uri, StoreOptions.DEFAULT);
  }

  private static Store openOrCreate(String uri, StoreOptions options) {
    try {
      return Stores.open(uri, options);
    } catch (StoreMissingException e) {
      WikiModel model = WikiModel.preferredOn(Engines.ofUri(uri).capabilities());
      return Stores.openOrCreate(uri, model.design(), options);
    }
  }

  /**
   * Returns the wiki in a store with what jobs, imports and checks need of it.
   *
   * @throws StoreMismatchException if the store's design is not one of a wiki
   */
  public static WikiStorage storage(Store store) {
    return ProposedStorage.fits(store.design())
        ? new ProposedStorage(store)
        : new StoreStorage(store);
  }

  /**
   * Opens the wiki of a URI, which must exist.
   *
   * @throws StoreMissingException if it does not
   */
  public static WikiStorage openStorage(String uri) {
    Optional<WikiStorageProvider> other = otherThanStore(uri);
    return other.isPresent() ? other.get().open(uri, false) : inStore(Stores.open(uri));
  }

  /** Opens the wiki of a URI; if there is none, creates it as {@link #openOrCreate} does. */
  public static WikiStorage openOrCreateStorage(String uri) {
    return openOrCreateStorage(uri, StoreOptions.DEFAULT);
  }

  /**
   * Opens the wiki of a URI; if there is none, creates it as {@link #openOrCreate} does.
   *
   * @param options of a store; a database has none
   */
  public static WikiStorage openOrCreateStorage(String uri, StoreOptions options) {
    Optional<WikiStorageProvider> other = otherThanStore(uri);
    return other.isPresent() ? other.get().open(uri, true) : inStore(openOrCreate(uri, options));
  }

  /** Returns the wiki in a store; closes the store if it has none. */
  private static WikiStorage inStore(Store store) {
    try {
      return storage(store);
    } catch (RuntimeException e) {
      store.close();
      throw e;
    }
  }

  /** Returns whether a URI names a wiki that is kept otherwise than in a designed store. */
  public static boolean isOtherThanStore(String uri) {
    return otherThanStore(uri).isPresent();
  }

  private static Optional<WikiStorageProvider> otherThanStore(String uri) {
    return ServiceLoader.load(WikiStorageProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> uri.startsWith(provider.scheme() + ":"))
        .findFirst();
  }

  /** Returns whether a store's design is one of a wiki of this version. */
  public static boolean isWiki(Store store) {
    return ProposedStorage.fits(store.design()) || StoreWiki.fits(store.design());
  }
}
