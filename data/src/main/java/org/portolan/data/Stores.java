package org.portolan.data;

import org.portolan.data.internal.StoreOpening;
import org.portolan.design.Design;

/** Opens stores. */
public final class Stores {
  private Stores() {}

  /**
   * Opens the store of a URI with the design that it contains.
   *
   * @throws StoreMismatchException if it was written in a format that this release does not read
   * @throws org.portolan.engine.StoreMissingException if there is none
   * @throws org.portolan.engine.CapabilityException if the engine lacks what the design needs
   */
  public static Store open(String uri) {
    return open(uri, StoreOptions.DEFAULT);
  }

  public static Store open(String uri, RetryPolicy retryPolicy) {
    return open(uri, StoreOptions.DEFAULT.with(retryPolicy));
  }

  public static Store open(String uri, StoreOptions options) {
    return StoreOpening.open(uri, options);
  }

  /**
   * Opens the store of a URI, creating it with a design if there is none.
   *
   * @throws StoreMismatchException if it exists with another design; the message lists the
   *     differences
   * @throws org.portolan.engine.CapabilityException if the engine lacks what the design needs
   */
  public static Store openOrCreate(String uri, Design design) {
    return openOrCreate(uri, design, StoreOptions.DEFAULT);
  }

  public static Store openOrCreate(String uri, Design design, RetryPolicy retryPolicy) {
    return openOrCreate(uri, design, StoreOptions.DEFAULT.with(retryPolicy));
  }

  public static Store openOrCreate(String uri, Design design, StoreOptions options) {
    return StoreOpening.openOrCreate(uri, design, options);
  }
}
