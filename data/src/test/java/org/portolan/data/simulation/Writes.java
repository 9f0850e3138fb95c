package org.portolan.data.simulation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.portolan.data.Columns;
import org.portolan.data.DuplicateValueException;
import org.portolan.data.EntityRow;
import org.portolan.data.Item;
import org.portolan.data.ItemExistsException;
import org.portolan.data.OutOfBoundsException;
import org.portolan.data.Paging;
import org.portolan.data.ReferenceException;
import org.portolan.data.Store;
import org.portolan.data.StoreTransaction;
import org.portolan.data.WriteConflictException;
import org.portolan.data.history.Model;
import org.portolan.data.history.Operation;
import org.portolan.data.simulation.Application.Target;
import org.portolan.data.simulation.Judge.Attempt;
import org.portolan.data.simulation.Judge.Ending;
import org.portolan.data.simulation.Judge.Step;
import org.portolan.design.CollectionDesign;
import org.portolan.design.Design;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Durability;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.UnavailableException;
import org.portolan.engine.simulated.Scheduler;
import org.portolan.engine.simulated.SimulationFailure;
import org.portolan.types.Tuple;

/** The writes of a process; tells the judge the reads and the changes of each run of their work. */
final class Writes {
  private static final Paging ALL_ITEMS = Paging.first(100);

  private final Scheduler scheduler;
  private final Judge judge;
  private final Design design;
  private final Store store;
  private final String name;
  private final boolean unread;

  /**
   * @param unread whether the store takes every row that is put for new
   */
  Writes(
      Scheduler scheduler, Judge judge, Design design, Store store, String name, boolean unread) {
    this.unread = unread;
    this.scheduler = scheduler;
    this.judge = judge;
    this.design = design;
    this.store = store;
    this.name = name;
  }

  /** Only the code that runs a function can tell whether it is a part of a group. */
  private static boolean isInGroup() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames.anyMatch(
                    frame ->
                        frame.getClassName().endsWith(".GroupWork")
                            || (frame.getClassName().endsWith(".Contender")
                                && frame.getMethodName().equals("runPart"))));
  }

  /** The body of a write: changes some rows. */
  interface Body {
    void run(Rows rows);
  }

  /**
   * One run of the work of a write: one attempt, or one attempt for each row if rows change one by
   * one.
   */
  private final class Run {
    private final Durability durability;
    private final boolean rowByRow;
    private final boolean first;
    private final long begunNanos;
    private final long operationNanos;
    private final Map<RowId, Attempt> attempts = new LinkedHashMap<>();
    private final Attempt whole;

    /** Whether it is a part of a group of writes that are made together. */
    private final boolean grouped = isInGroup();

    /** Whether its own failure was told to the caller. */
    private boolean failed;

    private Optional<SimulationFailure> torn = Optional.empty();

    /** Whether it was told that an item exists that the row as it was read does not have. */
    private boolean toldWrong;

    Run(Durability durability, boolean first, long operationNanos) {
      this.operationNanos = operationNanos;
      this.durability = durability;
      this.first = first;
      this.begunNanos = scheduler.nowNanos();
      this.rowByRow =
          durability == Durability.BUFFERED && store.guarantee() == Store.Guarantee.REPAIRED;
      this.whole = rowByRow ? null : begin();
    }

    private Attempt begin() {
      Attempt attempt = judge.begin(name, durability, scheduler.nowMillis());
      attempt.grouped = grouped;
      return attempt;
    }

    /** Returns the attempt that changes a row. */
    Attempt of(RowId row) {
      return rowByRow ? attempts.computeIfAbsent(row, any -> begin()) : whole;
    }

    /**
     * A transaction of a grid may read two families of a row in a combination that no write left;
     * then it must not be committed.
     */
    void torn(SimulationFailure failure) {
      if (store.guarantee() == Store.Guarantee.REPAIRED || store.local()) {
        throw failure;
      }
      torn = Optional.of(failure);
      scheduler.note("TORN " + failure.getMessage());
      scheduler.log().met("state: transaction read a row of several writes");
    }

    void committing(Map<RowId, Step> steps) {
      if (rowByRow) {
        List<Attempt> before = new ArrayList<>();
        steps.forEach(
            (row, step) -> {
              attempts.get(row).before.addAll(before);
              before.add(attempts.get(row));
              judge.committing(attempts.get(row), Map.of(row, step));
              scheduler.note("attempt " + attempts.get(row).number + " changes " + row);
            });
        // Only the last row is known to change after all others.
        before.subList(0, Math.max(0, before.size() - 1)).forEach(each -> each.before.clear());
      } else {
        judge.committing(whole, steps);
        scheduler.note("attempt " + whole.number + " changes " + whole.steps.keySet());
      }
    }

    /**
     * Ends the run. A run that changes rows one by one may have changed some of them, whatever its
     * outcome.
     */
    void ended(Ending told) {
      if (told == Ending.ACKNOWLEDGED && torn.isPresent()) {
        throw torn.get();
      }
      Ending ending = torn.isPresent() ? Ending.REFUSED : told;
      long changing = attempts.values().stream().filter(each -> !each.steps.isEmpty()).count();
      Ending known = ending == Ending.REFUSED && changing > 1 ? Ending.UNKNOWN : ending;
      List<Attempt> all = rowByRow ? List.copyOf(attempts.values()) : List.of(whole);
      all.forEach(each -> each.failed = failed);
      all.forEach(each -> each.besideOthers = changing > 1);
      all.forEach(each -> judge.ended(each, known, scheduler.nowNanos()));
    }
  }

  /** The reads and writes of one run. */
  final class Rows {
    private final StoreTransaction transaction;
    private final Run run;
    private final Model model = new Model(design);
    private final Map<RowId, RowState> from = new LinkedHashMap<>();
    private final Map<RowId, Target> changed = new LinkedHashMap<>();

    private Rows(StoreTransaction transaction, Run run) {
      this.transaction = transaction;
      this.run = run;
    }

    private RowId learn(Target target) {
      RowId row = RowId.of(target.entity(), target.key());
      if (!from.containsKey(row)) {
        // Transactions of an embedded engine read the state at which they began, and a group reads
        // a row once for all of its members.
        long start = store.local() ? run.begunNanos : scheduler.nowNanos();
        start = run.grouped ? run.operationNanos : start;
        Optional<EntityRow> read =
            transaction.get(target.entity().name(), target.key(), Columns.ALL);
        RowState state =
            judge.saw(target.entity(), target.key(), read, start, run::torn, run.of(row));
        from.put(row, state);
        state.load(model, target.entity(), target.key());
        if ((run.of(row).number + from.size()) % 4 == 0) {
          readItems(target, row, state);
        }
      }
      return row;
    }

    private void readItems(Target target, RowId row, RowState state) {
      Paging items = run.of(row).number % 2 == 0 ? ALL_ITEMS : Paging.last(ALL_ITEMS.limit());
      for (CollectionDesign collection : target.entity().collections()) {
        List<Item> page =
            transaction
                .items(target.entity().name(), target.key(), collection.name(), items)
                .entries();
        judge.entries().listed(run.of(row), row, state, collection.name(), page);
      }
    }

    Optional<Model.ModelRow> row(Target target) {
      learn(target);
      return Optional.ofNullable(model.rows(target.entity().name()).get(target.key()));
    }

    private RowId change(Target target) {
      RowId row = learn(target);
      // Keeps the order in which the rows were last touched.
      changed.remove(row);
      changed.put(row, target);
      return row;
    }

    void put(Target target, Map<String, Object> values) {
      RowId row = change(target);
      Map<String, Object> numbered = new HashMap<>(values);
      numbered.put(SimulatedDesign.LAST, run.of(row).number);
      new Operation.Put(target.entity(), target.key(), numbered).apply(transaction, model);
    }

    /** Inserts a row that does not exist. */
    void insert(Target target, Map<String, Object> values) {
      RowId row = change(target);
      Map<String, Object> numbered = new HashMap<>(values);
      numbered.put(SimulatedDesign.LAST, run.of(row).number);
      new Operation.Insert(target.entity(), target.key(), numbered).apply(transaction, model);
    }

    /**
     * Puts a row that the store takes for new, without reading it. This is only done in the first
     * run of a write, which is not committed if the row is not new. Returns whether the row was
     * put.
     */
    boolean maybePutUnread(Target target, Map<String, Object> values) {
      RowId row = RowId.of(target.entity(), target.key());
      boolean synced = run.durability == Durability.SYNCED;
      boolean admitted = unread && synced && store.guarantee() == Store.Guarantee.REPAIRED;
      if (!admitted || !run.first || from.containsKey(row)) {
        return false;
      }
      from.put(row, RowState.ABSENT);
      put(target, values);
      if (run.of(row).number % 3 == 0) {
        readItems(target, row, RowState.ABSENT);
      }
      return true;
    }

    void update(Target target, Map<String, Object> changes) {
      RowId row = change(target);
      Map<String, Object> numbered = new HashMap<>(changes);
      numbered.put(SimulatedDesign.LAST, run.of(row).number);
      new Operation.Update(target.entity(), target.key(), numbered).apply(transaction, model);
    }

    /**
     * Adds to the pieces of a row, if it exists.
     *
     * @throws OutOfBoundsException if there are too few or too many
     */
    void add(Target target, int delta) {
      Optional<Model.ModelRow> row = row(target);
      Optional<Integer> expected =
          row.map(found -> (Integer) found.values().get(SimulatedDesign.LEFT))
              .map(left -> left + delta)
              .or(() -> row.map(found -> delta));
      boolean fits =
          expected.isEmpty() || (expected.get() >= 0 && expected.get() <= SimulatedDesign.LEFT_MAX);
      OptionalLong sum;
      try {
        sum = transaction.add(target.entity().name(), target.key(), SimulatedDesign.LEFT, delta);
      } catch (OutOfBoundsException e) {
        if (fits) {
          throw new SimulationFailure(target + " refused " + delta + ": " + e.getMessage());
        }
        throw e;
      }
      boolean right =
          fits
              && (expected.isPresent()
                  ? sum.equals(OptionalLong.of(expected.get()))
                  : sum.isEmpty());
      if (!right) {
        throw new SimulationFailure(
            "after adding " + delta + ", " + target + " has " + sum + ", not " + expected);
      }
      if (expected.isPresent()) {
        model.update(target.entity(), target.key(), Map.of(SimulatedDesign.LEFT, expected.get()));
        update(target, Map.of());
      }
    }

    void delete(Target target) {
      if (row(target).isPresent()) {
        change(target);
      }
      new Operation.Delete(target.entity(), target.key()).apply(transaction, model);
    }

    /** Lets a row that nobody judges refer to a host. */
    void tie(int number, Target host) {
      transaction.put(
          SimulatedDesign.TIE,
          Tuple.of(number),
          Map.of(SimulatedDesign.TIED_TO, host.key().get(0)));
    }

    void untie(int number) {
      transaction.delete(SimulatedDesign.TIE, Tuple.of(number));
    }

    void items(Target target, List<Operation> operations) {
      boolean itemsFirst = run.of(learn(target)).number % 3 == 0;
      if (!itemsFirst) {
        update(target, Map.of());
      }
      for (Operation operation : operations) {
        if (operation instanceof Operation.InsertItem insert) {
          insert(insert, run.of(RowId.of(target.entity(), target.key())).number % 2 == 0);
        } else {
          operation.apply(transaction, model);
        }
      }
      if (itemsFirst) {
        update(target, Map.of());
      }
    }

    /**
     * Inserts an item. The row and its items may be read at different moments; then the write must
     * neither be made nor told that the item exists.
     *
     * @param goesOn whether the write goes on without the item if it exists
     */
    private void insert(Operation.InsertItem insert, boolean goesOn) {
      boolean exists = insert.exists(model);
      try {
        insert.insert(transaction);
        scheduler.log().met("operation: item inserted");
        if (exists) {
          run.torn = Optional.of(new SimulationFailure(insert + " was made, but the item exists"));
        }
      } catch (ItemExistsException e) {
        if (!exists) {
          run.toldWrong = true;
          scheduler.log().met("state: item met that its row did not have");
        }
        if (!exists || !goesOn) {
          throw e;
        }
      }
      insert.apply(model);
    }

    private Map<RowId, Step> steps() {
      Map<RowId, Step> steps = new LinkedHashMap<>();
      changed.forEach(
          (row, target) -> {
            RowState to = RowState.of(model, target.entity(), target.key(), run.of(row).number);
            if (to.number() != 0 || from.get(row).number() != 0) {
              steps.put(row, new Step(from.get(row), to));
            }
          });
      return steps;
    }
  }

  private static String answer(RuntimeException failure) {
    return failure instanceof ReferenceException reference
        ? "ReferenceException " + reference.reason()
        : failure.getClass().getSimpleName();
  }

  Ending write(String what, Durability durability, Body body) {
    List<Run> runs = new ArrayList<>();
    Ending ending = Ending.UNKNOWN;
    long operationNanos = scheduler.nowNanos();
    scheduler.note("WRITE " + what);
    try {
      store.write(
          durability,
          transaction -> {
            Run run = new Run(durability, runs.isEmpty(), operationNanos);
            runs.add(run);
            return OldView.of(design, store.design())
                .of(
                    (StoreTransaction seen) -> {
                      Rows rows = new Rows(seen, run);
                      body.run(rows);
                      run.committing(rows.steps());
                      return null;
                    })
                .apply(transaction);
          });
      ending = Ending.ACKNOWLEDGED;
    } catch (WriteConflictException
        | DuplicateValueException
        | ReferenceException
        | UnavailableException
        | CapabilityException e) {
      ending = Ending.REFUSED;
      scheduler.note("REFUSED " + e.getClass().getSimpleName() + ": " + e.getMessage());
      scheduler.log().met("answer: " + answer(e));
    } catch (OutOfBoundsException e) {
      ending = Ending.REFUSED;
      Run last = runs.get(runs.size() - 1);
      last.failed = true;
      scheduler.note("REFUSED " + e.getMessage());
      scheduler.log().met("answer: OutOfBoundsException");
      if (last.grouped) {
        scheduler.log().met("state: write failed as a part of a group");
      }
    } catch (ItemExistsException e) {
      ending = Ending.REFUSED;
      scheduler.note("REFUSED " + e.getMessage());
      scheduler.log().met("answer: ItemExistsException");
      if (runs.get(runs.size() - 1).toldWrong) {
        throw new SimulationFailure("no order of the writes explains: " + e.getMessage());
      }
    } catch (OutcomeUnknownException e) {
      scheduler.note("UNKNOWN " + e.getMessage());
      scheduler.log().met("answer: OutcomeUnknownException");
    } finally {
      for (Run run : runs) {
        run.ended(run == runs.get(runs.size() - 1) ? ending : Ending.REFUSED);
      }
      if (runs.size() > 1) {
        scheduler.log().met("state: write run again after a conflict");
      }
    }
    if (ending == Ending.ACKNOWLEDGED) {
      if (runs.get(runs.size() - 1).grouped) {
        scheduler.log().met("state: write made as a part of a group");
      }
      scheduler.note("ACKNOWLEDGED");
      scheduler.log().met("answer: acknowledged");
    }
    return ending;
  }
}
