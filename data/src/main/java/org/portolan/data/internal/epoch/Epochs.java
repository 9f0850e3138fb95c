package org.portolan.data.internal.epoch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
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

  /** Guarded by the lock, as is the end. */
  private final List<Held> retired = new ArrayList<>();

  private boolean closed;

  /** In a thread that runs an operation, its parts; of this store alone, for stores are nested. */
  @SuppressWarnings("ThreadLocalUsage")
  private final ThreadLocal<StoreParts> inside = new ThreadLocal<>();

  private volatile Held current;

  private volatile Runnable look = () -> {};

  /** Why no operation may begin; null if they may. */
  private volatile RuntimeException refusal;

  /** Parts, and the number of operations that use them. */
  private static final class Held {
    private static final int ENDED = Integer.MIN_VALUE;

    final StoreParts parts;
    private final AtomicInteger operations = new AtomicInteger();

    Held(StoreParts parts) {
      this.parts = parts;
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

  public Epochs(StoreRuntime runtime, StoreParts first) {
    this.runtime = runtime;
    this.changing = runtime.newLock();
    this.current = new Held(first);
  }

  /**
   * Has something run before each operation that is within no other.
   *
   * @param newLook throws if the operation must not begin
   */
  public void beforeEach(Runnable newLook) {
    look = newLook;
  }

  /** Returns the epoch in force in this process. */
  public long epoch() {
    return current.parts.epoch();
  }

  /** Returns the parts in force, for what does not read or write the store. */
  public StoreParts now() {
    return current.parts;
  }

  /** Returns the parts in force, and those by which operations are still under way. */
  public List<StoreParts> all() {
    changing.lock();
    try {
      List<StoreParts> all = new ArrayList<>(List.of(current.parts));
      retired.forEach(held -> all.add(held.parts));
      return all;
    } finally {
      changing.unlock();
    }
  }

  /** Runs an operation. */
  public <T> T in(Function<StoreParts, T> operation) {
    StoreParts outer = inside.get();
    if (outer != null) {
      return operation.apply(outer);
    }
    look.run();
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
      if (refusal != null) {
        throw refusal;
      }
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
  public void advance(long epoch, Supplier<StoreParts> parts) {
    replace(before -> epoch > before.epoch(), parts);
  }

  /**
   * Brings other parts of the same epoch into force. Does nothing if others are in force already.
   *
   * @param ended those that cannot be used any more
   */
  public void renew(StoreParts ended, Supplier<StoreParts> parts) {
    replace(before -> before == ended, parts);
  }

  private void replace(Predicate<StoreParts> condition, Supplier<StoreParts> parts) {
    changing.lock();
    try {
      if (closed || !condition.test(current.parts)) {
        return;
      }
      Held before = current;
      current = new Held(parts.get());
      retired.add(before);
    } finally {
      changing.unlock();
    }
  }

  /** Lets no further operation begin. Operations under way go on. */
  public void refuse(RuntimeException reason) {
    refusal = reason;
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
      closed = true;
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
