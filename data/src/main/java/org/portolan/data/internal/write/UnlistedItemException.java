package org.portolan.data.internal.write;

/** An item and the item that lists it would not both be there after the write. */
public final class UnlistedItemException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  UnlistedItemException(String message) {
    super(message);
  }
}
