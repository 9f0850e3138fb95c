package org.portolan.engine.cassandra;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Change;
import org.portolan.engine.Condition;
import org.portolan.engine.Mutation;
import org.portolan.types.Column;
import org.portolan.types.Tuple;
import org.portolan.types.Values;

/**
 * What a mutation comes to: the last of several changes of the same family or item, checked against
 * the table and the limits.
 */
final class RowChange {
  /** A mutation must fit half a segment of the servers' commit logs, 32 or in small ones 8 MiB. */
  static final int VALUE_BYTES_MAX = 3 << 20;

  static final int MUTATION_BYTES_MAX = 7 << 19;

  /** What becomes of a family of items: first perhaps all are removed. */
  static final class OfItems {
    final ItemsPart part;
    boolean removesAll;

    /** The values by item key, empty where the item is removed. */
    final Map<Tuple, Optional<List<Object>>> items = new LinkedHashMap<>();

    OfItems(ItemsPart part) {
      this.part = part;
    }
  }

  final TableHandle table;
  final Mutation mutation;
  private final int keyBytes;

  /** The values by position of the family, empty where the family is removed. */
  final Map<Integer, Optional<List<Object>>> columns = new LinkedHashMap<>();

  final Map<String, OfItems> items = new HashMap<>();

  RowChange(TableHandle table, Mutation mutation) {
    this.table = table;
    this.mutation = mutation;
    keyBytes = table.check(mutation.key());
    mutation.changes().forEach(this::apply);
    mutation.condition().ifPresent(this::check);
  }

  private void apply(Change change) {
    if (change instanceof Change.PutColumns put) {
      ColumnsPart part = table.columns(put.family());
      List<Object> values = part.declared().checked(put.values());
      columns.put(part.position(), Optional.of(values));
    } else if (change instanceof Change.DeleteFamily delete) {
      if (table.holdsItems(delete.family())) {
        OfItems changed = itemsOf(delete.family());
        changed.removesAll = true;
        changed.items.clear();
      } else {
        columns.put(table.columns(delete.family()).position(), Optional.empty());
      }
    } else if (change instanceof Change.PutItem put) {
      OfItems changed = itemsOf(put.family());
      table.check(changed.part, keyBytes, put.itemKey());
      List<Object> values = changed.part.declared().checked(put.values());
      changed.items.put(put.itemKey(), Optional.of(values));
    } else if (change instanceof Change.DeleteItem delete) {
      OfItems changed = itemsOf(delete.family());
      table.check(changed.part, keyBytes, delete.itemKey());
      changed.items.put(delete.itemKey(), Optional.empty());
    } else {
      throw table.otherKind(change.family(), "a counter");
    }
  }

  private OfItems itemsOf(String family) {
    ItemsPart part = table.items(family);
    return items.computeIfAbsent(family, any -> new OfItems(part));
  }

  private void check(Condition condition) {
    if (condition instanceof Condition.Absent absent) {
      table.columns(absent.family());
    } else {
      Condition.ColumnEquals equal = (Condition.ColumnEquals) condition;
      Values.check(column(equal), equal.value());
    }
    if (!items.isEmpty()) {
      throw new CapabilityException(
          "the change of row "
              + mutation.rowKey()
              + " is on a condition and changes the items of "
              + items.keySet()
              + "; Cassandra decides a condition for one table: change the columns on the"
              + " condition, then the items in another mutation");
    }
  }

  Column column(Condition.ColumnEquals condition) {
    ColumnsPart part = table.columns(condition.family());
    return part.family().columns().get(part.declared().position(condition.column()));
  }

  /** Whether every family of columns of the table is removed. */
  boolean removesRow() {
    return columns.size() == table.columns().size()
        && columns.values().stream().allMatch(Optional::isEmpty);
  }

  /** The families of columns changed, in the order of the table: the same statement for all. */
  List<Integer> changedFamilies() {
    List<Integer> positions = new ArrayList<>(columns.keySet());
    positions.sort(null);
    return positions;
  }

  boolean isEmpty() {
    return columns.isEmpty() && items.isEmpty();
  }
}
