package org.portolan.data;

/**
 * A store cannot be opened, because a process is filling it by a {@link StoreLoad}, or died while
 * it did.
 */
public final class UnfinishedLoadException extends DataException {
  private static final long serialVersionUID = 1L;

  public UnfinishedLoadException(String uri) {
    super(
        "the store "
            + uri
            + " is being loaded, or its load was interrupted: indexes and counters may be wrong;"
            + " wait for the load, or continue it (portolan migrate or portolan wiki import, with"
            + " --resume), or remove the store and load anew");
  }
}
