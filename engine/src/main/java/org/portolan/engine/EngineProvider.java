package org.portolan.engine;

/** How an engine is found: a service, one for each URI scheme. Thread-safe. */
public interface EngineProvider {

  /** Returns the scheme of the URIs that this engine opens, for example {@code rocksdb}. */
  String scheme();

  /** Returns the form of those URIs, for help texts, for example {@code rocksdb:DIR}. */
  String uriForm();

  /**
   * Returns what a store of this engine can do, without opening one: the same as {@link
   * Engine#capabilities} of each of them.
   */
  Capabilities capabilities();

  /**
   * Opens a store.
   *
   * @throws StoreMissingException if there is none and {@code mode} is {@code EXISTING}
   * @throws StoreInUseException if another process holds it alone
   * @throws IllegalArgumentException if the URI is not of the form
   */
  Engine open(String uri, OpenMode mode);

  /** Whether to create a store where there is none. */
  enum OpenMode {
    EXISTING,
    CREATE_IF_MISSING
  }
}
