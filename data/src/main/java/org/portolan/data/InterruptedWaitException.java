package org.portolan.data;

/**
 * The calling thread was interrupted while the data layer waited on its behalf: before it ran a
 * write again, or for the guard of a check. Of that write nothing was changed; the message of any
 * other operation says what was. The thread is still interrupted: clear that before you try again.
 */
public class InterruptedWaitException extends DataException {
  private static final long serialVersionUID = 1L;

  public InterruptedWaitException(String message, Throwable cause) {
    super(message, cause);
  }
}
