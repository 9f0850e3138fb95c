package org.portolan.data.internal.repaired;

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
import java.util.function.Consumer;
import org.portolan.data.Trace;
import org.portolan.data.internal.repaired.commit.RowChange;
import org.portolan.data.internal.repaired.read.NewRows;
import org.portolan.data.internal.repaired.read.Overlay;
import org.portolan.data.internal.repaired.recovery.Cleaner;
import org.portolan.data.internal.repaired.state.FollowUp;
import org.portolan.data.internal.repaired.state.RowStore;
import org.portolan.data.internal.repaired.state.TableCodecs.TableCodec;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.data.internal.session.Ticket;
import org.portolan.data.internal.write.DerivedChanges;
import org.portolan.data.internal.write.WriteTarget;
import org.portolan.engine.Change;
import org.portolan.engine.ConflictException;
import org.portolan.engine.EngineException;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.Reader;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.types.Tuple;

/**
 * Gathers the changes of one write, row by row, and lays them over its reads. The state of a row is
 * read with its columns, before any item of its collections. The follow-ups in its outbox are laid
 * over the reads too, so that the write sees everything that was committed at that state. The write
 * commits on condition that the state has not changed since. Used by one thread.
 */
final class RowTransaction implements WriteTarget, Reader {
  private final RowStore store;
  private final Cleaner cleaner;
  private final Ticket ticket;
  private final Trace trace;
  private final Consumer<RowKey> locked;
  private final NewRows.Guesses guesses;
  private final boolean mayLeaveParts;
  private final Overlay overlay;
  private final Map<RowKey, WriteState> states = new HashMap<>();
  private final LinkedHashMap<RowKey, RowChange> changes = new LinkedHashMap<>();
  private final Set<RowKey> alone = new HashSet<>();

  /**
   * @param ticket registers rows while they are read: most rows whose state is needed are written
   *     afterwards
   * @param locked receives a row that was read with the intent of another write. If that write is
   *     already decided, the row as read is outdated, and this write must run again
   * @param guesses decides which rows that are put are taken for new, unread
   * @param mayLeaveParts whether the rows are committed one by one
   */
  RowTransaction(
      RowStore store,
      Cleaner cleaner,
      Ticket ticket,
      Trace trace,
      Consumer<RowKey> locked,
      NewRows.Guesses guesses,
      boolean mayLeaveParts) {
    this.mayLeaveParts = mayLeaveParts;
    this.store = store;
    this.cleaner = cleaner;
    this.ticket = ticket;
    this.trace = trace;
    this.locked = locked;
    this.guesses = guesses;
    this.overlay =
        new Overlay(store.engine(), store.codecs(), store.engine().capabilities().keyOrder());
  }

  @Override
  public Reader reader() {
    return this;
  }

  @Override
  public void change(RowKey owner, Mutation mutation) {
    touched(owner).add(mutation);
    for (Change change : mutation.changes()) {
      overlay.put(FollowUp.of(mutation.table(), mutation.key(), change, 0), true);
    }
  }

  @Override
  public void alone(RowKey owner) {
    alone.add(owner);
  }

  @Override
  public boolean isTakenForNew(RowKey owner, boolean inserted) {
    if (states.containsKey(owner) || !guesses.admits(owner, inserted)) {
      return false;
    }
    prepare(owner);
    states.put(owner, WriteState.NONE);
    guesses.made(owner, inserted);
    return true;
  }

  /** Every write of an item writes the state of its row. */
  @Override
  public boolean isNew(RowKey owner) {
    WriteState state = states.get(owner);
    return state != null && !state.exists();
  }

  @Override
  public boolean mayLeaveParts() {
    return mayLeaveParts;
  }

  /**
   * Makes sure that rows taken for new are new, before the caller sees any later read: otherwise it
   * could see items that the row had before beside its own put.
   */
  private void requireNew(List<RowKey> guessed, List<WriteState> found) {
    if (found.stream().anyMatch(WriteState::exists)) {
      throw new ConflictException(Set.copyOf(guessed));
    }
    guesses.confirmed(guessed);
  }

  /**
   * Registers a row. A row that changes alone is registered later, and only if it has follow-ups.
   *
   * @throws org.portolan.engine.CapabilityException if the engine admits no row of this key: once
   *     registered, it could never be read, and its session never be ended
   */
  private void prepare(RowKey row) {
    if (!alone.contains(row)) {
      Change any = new Change.DeleteFamily(StoreSchema.WRITE_FAMILY);
      store.engine().requireWritable(List.of(Mutation.of(row.table(), row.key(), any)));
      ticket.prepare(row);
    }
  }

  @Override
  public DerivedChanges derived(RowKey owner) {
    return touched(owner).derived();
  }

  /** Moves the row to the end: rows are kept in the order in which they were last touched. */
  private RowChange touched(RowKey owner) {
    RowChange change = changes.remove(owner);
    if (change == null) {
      change = new RowChange(owner);
    }
    changes.put(owner, change);
    return change;
  }

  /**
   * Returns the changes of the write, those of unique values and guards first; the row that it
   * touched last is at the end.
   */
  List<RowChange> changes() {
    return changes.values().stream()
        .filter(change -> !change.isEmpty())
        .sorted(Comparator.comparing(change -> !store.schema().isGuard(change.row().table())))
        .toList();
  }

  /**
   * Returns the states of the changed rows as they were first read; reads those not yet read. See
   * {@link NewRows} for those that stay taken for new.
   */
  Map<RowKey, WriteState> states() {
    List<RowKey> rows = changes().stream().map(RowChange::row).toList();
    if (rows.size() > 1) {
      confirm(guesses.unconfirmedPuts());
    }
    learn(rows);
    return states;
  }

  /**
   * Turns a failure into a conflict if a row has changed since its state was first read: no order
   * of the writes may explain the failure.
   */
  void requireOneMoment(RuntimeException failure) {
    List<RowKey> rows = List.copyOf(states.keySet());
    List<WriteState> now = store.states(rows, trace);
    Set<RowKey> moved = new HashSet<>();
    for (int position = 0; position < rows.size(); position++) {
      if (!now.get(position).isAt(states.get(rows.get(position)))) {
        moved.add(rows.get(position));
      }
    }
    if (!moved.isEmpty()) {
      ConflictException conflict = new ConflictException(moved);
      conflict.addSuppressed(failure);
      throw conflict;
    }
  }

  /** Turns a failure into a conflict if a row taken for new is not new. */
  void requireGuessesRight(RuntimeException failure) {
    try {
      confirm(guesses.unconfirmed());
    } catch (EngineException e) {
      e.addSuppressed(failure);
      throw e;
    }
  }

  private void confirm(List<RowKey> guessed) {
    if (!guessed.isEmpty()) {
      requireNew(guessed, store.states(guessed, trace));
    }
  }

  private void learn(List<RowKey> rows) {
    Set<RowKey> unknown = new LinkedHashSet<>(rows);
    unknown.removeAll(states.keySet());
    List<RowKey> asked = List.copyOf(unknown);
    asked.forEach(this::prepare);
    List<WriteState> found = store.states(asked, trace);
    for (int position = 0; position < asked.size(); position++) {
      learned(asked.get(position), found.get(position));
    }
  }

  private void learned(RowKey row, WriteState state) {
    if (states.putIfAbsent(row, state) != null) {
      return;
    }
    if (state.intent().isPresent()) {
      locked.accept(row);
    }
    if (state.outbox().isPresent() && !cleaner.knowsApplied(row, state)) {
      store.outbox(state).followUps().forEach(followUp -> overlay.put(followUp, false));
    }
  }

  @Override
  public List<Row> get(List<Get> gets) {
    List<RowKey> guessed = guesses.unconfirmed();
    List<RowKey> before = new ArrayList<>();
    List<Get> withStates = new ArrayList<>(gets.size());
    for (Get get : gets) {
      ownerToLearn(get).ifPresent(before::add);
    }
    learn(before);
    for (Get get : gets) {
      if (isStateWanted(get)) {
        prepare(get.rowKey());
        withStates.add(withState(get));
      } else {
        withStates.add(get);
      }
    }
    guessed.forEach(row -> withStates.add(Get.of(row.table(), row.key(), WriteState.READ)));
    // The states come with the rows, and their outboxes are laid over the rows.
    List<Row> all = store.engine().get(overlay.widened(withStates));
    requireNew(guessed, all.subList(gets.size(), all.size()).stream().map(WriteState::of).toList());
    List<Row> stored = all.subList(0, gets.size());
    for (int position = 0; position < gets.size(); position++) {
      if (isStateWanted(gets.get(position))) {
        learned(gets.get(position).rowKey(), WriteState.of(stored.get(position)));
      }
    }
    return overlay.over(gets, stored);
  }

  @Override
  public boolean validatesReads() {
    return false;
  }

  @Override
  public Reader anew() {
    return new Anew();
  }

  /**
   * Reads rows of entities once more. A row that has changed since its state was first read is a
   * conflict; one that another write has locked is looked after as at any read.
   */
  private final class Anew implements Reader {
    @Override
    public List<Row> get(List<Get> gets) {
      List<Row> rows = store.engine().get(gets.stream().map(RowTransaction::withState).toList());
      for (int position = 0; position < gets.size(); position++) {
        RowKey row = gets.get(position).rowKey();
        WriteState now = WriteState.of(rows.get(position));
        WriteState before = states.get(row);
        if (before == null) {
          learned(row, now);
        } else if (!now.isAt(before)) {
          throw new ConflictException(Set.of(row));
        } else if (now.intent().isPresent()) {
          locked.accept(row);
        }
      }
      return overlay.over(gets, rows);
    }

    @Override
    public ScanPage scan(Scan scan) {
      return RowTransaction.this.scan(scan);
    }
  }

  private static Get withState(Get get) {
    List<FamilyRead> families = new ArrayList<>(get.families());
    families.add(WriteState.READ);
    return new Get(get.table(), get.key(), families);
  }

  private boolean isStateWanted(Get get) {
    return store.codecs().find(get.table()).flatMap(TableCodec::entity).isPresent()
        && !states.containsKey(get.rowKey());
  }

  /** Returns the row whose state must be known before items are read. */
  private Optional<RowKey> ownerToLearn(Get get) {
    Optional<TableCodec> table = store.codecs().find(get.table());
    if (table.isEmpty()) {
      return Optional.empty();
    }
    if (table.get().owner().isPresent()) {
      return Optional.of(owner(table.get(), get.key()));
    }
    boolean items =
        get.families().stream().anyMatch(read -> table.get().collections().contains(read.family()));
    return items && !store.itemsTogether() ? Optional.of(get.rowKey()) : Optional.empty();
  }

  private static RowKey owner(TableCodec table, Tuple leading) {
    var entity = table.owner().orElseThrow();
    return new RowKey(entity.table(), leading.slice(0, entity.keyMapping().rowKeyColumns().size()));
  }

  @Override
  public ScanPage scan(Scan scan) {
    confirm(guesses.unconfirmed());
    learnOwner(scan);
    return overlay.scan(scan);
  }

  @Override
  public void scanAll(List<Scan> scans, Consumer<ScanPage> receiver) {
    confirm(guesses.unconfirmed());
    scans.forEach(this::learnOwner);
    overlay.scanAll(scans, receiver);
  }

  /** If a scan reads the items of one row, learns what that row's writes have changed. */
  private void learnOwner(Scan scan) {
    Optional<TableCodec> table = store.codecs().find(scan.table());
    if (table.isPresent() && table.get().owner().isPresent()) {
      int columns = table.get().owner().get().keyMapping().rowKeyColumns().size();
      if (scan.range().from().size() >= columns) {
        learn(List.of(owner(table.get(), scan.range().from())));
      }
    }
  }
}
