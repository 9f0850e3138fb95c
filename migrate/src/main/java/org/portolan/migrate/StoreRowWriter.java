package org.portolan.migrate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.portolan.data.Columns;
import org.portolan.data.ConstraintException;
import org.portolan.data.DuplicateValueException;
import org.portolan.data.EntityRow;
import org.portolan.data.Store;
import org.portolan.data.Store.Guarantee;
import org.portolan.data.StoreLoad;
import org.portolan.data.StoreTransaction;
import org.portolan.design.CollectionDesign;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.design.EntityDesign;
import org.portolan.design.IndexDesign;
import org.portolan.design.index.Representation;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Durability;
import org.portolan.types.Bytes;
import org.portolan.types.Collation;
import org.portolan.types.KeyCodec;
import org.portolan.types.KeyColumn;
import org.portolan.types.Tuple;

/**
 * Writes rows by a load of the store or by buffered transactions. If the store refuses one, its
 * rows are written by halves, until the refused rows are alone.
 */
final class StoreRowWriter implements RowWriter {
  private final Store store;
  private final Optional<StoreLoad> load;
  private final Set<TablePlan> loadable;
  private final int threads;
  private final boolean sample;

  /** Makes a writer by transactions. */
  StoreRowWriter(Store store, int threads, boolean sample) {
    this(store, Optional.empty(), List.of(), threads, sample);
  }

  /**
   * @param load of the store, if it is empty and nobody else uses it
   * @param plans of all tables
   * @param sample whether rows may lack their owners and the rows that they refer to
   */
  StoreRowWriter(
      Store store, Optional<StoreLoad> load, List<TablePlan> plans, int threads, boolean sample) {
    this.store = store;
    this.load = load;
    this.loadable = load.isPresent() ? loadable(load.get(), plans) : Set.of();
    this.threads = threads;
    this.sample = sample;
  }

  /**
   * Returns the tables whose rows and items no other table writes, so that none of them can be
   * there twice. Parts and elements change rows that are there.
   */
  private static Set<TablePlan> loadable(StoreLoad load, List<TablePlan> plans) {
    Map<List<String>, List<TablePlan>> byPlace = new HashMap<>();
    for (TablePlan plan : plans) {
      if (plan.isRows() || plan.isItems()) {
        String collection = plan.collection().map(CollectionDesign::name).orElse("");
        byPlace
            .computeIfAbsent(List.of(plan.entity().name(), collection), any -> new ArrayList<>())
            .add(plan);
      }
    }
    Set<TablePlan> loadable = new HashSet<>();
    byPlace.forEach(
        (place, writing) -> {
          if (writing.size() == 1
              && (place.get(1).isEmpty() || load.takesItems(place.get(0), place.get(1)))) {
            loadable.add(writing.get(0));
          }
        });
    return loadable;
  }

  /** Where transactions conflict on lists in objects, one thread is faster than several. */
  @Override
  public int threads(TablePlan plan) {
    if (plan.isCollated() || plan.isElements()) {
      // A row must see whether an equal one is there.
      return 1;
    }
    if (store.guarantee() == Guarantee.REPAIRED) {
      return threads;
    }
    EntityDesign entity = plan.entity();
    if (loadable.contains(plan)) {
      return entity.indexes().stream().anyMatch(StoreRowWriter::isInObjects) ? 1 : threads;
    }
    boolean objects =
        entity.indexes().stream().anyMatch(StoreRowWriter::isInObjects)
            || !entity.counters().isEmpty()
            || !entity.extremes().isEmpty()
            || !entity.references().isEmpty()
            || plan.collection()
                .filter(each -> each.storage() == Storage.OBJECT || each.storage() == Storage.TREE)
                .isPresent();
    return objects ? 1 : threads;
  }

  private static boolean isInObjects(IndexDesign index) {
    return index.unique() || index.layout().representation() != Representation.CELLS;
  }

  @Override
  public void flush() {
    load.ifPresent(StoreLoad::flush);
    store.flush();
  }

  @Override
  public List<Refusal> write(TablePlan plan, List<MappedRow> rows, boolean again) {
    List<Refusal> refusals = new ArrayList<>();
    List<MappedRow> good = plan.isRows() || sample ? rows : withOwners(plan, rows, refusals);
    if (plan.isRows() && plan.isCollated()) {
      good = withoutDuplicates(plan, good, refusals);
    }
    attempt(plan, good, again, refusals);
    return refusals;
  }

  private List<MappedRow> withOwners(TablePlan plan, List<MappedRow> rows, List<Refusal> refusals) {
    List<Tuple> owners = rows.stream().map(MappedRow::key).distinct().toList();
    List<Optional<EntityRow>> found;
    try {
      found = store.getAll(plan.entity().name(), owners, Columns.NONE);
    } catch (IllegalArgumentException | CapabilityException e) {
      // A key that is too long for any row.
      return each(plan, rows, refusals);
    }
    Set<Tuple> present = new HashSet<>();
    for (int place = 0; place < owners.size(); place++) {
      if (found.get(place).isPresent()) {
        present.add(owners.get(place));
      }
    }
    List<MappedRow> good = new ArrayList<>(rows.size());
    for (MappedRow row : rows) {
      if (present.contains(row.key())) {
        good.add(row);
      } else {
        refusals.add(
            new Refusal(
                row,
                plan.key().get(0).name(),
                "its owner, the row " + row.key() + " of " + plan.entity().name() + ", is absent"));
      }
    }
    return good;
  }

  private List<MappedRow> each(TablePlan plan, List<MappedRow> rows, List<Refusal> refusals) {
    if (rows.size() == 1) {
      refusals.add(new Refusal(rows.get(0), "", "the key of its owner fits no row"));
      return List.of();
    }
    List<MappedRow> good = new ArrayList<>();
    rows.forEach(row -> good.addAll(withOwners(plan, List.of(row), refusals)));
    return good;
  }

  /** Of rows whose keys are equal under a collation, the first stays. */
  private List<MappedRow> withoutDuplicates(
      TablePlan plan, List<MappedRow> rows, List<Refusal> refusals) {
    KeyCodec codec = new KeyCodec(plan.entity().key());
    Map<Bytes, MappedRow> first = new LinkedHashMap<>();
    for (MappedRow row : rows) {
      MappedRow other = first.putIfAbsent(Bytes.wrap(codec.encode(row.key())), row);
      if (other != null) {
        refusals.add(duplicate(plan.entity().key(), row, other.key()));
      }
    }
    List<MappedRow> kept = new ArrayList<>(first.values());
    List<Tuple> keys = kept.stream().map(MappedRow::key).toList();
    List<Optional<EntityRow>> found =
        StoredRows.found(store, plan.entity().name(), keys, Columns.NONE);
    List<MappedRow> good = new ArrayList<>();
    for (int place = 0; place < kept.size(); place++) {
      Optional<EntityRow> other = found.get(place);
      if (other.isPresent() && !other.get().key().equals(keys.get(place))) {
        refusals.add(duplicate(plan.entity().key(), kept.get(place), other.get().key()));
      } else {
        good.add(kept.get(place));
      }
    }
    return good;
  }

  private static Refusal duplicate(List<KeyColumn> columns, MappedRow row, Tuple other) {
    String collated =
        columns.stream()
            .filter(column -> column.collation() != Collation.BINARY)
            .map(KeyColumn::name)
            .findFirst()
            .orElse("");
    return new Refusal(
        row, collated, "the key " + other + ", already there, is equal under the collation");
  }

  private void attempt(
      TablePlan plan, List<MappedRow> rows, boolean again, List<Refusal> refusals) {
    if (rows.isEmpty()) {
      return;
    }
    Optional<RuntimeException> refusal = refusal(plan, rows, again);
    if (refusal.isEmpty()) {
      return;
    }
    if (rows.size() == 1) {
      refusals.add(new Refusal(rows.get(0), column(refusal.get()), reason(refusal.get())));
      return;
    }
    int half = rows.size() / 2;
    attempt(plan, rows.subList(0, half), again, refusals);
    attempt(plan, rows.subList(half, rows.size()), again, refusals);
  }

  private static String column(RuntimeException refusal) {
    if (refusal instanceof ConstraintException broken) {
      return broken.column();
    }
    return refusal instanceof DuplicateValueException duplicate ? duplicate.index() : "";
  }

  private static String reason(RuntimeException refusal) {
    return String.valueOf(refusal.getMessage()).replaceFirst("; nothing was changed$", "");
  }

  /** Writes rows in one transaction; returns why the store refuses one of them, if so. */
  private Optional<RuntimeException> refusal(TablePlan plan, List<MappedRow> rows, boolean again) {
    try {
      if (isLoaded(plan, rows)) {
        load.orElseThrow()
            .write(plan.entity().name(), transaction -> load(transaction, plan, rows));
        return Optional.empty();
      }
      store.write(
          Durability.BUFFERED,
          transaction -> {
            if (plan.lateReferences() || sample) {
              transaction.leaveReferencesUnchecked();
            }
            apply(transaction, plan, rows, again);
            return null;
          });
      return Optional.empty();
    } catch (CapabilityException
        | ConstraintException
        | DuplicateValueException
        | IllegalArgumentException
        | AbsentOwnerException e) {
      return Optional.of(e);
    } catch (IllegalStateException e) {
      // An item that the collection listing it lacks; otherwise no row is the cause.
      if (plan.collection().flatMap(CollectionDesign::listedBy).isPresent()) {
        return Optional.of(e);
      }
      throw e;
    }
    // After any other failure the migration ends here, and can be resumed.
  }

  /** A null instead of a default is a second change of its row, which a load does not make. */
  private boolean isLoaded(TablePlan plan, List<MappedRow> rows) {
    return loadable.contains(plan)
        && (plan.defaulted().isEmpty()
            || rows.stream().allMatch(row -> nulls(plan, row).isEmpty()));
  }

  private static void load(StoreTransaction transaction, TablePlan plan, List<MappedRow> rows) {
    if (plan.lateReferences()) {
      transaction.leaveReferencesUnchecked();
    }
    String entity = plan.entity().name();
    for (MappedRow row : rows) {
      if (plan.isItems()) {
        String collection = plan.collection().orElseThrow().name();
        transaction.addItem(entity, row.key(), collection, row.itemKey(), row.values());
      } else {
        transaction.put(entity, row.key(), row.values());
      }
    }
  }

  /** A part or an element has no row to go to. */
  private static final class AbsentOwnerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    AbsentOwnerException(MappedRow row) {
      super("its owner " + row.key() + " is absent", null, false, false);
    }
  }

  private void apply(
      StoreTransaction transaction, TablePlan plan, List<MappedRow> rows, boolean again) {
    String entity = plan.entity().name();
    if (plan.isItems()) {
      String collection = plan.collection().orElseThrow().name();
      for (MappedRow row : rows) {
        transaction.putItem(entity, row.key(), collection, row.itemKey(), row.values());
      }
      return;
    }
    boolean kept = again && plan.shared();
    if (!plan.isRows() || kept || store.guarantee().readsBeforePut(plan.entity())) {
      transaction.prefetch(entity, rows.stream().map(MappedRow::key).toList());
    }
    for (MappedRow row : rows) {
      if (!plan.isRows() || kept) {
        boolean updated = transaction.update(entity, row.key(), row.values());
        if (updated) {
          continue;
        }
        if (sample) {
          continue;
        }
        if (!plan.isRows()) {
          throw new AbsentOwnerException(row);
        }
      }
      transaction.put(entity, row.key(), row.values());
      Map<String, Object> nulls = nulls(plan, row);
      if (!nulls.isEmpty()) {
        transaction.update(entity, row.key(), nulls);
      }
    }
  }

  /** Returns the nulls that a put would replace by defaults. */
  private static Map<String, Object> nulls(TablePlan plan, MappedRow row) {
    if (plan.defaulted().isEmpty()) {
      return Map.of();
    }
    Map<String, Object> nulls = new HashMap<>();
    for (String column : plan.defaulted()) {
      if (row.values().containsKey(column) && row.values().get(column) == null) {
        nulls.put(column, null);
      }
    }
    return nulls;
  }
}
