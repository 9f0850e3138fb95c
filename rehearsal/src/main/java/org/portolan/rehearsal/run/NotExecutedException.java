package org.portolan.rehearsal.run;

/** Says why a statement is not executed. */
final class NotExecutedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NotExecutedException(String reason) {
    super(reason);
  }
}
