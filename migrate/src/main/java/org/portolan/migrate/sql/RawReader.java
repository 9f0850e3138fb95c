package org.portolan.migrate.sql;

import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import org.portolan.migrate.value.Conversion;
import org.portolan.migrate.value.SqlKind;
import org.portolan.migrate.value.Unfit;
import org.portolan.migrate.value.Unmovable;
import org.portolan.types.Bytes;

/** Reads the values of a column as they are, in the class of its kind. Thread-safe. */
final class RawReader {
  private final SqlColumn column;
  private final boolean mysql;
  private final boolean emptyIsNoMember;

  RawReader(SqlColumn column, boolean mysql) {
    this.column = column;
    this.mysql = mysql;
    this.emptyIsNoMember =
        mysql
            && column.type().startsWith("enum(")
            && !MemberNames.of(column.type(), true).contains("");
  }

  Object read(ResultSet row, int place) throws SQLException {
    return switch (column.kind()) {
      case WHOLE -> whole(row, place);
      case DECIMAL -> decimal(row, place);
      case REAL -> {
        float value = row.getFloat(place);
        yield row.wasNull() ? null : (Object) value;
      }
      case DOUBLE -> {
        double value = row.getDouble(place);
        yield row.wasNull() ? null : (Object) value;
      }
      case BOOLEAN -> {
        boolean value = row.getBoolean(place);
        yield row.wasNull() ? null : (Object) value;
      }
      case BITS -> mysql ? bits(row.getBytes(place)) : row.getString(place);
      case TEXT, UUID, ROW -> member(text(row.getString(place)));
      case BYTES -> {
        byte[] value = row.getBytes(place);
        yield value == null ? null : Bytes.wrap(value);
      }
      case DATE -> mysql ? dateOfMySql(row.getString(place)) : time(row, place);
      case TIMESTAMP, MOMENT -> mysql ? timeOfMySql(row, place) : time(row, place);
      case WORDS -> {
        String value = row.getString(place);
        yield value == null ? null : Conversion.words(value);
      }
      case ARRAY -> new ArrayReader(column).read(row, place);
    };
  }

  private Object whole(ResultSet row, int place) throws SQLException {
    if (mysql && column.type().startsWith("bigint") && column.type().contains("unsigned")) {
      BigDecimal value = row.getBigDecimal(place);
      return value == null
          ? null
          : value.toBigInteger().bitLength() < Long.SIZE ? (Object) value.longValue() : value;
    }
    long value = row.getLong(place);
    return row.wasNull() ? null : (Object) value;
  }

  private static Object decimal(ResultSet row, int place) throws SQLException {
    try {
      return row.getBigDecimal(place);
    } catch (SQLException | NumberFormatException e) {
      // PostgreSQL's numeric has NaN and infinities.
      return new Unfit(row.getString(place), false);
    }
  }

  private String bits(byte[] value) {
    if (value == null) {
      return null;
    }
    StringBuilder digits = new StringBuilder();
    for (int bit = column.bits() - 1; bit >= 0; bit--) {
      int at = value.length - 1 - bit / 8;
      digits.append(at >= 0 && (value[at] >> (bit % 8) & 1) == 1 ? '1' : '0');
    }
    return digits.toString();
  }

  private String text(String value) {
    if (value == null || !column.padded()) {
      return value;
    }
    int end = value.length();
    while (end > 0 && value.charAt(end - 1) == ' ') {
      end--;
    }
    return value.substring(0, end);
  }

  /** An enum has the number 0 where a server that is not strict was given no member. */
  private Object member(String value) {
    return emptyIsNoMember && value != null && value.isEmpty()
        ? new Unmovable(
            "is '' with the number 0, which no strict server takes again: it stands for a value"
                + " that is no member; correct it, or give the enum a member ''",
            value)
        : value;
  }

  /** Of a date with a zero in it, the driver of MariaDB returns null. So we read its text. */
  private static Object dateOfMySql(String text) {
    if (text == null) {
      return null;
    }
    try {
      return LocalDate.parse(text.substring(0, 10));
    } catch (DateTimeException | IndexOutOfBoundsException e) {
      return unfit(text);
    }
  }

  /**
   * Drivers make the text of a time in the time zone of this process, which skips an hour in each
   * year. So the text is read only where there is no time: of a date with a zero in it the driver
   * of MariaDB returns null, and that of MySQL fails.
   */
  private Object timeOfMySql(ResultSet row, int place) throws SQLException {
    LocalDateTime local;
    try {
      local = row.getObject(place, LocalDateTime.class);
    } catch (SQLException | DateTimeException e) {
      local = null;
    }
    if (local == null) {
      String text = row.getString(place);
      return text == null ? null : unfit(text);
    }
    return column.kind() == SqlKind.MOMENT ? local.toInstant(ZoneOffset.UTC) : local;
  }

  private static Unfit unfit(String text) {
    return new Unfit(text, text.startsWith("0000-00-00"));
  }

  private Object time(ResultSet row, int place) throws SQLException {
    switch (column.kind()) {
      case DATE -> {
        LocalDate value = row.getObject(place, LocalDate.class);
        boolean infinite = LocalDate.MAX.equals(value) || LocalDate.MIN.equals(value);
        return infinite ? new Unfit(row.getString(place), false) : value;
      }
      case TIMESTAMP -> {
        LocalDateTime value = row.getObject(place, LocalDateTime.class);
        boolean infinite = LocalDateTime.MAX.equals(value) || LocalDateTime.MIN.equals(value);
        return infinite ? new Unfit(row.getString(place), false) : value;
      }
      default -> {
        OffsetDateTime value = row.getObject(place, OffsetDateTime.class);
        if (OffsetDateTime.MAX.equals(value) || OffsetDateTime.MIN.equals(value)) {
          return new Unfit(row.getString(place), false);
        }
        return value == null ? null : value.toInstant();
      }
    }
  }
}
