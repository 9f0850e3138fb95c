package org.portolan.wiki.jdbc;

import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

/** The present row of an answer, whose columns are read one after another. Used by one thread. */
final class Row {
  private final ResultSet rows;
  private final Dialect dialect;
  private int place;

  Row(ResultSet rows, Dialect dialect) {
    this.rows = rows;
    this.dialect = dialect;
  }

  /** Goes back to the first column. */
  void begin() {
    place = 0;
  }

  private int next() {
    place++;
    return place;
  }

  String key() throws SQLException {
    return dialect.key(rows, next());
  }

  String line() throws SQLException {
    return rows.getString(next());
  }

  Optional<String> optionalLine() throws SQLException {
    return Optional.ofNullable(rows.getString(next()));
  }

  /** Returns a text of any length; H2 gives long ones as streams only. */
  String text() throws SQLException {
    if (dialect != Dialect.H2) {
      return rows.getString(next());
    }
    try (Reader reader = rows.getCharacterStream(next())) {
      StringWriter text = new StringWriter();
      reader.transferTo(text);
      return text.toString();
    } catch (IOException e) {
      if (e.getCause() instanceof SQLException cause) {
        throw cause;
      }
      throw new SQLException("a text cannot be read: " + e.getMessage(), e);
    }
  }

  long number() throws SQLException {
    return rows.getLong(next());
  }

  Optional<Long> optionalNumber() throws SQLException {
    long number = rows.getLong(next());
    return rows.wasNull() ? Optional.empty() : Optional.of(number);
  }

  int integer() throws SQLException {
    return rows.getInt(next());
  }

  boolean flag() throws SQLException {
    return rows.getBoolean(next());
  }

  Instant instant() throws SQLException {
    return rows.getObject(next(), LocalDateTime.class).toInstant(ZoneOffset.UTC);
  }
}
