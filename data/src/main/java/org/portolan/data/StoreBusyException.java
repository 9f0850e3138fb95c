package org.portolan.data;

/**
 * A call of an {@link AsyncStore} was refused, since too many wait already. It has not begun and
 * changes nothing. Make fewer calls at once, or the same call later.
 */
public final class StoreBusyException extends DataException {
  private static final long serialVersionUID = 1L;

  public StoreBusyException(String message) {
    super(message);
  }
}
