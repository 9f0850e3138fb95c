package org.portolan.migrate.sql;

import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Date;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.portolan.migrate.value.SqlKind;
import org.portolan.migrate.value.Unfit;
import org.portolan.types.Bytes;

/**
 * Reads arrays as lists of the classes of their elements. PostgreSQL's driver has no NaN in arrays
 * of decimals, and makes infinite dates and those before 1582 other ones, so arrays of these are
 * read as the server writes them. Thread-safe.
 */
final class ArrayReader {
  private static final String UTC = "+00";

  private final SqlColumn column;

  ArrayReader(SqlColumn column) {
    this.column = column;
  }

  Object read(ResultSet row, int place) throws SQLException {
    boolean asText =
        column.type().startsWith("_")
            && switch (column.element()) {
              case DECIMAL, DATE, TIMESTAMP, MOMENT -> true;
              default -> false;
            };
    if (asText) {
      String text = row.getString(place);
      return text == null ? null : ofText(text, column.element());
    }
    Array value = row.getArray(place);
    return value == null ? null : elementsOrText(value);
  }

  /** Returns the elements of an array as PostgreSQL writes it: {@code {"a b",c,NULL}}. */
  static Object ofText(String text, SqlKind kind) {
    // The numbers of the first elements may come before: [2:3]={x,y}.
    String elements = text.substring(text.indexOf('{') + 1, text.length() - 1);
    if (elements.contains("{")) {
      return new Unfit(text, false);
    }
    List<Object> values = new ArrayList<>();
    for (String each : elements.isEmpty() ? new String[0] : elements.split(",", -1)) {
      values.add(each.equals("NULL") ? null : element(each.replaceAll("^\"|\"$", ""), kind));
    }
    return values;
  }

  private static Object element(String text, SqlKind kind) {
    try {
      return switch (kind) {
        case DECIMAL -> new BigDecimal(text);
        case DATE -> LocalDate.parse(text);
        case TIMESTAMP -> LocalDateTime.parse(text.replace(' ', 'T'));
        default -> {
          // The sessions are in UTC.
          String local = text.endsWith(UTC) ? text.substring(0, text.length() - 3) : text;
          yield LocalDateTime.parse(local.replace(' ', 'T')).toInstant(ZoneOffset.UTC);
        }
      };
    } catch (NumberFormatException | DateTimeException e) {
      // NaN, an infinite date, or a year before 1 or after 9999.
      return new Unfit(text, false);
    }
  }

  /** Arrays of arrays have no list: they keep their text, for the file of rejected rows. */
  private Object elementsOrText(Array array) throws SQLException {
    Object[] values = (Object[]) array.getArray();
    for (Object each : values) {
      if (each instanceof Array || (each instanceof Object[])) {
        return new Unfit(Arrays.deepToString((Object[]) plain(values)), false);
      }
    }
    return elements(values);
  }

  /** Arrays within arrays as such; H2 gives them as {@link Array}. */
  private static Object plain(Object value) throws SQLException {
    if (value instanceof Array array) {
      return plain(array.getArray());
    }
    if (!(value instanceof Object[] values)) {
      return value;
    }
    Object[] plain = new Object[values.length];
    for (int place = 0; place < values.length; place++) {
      plain[place] = plain(values[place]);
    }
    return plain;
  }

  private List<Object> elements(Object[] values) {
    List<Object> elements = new ArrayList<>();
    for (Object each : values) {
      elements.add(neutral(each, column.element()));
    }
    return elements;
  }

  private static Object neutral(Object element, SqlKind kind) {
    if (element instanceof Short || element instanceof Integer || element instanceof Byte) {
      return ((Number) element).longValue();
    }
    if (element instanceof byte[] bytes) {
      return Bytes.wrap(bytes);
    }
    if (element instanceof Timestamp time) {
      return kind == SqlKind.MOMENT ? time.toInstant() : time.toLocalDateTime();
    }
    if (element instanceof Date date) {
      return date.toLocalDate();
    }
    if (element instanceof OffsetDateTime time) {
      return time.toInstant();
    }
    return element instanceof UUID ? element.toString() : element;
  }
}
