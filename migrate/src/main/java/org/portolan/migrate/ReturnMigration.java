package org.portolan.migrate;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import org.portolan.data.Store;
import org.portolan.data.StoreReader;
import org.portolan.design.Mapping;
import org.portolan.migrate.RowMapper.RejectedRowException;
import org.portolan.migrate.StoredRows.Stored;
import org.portolan.migrate.sql.Exactness;
import org.portolan.migrate.sql.Insertion;
import org.portolan.migrate.sql.JdbcSource;
import org.portolan.migrate.sql.JdbcTarget;
import org.portolan.migrate.sql.SqlColumn;
import org.portolan.types.Tuple;

/**
 * The way back: the rows of a store into the tables of a relational database, by the mapping that
 * brought them. The tables exist and are empty. Columns that the database generates are not
 * written; those that the mapping does not name get their defaults. Used by one thread.
 */
public final class ReturnMigration implements AutoCloseable {
  private static final int BATCH_ROWS = 500;
  private static final long BATCH_BYTES = 1 << 20;

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
    this(store, mapping, url, rejectsFile, progress, true);
  }

  /**
   * As the other constructor.
   *
   * @param returning as of {@link JdbcTarget}
   */
  ReturnMigration(
      Store store,
      Mapping mapping,
      String url,
      Path rejectsFile,
      LongConsumer progress,
      boolean returning) {
    this.store = store;
    this.progress = progress;
    this.rejects = new Rejects(rejectsFile, false);
    try (JdbcSource tables = new JdbcSource(url, 1, false)) {
      this.plan = MigrationPlan.of(mapping, store.design(), tables);
    }
    this.notes = new ArrayList<>(plan.notes());
    this.target = new JdbcTarget(url, returning);
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
      if (!target.undoes(table.table())) {
        problems.add(
            "table "
                + table.name()
                + " has an engine without transactions, in which no row can be taken back: give it"
                + " ENGINE=InnoDB");
      }
      List<SqlColumn> written = columns(table).columns();
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

  private ReturnColumns columns(TablePlan table) {
    return new ReturnColumns(table, plan.mapping().zeroDatesAreNull());
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
        ReturnOrder.of(target, plan.tables()).stream()
            .map(table -> new OfTable(reader, table).run())
            .toList();
    Map<String, Long> removed = ReturnKeys.remove(target, plan, rejects);
    new ReturnReferences(target, plan, rejects, notes)
        .remove()
        .forEach((table, count) -> removed.merge(table, count, Long::sum));
    // At the end, since tables that inherit from another have numbers of its sequence.
    plan.tables().forEach(table -> notes.addAll(target.restartNumbers(table.table())));
    return tables.stream()
        .map(table -> table.withRejected(removed.getOrDefault(table.table(), 0L)))
        .toList();
  }

  /** The rows of one table. */
  private final class OfTable implements Insertion.Judge {
    private final StoreReader reader;
    private final TablePlan table;
    private final ReturnColumns columns;
    private final Exactness exactness;
    private final Insertion insertion;
    private final List<Object[]> batch = new ArrayList<>();
    private final List<Object[]> wanted = new ArrayList<>();
    private long batchBytes;
    private long read;
    private long rejected;
    private long bytes;

    OfTable(StoreReader reader, TablePlan table) {
      this.reader = reader;
      this.table = table;
      this.columns = columns(table);
      this.exactness = target.exactness(table.table());
      this.insertion = target.insertion(table.table(), columns.columns());
      note();
    }

    private void note() {
      if (!insertion.triggers().isEmpty()) {
        notes.add(
            "table "
                + table.name()
                + " has triggers that ran when rows were inserted, and may have changed other"
                + " tables: "
                + String.join(", ", insertion.triggers()));
      }
      if (insertion.reading() == Insertion.Reading.NOT) {
        notes.add(
            "table "
                + table.name()
                + " has no key by which its rows could be read again: compare it by --no-copy"
                + " --verify=full");
      } else if (insertion.isBeforeTriggers()) {
        notes.add(
            "table "
                + table.name()
                + " has no key by which its rows could be read again after its triggers ran:"
                + " compare it by --no-copy --verify=full");
      }
    }

    TableSummary run() {
      long start = System.nanoTime();
      try (insertion) {
        new StoredRows(reader, table).forEach(this::add);
        insert();
      }
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
      Object[] design = columns.wanted(row);
      Object[] values;
      try {
        values = columns.values(design, exactness);
      } catch (RejectedRowException e) {
        reject(columns.byColumn(design), e.column(), e.getMessage());
        return;
      }
      batch.add(values);
      wanted.add(design);
      batchBytes += RowMapper.bytes(values);
      if (batch.size() >= BATCH_ROWS || batchBytes >= BATCH_BYTES) {
        insert();
      }
    }

    private void insert() {
      insertion.insert(batch, this);
      bytes += batchBytes;
      batch.clear();
      wanted.clear();
      batchBytes = 0;
    }

    @Override
    public Optional<Insertion.Refusal> judge(int place, Object[] found) {
      return columns.difference(wanted.get(place), found);
    }

    @Override
    public void refused(int place, Insertion.Refusal refusal) {
      reject(batch.get(place), refusal.column(), refusal.reason());
    }

    private void reject(Object[] values, String column, String reason) {
      rejected++;
      List<String> key = table.table().firstKey();
      rejects.add(table.name(), key, column, reason, columns.names(), values);
    }
  }

  @Override
  public void close() {
    rejects.close();
    target.close();
  }
}
