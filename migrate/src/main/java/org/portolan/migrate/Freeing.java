package org.portolan.migrate;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.portolan.data.Columns;
import org.portolan.data.ConstraintException;
import org.portolan.data.EntityRow;
import org.portolan.data.Store;
import org.portolan.design.EntityDesign;
import org.portolan.design.IndexDesign;
import org.portolan.design.ReferenceDesign.OnDelete;
import org.portolan.engine.Durability;
import org.portolan.migrate.StoredRows.Stored;
import org.portolan.types.KeyColumn;
import org.portolan.types.Tuple;

/**
 * Makes way in a store for rows that are written next. Values of unique indexes may change hands:
 * whatever row has one that the database gives it no more gets null instead, until it is written or
 * deleted. A key whose spelling has changed, and that is equal to the old one under its collation,
 * is spelled anew, with the row's values and items. Used by one thread.
 */
final class Freeing {
  private static final int BATCH_ROWS = 100;

  private final Store store;
  private final TablePlan table;
  private final String entity;
  private final Events events;

  /** The columns of this table that are in unique indexes. */
  private final Set<String> unique = new LinkedHashSet<>();

  /** Whether a unique index is on columns of the key alone. */
  private final boolean inKey;

  private final Buckets values;
  private final List<MappedRow> batch = new ArrayList<>();

  /** Whether a key that the store spells in another way is that of another row. */
  private boolean isSpelledAnew;

  /** The keys of the database, of the rows that are compared at a time. */
  private final Set<Tuple> present = new HashSet<>();

  /** The rows whose keys the store spells otherwise, each with that spelling. */
  private final Map<MappedRow, Tuple> respelled = new HashMap<>();

  private final List<Stored> surplus = new ArrayList<>();

  /** Is told what was done. */
  interface Events {
    /** Returns whether a row of the database cannot be in the store, as another has its place. */
    default boolean isRefused(MappedRow row) {
      return false;
    }

    /** Comes before a row of the store gives up a value, which the database has otherwise. */
    default void freed(MappedRow row) {}

    /** Comes when a key has another spelling now. */
    default void spelled(Stored row, Tuple spelling) {}

    /** Comes before a surplus row is deleted, because its unique value cannot be null. */
    default void beforeDeletion() {}

    default void deleted(Stored row) {}
  }

  Freeing(Store store, TablePlan table, Events events) {
    this.store = store;
    this.table = table;
    this.entity = table.entity().name();
    this.events = events;
    this.values = new Buckets(table);
    Set<String> names = table.values().stream().map(Field::name).collect(Collectors.toSet());
    Set<String> key =
        table.entity().key().stream().map(KeyColumn::name).collect(Collectors.toSet());
    boolean onKey = false;
    for (IndexDesign index : table.entity().indexes()) {
      if (index.unique() && !table.isItems()) {
        index.on().stream().filter(names::contains).forEach(unique::add);
        onKey |= table.isRows() && key.containsAll(index.on());
      }
    }
    this.inKey = onKey;
  }

  /** Returns whether rows of the table may be in the way of others. */
  boolean isNeeded() {
    return !unique.isEmpty() || inKey || isSpelled();
  }

  private boolean isSpelled() {
    return table.isCollated() && table.isRows();
  }

  /**
   * Makes way for all rows of the table that differ.
   *
   * @param changed whether rows that are on both sides give up their values: only if they are
   *     written next
   */
  void run(TwoSides sides, boolean changed) {
    BitSet differing = sides.sum(row -> {});
    sides.inParts(
        differing,
        some -> {
          Map<Stored, Tuple> spelled = new HashMap<>();
          sides.read(
              some,
              new TwoSides.Rows() {
                @Override
                public void ofSource(MappedRow row) {
                  if (changed && isSpelled()) {
                    present.add(row.key());
                  }
                  if (changed) {
                    change(row);
                  }
                }

                @Override
                public void endOfSource() {
                  endChanges();
                  endRespelled();
                }

                @Override
                public void surplus(Stored row) {
                  surplus.add(new Stored(row.key(), row.itemKey(), Map.of()));
                }

                @Override
                public void spelled(Stored row, List<Tuple> spellings) {
                  if (!spellings.contains(row.key())) {
                    Tuple least = Collections.min(spellings, ContestedParts.BY_SPELLING);
                    spelled.put(new Stored(row.key(), row.itemKey(), Map.of()), least);
                  }
                }
              });
          freeSurplus();
          spelled.forEach(this::spell);
        });
    isSpelledAnew = true;
  }

  /** Lets a row of the store give up its values if they differ from those of the database, soon. */
  void change(MappedRow row) {
    if (unique.isEmpty() || events.isRefused(row)) {
      return;
    }
    batch.add(row);
    if (batch.size() >= BATCH_ROWS || row.bytes() > 1 << 16) {
      endChanges();
    }
  }

  void endChanges() {
    List<MappedRow> rows = List.copyOf(batch);
    batch.clear();
    free(rows, false);
  }

  /**
   * Lets rows give up their values that the database spells otherwise, and not also as they are.
   */
  private void endRespelled() {
    List<MappedRow> rows =
        respelled.entrySet().stream()
            .filter(row -> !present.contains(row.getValue()))
            .map(Map.Entry::getKey)
            .toList();
    present.clear();
    respelled.clear();
    for (int from = 0; from < rows.size(); from += BATCH_ROWS) {
      free(rows.subList(from, Math.min(rows.size(), from + BATCH_ROWS)), true);
    }
  }

  private void free(List<MappedRow> rows, boolean evenRespelled) {
    List<Optional<EntityRow>> found =
        StoredRows.found(
            store,
            entity,
            rows.stream().map(MappedRow::key).toList(),
            new Columns(false, new HashSet<>(unique)));
    List<Tuple> keys = new ArrayList<>();
    for (int place = 0; place < rows.size(); place++) {
      MappedRow row = rows.get(place);
      boolean isThere =
          found
              .get(place)
              .filter(there -> isInTheWay(row, there))
              .filter(there -> evenRespelled || isSame(row, there.key()))
              .isPresent();
      if (isThere) {
        events.freed(row);
        keys.add(row.key());
      }
    }
    clear(keys, refused -> {});
  }

  private boolean isSame(MappedRow row, Tuple there) {
    if (!isSpelled() || there.equals(row.key())) {
      return true;
    }
    if (!isSpelledAnew) {
      respelled.put(row, there);
    }
    return false;
  }

  private boolean isInTheWay(MappedRow row, EntityRow found) {
    return unique.stream()
        .anyMatch(
            name -> {
              Object there = found.value(name);
              Object here = values.comparable(name, row.values().get(name));
              return there != null && !Objects.equals(here, there);
            });
  }

  private void freeSurplus() {
    List<Tuple> keys = surplus.stream().map(Stored::key).toList();
    List<Tuple> toDelete = new ArrayList<>(inKey ? keys : List.of());
    if (!inKey && !unique.isEmpty()) {
      for (int from = 0; from < keys.size(); from += BATCH_ROWS) {
        clear(keys.subList(from, Math.min(keys.size(), from + BATCH_ROWS)), toDelete::add);
      }
    }
    surplus.clear();
    if (table.isRows() && !toDelete.isEmpty() && !isCascading()) {
      events.beforeDeletion();
      RowRemoval removal = new RowRemoval(store, (referrer, target, reference) -> false);
      List<RowRemoval.Row> rows = toDelete.stream().map(key -> removal.row(entity, key)).toList();
      Set<RowRemoval.Row> refused = removal.delete(rows).keySet();
      rows.stream()
          .filter(row -> !refused.contains(row))
          .forEach(row -> events.deleted(new Stored(row.key(), Tuple.EMPTY, Map.of())));
    }
  }

  /** Returns whether a deletion could take rows with it that refer to others by now. */
  private boolean isCascading() {
    return store.design().entities().stream()
        .flatMap(each -> each.references().stream())
        .anyMatch(each -> each.to().equals(entity) && each.onDelete() == OnDelete.CASCADE);
  }

  /** Lets rows have null in unique indexes. */
  private void clear(List<Tuple> keys, Consumer<Tuple> refused) {
    if (keys.isEmpty()) {
      return;
    }
    Map<String, Object> nulls = new HashMap<>();
    unique.forEach(name -> nulls.put(name, null));
    try {
      store.write(
          Durability.BUFFERED,
          transaction -> {
            transaction.prefetch(entity, keys);
            for (Tuple key : keys) {
              boolean unused = transaction.update(entity, key, nulls);
            }
            return null;
          });
    } catch (ConstraintException e) {
      if (keys.size() == 1) {
        refused.accept(keys.get(0));
      } else {
        keys.forEach(key -> clear(List.of(key), refused));
      }
    }
  }

  private void spell(Stored row, Tuple spelling) {
    store.write(
        Durability.BUFFERED,
        transaction -> {
          transaction.leaveReferencesUnchecked();
          transaction
              .get(entity, row.key(), Columns.ALL)
              .ifPresent(
                  found -> {
                    transaction.put(entity, spelling, found.values());
                    Map<String, Object> nulls = nulls(table.entity(), found);
                    boolean unused = transaction.update(entity, spelling, nulls);
                  });
          return null;
        });
    events.spelled(row, spelling);
  }

  /** Returns the nulls that a put replaces by defaults. */
  private static Map<String, Object> nulls(EntityDesign entity, EntityRow row) {
    Map<String, Object> nulls = new HashMap<>();
    entity
        .families()
        .forEach(
            family ->
                family
                    .rules()
                    .forEach(
                        (column, rule) -> {
                          if (rule.defaultValue().isPresent() && row.value(column) == null) {
                            nulls.put(column, null);
                          }
                        }));
    return nulls;
  }
}
