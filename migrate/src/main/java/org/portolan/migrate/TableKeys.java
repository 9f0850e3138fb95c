package org.portolan.migrate;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.portolan.migrate.RowMapper.RejectedRowException;
import org.portolan.migrate.sql.KeyRange;
import org.portolan.migrate.sql.RowQuery;
import org.portolan.migrate.sql.Source;
import org.portolan.migrate.sql.SqlColumn;
import org.portolan.types.Tuple;

/** Reads the keys of the rows of a table, without its other columns. Used by one thread. */
final class TableKeys {
  private final TablePlan table;
  private final Source source;
  private final Throttle throttle;
  private final RowMapper mapper;

  /** Takes the key of a row. */
  interface Keys {
    /**
     * Takes it.
     *
     * @param key of the row of the entity
     * @param itemKey empty of others than items
     * @param raw the row, of which only the columns of these keys are read; not to be kept
     */
    void accept(Tuple key, Tuple itemKey, Object[] raw);
  }

  TableKeys(TablePlan table, Source source, Throttle throttle) {
    this.table = table;
    this.source = source;
    this.throttle = throttle;
    this.mapper = new RowMapper(table);
  }

  /** Passes the keys of all rows; not those of rows that fit no row of the design. */
  void read(Keys keys) {
    List<Integer> wanted = new ArrayList<>();
    List<SqlColumn> columns = new ArrayList<>();
    for (List<Field> fields : List.of(table.key(), table.itemKey())) {
      for (Field field : fields) {
        if (field.place() >= 0 && !wanted.contains(field.place())) {
          wanted.add(field.place());
          columns.add(table.query().columns().get(field.place()));
        }
      }
    }
    Object[] raw = new Object[table.query().columns().size()];
    RowQuery query = new RowQuery(table.table(), columns, List.of(), List.of(), true);
    long unused =
        source.read(
            query,
            KeyRange.ALL,
            0,
            values -> {
              throttle.row();
              for (int number = 0; number < values.length; number++) {
                raw[wanted.get(number)] = values[number];
              }
              pass(raw, keys);
            });
  }

  private void pass(Object[] raw, Keys keys) {
    Tuple key;
    Tuple itemKey;
    try {
      key = mapper.key(raw);
      itemKey = mapper.itemKey(raw, digest(raw));
    } catch (RejectedRowException e) {
      // It is rejected when it is copied.
      return;
    }
    keys.accept(key, itemKey, raw);
  }

  /** Returns a digest where it is a part of keys: rows that differ in anything differ in it. */
  private byte[] digest(Object[] raw) {
    boolean needed =
        table.key().stream().anyMatch(field -> field.place() == Field.DIGEST)
            || table.itemKey().stream().anyMatch(field -> field.place() == Field.DIGEST)
            || table.values().stream().anyMatch(field -> field.place() == Field.DIGEST);
    return needed ? new RowDigest().of(raw) : null;
  }

  /** Passes all rows that fit the design, with all columns; elements one by one. */
  void readRows(Consumer<MappedRow> rows) {
    RowQuery whole = table.query();
    RowQuery query =
        new RowQuery(whole.table(), whole.columns(), List.of(), List.of(), whole.unique());
    long unused =
        source.read(
            query,
            KeyRange.ALL,
            0,
            raw -> {
              throttle.row();
              MappedRow row;
              try {
                row = mapper.map(raw, digest(raw), 1);
              } catch (RejectedRowException e) {
                return;
              }
              rows.accept(row);
            });
  }
}
