package org.portolan.migrate.sql;

import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import org.portolan.jdbc.DatabaseKind;
import org.portolan.migrate.value.SqlKind;
import org.portolan.migrate.value.Unfit;
import org.portolan.types.Bytes;

/** Sets the parameters of statements to values as {@link RawReader} reads them. */
final class Parameters {
  private static final DateTimeFormatter MYSQL =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT);

  private Parameters() {}

  /** Returns the placeholder of a column's value in a statement. */
  static String placeholder(DatabaseKind kind, SqlColumn column) {
    // H2 takes a JSON text for a JSON string.
    return kind == DatabaseKind.H2 && column.type().equals("JSON") ? "? FORMAT JSON" : "?";
  }

  static void set(
      DatabaseKind database, PreparedStatement statement, int place, SqlColumn column, Object value)
      throws SQLException {
    boolean mysql = database.isMysql();
    if (value == null) {
      statement.setObject(place, null);
    } else if (value instanceof Long number) {
      statement.setLong(place, number);
    } else if (value instanceof BigDecimal number) {
      statement.setBigDecimal(place, number);
    } else if (value instanceof Float number) {
      statement.setFloat(place, number);
    } else if (value instanceof Double number) {
      statement.setDouble(place, number);
    } else if (value instanceof Boolean truth) {
      statement.setBoolean(place, truth);
    } else if (value instanceof Bytes bytes) {
      statement.setBytes(place, bytes.unsafeArray());
    } else if (value instanceof List<?> elements) {
      list(database, statement, place, column, elements);
    } else if (column.kind() == SqlKind.BITS && mysql) {
      statement.setBytes(place, ofBits(value.toString()));
    } else if (value instanceof LocalDate date) {
      statement.setObject(place, mysql ? date.toString() : date);
    } else if (value instanceof LocalDateTime time) {
      statement.setObject(place, mysql ? MYSQL.format(time) : time);
    } else if (value instanceof Instant moment) {
      statement.setObject(
          place,
          mysql
              ? MYSQL.format(LocalDateTime.ofInstant(moment, ZoneOffset.UTC))
              : moment.atOffset(ZoneOffset.UTC));
    } else {
      statement.setString(place, value instanceof Unfit unfit ? unfit.text() : value.toString());
    }
  }

  private static void list(
      DatabaseKind database,
      PreparedStatement statement,
      int place,
      SqlColumn column,
      List<?> elements)
      throws SQLException {
    if (column.kind() != SqlKind.ARRAY) {
      statement.setString(place, String.join(",", elements.stream().map(String::valueOf).toList()));
      return;
    }
    boolean bytes = !elements.isEmpty() && elements.stream().allMatch(Bytes.class::isInstance);
    // PostgreSQL's driver takes arrays of bytes by their class only.
    Object[] values =
        bytes
            ? elements.stream().map(each -> ((Bytes) each).unsafeArray()).toArray(byte[][]::new)
            : elements.stream()
                .map(
                    each -> each instanceof Instant moment ? moment.atOffset(ZoneOffset.UTC) : each)
                .toArray();
    if (database == DatabaseKind.H2) {
      statement.setObject(place, values);
    } else {
      String element = column.type().replaceFirst("^_", "");
      statement.setArray(place, statement.getConnection().createArrayOf(element, values));
    }
  }

  private static byte[] ofBits(String digits) {
    byte[] bytes = new byte[(digits.length() + 7) / 8];
    for (int bit = 0; bit < digits.length(); bit++) {
      if (digits.charAt(digits.length() - 1 - bit) == '1') {
        bytes[bytes.length - 1 - bit / 8] |= (byte) (1 << bit % 8);
      }
    }
    return bytes;
  }
}
