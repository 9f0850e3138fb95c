package org.portolan.migrate;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import org.portolan.data.Store;
import org.portolan.data.StoreReader;
import org.portolan.design.Mapping;
import org.portolan.migrate.StoredRows.Stored;
import org.portolan.migrate.sql.Exactness;
import org.portolan.migrate.sql.JdbcSource;
import org.portolan.migrate.sql.JdbcTarget;
import org.portolan.migrate.sql.SqlColumn;
import org.portolan.migrate.value.Conversion;
import org.portolan.migrate.value.RejectedValueException;
import org.portolan.migrate.value.SqlKind;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/**
 * The way back: the rows of a store into the tables of a relational database, by the mapping that
 * brought them. The tables exist and are empty. Columns that the database generates are not
 * written; those that the mapping does not name get their defaults. Used by one thread.
 */
public final class ReturnMigration implements AutoCloseable {
  private static final int BATCH_ROWS = 500;
  private static final long BATCH_BYTES = 1 << 20;
  private static final String ZERO_DATE = "0000-00-00 00:00:00";

  private final Store store;
  private final MigrationPlan plan;
  private final JdbcTarget target;
  private final Rejects rejects;
  private final LongConsumer progress;
  private final List<String> notes;
  private long rows;

  /**
   * Connects to the database and compares it with the mapping.
   *
   * @param rejectsFile for rows that the database refuses
   * @param progress is given the number of rows so far, from time to time
   * @throws MigrateException if they do not fit, or if a table has rows
   */
  public ReturnMigration(
      Store store, Mapping mapping, String url, Path rejectsFile, LongConsumer progress) {
    this.store = store;
    this.progress = progress;
    this.rejects = new Rejects(rejectsFile, false);
    try (JdbcSource tables = new JdbcSource(url, 1, false)) {
      this.plan = MigrationPlan.of(mapping, store.design(), tables);
    }
    this.notes = new ArrayList<>(plan.notes());
    this.target = new JdbcTarget(url);
    try {
      requireStart(url);
    } catch (RuntimeException e) {
      target.close();
      throw e;
    }
  }

  private void requireStart(String url) {
    List<String> problems = new ArrayList<>();
    for (TablePlan table : plan.tables()) {
      if (target.hasRows(table.table())) {
        problems.add("table " + table.name() + " has rows: empty it");
      }
      List<SqlColumn> written = List.copyOf(sources(table).keySet());
      for (SqlColumn column : table.table().columns()) {
        if (!written.contains(column) && !column.defaulted() && !column.generated()) {
          problems.add(
              "table "
                  + table.name()
                  + ": column '"
                  + column.name()
                  + "' needs a value, and the mapping does not give it one");
        }
      }
    }
    if (!problems.isEmpty()) {
      throw new MigrateException(
          "cannot bring rows back into "
              + org.portolan.jdbc.JdbcUrl.shown(url)
              + "; nothing was written\n  "
              + String.join("\n  ", problems));
    }
  }

  /** The place of a value in a row of the store. */
  private record Place(Field field, int key, int itemKey) {
    Object in(Stored row) {
      return key >= 0
          ? row.key().get(key)
          : itemKey >= 0 ? row.itemKey().get(itemKey) : row.value(field.name());
    }
  }

  /** Returns the columns of the table that are written, each with its place in the store. */
  private static Map<SqlColumn, Place> sources(TablePlan table) {
    Map<SqlColumn, Place> sources = new LinkedHashMap<>();
    for (int place = 0; place < table.key().size(); place++) {
      add(sources, table, new Place(table.key().get(place), place, -1));
    }
    for (int place = 0; place < table.itemKey().size(); place++) {
      add(sources, table, new Place(table.itemKey().get(place), -1, place));
    }
    table.values().forEach(field -> add(sources, table, new Place(field, -1, -1)));
    return sources;
  }

  private static void add(Map<SqlColumn, Place> sources, TablePlan table, Place place) {
    if (place.field().place() >= 0) {
      SqlColumn column = table.query().columns().get(place.field().place());
      if (!column.generated()) {
        sources.putIfAbsent(column, place);
      }
    }
  }

  /** Inserts all rows; those of one moment, where the store has snapshots. */
  public MigrationSummary run() {
    long start = System.nanoTime();
    List<TableSummary> tables =
        store.hasSnapshots() ? store.readSnapshot(this::tables) : tables(store);
    rejects.close();
    return new MigrationSummary(tables, notes, (System.nanoTime() - start) / 1e9);
  }

  private List<TableSummary> tables(StoreReader reader) {
    List<TableSummary> tables =
        plan.tables().stream().map(table -> new OfTable(reader, table).run()).toList();
    // At the end, since tables that inherit from another have numbers of its sequence.
    plan.tables().forEach(table -> notes.addAll(target.restartNumbers(table.table())));
    return tables;
  }

  /** The rows of one table. */
  private final class OfTable {
    private final StoreReader reader;
    private final TablePlan table;
    private final List<SqlColumn> columns;
    private final List<Place> places;
    private final Exactness exactness;
    private final List<Object[]> batch = new ArrayList<>();
    private long batchBytes;
    private long read;
    private long rejected;
    private long bytes;

    OfTable(StoreReader reader, TablePlan table) {
      this.reader = reader;
      this.table = table;
      Map<SqlColumn, Place> sources = sources(table);
      this.columns = List.copyOf(sources.keySet());
      this.places = List.copyOf(sources.values());
      this.exactness = target.exactness(table.table());
    }

    TableSummary run() {
      long start = System.nanoTime();
      new StoredRows(reader, table).forEach(this::add);
      insert();
      return new TableSummary(
          table.name(),
          read,
          read - rejected,
          rejected,
          0,
          0,
          bytes,
          (System.nanoTime() - start) / 1e9);
    }

    private void add(Stored row) {
      if (!table.isElements()) {
        addRow(row);
        return;
      }
      String column = table.values().get(0).name();
      for (Object element : (Collection<?>) row.value(column)) {
        Map<String, Object> one = Map.of(column, element);
        addRow(new Stored(row.key(), Tuple.EMPTY, one));
      }
    }

    private void addRow(Stored row) {
      read++;
      if (++rows % 1_000 == 0) {
        progress.accept(rows);
      }
      Object[] values = new Object[columns.size()];
      for (int place = 0; place < values.length; place++) {
        try {
          values[place] = value(columns.get(place), places.get(place), row);
          exactness.require(columns.get(place), values[place]);
        } catch (RejectedValueException e) {
          Object[] all = places.stream().map(each -> each.in(row)).toArray();
          reject(all, columns.get(place).name(), e.getMessage());
          return;
        }
      }
      batch.add(values);
      batchBytes += RowMapper.bytes(values);
      if (batch.size() >= BATCH_ROWS || batchBytes >= BATCH_BYTES) {
        insert();
      }
    }

    private Object value(SqlColumn column, Place place, Stored row) {
      Conversion conversion = place.field().conversion();
      Object value = conversion.toSql(place.in(row));
      if (conversion.type().element().kind() == ScalarType.Kind.DECIMAL) {
        return withoutZeros(value);
      }
      boolean date =
          column.kind() == SqlKind.DATE
              || column.kind() == SqlKind.TIMESTAMP
              || column.kind() == SqlKind.MOMENT;
      if (value == null && date && !column.nullable() && plan.mapping().zeroDatesAreNull()) {
        return column.kind() == SqlKind.DATE ? ZERO_DATE.substring(0, 10) : ZERO_DATE;
      }
      return value;
    }

    /** The database adds the zeros of a column with decimal places, and one without wants none. */
    private static Object withoutZeros(Object value) {
      if (value instanceof List<?> elements) {
        return elements.stream().map(OfTable::withoutZeros).toList();
      }
      if (!(value instanceof BigDecimal number)) {
        return value;
      }
      BigDecimal stripped = number.stripTrailingZeros();
      return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
    }

    private void insert() {
      if (!batch.isEmpty()) {
        target.insert(
            table.table(), columns, batch, (values, reason) -> reject(values, "", reason));
      }
      bytes += batchBytes;
      batch.clear();
      batchBytes = 0;
    }

    private void reject(Object[] values, String column, String reason) {
      rejected++;
      List<String> names = columns.stream().map(SqlColumn::name).toList();
      List<String> key = table.table().keys().isEmpty() ? List.of() : table.table().keys().get(0);
      rejects.add(table.name(), key, column, reason, names, values);
    }
  }

  @Override
  public void close() {
    rejects.close();
    target.close();
  }
}
