package org.portolan.jdbc;

import java.sql.SQLException;

/** A database refused or failed an act. The message is one line and holds no password. */
public final class DatabaseException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  DatabaseException(String message, SQLException cause) {
    super(message, cause);
  }
}
