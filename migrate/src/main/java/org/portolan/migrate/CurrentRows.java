package org.portolan.migrate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.design.CollectionDesign;
import org.portolan.design.IndexDesign;
import org.portolan.migrate.RowWriter.Refusal;
import org.portolan.migrate.StoredRows.Stored;
import org.portolan.migrate.sql.KeyRange;
import org.portolan.migrate.sql.KeyedRows;
import org.portolan.migrate.sql.SqlColumn;
import org.portolan.types.Bytes;

/**
 * Some rows of a table as the database has them now, and the two steps by which the store gets
 * them: it deletes what the database does not have, and puts what it has. The steps are apart,
 * because a batch deletes from the last table to the first, and puts from the first to the last. A
 * row that does not fit waits, and the store keeps the older state of it. Used by one thread.
 */
final class CurrentRows {
  private static final int BATCH_ROWS = 200;
  private static final long BATCH_BYTES = 1 << 20;

  /** The rows of a ring that are written by one transaction. */
  static final int RING_ROWS_MAX = 2_000;

  private final FollowedTable table;
  private final Around around;
  private final Set<List<Object>> identities = new LinkedHashSet<>();
  private final List<MappedRow> found = new ArrayList<>();
  private final Set<String> uniqueIndexes;

  /** The rows that were refused because other rows have their unique values. */
  private final List<Refusal> taken = new ArrayList<>();

  private final Map<Bytes, MappedRow> byKey = new HashMap<>();

  /**
   * The things that the rows of all tables share.
   *
   * @param rows reads rows of the database by keys, within one state of it
   */
  record Around(
      Store store,
      RowWriter writer,
      KeyedRows rows,
      Throttle throttle,
      FollowedTables tables,
      WaitingRows waiting,
      ContestedKeys contested) {}

  private CurrentRows(FollowedTable table, Around around) {
    this.table = table;
    this.around = around;
    this.uniqueIndexes =
        table.plan().entity().indexes().stream()
            .filter(IndexDesign::unique)
            .map(IndexDesign::name)
            .collect(Collectors.toSet());
  }

  /** Reads rows by their identities. Those that are not found are deleted by {@link #delete}. */
  static CurrentRows of(FollowedTable table, Around around, Set<List<Object>> identities) {
    CurrentRows rows = new CurrentRows(table, around);
    rows.identities.addAll(identities);
    if (table.plan().hasCollatedOwner()) {
      rows.readContested(identities);
    } else {
      rows.read(table.identity(), identities);
    }
    return rows;
  }

  /** Reads rows with whatever else claims their places, so that of each place one row is put. */
  private void readContested(Set<List<Object>> identities) {
    SpelledKeys owners = new SpelledKeys(table, around);
    Set<List<Object>> all = new LinkedHashSet<>(identities);
    all.addAll(owners.rivals(identities));
    read(table.identity(), all);
    List<MappedRow> stay = owners.staying(found, all);
    Set<List<Object>> present = new HashSet<>();
    found.forEach(row -> present.add(table.identity(row.raw())));
    found.clear();
    found.addAll(stay);
    found.forEach(row -> byKey.put(table.comparable(row.key(), row.itemKey()), row));
    // Such a row is gone, and another one has its place.
    identities.stream()
        .filter(identity -> !present.contains(identity))
        .filter(identity -> table.stored(identity).filter(this::isFound).isPresent())
        .forEach(identity -> around.waiting().settle(table, identity));
  }

  /** Reads whatever belongs to some owners. */
  static CurrentRows ofOwners(FollowedTable table, Around around, Set<List<Object>> owners) {
    CurrentRows rows = new CurrentRows(table, around);
    rows.read(table.owner(), owners);
    return rows;
  }

  private void read(List<SqlColumn> by, Set<List<Object>> keys) {
    around.rows().select(by, List.copyOf(keys));
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
            around.waiting().add(table, table.identity(raw), column + " " + reason);
          }
        };
    RangeReader.Read unused =
        new RangeReader(table.plan(), around.rows(), around.throttle(), around.contested())
            .read(KeyRange.ALL, 0, output);
    // The older state of a row that does not fit stays until the end.
    identities.removeAll(unfit);
  }

  /**
   * Deletes what the database does not have, or has in another spelling.
   *
   * @param owners gets the rows that went, if what belongs to them must be read again
   * @param respelled gets the rows that went because their keys are spelled in another way now
   */
  void delete(Identities owners, Identities respelled) {
    Map<List<Object>, Stored> gone = new LinkedHashMap<>();
    for (List<Object> identity : identities) {
      Optional<Stored> row = table.stored(identity);
      if (row.isEmpty()) {
        around.waiting().settle(table, identity);
      } else if (!isFound(row.get())) {
        gone.put(identity, row.get());
      }
    }
    if (!gone.isEmpty() && table.plan().hasCollatedOwner()) {
      // Such rows were rejected when this process did not run.
      around
          .tables()
          .compareWithDependents(table, "others may have keys equal to those of deleted rows");
    }
    remove(gone);
    if (around.tables().hasUnguarded(table)) {
      owners.addAll(table, gone.keySet());
    }
    if (table.plan().isRows() && table.plan().isCollated()) {
      respell(respelled);
    }
  }

  private boolean isFound(Stored row) {
    return byKey.containsKey(table.comparable(row.key(), row.itemKey()));
  }

  private void remove(Map<List<Object>, Stored> gone) {
    List<Map.Entry<List<Object>, Stored>> all = List.copyOf(gone.entrySet());
    for (int first = 0; first < all.size(); first += BATCH_ROWS) {
      var some = all.subList(first, Math.min(all.size(), first + BATCH_ROWS));
      if (refusal(some.stream().map(Map.Entry::getValue).toList()).isEmpty()) {
        some.forEach(row -> around.waiting().settle(table, row.getKey()));
        continue;
      }
      for (var row : some) {
        refusal(List.of(row.getValue()))
            .ifPresentOrElse(
                reason -> around.waiting().add(table, row.getKey(), "cannot be deleted: " + reason),
                () -> around.waiting().settle(table, row.getKey()));
      }
    }
  }

  /** Removes rows of the store; returns why it refuses that, if it does. */
  private Optional<String> refusal(List<Stored> rows) {
    return StoredRows.refusedRemoval(around.store(), table.plan(), rows);
  }

  /** Deletes what the store has of some owners, and the database has not. */
  void deleteOthers(FollowedTable owner, Set<List<Object>> keys) {
    for (List<Object> key : keys) {
      for (Stored row : owner.stored(key).map(this::others).orElse(List.of())) {
        Optional<String> unused = refusal(List.of(row));
      }
    }
  }

  private List<Stored> others(Stored owner) {
    String collection = table.plan().collection().map(CollectionDesign::name).orElse("");
    Stream<Stored> all =
        table.plan().isItems()
            ? Paging.first(BATCH_ROWS).stream(
                    page -> around.store().items(entity(), owner.key(), collection, page))
                .map(item -> new Stored(owner.key(), item.key(), Map.of()))
            : Stream.of(owner);
    return all.filter(row -> !isFound(row)).toList();
  }

  private String entity() {
    return table.plan().entity().name();
  }

  /** A key keeps its first spelling, so the row goes before it comes in another. */
  private void respell(Identities respelled) {
    for (MappedRow row : found) {
      Optional<Stored> other =
          around
              .store()
              .get(entity(), row.key(), Columns.NONE)
              .filter(old -> !old.key().equals(row.key()))
              .map(old -> new Stored(old.key(), row.itemKey(), Map.of()));
      if (other.isPresent() && refusal(List.of(other.get())).isEmpty()) {
        respelled.add(table, table.identity(row.raw()));
        // What names it in the old spelling went with it, and perhaps belongs to it now.
        around.tables().compareWithDependents(table, "keys of its rows are spelled anew");
      }
    }
  }

  /**
   * Puts what the database has.
   *
   * @param owners gets the rows that came, if what belongs to them must be read again
   */
  void put(Identities owners) {
    List<MappedRow> batch = new ArrayList<>();
    long bytes = 0;
    for (MappedRow row : found) {
      batch.add(row);
      bytes += row.bytes();
      if (batch.size() >= BATCH_ROWS || bytes >= BATCH_BYTES) {
        put(batch, owners);
        batch.clear();
        bytes = 0;
      }
    }
    if (!batch.isEmpty()) {
      put(batch, owners);
    }
    putTaken();
  }

  /**
   * Puts together the rows whose unique values other rows had. These may have them from each other,
   * round in a ring, and were perhaps in several batches, or in one that a bad row had divided.
   */
  private void putTaken() {
    List<MappedRow> rows = taken.stream().map(Refusal::row).toList();
    List<Refusal> refusals =
        rows.size() > 1 && rows.size() <= RING_ROWS_MAX
            ? around.writer().write(table.plan(), rows, true)
            : taken;
    rows.forEach(row -> around.waiting().settle(table, table.identity(row.raw())));
    refusals.forEach(this::await);
    taken.clear();
  }

  private void await(Refusal refusal) {
    around
        .waiting()
        .add(table, table.identity(refusal.row().raw()), refusal.column() + " " + refusal.reason());
  }

  private void put(List<MappedRow> batch, Identities owners) {
    if (around.tables().hasUnguarded(table)) {
      List<Optional<EntityRow>> before =
          around
              .store()
              .getAll(entity(), batch.stream().map(MappedRow::key).toList(), Columns.NONE);
      for (int place = 0; place < batch.size(); place++) {
        if (before.get(place).isEmpty()) {
          owners.add(table, table.identity(batch.get(place).raw()));
        }
      }
    }
    List<Refusal> refusals = around.writer().write(table.plan(), List.copyOf(batch), true);
    batch.forEach(row -> around.waiting().settle(table, table.identity(row.raw())));
    for (Refusal refusal : refusals) {
      if (uniqueIndexes.contains(refusal.column())) {
        taken.add(refusal);
      } else {
        await(refusal);
      }
    }
  }
}
