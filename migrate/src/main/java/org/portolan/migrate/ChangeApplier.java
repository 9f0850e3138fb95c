package org.portolan.migrate;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.engine.Durability;
import org.portolan.migrate.RowWriter.Refusal;
import org.portolan.migrate.StoredRows.Stored;
import org.portolan.migrate.sql.Database;
import org.portolan.migrate.sql.ForeignKeys;
import org.portolan.migrate.sql.ForeignKeys.ForeignKey;
import org.portolan.migrate.sql.KeyRange;
import org.portolan.migrate.sql.KeyedRows;
import org.portolan.migrate.sql.KeyedRows.Visibility;
import org.portolan.migrate.sql.SqlColumn;
import org.portolan.types.Bytes;

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
  private static final int WAITING_MAX = 10_000;
  private static final int BATCH_ROWS = 200;
  private static final long BATCH_BYTES = 1 << 20;
  private static final int REMOVED_AT_ONCE = 10_000;

  /** Waiting rows are tried again after this many times of what the last try took. */
  private static final int RETRY_FACTOR = 20;

  private static final long RETRY_NANOS_MIN = 500_000_000L;

  private final Migration migration;
  private final Store store;
  private final Database database;
  private final KeyedRows rows;
  private final RowWriter writer;
  private final Map<String, FollowedTable> tables = new LinkedHashMap<>();

  /** The tables whose rows must be read again when an owner comes or goes. */
  private final Set<FollowedTable> unguarded = new HashSet<>();

  /** The tables of which the database deletes rows with their owner, and the log does not tell. */
  private final Set<FollowedTable> cascaded = new HashSet<>();

  /** The tables that are compared at the end, each with the reason. */
  private final Map<String, String> compared = new TreeMap<>();

  private final Map<FollowedTable, Map<List<Object>, String>> waiting = new HashMap<>();

  /** The rows that were deleted because their keys are spelled in another way now. */
  private final Map<FollowedTable, Set<List<Object>>> respelled = inOrder();

  private final Set<String> touched = new HashSet<>();
  private long retryAfterNanos = System.nanoTime();
  private long applied;

  /**
   * Looks which tables of a migration can be followed.
   *
   * @throws MigrateException if the database cannot be read
   */
  public ChangeApplier(Migration migration, Store store, Database database) {
    this.migration = migration;
    this.store = store;
    this.database = database;
    this.rows = new KeyedRows(database);
    this.writer = new StoreRowWriter(store, 1, false);
    try (Connection connection = database.connect()) {
      String usual = database.kind().isMysql() ? connection.getCatalog() : connection.getSchema();
      for (TablePlan plan : migration.plan().tables()) {
        Optional<String> obstacle = FollowedTable.obstacle(plan);
        obstacle.ifPresent(reason -> compared.put(plan.name(), reason));
        if (obstacle.isEmpty()) {
          FollowedTable table = new FollowedTable(plan);
          String name = logName(plan.table().sql(), usual);
          tables.put(name, table);
        }
      }
      for (Map.Entry<String, FollowedTable> each : tables.entrySet()) {
        String name = each.getKey();
        int dot = name.indexOf('.');
        guard(
            each.getValue(),
            ForeignKeys.of(database, connection, name.substring(0, dot), name.substring(dot + 1)));
      }
    } catch (SQLException e) {
      throw database.failure("look up foreign keys", e);
    }
  }

  /** Returns the name by which the log knows a table: with its schema, without quotes. */
  private String logName(String sql, String usual) {
    String quote = database.kind().isMysql() ? "`" : "\"";
    int middle = sql.indexOf(quote + "." + quote);
    String schema = middle < 0 ? usual : unquoted(sql.substring(0, middle + 1), quote);
    return schema + "." + unquoted(middle < 0 ? sql : sql.substring(middle + 2), quote);
  }

  private static String unquoted(String name, String quote) {
    return name.substring(1, name.length() - 1).replace(quote + quote, quote);
  }

  /** Finds out what foreign keys change, or keep right, without the log telling it. */
  private void guard(FollowedTable table, List<ForeignKey> keys) {
    boolean silent = database.kind().isMysql();
    TablePlan plan = table.plan();
    Set<String> owner = new HashSet<>(table.owner().stream().map(SqlColumn::name).toList());
    boolean guarded = plan.isRows();
    for (ForeignKey key : keys) {
      Optional<FollowedTable> to = Optional.ofNullable(tables.get(key.to()));
      boolean ofOwner =
          !plan.isRows()
              && owner.equals(new HashSet<>(key.columns()))
              && to.filter(of -> of.plan().isRows() && isSameEntity(of, table)).isPresent();
      guarded |= ofOwner && !(silent && key.onUpdate());
      if (silent && ofOwner && key.onDelete()) {
        cascaded.add(table);
      }
      if (silent && !ofOwner && (key.onDelete() || key.onUpdate())) {
        compared.put(
            plan.name(),
            "the binary log does not tell what its foreign key to "
                + key.to()
                + " changes by ON DELETE or ON UPDATE");
      }
    }
    if (!guarded) {
      unguarded.add(table);
    }
  }

  private static boolean isSameEntity(FollowedTable one, FollowedTable other) {
    return one.plan().entity().name().equals(other.plan().entity().name());
  }

  /** Returns the names of the tables to follow, with their schemas. */
  public List<String> tables() {
    return List.copyOf(tables.keySet());
  }

  /** Returns the columns of a table that the log must have of each change. */
  public List<String> needed(String table) {
    return tables.get(table).identity().stream().map(SqlColumn::name).toList();
  }

  /** Leaves a table to the comparison at the end. */
  public void exclude(String table, String reason) {
    compared.put(tables.remove(table).plan().name(), reason);
  }

  /** Returns the tables that must be compared at the end, each with the reason. */
  public Map<String, String> compared() {
    Map<String, String> all = new TreeMap<>(compared);
    waiting.forEach(
        (table, some) -> {
          if (!some.isEmpty()) {
            all.putIfAbsent(table.plan().name(), "some of its rows do not fit");
          }
        });
    return all;
  }

  /** Adds tables to compare at the end, of an earlier run. */
  public void compare(Iterable<String> more) {
    more.forEach(table -> compared.putIfAbsent(table, "some of its rows did not fit"));
  }

  /** Returns how many changes were applied. */
  public long applied() {
    return applied;
  }

  /** Returns how many rows do not fit as yet. */
  public long waiting() {
    return waiting.values().stream().mapToLong(Map::size).sum();
  }

  /** Returns one of the rows that do not fit, with the reason. */
  public Optional<String> exampleOfWaiting() {
    return waiting.entrySet().stream()
        .flatMap(
            table ->
                table.getValue().entrySet().stream()
                    .map(
                        row ->
                            table.getKey().plan().name()
                                + " "
                                + row.getKey()
                                + ": "
                                + row.getValue()))
        .findFirst();
  }

  /**
   * Applies changes in the order of their commits. When this returns, the store has them, though
   * perhaps not durably yet: see {@link #flush}.
   *
   * @param visibility tells whether a state of the database shows the changes
   * @throws org.portolan.engine.StoreException if the store fails; the changes may be applied again
   */
  public void apply(List<RowChange> changes, Visibility visibility) {
    Map<FollowedTable, Set<List<Object>>> changed = inOrder();
    Map<FollowedTable, Set<List<Object>>> ended = inOrder();
    for (RowChange change : changes) {
      FollowedTable table = tables.get(change.table());
      if (table == null) {
        continue;
      }
      applied++;
      if (change.truncated()) {
        touch(table);
        removeAll(table);
        continue;
      }
      Set<List<Object>> identities = changed.computeIfAbsent(table, any -> new LinkedHashSet<>());
      Optional<List<Object>> before = table.identity(change.before());
      Optional<List<Object>> after = table.identity(change.after());
      before.ifPresent(identities::add);
      after.ifPresent(identities::add);
      if (before.isPresent() && !before.equals(after) && table.plan().isRows()) {
        ended.computeIfAbsent(table, any -> new LinkedHashSet<>()).add(before.get());
      }
    }
    boolean retries = waiting() > 0 && System.nanoTime() - retryAfterNanos >= 0;
    if (retries) {
      addWaiting(changed);
    }
    long start = System.nanoTime();
    bring(changed, ended, visibility);
    if (retries) {
      retryAfterNanos =
          System.nanoTime() + Math.max(RETRY_NANOS_MIN, RETRY_FACTOR * (System.nanoTime() - start));
    }
  }

  /** Tries again each row that did not fit. */
  public void retry() {
    Map<FollowedTable, Set<List<Object>>> all = inOrder();
    addWaiting(all);
    bring(all, Map.of(), Visibility.SURE);
  }

  /** Makes durable what was applied. */
  public void flush() {
    writer.flush();
  }

  private static Map<FollowedTable, Set<List<Object>>> inOrder() {
    return new TreeMap<>(Comparator.comparingInt(table -> table.plan().number()));
  }

  private void addWaiting(Map<FollowedTable, Set<List<Object>>> changed) {
    waiting.forEach(
        (table, some) ->
            changed.computeIfAbsent(table, any -> new LinkedHashSet<>()).addAll(some.keySet()));
  }

  /**
   * Makes the store have what the database has of these rows.
   *
   * @param ended the rows that were deleted or got another key, though others may have their keys
   *     by now
   */
  private void bring(
      Map<FollowedTable, Set<List<Object>>> changed,
      Map<FollowedTable, Set<List<Object>>> ended,
      Visibility visibility) {
    changed.values().removeIf(Set::isEmpty);
    if (changed.isEmpty()) {
      return;
    }
    changed.keySet().forEach(this::touch);
    rows.begin(visibility);
    try {
      List<Now> all = new ArrayList<>();
      changed.forEach((table, identities) -> all.add(new Now(table, identities)));
      Map<FollowedTable, Set<List<Object>>> owners = inOrder();
      for (int last = all.size() - 1; last >= 0; last--) {
        all.get(last).delete(owners);
      }
      all.forEach(now -> now.put(owners));
      owners.forEach((owner, keys) -> bringDependents(owner, keys, unguarded));
      respelled.forEach(
          (owner, keys) -> bringDependents(owner, keys, new HashSet<>(tables.values())));
      respelled.clear();
      ended.forEach(this::bringCascades);
    } finally {
      rows.end();
    }
  }

  /** Reads again what belongs to owners that came or went, where no foreign key keeps it right. */
  private void bringDependents(
      FollowedTable owner, Set<List<Object>> keys, Set<FollowedTable> among) {
    for (FollowedTable table : tables.values()) {
      if (among.contains(table) && isDependent(table, owner)) {
        touch(table);
        Now now = new Now(table);
        now.read(table.owner(), keys);
        now.put(inOrder());
      }
    }
  }

  /** Removes what belonged to an earlier row with the same key, and went with it untold. */
  private void bringCascades(FollowedTable owner, Set<List<Object>> keys) {
    for (FollowedTable table : cascaded) {
      if (tables.containsValue(table) && isSameEntity(table, owner)) {
        touch(table);
        Now now = new Now(table);
        now.read(table.owner(), keys);
        now.deleteOthers(owner, keys);
        now.put(inOrder());
      }
    }
  }

  private static boolean isDependent(FollowedTable table, FollowedTable owner) {
    return !table.plan().isRows() && isSameEntity(table, owner);
  }

  /** Returns whether something must be read again when rows of a table come or go. */
  private boolean hasDependents(FollowedTable owner) {
    return owner.plan().isRows() && unguarded.stream().anyMatch(table -> isDependent(table, owner));
  }

  /**
   * Notes that ranges of a table are not what they were when they were copied, so that a second
   * pass does not take them for known.
   */
  private void touch(FollowedTable table) {
    if (!touched.add(table.plan().name())) {
      return;
    }
    try (Rejects rejects = new Rejects(migration.options().rejects(), true)) {
      Checkpoint checkpoint =
          new Checkpoint(store, writer, rejects, migration.plan().tables().size());
      checkpoint.load();
      Checkpoint.Header header =
          Checkpoint.header(store)
              .orElseThrow(() -> new IllegalStateException("nothing was copied as yet"));
      Set<String> unsure = new TreeSet<>(touched);
      unsure.addAll(header.unsure());
      checkpoint.header(
          Checkpoint.Header.begun(header.fingerprint(), header.database(), unsure));
      checkpoint.reopen(table.plan());
      checkpoint.save();
    }
  }

  private void removeAll(FollowedTable table) {
    while (true) {
      List<Stored> some = new ArrayList<>();
      new StoredRows(store, table.plan())
          .forEach(
              row -> {
                if (some.size() < REMOVED_AT_ONCE) {
                  some.add(row);
                }
              });
      long refused = some.stream().filter(row -> removed(table, row).isPresent()).count();
      if (refused > 0) {
        compared.put(table.plan().name(), "it was truncated while other rows referred to its rows");
        return;
      }
      if (some.size() < REMOVED_AT_ONCE) {
        return;
      }
    }
  }

  /** Removes a row; returns why it is refused, if it is. */
  private Optional<String> removed(FollowedTable table, Stored row) {
    try {
      boolean unused =
          store.write(
              Durability.BUFFERED,
              transaction -> StoredRows.remove(transaction, table.plan(), row));
      return Optional.empty();
    } catch (org.portolan.data.ConstraintException
        | IllegalArgumentException
        | IllegalStateException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private void await(FollowedTable table, List<Object> identity, String reason) {
    Map<List<Object>, String> some = waiting.computeIfAbsent(table, any -> new LinkedHashMap<>());
    some.put(identity, reason);
    if (some.size() > WAITING_MAX) {
      compared.put(table.plan().name(), "more than " + WAITING_MAX + " of its rows did not fit");
      some.clear();
    }
  }

  private void settle(FollowedTable table, List<Object> identity) {
    waiting.getOrDefault(table, new HashMap<>()).remove(identity);
  }

  /**
   * Writes the rows that do not fit into the file of rejected rows.
   *
   * @return how many
   */
  public long reject() {
    long[] count = {0};
    try (Rejects rejects = new Rejects(migration.options().rejects(), true)) {
      waiting.forEach(
          (table, some) -> {
            List<String> key = table.identity().stream().map(SqlColumn::name).toList();
            some.forEach(
                (identity, reason) -> {
                  rejects.add(table.plan().name(), key, "", reason, key, identity.toArray());
                  count[0]++;
                });
          });
    }
    return count[0];
  }

  @Override
  public void close() {
    rows.close();
  }

  /** Some rows of a table as the database has them now. */
  private final class Now {
    private final FollowedTable table;
    private final Set<List<Object>> identities = new LinkedHashSet<>();
    private final List<MappedRow> found = new ArrayList<>();
    private final Map<Bytes, MappedRow> byKey = new HashMap<>();

    Now(FollowedTable table) {
      this.table = table;
    }

    Now(FollowedTable table, Set<List<Object>> identities) {
      this(table);
      this.identities.addAll(identities);
      read(table.identity(), identities);
    }

    void read(List<SqlColumn> by, Set<List<Object>> keys) {
      rows.select(by, List.copyOf(keys));
      Set<List<Object>> unfit = new HashSet<>();
      RangeReader.Output output =
          new RangeReader.Output() {
            @Override
            public void row(MappedRow row) {
              found.add(row);
              byKey.put(table.comparable(row.key(), row.itemKey()), row);
            }

            @Override
            public void rejected(Object[] raw, String column, String reason) {
              unfit.add(table.identity(raw));
              await(table, table.identity(raw), column + " " + reason);
            }
          };
      RangeReader.Read unused =
          new RangeReader(table.plan(), rows, migration.throttle()).read(KeyRange.ALL, 0, output);
      // The older state of a row that does not fit stays until the end.
      identities.removeAll(unfit);
    }

    /** Deletes what the database does not have, or has in another spelling. */
    void delete(Map<FollowedTable, Set<List<Object>>> owners) {
      Map<List<Object>, Stored> gone = new LinkedHashMap<>();
      for (List<Object> identity : identities) {
        Optional<Stored> row = table.stored(identity);
        if (row.isEmpty()) {
          settle(table, identity);
        } else if (!byKey.containsKey(table.comparable(row.get().key(), row.get().itemKey()))) {
          gone.put(identity, row.get());
        }
      }
      remove(gone);
      if (hasDependents(table) && !gone.isEmpty()) {
        owners.computeIfAbsent(table, any -> new LinkedHashSet<>()).addAll(gone.keySet());
      }
      if (table.plan().isCollated()) {
        respell();
      }
    }

    private void remove(Map<List<Object>, Stored> gone) {
      List<Map.Entry<List<Object>, Stored>> all = List.copyOf(gone.entrySet());
      for (int first = 0; first < all.size(); first += BATCH_ROWS) {
        var some = all.subList(first, Math.min(all.size(), first + BATCH_ROWS));
        if (isRemoved(some.stream().map(Map.Entry::getValue).toList())) {
          some.forEach(row -> settle(table, row.getKey()));
          continue;
        }
        for (var row : some) {
          removed(table, row.getValue())
              .ifPresentOrElse(
                  reason -> await(table, row.getKey(), "cannot be deleted: " + reason),
                  () -> settle(table, row.getKey()));
        }
      }
    }

    private boolean isRemoved(List<Stored> some) {
      try {
        store.write(
            Durability.BUFFERED,
            transaction -> {
              some.forEach(
                  row -> {
                    boolean unused = StoredRows.remove(transaction, table.plan(), row);
                  });
              return null;
            });
        return true;
      } catch (org.portolan.data.ConstraintException
          | IllegalArgumentException
          | IllegalStateException e) {
        return false;
      }
    }

    /** Deletes what the store has of some owners, and the database has not. */
    void deleteOthers(FollowedTable owner, Set<List<Object>> keys) {
      for (List<Object> key : keys) {
        owner.stored(key).ifPresent(row -> others(row).forEach(other -> removed(table, other)));
      }
    }

    private List<Stored> others(Stored owner) {
      Stream<Stored> all =
          table.plan().isItems()
              ? Paging.first(BATCH_ROWS).stream(
                      page ->
                          store.items(
                              table.plan().entity().name(),
                              owner.key(),
                              table.plan().collection().orElseThrow().name(),
                              page))
                  .map(item -> new Stored(owner.key(), item.key(), Map.of()))
              : Stream.of(owner);
      return all.filter(row -> !byKey.containsKey(table.comparable(row.key(), row.itemKey())))
          .toList();
    }

    /** A key keeps its first spelling, so the row goes before it comes in another. */
    private void respell() {
      for (MappedRow row : found) {
        Optional<Stored> stored =
            table.plan().isItems()
                ? store
                    .item(
                        table.plan().entity().name(),
                        row.key(),
                        table.plan().collection().orElseThrow().name(),
                        row.itemKey())
                    .map(item -> new Stored(row.key(), item.key(), Map.of()))
                : table.plan().isRows()
                    ? store
                        .get(table.plan().entity().name(), row.key(), Columns.NONE)
                        .map(old -> new Stored(old.key(), row.itemKey(), Map.of()))
                    : Optional.empty();
        boolean other =
            stored
                .filter(old -> !old.key().equals(row.key()) || !old.itemKey().equals(row.itemKey()))
                .isPresent();
        if (other && removed(table, stored.get()).isEmpty() && table.plan().isRows()) {
          respelled
              .computeIfAbsent(table, any -> new LinkedHashSet<>())
              .add(table.identity(row.raw()));
        }
      }
    }

    /** Puts what the database has. */
    void put(Map<FollowedTable, Set<List<Object>>> owners) {
      boolean dependents = hasDependents(table);
      List<MappedRow> batch = new ArrayList<>();
      long bytes = 0;
      for (MappedRow row : found) {
        batch.add(row);
        bytes += row.bytes();
        if (batch.size() >= BATCH_ROWS || bytes >= BATCH_BYTES) {
          put(batch, dependents ? owners : null);
          batch.clear();
          bytes = 0;
        }
      }
      if (!batch.isEmpty()) {
        put(batch, dependents ? owners : null);
      }
    }

    private void put(List<MappedRow> batch, Map<FollowedTable, Set<List<Object>>> owners) {
      if (owners != null) {
        List<Optional<EntityRow>> before =
            store.getAll(
                table.plan().entity().name(),
                batch.stream().map(MappedRow::key).toList(),
                Columns.NONE);
        for (int place = 0; place < batch.size(); place++) {
          if (before.get(place).isEmpty()) {
            owners
                .computeIfAbsent(table, any -> new LinkedHashSet<>())
                .add(table.identity(batch.get(place).raw()));
          }
        }
      }
      List<Refusal> refusals = writer.write(table.plan(), List.copyOf(batch), true);
      batch.forEach(row -> settle(table, table.identity(row.raw())));
      for (Refusal refusal : refusals) {
        await(
            table, table.identity(refusal.row().raw()), refusal.column() + " " + refusal.reason());
      }
    }
  }
}
