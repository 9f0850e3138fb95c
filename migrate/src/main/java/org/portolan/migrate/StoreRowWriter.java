package org.portolan.migrate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.portolan.data.ConstraintException;
import org.portolan.data.DuplicateValueException;
import org.portolan.data.Patience;
import org.portolan.data.Store;
import org.portolan.data.Store.Guarantee;
import org.portolan.data.StoreTransaction;
import org.portolan.design.CollectionDesign;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.design.EntityDesign;
import org.portolan.design.IndexDesign;
import org.portolan.design.index.Representation;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Durability;

/**
 * Writes rows by a load of the store or by buffered transactions. If the store refuses one, its
 * rows are written by halves, until the refused rows are alone.
 */
final class StoreRowWriter implements RowWriter {
  private final Store store;
  private final TableLoads loads;
  private final RowKeys keys;
  private final int threads;
  private final boolean sample;
  private final AtomicBoolean repeated = new AtomicBoolean();
  private final Patience patience;

  /** Makes a writer by transactions of one thread, which does not wait for a store that is away. */
  StoreRowWriter(Store store, ContestedKeys contested) {
    this(store, contested, new TableLoads(Optional.empty(), List.of()), 1, false, Patience.NONE);
  }

  /**
   * @param patience of writes by transactions
   * @param sample whether rows may lack their owners and the rows that they refer to
   */
  StoreRowWriter(
      Store store,
      ContestedKeys contested,
      TableLoads loads,
      int threads,
      boolean sample,
      Patience patience) {
    this.store = store;
    this.loads = loads;
    this.keys = new RowKeys(store, contested);
    this.threads = threads;
    this.sample = sample;
    this.patience = patience.telling(() -> repeated.set(true));
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
    if (loads.take(plan)) {
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
    loads.flush();
    store.flush();
  }

  /**
   * Returns whether a write was repeated: then counters may have missed it, or counted it twice.
   */
  boolean hasRepeated() {
    return repeated.get();
  }

  @Override
  public List<Refusal> write(TablePlan plan, List<MappedRow> rows, boolean again) {
    List<Refusal> refusals = new ArrayList<>();
    List<MappedRow> rivals = new ArrayList<>();
    List<MappedRow> good =
        patience.repeat(
            () -> {
              refusals.clear();
              rivals.clear();
              return fitting(plan, rows, refusals, rivals);
            });
    attempt(plan, good, again, refusals);
    if (!rivals.isEmpty()) {
      // If the first one did not fit, the next has the place.
      refusals.addAll(write(plan, rivals, again));
    }
    return refusals;
  }

  private List<MappedRow> fitting(
      TablePlan plan, List<MappedRow> rows, List<Refusal> refusals, List<MappedRow> rivals) {
    if (!plan.isRows()) {
      List<MappedRow> owned = sample ? rows : keys.withOwners(plan, rows, refusals);
      return keys.uncontested(plan, owned, refusals);
    }
    return plan.isCollated() ? keys.withoutDuplicates(plan, rows, refusals, rivals) : rows;
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
      if (loads.take(plan, rows)) {
        loads.write(plan, rows);
        return Optional.empty();
      }
      // Rows that are put a second time are the same.
      Boolean unused =
          patience.repeat(
              () ->
                  store.write(
                      Durability.BUFFERED,
                      transaction -> {
                        if (plan.lateReferences() || sample) {
                          transaction.leaveReferencesUnchecked();
                        }
                        apply(transaction, plan, rows, again);
                        return true;
                      }));
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
      Map<String, Object> nulls = row.nulls(plan.defaulted());
      if (!nulls.isEmpty()) {
        transaction.update(entity, row.key(), nulls);
      }
    }
  }
}
