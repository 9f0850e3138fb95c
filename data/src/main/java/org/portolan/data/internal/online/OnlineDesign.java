package org.portolan.data.internal.online;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.portolan.data.DataException;
import org.portolan.data.EvolveOptions;
import org.portolan.data.StoreRuntime;
import org.portolan.data.internal.auto.AutoTask;
import org.portolan.data.internal.background.Waits;
import org.portolan.data.internal.epoch.AutoStoreOfEpochs;
import org.portolan.data.internal.epoch.EpochReader;
import org.portolan.data.internal.epoch.Epochs;
import org.portolan.data.internal.epoch.StoreParts;
import org.portolan.data.internal.evolve.StoredDesign;
import org.portolan.data.internal.pace.OperationTimes;
import org.portolan.data.internal.process.Epoch;
import org.portolan.data.internal.process.EpochOverException;
import org.portolan.data.internal.process.Guard;
import org.portolan.data.internal.schema.StoreMeta;
import org.portolan.design.Design;
import org.portolan.engine.Engine;

/**
 * The design of an open store, which may change: runs each operation by the design that is in force
 * when it begins, and changes the design. Thread-safe.
 */
public final class OnlineDesign
    implements EpochReader.Operations, AutoStoreOfEpochs.Moving, AutoCloseable {
  /** A process that is fenced this often in a row has another fault. */
  private static final int ATTEMPTS_MAX = 20;

  private static final Duration TURN_LOOK = Duration.ofMillis(20);

  private final Engine engine;
  private final StoreRuntime runtime;
  private final Epochs epochs;
  private final DesignFollower follower;
  private final Optional<DesignWatch> watch;
  private final OperationTimes times = new OperationTimes();
  private volatile Optional<AutoTask> task = Optional.empty();
  private final AtomicBoolean changing = new AtomicBoolean();
  private volatile boolean closing;

  /**
   * @param shared whether other processes can have the store open
   * @param maker makes the parts of the store for a design
   * @param known what the application knows of the design, as {@code maker} looks it up
   * @param first the design that the store has
   */
  public OnlineDesign(
      Engine engine,
      StoreRuntime runtime,
      boolean shared,
      Function<StoredDesign, StoreParts> maker,
      KnownDesign known,
      StoredDesign first) {
    this.engine = engine;
    this.runtime = runtime;
    this.epochs = new Epochs(runtime, maker.apply(first));
    this.follower = new DesignFollower(engine, runtime, epochs, maker, known);
    this.watch =
        shared
            ? Optional.of(
                new DesignWatch(new StoreMeta(engine), runtime, epochs, follower, this::stayAlive))
            : Optional.empty();
    watch.ifPresent(looking -> epochs.beforeEach(looking::requireLooked));
  }

  /** Tells other processes that this one is alive, also by what ends at an earlier epoch. */
  private void stayAlive() {
    for (StoreParts parts : epochs.all()) {
      if (!parts.guard().map(Guard::renew).orElse(true) && parts == epochs.now()) {
        follower.renew(parts);
      }
    }
  }

  /** Returns the parts in force, for what neither reads nor writes the store. */
  public StoreParts now() {
    return epochs.now();
  }

  /**
   * Runs an operation. It runs again if this process was held up for so long that it missed a
   * change of the design: others have fenced it then, so it cannot have committed anything.
   */
  public <T> T in(Function<StoreParts, T> operation) {
    for (int attempt = 1; ; attempt++) {
      try {
        return attempt(operation);
      } catch (EpochOverException over) {
        if (epochs.isInside() || attempt == ATTEMPTS_MAX) {
          throw over;
        }
      }
    }
  }

  /** As {@link #in}; a change of the design that is under way gives way to it. */
  @Override
  public <T> T read(Function<StoreParts, T> operation) {
    return timed(operation, times::read);
  }

  /** As {@link #read}, of a write. */
  public <T> T write(Function<StoreParts, T> operation) {
    return timed(operation, times::written);
  }

  private <T> T timed(Function<StoreParts, T> operation, LongConsumer ended) {
    if (!times.areHeard() || epochs.isInside()) {
      return in(operation);
    }
    long begun = runtime.monotonicNanos();
    try {
      return in(operation);
    } finally {
      ended.accept(runtime.monotonicNanos() - begun);
    }
  }

  /**
   * Runs an operation that cannot be repeated, since it tells what it does.
   *
   * @throws DataException if this process has missed a change of the design meanwhile
   */
  public <T> T once(Function<StoreParts, T> operation) {
    try {
      return attempt(operation);
    } catch (EpochOverException over) {
      if (epochs.isInside()) {
        throw over;
      }
      throw new DataException(
          "the design of "
              + engine.uri()
              + " has changed while this operation was under way; run it again",
          over);
    }
  }

  private <T> T attempt(Function<StoreParts, T> operation) {
    StoreParts[] used = new StoreParts[1];
    try {
      return epochs.in(
          parts -> {
            used[0] = parts;
            return operation.apply(parts);
          });
    } catch (EpochOverException over) {
      if (!epochs.isInside()) {
        follower.renew(used[0]);
      }
      throw over;
    } catch (IllegalArgumentException | IllegalStateException e) {
      // Tables that the operation uses may be gone, or rows may name tables that it does not know.
      if (used[0] == null || epochs.isInside() || !isOver(used[0])) {
        throw e;
      }
      EpochOverException over = EpochOverException.moved(used[0].epoch(), stored());
      over.addSuppressed(e);
      follower.renew(used[0]);
      throw over;
    }
  }

  /**
   * Returns whether the store may have gone on without these parts, as it does without a fenced
   * process: at the next step already, tables may be gone that only fenced processes use. Or
   * another thread has noticed that, and has closed these parts.
   */
  private boolean isOver(StoreParts parts) {
    return watch.isPresent() && (epochs.now() != parts || stored() > parts.epoch());
  }

  private long stored() {
    return Epoch.read(new StoreMeta(engine));
  }

  /** Returns the operations, each of which runs by the design in force. */
  public Epochs epochs() {
    return epochs;
  }

  /** As {@link org.portolan.data.Store#evolve}. */
  public List<String> evolve(Design design, EvolveOptions options) {
    if (epochs.isInside()) {
      throw new IllegalStateException(
          "a design cannot be changed within a write or another operation of its store");
    }
    return alone(() -> run(options).apply(design));
  }

  /** One thread of this process changes the design at a time; others wait. Any may cancel it. */
  private <T> T alone(Supplier<T> change) {
    while (!changing.compareAndSet(false, true)) {
      Waits.pause(
          runtime,
          TURN_LOOK,
          () -> "the wait for another change of the design was interrupted; nothing was changed");
    }
    try {
      return change.get();
    } finally {
      changing.set(false);
    }
  }

  @Override
  public boolean isChanging() {
    return changing.get();
  }

  /**
   * Gives indexes with automatic layouts those that a design names. Ends early if the store is
   * closed; then the move is completed by {@link #completeMove} once it is opened again.
   */
  @Override
  public List<String> move(Design design, long epoch) {
    return alone(() -> run(untilClosed()).move(design, epoch));
  }

  /** Completes a move that is under way, if there is one; a change of somebody else is left. */
  @Override
  public void completeMove() {
    if (!epochs.now().schema().shadows().isEmpty()) {
      boolean unused = alone(() -> run(untilClosed()).completeMove());
    }
  }

  private EvolveOptions untilClosed() {
    return EvolveOptions.DEFAULT.telling(
        (step, done) -> {
          if (closing) {
            throw new DataException("the store is closed; its indexes move on when it is opened");
          }
        });
  }

  /** Has a task run as long as the store is open. */
  public void whileOpen(AutoTask newTask) {
    task = Optional.of(newTask);
  }

  /** As {@link org.portolan.data.Store#cancelEvolution}. */
  public boolean cancel(EvolveOptions options) {
    return run(options).cancel();
  }

  private OnlineRun run(EvolveOptions options) {
    Peers peers =
        engine.capabilities().local()
            ? Peers.NONE
            : new SharedPeers(engine, epochs, runtime, options.patience());
    return new OnlineRun(engine, epochs, follower, peers, times, options.in(runtime));
  }

  @Override
  public void close() {
    closing = true;
    task.ifPresent(AutoTask::close);
    watch.ifPresent(DesignWatch::close);
    epochs.close();
  }
}
