package org.portolan.migrate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.portolan.data.Store;
import org.portolan.migrate.CurrentRows.Around;
import org.portolan.migrate.sql.Database;
import org.portolan.migrate.sql.KeyedRows;
import org.portolan.migrate.sql.KeyedRows.Visibility;
import org.portolan.migrate.sql.Source;
import org.portolan.migrate.sql.SqlColumn;

/**
 * Brings changes of a database into a store that has a copy of it.
 *
 * <p>Of a change only the key of its row is used. The row is read again from the database, by the
 * readers of the copy, and the store is made to have what the database has now: the row, or
 * nothing. So a change may be applied any number of times, values are converted in one way only,
 * and a store that was told of every change ends as the database is. The price is a look-up for
 * each row, and that the store may skip states: it never shows a state of a row that is older than
 * one that it has shown.
 *
 * <p>A batch is read in one state of the database. Rows that it has no more are deleted first,
 * items before their owners; then rows are put, owners first. A row that does not fit now, for
 * example because what it refers to comes with a later batch, waits and is tried again. Its older
 * state, if the store has one, stays so long. Used by one thread.
 */
public final class ChangeApplier implements AutoCloseable {
  /** Waiting rows are tried again after this many times of what the last try took. */
  private static final int RETRY_FACTOR = 20;

  private static final long RETRY_NANOS_MIN = 500_000_000L;

  private final Store store;
  private final KeyedRows rows;
  private final RowWriter writer;
  private final FollowedTables tables;
  private final WaitingRows waiting;
  private final TouchedTables touched;
  private final Around around;

  /**
   * The rows that were deleted because their keys are spelled in another way now. A batch that
   * fails leaves them to the next, which would not see any more that their items went with them.
   */
  private final Identities respelled = new Identities();

  private long retryAfterNanos = System.nanoTime();
  private long applied;

  /**
   * Looks which tables of a migration can be followed.
   *
   * @throws MigrateException if the database cannot be read
   */
  public ChangeApplier(Migration migration, Store store, Database database) {
    this.store = store;
    this.rows = new KeyedRows(database);
    this.writer = new StoreRowWriter(store, migration.contested());
    this.tables = new FollowedTables(migration.plan(), database);
    this.waiting = new WaitingRows(tables);
    this.touched = new TouchedTables(migration, store, writer);
    this.around =
        new Around(
            store, writer, rows, migration.throttle(), tables, waiting, migration.contested());
  }

  /** Returns the names of the tables to follow, with their schemas. */
  public List<String> tables() {
    return tables.names();
  }

  /** Returns the columns of a table that the log must have of each change. */
  public List<String> needed(String table) {
    return tables.find(table).orElseThrow().identity().stream().map(SqlColumn::name).toList();
  }

  /** Leaves a table to the comparison at the end. */
  public void exclude(String table, String reason) {
    tables.exclude(table, reason);
  }

  /** Returns the tables that must be compared at the end, each with the reason. */
  public Map<String, String> compared() {
    Map<String, String> all = tables.compared();
    waiting
        .tables()
        .forEach(table -> all.putIfAbsent(table.plan().name(), "some of its rows do not fit"));
    return all;
  }

  /** Returns whether rows may wait of which only {@link #findRivals} knows. */
  public boolean mayHaveRivals() {
    return tables.all().stream().anyMatch(table -> table.plan().hasCollatedOwner());
  }

  /**
   * Lets the rows wait that are not in the store since others have their places. To be called once,
   * when the rows are copied and before changes are applied. Reads the keys of the tables whose key
   * has a collation.
   *
   * @param source the database, at the place of the log that is applied next or later
   */
  public void findRivals(Source source) {
    for (FollowedTable table : tables.all()) {
      new EarlierRivals(table, around, source).find();
    }
  }

  /** Goes on where an earlier process was: with its tables to compare, and its waiting rows. */
  public void resume(FollowNote note) {
    note.compared()
        .forEach(table -> tables.compareIfAbsent(table, "some of its changed rows did not fit"));
    waiting.restore(note.waiting());
  }

  /** Returns the rows that wait, as many of them as fit into a note. */
  List<FollowNote.Noted> notedRows() {
    return waiting.noted();
  }

  /** Returns how many changes were applied. */
  public long applied() {
    return applied;
  }

  /** Returns how many rows do not fit as yet. */
  public long waiting() {
    return waiting.count();
  }

  /** Returns one of the rows that do not fit, with the reason. */
  public Optional<String> exampleOfWaiting() {
    return waiting.example();
  }

  /**
   * Applies changes in the order of their commits. When this returns, the store has them, though
   * perhaps not durably yet: see {@link #flush}.
   *
   * @param visibility tells whether a state of the database shows the changes
   * @throws RuntimeException if the store fails, or the database does not let rows be read; the
   *     changes may be applied again
   */
  public void apply(List<RowChange> changes, Visibility visibility) {
    Identities changed = new Identities();
    Identities ended = new Identities();
    long known = 0;
    for (RowChange change : changes) {
      Optional<FollowedTable> table = tables.find(change.table());
      if (table.isPresent()) {
        known++;
        add(table.get(), change, changed, ended);
      }
    }
    boolean retries = waiting() > 0 && System.nanoTime() - retryAfterNanos >= 0;
    if (retries) {
      waiting.addTo(changed);
    }
    long start = System.nanoTime();
    bring(changed, ended, visibility);
    applied += known;
    if (retries) {
      retryAfterNanos =
          System.nanoTime() + Math.max(RETRY_NANOS_MIN, RETRY_FACTOR * (System.nanoTime() - start));
    }
  }

  private void add(FollowedTable table, RowChange change, Identities changed, Identities ended) {
    if (change.truncated()) {
      touched.add(table);
      if (!StoredRows.removeAll(store, table.plan())) {
        tables.compare(table, "it was truncated while other rows referred to its rows");
      }
      return;
    }
    Optional<List<Object>> before = table.identity(change.before());
    Optional<List<Object>> after = table.identity(change.after());
    before.ifPresent(identity -> changed.add(table, identity));
    after.ifPresent(identity -> changed.add(table, identity));
    if (before.isPresent() && !before.equals(after) && table.plan().isRows()) {
      ended.add(table, before.get());
    }
  }

  /** Tries again each row that did not fit. */
  public void retry() {
    Identities all = new Identities();
    waiting.addTo(all);
    bring(all, new Identities(), Visibility.SURE);
  }

  /** Makes durable what was applied. */
  public void flush() {
    writer.flush();
  }

  /**
   * Makes the store have what the database has of these rows.
   *
   * @param ended the rows that were deleted or got another key, though others may have their keys
   *     by now
   */
  private void bring(Identities changed, Identities ended, Visibility visibility) {
    if (changed.isEmpty()) {
      return;
    }
    changed.forEach((table, identities) -> touched.add(table));
    rows.begin(visibility);
    try {
      List<CurrentRows> all = new ArrayList<>();
      changed.forEach((table, identities) -> all.add(CurrentRows.of(table, around, identities)));
      Identities owners = new Identities();
      for (int last = all.size() - 1; last >= 0; last--) {
        all.get(last).delete(owners, respelled);
      }
      all.forEach(current -> current.put(owners));
      // Where no foreign key keeps it right, what belongs to owners that came or went.
      owners.forEach((owner, keys) -> bringAll(tables.unguarded(owner), keys));
      respelled.forEach((owner, keys) -> bringAll(tables.dependents(owner), keys));
      respelled.clear();
      ended.forEach(this::bringCascades);
    } finally {
      rows.end();
    }
  }

  /** Reads again what belongs to some owners. */
  private void bringAll(List<FollowedTable> dependents, Set<List<Object>> owners) {
    for (FollowedTable table : dependents) {
      touched.add(table);
      CurrentRows.ofOwners(table, around, owners).put(new Identities());
    }
  }

  /** Removes what belonged to an earlier row with the same key, and went with it untold. */
  private void bringCascades(FollowedTable owner, Set<List<Object>> keys) {
    for (FollowedTable table : tables.cascaded(owner)) {
      touched.add(table);
      Set<List<Object>> spelled = new SpelledKeys(owner, around).asInStore(keys);
      CurrentRows current = CurrentRows.ofOwners(table, around, spelled);
      current.deleteOthers(owner, spelled);
      current.put(new Identities());
    }
  }

  @Override
  public void close() {
    rows.close();
  }
}
