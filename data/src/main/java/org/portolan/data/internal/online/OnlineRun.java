package org.portolan.data.internal.online;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.portolan.data.DataException;
import org.portolan.data.EvolveOptions;
import org.portolan.data.StoreMismatchException;
import org.portolan.data.internal.build.Violation;
import org.portolan.data.internal.epoch.Epochs;
import org.portolan.data.internal.epoch.StoreParts;
import org.portolan.data.internal.evolve.EvolutionText;
import org.portolan.data.internal.evolve.StoredDesign;
import org.portolan.data.internal.pace.OperationTimes;
import org.portolan.data.internal.process.Epoch;
import org.portolan.data.internal.process.EpochOverException;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.StoreMeta;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.Design;
import org.portolan.design.DesignWriter;
import org.portolan.design.PortableDesign;
import org.portolan.design.evolve.DesignChange;
import org.portolan.design.evolve.DesignDiff;
import org.portolan.design.evolve.EvolutionState;
import org.portolan.design.evolve.EvolutionState.Step;
import org.portolan.design.evolve.EvolutionState.UnderWay;
import org.portolan.design.evolve.Slots;
import org.portolan.engine.Engine;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One process's part in a change of a store's design while applications go on.
 *
 * <h2>How it works</h2>
 *
 * The state in the store says which step the change has come to. A step is written only once every
 * process works by the step before ({@link Peers#await}), so no two processes are more than one
 * step apart. Then neighbouring steps decide what can go wrong: {@link
 * org.portolan.design.evolve.IndexState}. This is the protocol of F1 (Rae and others, VLDB 2013),
 * but a process that is too late is refused by a condition in the store, not by a clock.
 *
 * <h2>How it fails</h2>
 *
 * Each step can be repeated from its beginning, and is on condition of the state before. So a
 * process that dies leaves a change with which the next one goes on, or which it takes back; until
 * then applications work as the step demands. If two processes do the same at a time, both make the
 * same calls, and one of them is refused at its next step.
 *
 * <p>Used by one thread.
 */
public final class OnlineRun {
  private static final long NONE = -1;
  private static final Logger LOG = LoggerFactory.getLogger(OnlineRun.class);

  private final Engine engine;
  private final Epochs epochs;
  private final DesignFollower follower;
  private final Peers peers;
  private final IndexFill fill;
  private final NewCounterFill newCounters;
  private final CounterShards shards;
  private final OnlineAdditions additions;
  private final OnlineDrops drops;
  private final ShadowTables shadows;
  private final EvolveOptions options;
  private final StoreMeta meta;

  /** The epoch of the step that is being made, or on which the first step is based. */
  private long stepAt = NONE;

  /**
   * @param peers the processes at the store
   * @param times of the operations of this process
   * @param options in the runtime of the store
   */
  public OnlineRun(
      Engine engine,
      Epochs epochs,
      DesignFollower follower,
      Peers peers,
      OperationTimes times,
      EvolveOptions options) {
    this.engine = engine;
    this.epochs = epochs;
    this.follower = follower;
    this.peers = peers;
    FillWork work = new FillWork(engine, times, options);
    this.fill = new IndexFill(work);
    this.newCounters = new NewCounterFill(work);
    this.shards = new CounterShards(engine, options.runtime());
    this.additions = new OnlineAdditions(engine);
    this.drops = new OnlineDrops(engine);
    this.shadows = new ShadowTables(engine);
    this.options = options;
    this.meta = new StoreMeta(engine);
  }

  /** As {@link org.portolan.data.Store#evolve}. */
  public List<String> apply(Design design) {
    return alone(
        () -> {
          List<String> made = change(design, OptionalLong.empty());
          requireMade(made, design);
          follower.know(design);
          return made;
        });
  }

  /**
   * Refuses to say that a change was made which another process or thread has given up: its text
   * may be gone between two steps of this one.
   */
  private void requireMade(List<String> made, Design design) {
    if (made.isEmpty()) {
      return;
    }
    Design there = StoredDesign.of(engine).design();
    Design concrete = PortableDesign.concrete(design, engine.capabilities().items());
    Design target = PortableDesign.withPresentLayouts(concrete, there);
    if (!DesignDiff.withPresentLayouts(there, target).isEmpty()) {
      throw overtaken();
    }
  }

  /**
   * Gives indexes with automatic layouts those that the design names.
   *
   * @param epoch that of the design for which this was decided; if the store has another one,
   *     nothing is changed
   * @throws DataException if it has
   */
  public List<String> move(Design design, long epoch) {
    return alone(() -> change(design, OptionalLong.of(epoch)));
  }

  /** Another process that does the same work may bring the store to a later epoch. */
  private <T> T alone(Supplier<T> steps) {
    try {
      return steps.get();
    } catch (EpochOverException moved) {
      throw overtaken();
    } catch (IllegalArgumentException | IllegalStateException e) {
      if (stepAt == NONE || Epoch.read(meta) <= stepAt) {
        throw e;
      }
      // Tables that this process uses are gone.
      DataException overtaken = overtaken();
      overtaken.addSuppressed(e);
      throw overtaken;
    }
  }

  /**
   * Completes a change that is under way if it only gives automatic indexes other layouts.
   *
   * @return whether there was one
   */
  public boolean completeMove() {
    return alone(
        () -> {
          StoredDesign stored = StoredDesign.of(engine);
          boolean moves =
              stored
                  .onlineChange()
                  .filter(change -> DesignDiff.between(stored.design(), change.target()).isEmpty())
                  .isPresent();
          if (moves) {
            goOn();
          }
          return moves;
        });
  }

  /**
   * @param decidedAt the epoch for which layouts were chosen; empty if the design keeps present
   *     ones
   */
  private List<String> change(Design design, OptionalLong decidedAt) {
    Design concrete = PortableDesign.concrete(design, engine.capabilities().items());
    StoredDesign stored = StoredDesign.of(engine);
    stepAt = stored.epoch();
    boolean moves = decidedAt.isPresent();
    if (moves && decidedAt.getAsLong() != stepAt) {
      throw overtaken();
    }
    Design target = moves ? concrete : PortableDesign.withPresentLayouts(concrete, stored.design());
    Optional<UnderWay> begun = stored.evolution().flatMap(EvolutionState::underWay);
    if (begun.isPresent()) {
      BegunChange change = new BegunChange(engine.uri(), begun.get());
      change.requireSame(target);
      LOG.info(
          "{}: going on with the change of the design, step '{}'",
          engine.uri(),
          begun.get().step().spelling());
      List<String> made = change.differences(stored);
      goOn();
      return made;
    }
    List<DesignChange> changes = DesignDiff.withPresentLayouts(stored.design(), target);
    if (changes.isEmpty()) {
      return List.of();
    }
    EvolutionState first =
        new OnlineStart(engine, options)
            .state(stored, target, changes, () -> peers.await(stored.epoch(), this::waiting));
    replace(stored.evolution(), first);
    goOn();
    return changes.stream().flatMap(change -> change.differences().stream()).toList();
  }

  /**
   * Makes the steps from the one that the store has come to.
   *
   * @throws DataException if two rows have the same value of a unique index that is added; the
   *     change is given up then
   */
  private void goOn() {
    Optional<DataException> refused = Optional.empty();
    while (true) {
      follower.follow();
      EvolutionState state = StoredDesign.of(engine).evolution().orElseThrow();
      // Also if another process has written the state, and died before it did more.
      meta.write(StoreMeta.FORMAT, Integer.toString(StoredDesign.EVOLVED));
      Epoch.write(meta, state.epoch());
      if (state.underWay().isEmpty()) {
        if (refused.isPresent()) {
          throw refused.get();
        }
        return;
      }
      if (epochs.epoch() != state.epoch()) {
        // Another process has brought the store to this step since this one followed.
        continue;
      }
      stepAt = state.epoch();
      UnderWay change = state.underWay().get();
      LOG.info("{}: step '{}' to design '{}'", engine.uri(), spelling(change), target(change));
      switch (change.step()) {
        case PREPARING -> {
          settle(state);
          additions.prepare(state);
          next(state, Step.ANNOUNCED);
        }
        case ANNOUNCED -> {
          shadows.create(schemaAt(state));
          settle(state);
          next(state, Step.DELETING);
        }
        case DELETING -> {
          settle(state);
          next(state, Step.WRITING);
        }
        case WRITING -> {
          settle(state);
          List<Violation> violations = fill(state);
          if (!violations.isEmpty()) {
            refused = Optional.of(new BegunChange(engine.uri(), change).refused(violations));
            LOG.warn("{}: the change is given up: {}", engine.uri(), refused.get().getMessage());
            next(state, Step.WITHDRAWING);
            continue;
          }
          Map<String, Long> remainders = counted(state);
          if (CounterShards.areReadUnwritten(schemaAt(state))) {
            // Before anybody adds to them.
            peers.awaitReaders(this::waiting);
          }
          next(state, Step.SWITCHED, remainders);
        }
        case SWITCHED -> {
          settle(state);
          if (state.drops() || !schemaAt(state).shadows().isEmpty()) {
            peers.awaitReaders(this::waiting);
          }
          next(state, Step.RETIRING);
        }
        case RETIRING -> {
          settle(state);
          Optional<String> before = StoredDesign.text(meta);
          shadows.drop(schemaAt(state), state);
          drops.remove(state, () -> peers.awaitReaders(this::waiting));
          EvolutionState ended = ended(state);
          if (!StoredDesign.replace(
              meta, before, DesignWriter.write(change.target()), state.epoch())) {
            throw overtaken();
          }
          replace(Optional.of(state), ended);
        }
        case WITHDRAWING -> {
          settle(state);
          next(state, Step.WITHDRAWN);
        }
        case WITHDRAWN -> {
          settle(state);
          shadows.drop(schemaAt(state), state);
          additions.remove(state);
          replace(Optional.of(state), ended(state));
        }
        case BEGUN, ALTERING, REMOVING, CANCELLING ->
            throw new StoreMismatchException(
                "the store " + engine.uri() + " is being changed while it is stopped; close it");
      }
    }
  }

  /** Returns the values of unique indexes that two rows have: then the step cannot be made. */
  private List<Violation> fill(EvolutionState state) {
    return epochs.in(
        parts -> {
          require(parts, state);
          List<IndexSchema> shadows = parts.schema().shadows();
          return shadows.isEmpty() ? List.of() : fill.fill(parts, shadows, progressAt(state));
        });
  }

  /** Returns the remainders with which counters that are added are right. */
  private Map<String, Long> counted(EvolutionState state) {
    Map<String, Long> remainders = new HashMap<>(state.remainders());
    epochs.run(
        parts -> {
          require(parts, state);
          remainders.putAll(newCounters.fill(parts, state.remainders(), progressAt(state)));
        });
    return remainders;
  }

  private StepWatch progressAt(EvolutionState state) {
    return new StepWatch(epochs, state.epoch(), options.progress());
  }

  private static String spelling(UnderWay change) {
    return change.step().spelling();
  }

  private static String target(UnderWay change) {
    return change.target().name();
  }

  /** Waits until every process works by a state, this one included. */
  private void settle(EvolutionState state) {
    epochs.awaitRetired(this::waiting);
    peers.await(state.epoch(), this::waiting);
  }

  private void waiting(String whom) {
    LOG.info("{}: waiting for {}", engine.uri(), whom);
  }

  /** Refuses parts of another step: this process may have followed the store since. */
  private static void require(StoreParts parts, EvolutionState state) {
    if (parts.epoch() != state.epoch()) {
      throw EpochOverException.moved(state.epoch(), parts.epoch());
    }
  }

  private StoreSchema schemaAt(EvolutionState state) {
    return epochs.in(
        parts -> {
          require(parts, state);
          return parts.schema();
        });
  }

  /** Returns the state after the last step, by which shards of the other design are not read. */
  private EvolutionState ended(EvolutionState state) {
    StoreSchema schema = schemaAt(state);
    return state
        .ended(additions.slotsAtEnd(state, schema))
        .with(OnlineDrops.remaining(state, shards.end(schema, state.remainders())));
  }

  private void next(EvolutionState state, Step step) {
    next(state, step, state.remainders());
  }

  private void next(EvolutionState state, Step step, Map<String, Long> remainders) {
    boolean switches = state.adds() && step == Step.SWITCHED;
    Slots slots = switches ? state.nextSlots(StoredDesign.of(engine).textDesign()) : state.slots();
    replace(Optional.of(state), state.at(step, slots).with(remainders));
  }

  private void replace(Optional<EvolutionState> before, EvolutionState after) {
    if (!EvolutionText.replace(meta, before, after)) {
      throw overtaken();
    }
  }

  private DataException overtaken() {
    return EvolutionText.overtaken(engine.uri());
  }

  /**
   * As {@link org.portolan.data.Store#cancelEvolution}.
   *
   * @throws StoreMismatchException if the new design is in force already
   */
  public boolean cancel() {
    return alone(this::withdraw);
  }

  private boolean withdraw() {
    StoredDesign stored = StoredDesign.of(engine);
    Optional<EvolutionState> state = stored.evolution();
    Optional<UnderWay> begun = state.flatMap(EvolutionState::underWay);
    if (begun.isEmpty()) {
      return false;
    }
    Step step = begun.get().step();
    new BegunChange(engine.uri(), begun.get()).requireRevocable();
    if (step != Step.WITHDRAWING && step != Step.WITHDRAWN) {
      follower.follow();
      settle(state.get());
      if (step == Step.PREPARING) {
        // Nobody knows yet what is added.
        additions.completePreparing(state.get());
        additions.remove(state.get());
        replace(state, ended(state.get()));
      } else {
        next(state.get(), step == Step.WRITING ? Step.WITHDRAWING : Step.WITHDRAWN);
      }
    }
    goOn();
    return true;
  }
}
