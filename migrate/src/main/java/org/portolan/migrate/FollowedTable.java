package org.portolan.migrate;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.portolan.migrate.RowMapper.RejectedRowException;
import org.portolan.migrate.StoredRows.Stored;
import org.portolan.migrate.sql.SqlColumn;
import org.portolan.migrate.value.SqlKind;
import org.portolan.types.Bytes;
import org.portolan.types.KeyCodec;
import org.portolan.types.Tuple;

/**
 * A table whose changes are followed. Rows are known by their <em>identity</em>: the values of the
 * columns from which the store's key comes. Used by one thread.
 */
final class FollowedTable {
  private static final Pattern NUMBER = Pattern.compile("[-+]?[0-9.]+([eE][-+]?[0-9]+)?");

  private final TablePlan plan;
  private final List<SqlColumn> identity;
  private final List<SqlColumn> owner;
  private final RowMapper mapper;
  private final KeyCodec keys;
  private final KeyCodec itemKeys;

  FollowedTable(TablePlan plan) {
    this.plan = plan;
    this.identity = columns(plan, Stream.concat(plan.key().stream(), plan.itemKey().stream()));
    this.owner = columns(plan, plan.key().stream());
    this.mapper = new RowMapper(plan);
    this.keys = new KeyCodec(plan.entity().key());
    this.itemKeys = new KeyCodec(plan.collection().map(of -> of.itemKey()).orElse(List.of()));
  }

  private static List<SqlColumn> columns(TablePlan plan, Stream<Field> fields) {
    return fields
        .filter(field -> field.place() >= 0)
        .map(field -> plan.query().columns().get(field.place()))
        .distinct()
        .toList();
  }

  /** Returns why the changes of a table cannot be followed; empty if they can. */
  static Optional<String> obstacle(TablePlan plan) {
    boolean functions =
        Stream.concat(plan.key().stream(), plan.itemKey().stream())
            .anyMatch(field -> field.place() < 0);
    if (functions) {
      return Optional.of("its rows have no key, only a digest");
    }
    return new FollowedTable(plan)
        .identity.stream()
            .filter(column -> !isKnownByLog(column))
            .findFirst()
            .map(
                column ->
                    "the log may write its key column '"
                        + column.name()
                        + "' ("
                        + column.type()
                        + ") in another form than the table");
  }

  private static boolean isKnownByLog(SqlColumn column) {
    String type = column.type().toLowerCase(Locale.ROOT);
    return switch (column.kind()) {
      case WHOLE, DECIMAL, BOOLEAN, UUID, BYTES, DATE, TIMESTAMP, MOMENT -> !type.equals("year");
      // Times of day and intervals are numbers in the log, and a column of bits is bytes.
      case TEXT -> !type.startsWith("time") && !type.startsWith("interval");
      case REAL, DOUBLE, BITS, WORDS, ARRAY, ROW -> false;
    };
  }

  TablePlan plan() {
    return plan;
  }

  /** Returns the columns by which rows are known. */
  List<SqlColumn> identity() {
    return identity;
  }

  /** Returns the columns that say to which row of its entity a row belongs. */
  List<SqlColumn> owner() {
    return owner;
  }

  /** Returns the identity that a log tells; empty if it does not have all of its columns. */
  Optional<List<Object>> identity(Map<String, Object> values) {
    List<Object> found = new ArrayList<>(identity.size());
    for (SqlColumn column : identity) {
      if (!values.containsKey(column.name())) {
        return Optional.empty();
      }
      found.add(read(column, values.get(column.name())));
    }
    return Optional.of(Collections.unmodifiableList(found));
  }

  /**
   * Returns a value of the log in the class and form in which the table's reader has it. The log
   * has decimals as texts, since they may be NaN, and spaces at the end that the reader leaves out.
   */
  private static Object read(SqlColumn column, Object value) {
    if (!(value instanceof String text)) {
      return value;
    }
    if (column.kind() == SqlKind.DECIMAL && NUMBER.matcher(text).matches()) {
      return new BigDecimal(text);
    }
    return column.padded() ? text.replaceFirst(" +$", "") : text;
  }

  /** Returns the identity of a row that was read. */
  List<Object> identity(Object[] raw) {
    return of(identity, raw);
  }

  /** Returns the values by which a row of the entity is known in its own table, or an owner. */
  List<Object> owner(Object[] raw) {
    return of(owner, raw);
  }

  private List<Object> of(List<SqlColumn> columns, Object[] raw) {
    List<Object> values = new ArrayList<>(columns.size());
    columns.forEach(column -> values.add(raw[plan.query().columns().indexOf(column)]));
    return Collections.unmodifiableList(values);
  }

  /** Returns the key under which the store has a row; empty if none can be in the store. */
  Optional<Stored> stored(List<Object> values) {
    Object[] raw = new Object[plan.query().columns().size()];
    for (int place = 0; place < identity.size(); place++) {
      raw[plan.query().columns().indexOf(identity.get(place))] = values.get(place);
    }
    try {
      return Optional.of(new Stored(mapper.key(raw), mapper.itemKey(raw), Map.of()));
    } catch (RejectedRowException e) {
      return Optional.empty();
    }
  }

  /** Returns the key as the store compares it; keys that a collation takes for equal have one. */
  Bytes comparable(Tuple key, Tuple itemKey) {
    byte[] first = keys.encode(key);
    byte[] second = itemKeys.encode(itemKey);
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return Bytes.wrap(both);
  }
}
