package org.portolan.jdbc;

/** A URL is of no database that we know, is wrong, or its driver is not on the class path. */
public final class InvalidJdbcUrlException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  InvalidJdbcUrlException(String message) {
    super(message);
  }
}
