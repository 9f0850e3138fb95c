package org.portolan.migrate;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.portolan.migrate.RowMapper.RejectedRowException;
import org.portolan.migrate.StoredRows.Stored;
import org.portolan.migrate.sql.Exactness;
import org.portolan.migrate.sql.Insertion.Refusal;
import org.portolan.migrate.sql.SqlColumn;
import org.portolan.migrate.value.Conversion;
import org.portolan.migrate.value.RejectedValueException;
import org.portolan.migrate.value.SqlKind;
import org.portolan.types.ScalarType;

/**
 * The columns of a table that the way back writes, and the places in a row of the store from which
 * they come. Several places may have come from one column. Immutable.
 */
final class ReturnColumns {
  private static final String ZERO_DATE = "0000-00-00 00:00:00";

  private final List<SqlColumn> columns;
  private final List<Place> places = new ArrayList<>();
  private final boolean zeroDatesAreNull;

  /** A place, of the key, of the item's key, or of a value, and the place of its column. */
  private record Place(Field field, int key, int itemKey, int column) {
    Object in(Stored row) {
      return key >= 0
          ? row.key().get(key)
          : itemKey >= 0 ? row.itemKey().get(itemKey) : row.value(field.name());
    }
  }

  /**
   * Finds the columns.
   *
   * @param zeroDatesAreNull whether null may have been a date of zeros
   */
  ReturnColumns(TablePlan table, boolean zeroDatesAreNull) {
    this.zeroDatesAreNull = zeroDatesAreNull;
    Map<SqlColumn, Integer> found = new LinkedHashMap<>();
    for (int place = 0; place < table.key().size(); place++) {
      add(found, table, table.key().get(place), place, -1);
    }
    for (int place = 0; place < table.itemKey().size(); place++) {
      add(found, table, table.itemKey().get(place), -1, place);
    }
    table.values().forEach(field -> add(found, table, field, -1, -1));
    this.columns = List.copyOf(found.keySet());
  }

  private void add(
      Map<SqlColumn, Integer> found, TablePlan table, Field field, int key, int itemKey) {
    if (field.place() < 0) {
      return;
    }
    SqlColumn column = table.query().columns().get(field.place());
    if (!column.generated()) {
      found.putIfAbsent(column, found.size());
      places.add(new Place(field, key, itemKey, found.get(column)));
    }
  }

  List<SqlColumn> columns() {
    return columns;
  }

  List<String> names() {
    return columns.stream().map(SqlColumn::name).toList();
  }

  /** Returns the values of the design, by place. */
  Object[] wanted(Stored row) {
    return places.stream().map(place -> place.in(row)).toArray();
  }

  /** Returns for each column a value of the design, for people. */
  Object[] byColumn(Object[] wanted) {
    Object[] values = new Object[columns.size()];
    for (int place = places.size() - 1; place >= 0; place--) {
      values[places.get(place).column()] = wanted[place];
    }
    return values;
  }

  /**
   * Returns the values for the columns.
   *
   * @param wanted the values of the design, by place
   * @throws RejectedRowException if a column cannot have its value, or would give another
   */
  Object[] values(Object[] wanted, Exactness exactness) {
    Object[] values = new Object[columns.size()];
    for (int place = places.size() - 1; place >= 0; place--) {
      SqlColumn column = columns.get(places.get(place).column());
      try {
        Conversion conversion = places.get(place).field().conversion();
        Object value = value(conversion, wanted[place]);
        exactness.require(column, value, !conversion.isToSet());
        values[places.get(place).column()] = value;
      } catch (RejectedValueException e) {
        throw new RejectedRowException(column.name(), e.getMessage());
      }
    }
    difference(wanted, values)
        .ifPresent(
            refusal -> {
              throw new RejectedRowException(refusal.column(), refusal.reason());
            });
    for (int place = 0; place < values.length; place++) {
      if (values[place] == null) {
        values[place] = ofNull(columns.get(place));
      }
    }
    return values;
  }

  private static Object value(Conversion conversion, Object wanted) {
    Object value = conversion.toSql(wanted);
    return conversion.type().element().kind() == ScalarType.Kind.DECIMAL
        ? withoutZeros(value)
        : value;
  }

  /** The database adds the zeros of a column with decimal places, and one without wants none. */
  private static Object withoutZeros(Object value) {
    if (value instanceof List<?> elements) {
      return elements.stream().map(ReturnColumns::withoutZeros).toList();
    }
    if (!(value instanceof BigDecimal number)) {
      return value;
    }
    BigDecimal stripped = number.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }

  private Object ofNull(SqlColumn column) {
    boolean date =
        column.kind() == SqlKind.DATE
            || column.kind() == SqlKind.TIMESTAMP
            || column.kind() == SqlKind.MOMENT;
    if (!date || column.nullable() || !zeroDatesAreNull) {
      return null;
    }
    return column.kind() == SqlKind.DATE ? ZERO_DATE.substring(0, 10) : ZERO_DATE;
  }

  /**
   * Returns the first difference between the values of the design that are wanted and those that
   * the way there would make of a row of the table.
   *
   * @param found the values of the columns as they are read
   */
  Optional<Refusal> difference(Object[] wanted, Object[] found) {
    for (int at = 0; at < wanted.length; at++) {
      Place place = places.get(at);
      Object raw = found[place.column()];
      Object back;
      try {
        back = place.field().conversion().toDesign(raw);
      } catch (RejectedValueException e) {
        back = raw;
      }
      if (!Objects.equals(wanted[at], back)) {
        String column = columns.get(place.column()).name();
        return Optional.of(new Refusal(column, Shown.difference(wanted[at], back)));
      }
    }
    return Optional.empty();
  }
}
