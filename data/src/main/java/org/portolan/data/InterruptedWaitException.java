package org.portolan.data;

/**
 * The calling thread was interrupted while the data layer waited on its behalf: before it ran a
 * write again, or for the guard of a check. The write has changed nothing, unless it is buffered
 * (see {@link Store}); for any other operation, the message says what was changed. The thread's
 * interrupt status is still set: clear it before you retry.
 */
public class InterruptedWaitException extends DataException {
  private static final long serialVersionUID = 1L;

  public InterruptedWaitException(String message, Throwable cause) {
    super(message, cause);
  }
}
