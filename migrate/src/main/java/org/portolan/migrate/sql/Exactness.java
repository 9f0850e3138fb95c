package org.portolan.migrate.sql;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.portolan.migrate.value.RejectedValueException;
import org.portolan.types.Bytes;

/**
 * What is known beforehand of what the columns of a table would change without a word: databases
 * round decimals and times to the digits of a column, fill bytes of a fixed length with zeros,
 * strip spaces from the end of texts of a fixed length, and take other spellings for the members of
 * an enum or a set, and years of two digits for those of a century. What is not known here is found
 * when a row is read again; values that the database would refuse are no concern. Immutable.
 */
public final class Exactness {
  /** In capitals, which H2 may need, and which the others fold. */
  private static final String COLUMNS =
      "SELECT COLUMN_NAME, DATA_TYPE, NUMERIC_SCALE, DATETIME_PRECISION, CHARACTER_MAXIMUM_LENGTH"
          + " FROM INFORMATION_SCHEMA.COLUMNS WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?";

  private static final Pattern TIME_OF_DAY = Pattern.compile("-?\\d+:\\d\\d:\\d\\d\\D?.*");

  private final Map<String, Form> forms;
  private final boolean mysql;

  /** What a column keeps; digits after the point and bytes are -1 where nothing is changed. */
  private record Form(String type, int digits, long bytes, boolean stripped) {}

  private Exactness(Map<String, Form> forms, boolean mysql) {
    this.forms = Map.copyOf(forms);
    this.mysql = mysql;
  }

  static Exactness of(Connection connection, String schema, String table, boolean mysql)
      throws SQLException {
    Map<String, Form> forms = new HashMap<>();
    try (PreparedStatement statement = connection.prepareStatement(COLUMNS)) {
      statement.setString(1, schema);
      statement.setString(2, table);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          forms.put(rows.getString(1), form(rows));
        }
      }
    }
    return new Exactness(forms, mysql);
  }

  private static Form form(ResultSet row) throws SQLException {
    String type = row.getString(2).toLowerCase(Locale.ROOT);
    // Those of MySQL may have a scale: double(8,2).
    boolean floating = type.equals("float") || type.startsWith("double");
    boolean decimal = floating || type.equals("numeric") || type.startsWith("dec");
    boolean time = type.startsWith("time") || type.equals("datetime");
    int digits = decimal ? row.getInt(3) : time ? row.getInt(4) : -1;
    boolean limited = (decimal || time) && !row.wasNull();
    // PostgreSQL's character is compared without the spaces at its end.
    boolean stripped = type.equals("char") || type.equals("character");
    long length = row.getLong(5);
    return new Form(type, limited ? digits : -1, type.equals("binary") ? length : -1, stripped);
  }

  /**
   * Checks that a column keeps a value as it is.
   *
   * @param value as {@link RawReader} reads it, or null
   * @param ordered whether the order of several elements is a part of the value
   * @throws RejectedValueException if the database would change it; the message says how
   */
  public void require(SqlColumn column, Object value, boolean ordered) {
    Form form = forms.get(column.name());
    if (form == null || value == null) {
      return;
    }
    int digits = digits(form, value);
    if (form.digits() >= 0 && digits > form.digits()) {
      throw new RejectedValueException(
          "has "
              + digits
              + (digits == 1 ? " digit" : " digits")
              + " after the point, and the column keeps "
              + form.digits()
              + " and would round it; give the column more digits");
    }
    requireMember(column, value, ordered);
    if (value instanceof String text) {
      requireSpelling(form, text);
    }
    if (form.type().equals("year") && value instanceof Long year && year != 0 && year < 100) {
      throw new RejectedValueException(
          "has two digits, and the column would take it for a year of a century");
    }
    if (form.bytes() >= 0 && value instanceof Bytes bytes && bytes.length() < form.bytes()) {
      throw new RejectedValueException(
          "has "
              + bytes.length()
              + " bytes, and the column would fill them with zeros up to "
              + form.bytes()
              + "; make it varbinary");
    }
    if (form.stripped() && value instanceof String text && text.endsWith(" ")) {
      throw new RejectedValueException(
          "ends with a space, and the column, of a fixed length, would lose it; make it varchar");
    }
  }

  private static void requireSpelling(Form form, String text) {
    boolean ofDay = form.type().equals("time") || form.type().startsWith("time ");
    if (ofDay && !TIME_OF_DAY.matcher(text).matches()) {
      throw new RejectedValueException("is not written as a time, 23:59:59");
    }
    if (form.type().equals("date") && text.indexOf(':') >= 0) {
      throw new RejectedValueException("has a time of day, and the column keeps the date only");
    }
  }

  /** MySQL and H2 take 'A' for 'a', and MySQL takes '1' for the first member. */
  private void requireMember(SqlColumn column, Object value, boolean ordered) {
    List<String> members = MemberNames.of(column.type(), mysql);
    List<?> words = value instanceof List<?> several ? several : List.of(value);
    if (members.isEmpty()) {
      return;
    }
    for (Object word : words) {
      if (!members.contains(word.toString())) {
        throw new RejectedValueException(
            "has '" + word + "', and the column's members are " + members + ", exactly so");
      }
    }
    List<String> sorted = members.stream().filter(words::contains).toList();
    if (value instanceof List<?> && ordered && !sorted.equals(words)) {
      throw new RejectedValueException(
          "is "
              + words
              + ", and the column would hold "
              + sorted
              + ", in the order of its members");
    }
  }

  private static int digits(Form form, Object value) {
    if (value instanceof Float || value instanceof Double) {
      double number = ((Number) value).doubleValue();
      return Double.isFinite(number)
          ? Math.max(0, new BigDecimal(value.toString()).stripTrailingZeros().scale())
          : 0;
    }
    if (value instanceof BigDecimal number) {
      return Math.max(0, number.stripTrailingZeros().scale());
    }
    if (value instanceof TemporalAccessor time && time.isSupported(ChronoField.NANO_OF_SECOND)) {
      return ofNanos(time.get(ChronoField.NANO_OF_SECOND));
    }
    if (value instanceof String text
        && (form.type().startsWith("time") || form.type().equals("datetime"))) {
      return ofText(text);
    }
    return 0;
  }

  private static int ofNanos(int nanos) {
    return Math.max(0, BigDecimal.valueOf(nanos, 9).stripTrailingZeros().scale());
  }

  /** Returns the digits of a time of day, which may have a zone after them. */
  private static int ofText(String text) {
    int count = 0;
    int point = text.indexOf('.');
    for (int at = point + 1; point >= 0 && at < text.length(); at++) {
      char digit = text.charAt(at);
      if (digit < '0' || digit > '9') {
        break;
      }
      count = digit == '0' ? count : at - point;
    }
    return count;
  }
}
