package org.portolan.data.internal.write;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import org.portolan.data.Columns;
import org.portolan.data.DuplicateValueException;
import org.portolan.data.EntityRow;
import org.portolan.data.StoreTransaction;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.schema.Claims;
import org.portolan.data.internal.schema.IndexEntry;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.design.evolve.IndexState;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;
import org.portolan.types.Tuple;

/**
 * The values of unique indexes that the rows of one write give up and take. At the end of the write
 * the rows of these values are read, all in one round trip, and changed with it. Each is read by
 * its key, so of two writers that take the same value one fails or conflicts. Used by one thread.
 */
final class UniqueValues {
  private final WriteTarget target;
  private final Map<IndexSchema, Map<Tuple, Value>> values = new LinkedHashMap<>();

  /**
   * A value whose row may change. Rows are known by their keys as stored: keys that are equal under
   * a collation are the same row.
   *
   * @param value the value as stored: values that are equal under a collation are the same value
   * @param takers the rows that take the value
   * @param givers the rows that had it and give it up
   */
  private record Value(Tuple value, Map<Tuple, EntityRow> takers, Set<Tuple> givers) {}

  UniqueValues(WriteTarget target) {
    this.target = target;
  }

  /**
   * Notes the entries that a row had and those that it has now. Of an index that is being built or
   * given up, they are noted as its state says: until all processes give values up that a row has
   * no more, none takes a value. Otherwise one of them would leave the value of its row behind, as
   * that of a row which no longer has it, and others would be refused because of that.
   *
   * @param row as it is now; if it is gone, its key is enough
   */
  void follow(IndexSchema index, EntityRow row, Set<IndexEntry> before, Set<IndexEntry> after) {
    if (index.state() == IndexState.DELETE_ONLY) {
      Set<IndexEntry> kept = new HashSet<>(after);
      kept.retainAll(before);
      change(index, row, before, kept);
    } else {
      change(index, row, before, after);
    }
  }

  /**
   * Notes the entries that a row had and those that it has now.
   *
   * @param row as it is now; if it is gone, its key is enough
   */
  void change(IndexSchema index, EntityRow row, Set<IndexEntry> before, Set<IndexEntry> after) {
    Tuple stored = index.entity().keyMapping().withoutPrefix(row.key());
    for (IndexEntry entry : before) {
      if (!after.contains(entry)) {
        Value value = value(index, entry.value());
        value.takers().remove(stored);
        value.givers().add(stored);
      }
    }
    for (IndexEntry entry : after) {
      if (!before.contains(entry)) {
        value(index, entry.value()).takers().put(stored, row);
      }
    }
  }

  private Value value(IndexSchema index, Tuple value) {
    return values
        .computeIfAbsent(index, any -> new LinkedHashMap<>())
        .computeIfAbsent(value, any -> new Value(value, new LinkedHashMap<>(), new HashSet<>()));
  }

  /**
   * Changes the rows of the values.
   *
   * @throws DuplicateValueException if another row keeps a value that a row takes
   */
  void settle(Access access) {
    List<Get> gets = new ArrayList<>();
    each((index, value) -> gets.add(Claims.get(index, value.value())));
    if (isNoneGivenUp()) {
      // Most values that rows take are new.
      gets.removeIf(get -> target.isTakenForNew(get.rowKey(), true));
    }
    Map<RowKey, Row> found = new HashMap<>();
    Iterator<Row> rows = access.get(gets).iterator();
    gets.forEach(get -> found.put(get.rowKey(), rows.next()));
    each(
        (index, value) -> {
          Optional<Row> row = Optional.ofNullable(found.get(Claims.rowKey(index, value.value())));
          settle(index, value, row.flatMap(claim -> Claims.owner(index, claim)));
        });
  }

  private boolean isNoneGivenUp() {
    return values.values().stream()
        .flatMap(ofIndex -> ofIndex.values().stream())
        .allMatch(value -> value.givers().isEmpty());
  }

  /**
   * Makes an entry right, as {@link StoreWrite#repair} says. The row of the value is read before
   * the rows that may have it, and written: a writer that gives one of them the value, or takes it
   * from one, changes the row of the value too, and conflicts. Read after a row that is inserted
   * meanwhile, it would already be that row's, and be taken from it.
   *
   * @param transaction the write whose values these are
   */
  boolean repair(
      StoreTransaction transaction, Access access, IndexSchema index, IndexEntry entry, Tuple key) {
    String entity = index.entity().name();
    Row claim = access.get(List.of(Claims.get(index, entry.value()))).get(0);
    Optional<Tuple> other =
        Claims.owner(index, claim).filter(owner -> !isSameRow(index, owner, key));
    Optional<EntityRow> row = transaction.get(entity, key, Columns.ALL);
    boolean expected = index.entries(row).contains(entry);
    if (other.isPresent()) {
      if (index.entries(transaction.get(entity, other.get(), Columns.ALL)).stream()
          .anyMatch(held -> held.value().equals(entry.value()))) {
        return !expected;
      }
      change(index, new EntityRow(other.get(), Map.of()), Set.of(entry), Set.of());
      transaction.update(entity, other.get(), Map.of());
    }
    if (expected) {
      change(index, row.orElseThrow(), Set.of(), Set.of(entry));
    } else {
      change(index, new EntityRow(key, Map.of()), Set.of(entry), Set.of());
    }
    transaction.update(entity, key, Map.of());
    return true;
  }

  /** As {@link StoreWrite#claim}. */
  void claim(StoreTransaction transaction, List<IndexSchema> indexes, List<Tuple> keys) {
    String entity = indexes.get(0).entity().name();
    transaction.prefetch(entity, keys);
    for (Tuple key : keys) {
      Optional<EntityRow> row = transaction.get(entity, key, Columns.ALL);
      boolean claims = false;
      for (IndexSchema index : indexes) {
        Set<IndexEntry> entries = index.entries(row);
        if (!entries.isEmpty()) {
          change(index, row.orElseThrow(), Set.of(), entries);
          claims = true;
        }
      }
      if (claims) {
        transaction.update(entity, key, Map.of());
      }
    }
  }

  private void each(BiConsumer<IndexSchema, Value> action) {
    values.forEach(
        (index, ofIndex) -> ofIndex.values().forEach(value -> action.accept(index, value)));
  }

  private void settle(IndexSchema index, Value value, Optional<Tuple> owner) {
    // The row is written even if it seems right: on engines of rows, what is only read is not
    // validated. Another write may be about to change it, or a repair to remove it.
    Mutation mutation = Claims.mutation(index, value.value(), next(index, value, owner));
    target.change(mutation.rowKey(), mutation);
  }

  /** Returns the row that has the value after the write. */
  private static Optional<Tuple> next(IndexSchema index, Value value, Optional<Tuple> owner) {
    Optional<Tuple> keeper =
        owner.filter(
            key -> !value.givers().contains(index.entity().keyMapping().withoutPrefix(key)));
    if (value.takers().isEmpty()) {
      return keeper;
    }
    List<EntityRow> takers = List.copyOf(value.takers().values());
    if (takers.size() > 1) {
      throw duplicate(index, value, takers.get(1), takers.get(0).key());
    }
    EntityRow taker = takers.get(0);
    if (keeper.isPresent() && !isSameRow(index, keeper.get(), taker.key())) {
      throw duplicate(index, value, taker, keeper.get());
    }
    return Optional.of(taker.key());
  }

  private static DuplicateValueException duplicate(
      IndexSchema index, Value value, EntityRow taker, Tuple owner) {
    Tuple written = index.written(taker, value.value());
    return new DuplicateValueException(index.name(), written, taker.key(), owner);
  }

  private static boolean isSameRow(IndexSchema index, Tuple one, Tuple other) {
    var mapping = index.entity().keyMapping();
    return mapping.withoutPrefix(one).equals(mapping.withoutPrefix(other));
  }
}
