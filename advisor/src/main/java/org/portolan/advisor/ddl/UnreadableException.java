package org.portolan.advisor.ddl;

/** A statement of the schema that cannot be read; the reader reports it and goes on. */
final class UnreadableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  UnreadableException(String message) {
    super(message);
  }
}
