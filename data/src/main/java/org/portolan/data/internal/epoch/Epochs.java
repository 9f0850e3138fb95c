package org.portolan.data.internal.epoch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.portolan.data.StoreRuntime;
import org.portolan.data.internal.background.Waits;

/**
 * The parts of an open store that are in force, and those of epochs before by which operations are
 * still under way. An operation uses the parts that were in force when it began until it ends; one
 * that a thread begins within another uses the parts of the outer one, so that it sees the same
 * indexes. Parts that no operation uses any more are closed by {@link #closeRetired}.
 *
 * <p>Thread-safe.
 */
public final class Epochs implements AutoCloseable {
  private static final Duration LOOK = Duration.ofMillis(5);

  private final StoreRuntime runtime;
  private final Lock changing;
  private final List<Held> retired = new ArrayList<>();

  /** In a thread that runs an operation, its parts; of this store alone, for stores are nested. */
  @SuppressWarnings("ThreadLocalUsage")
  private final ThreadLocal<StoreParts> inside = new ThreadLocal<>();

  private volatile Held current;

  /** Parts, and the number of operations that use them. */
  private static final class Held {
    private static final int ENDED = Integer.MIN_VALUE;

    final StoreParts parts;
    final long epoch;
    private final AtomicInteger operations = new AtomicInteger();

    Held(StoreParts parts, long epoch) {
      this.parts = parts;
      this.epoch = epoch;
    }

    /** Returns false if the parts have ended. */
    boolean begin() {
      while (true) {
        int now = operations.get();
        if (now < 0) {
          return false;
        }
        if (operations.compareAndSet(now, now + 1)) {
          return true;
        }
      }
    }

    void end() {
      operations.decrementAndGet();
    }

    /** Keeps operations from beginning, if none is under way. */
    boolean endIfIdle() {
      return operations.compareAndSet(0, ENDED);
    }
  }

  public Epochs(StoreRuntime runtime, StoreParts first, long epoch) {
    this.runtime = runtime;
    this.changing = runtime.newLock();
    this.current = new Held(first, epoch);
  }

  /** Returns the epoch in force in this process. */
  public long epoch() {
    return current.epoch;
  }

  /** Returns the parts in force, for what does not read or write the store. */
  public StoreParts now() {
    return current.parts;
  }

  /** Runs an operation. */
  public <T> T in(Function<StoreParts, T> operation) {
    StoreParts outer = inside.get();
    if (outer != null) {
      return operation.apply(outer);
    }
    Held held = begin();
    inside.set(held.parts);
    try {
      return operation.apply(held.parts);
    } finally {
      inside.remove();
      held.end();
    }
  }

  /** Runs an operation without a result. */
  public void run(Consumer<StoreParts> operation) {
    Object unused =
        in(
            parts -> {
              operation.accept(parts);
              return null;
            });
  }

  /** Returns whether the calling thread runs an operation. */
  public boolean isInside() {
    return inside.get() != null;
  }

  private Held begin() {
    while (true) {
      Held held = current;
      if (held.begin()) {
        return held;
      }
      // Ended in between, so others are in force.
    }
  }

  /**
   * Brings the parts of a later epoch into force: operations that begin from now on use them. Does
   * nothing if these parts or later ones are in force.
   *
   * @param parts makes the parts
   */
  public void advance(long epoch, Function<StoreParts, StoreParts> parts) {
    changing.lock();
    try {
      if (epoch <= current.epoch) {
        return;
      }
      Held before = current;
      current = new Held(parts.apply(before.parts), epoch);
      retired.add(before);
    } finally {
      changing.unlock();
    }
  }

  /**
   * Closes the parts of earlier epochs that no operation uses any more.
   *
   * @return whether none are left
   */
  public boolean closeRetired() {
    List<Held> ended = new ArrayList<>();
    boolean none;
    changing.lock();
    try {
      retired.removeIf(held -> held.endIfIdle() && ended.add(held));
      none = retired.isEmpty();
    } finally {
      changing.unlock();
    }
    ended.forEach(held -> held.parts.close());
    return none;
  }

  /**
   * Waits until no operation uses the parts of an earlier epoch.
   *
   * @param waiting is told each second, for people
   */
  public void awaitRetired(Consumer<String> waiting) {
    int looks = 0;
    while (!closeRetired()) {
      if (++looks % 200 == 0) {
        waiting.accept("operations of this process that have begun before");
      }
      Waits.pause(runtime, LOOK, () -> "the wait for operations under way was interrupted");
    }
  }

  /** Closes all parts, also those in use. */
  @Override
  public void close() {
    List<Held> all;
    changing.lock();
    try {
      all = new ArrayList<>(retired);
      retired.clear();
      all.add(current);
    } finally {
      changing.unlock();
    }
    RuntimeException failure = null;
    for (Held held : all) {
      try {
        held.parts.close();
      } catch (RuntimeException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
