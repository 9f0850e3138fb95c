package org.portolan.data.internal.health;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.portolan.data.StoreRuntime;
import org.portolan.data.StoreRuntime.Signal;

/**
 * Asks whether the engine answers, and waits no longer than a caller wants.
 *
 * <p>An engine bounds its calls by its own timeout, which may be longer than a readiness endpoint
 * may take. So a separate thread makes the read, and a caller waits for it. There is one such
 * thread at most: while an engine does not answer, later callers wait for the same read. So an
 * endpoint that is called every second does not pile up threads or reads on an engine that hangs.
 * Thread-safe.
 */
public final class EngineProbe {
  private static final String THREAD = "portolan-health";

  private final StoreRuntime runtime;
  private final Runnable read;
  private Read current;

  /**
   * @param read reads one row; throws if the engine does not answer
   */
  public EngineProbe(StoreRuntime runtime, Runnable read) {
    this.runtime = runtime;
    this.read = read;
  }

  /**
   * The answer to a caller.
   *
   * @param time how long the read took; if there is no answer, since when it is under way
   * @param fault why the engine cannot be used; empty if it answered
   */
  public record Answer(Duration time, Optional<String> fault) {}

  /** A read that several callers may wait for. */
  private static final class Read {
    final long beginNanos;
    final List<Signal> waiting = new ArrayList<>();
    Answer answer;

    Read(long beginNanos) {
      this.beginNanos = beginNanos;
    }
  }

  /** Asks the engine; an interrupted caller gets no answer, and stays interrupted. */
  public Answer ask(Duration patience) {
    Signal signal = runtime.newSignal();
    Read mine;
    boolean begins;
    synchronized (this) {
      begins = current == null;
      if (begins) {
        current = new Read(runtime.monotonicNanos());
      }
      mine = current;
      mine.waiting.add(signal);
    }
    if (begins) {
      start(mine);
    }
    String missing = "the engine has not answered a read of one row for ";
    try {
      signal.await(patience);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      missing = "this thread was interrupted while it waited for a read of one row for ";
    }
    synchronized (this) {
      mine.waiting.remove(signal);
      if (mine.answer != null) {
        return mine.answer;
      }
    }
    Duration since = since(mine);
    return new Answer(
        since,
        Optional.of(missing + since.toMillis() + " ms; see whether its servers run and answer"));
  }

  private void start(Read mine) {
    try {
      runtime.start(THREAD, () -> end(mine, fault()));
    } catch (RuntimeException | OutOfMemoryError e) {
      end(mine, Optional.of("a thread that reads one row could not be started: " + e));
    }
  }

  /** Reads, and returns why it failed. */
  private Optional<String> fault() {
    try {
      read.run();
      return Optional.empty();
    } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
      return Optional.of(
          "a read of one row failed: " + (e.getMessage() == null ? e.toString() : e.getMessage()));
    }
  }

  private synchronized void end(Read mine, Optional<String> fault) {
    mine.answer = new Answer(since(mine), fault);
    current = null;
    mine.waiting.forEach(Signal::give);
  }

  private Duration since(Read read) {
    return Duration.ofNanos(runtime.monotonicNanos() - read.beginNanos);
  }
}
