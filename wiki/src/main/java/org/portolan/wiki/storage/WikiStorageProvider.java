package org.portolan.wiki.storage;

/**
 * Opens wikis of a kind of storage that is no designed store; found by {@link
 * java.util.ServiceLoader}.
 */
public interface WikiStorageProvider {

  /** Returns the scheme of the URIs, for example {@code jdbc}. */
  String scheme();

  /**
   * Opens a wiki.
   *
   * @param create whether a missing wiki is created
   * @throws org.portolan.engine.StoreMissingException if there is none and {@code create} is false
   * @throws org.portolan.engine.InvalidUriException if the URI has not the form of this kind
   * @throws org.portolan.data.StoreMismatchException if it is of a version that this release does
   *     not read
   * @throws org.portolan.engine.UnavailableException if it cannot be reached
   */
  WikiStorage open(String uri, boolean create);
}
