package org.portolan.data.internal.observe;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.portolan.data.Store;
import org.portolan.data.StoreConflict;
import org.portolan.data.StoreListener;
import org.portolan.data.StoreOperation;
import org.portolan.data.StoreOptions;
import org.portolan.data.StoreRuntime;
import org.portolan.data.internal.background.Reports;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The listeners of a store, and its log of slow operations. Nothing that a listener throws gets
 * out: an operation that has succeeded must not fail because nobody could count it, and one that
 * has failed must tell its own failure. Thread-safe.
 */
public final class Listeners {
  private static final Logger LOG = LoggerFactory.getLogger(Listeners.class);
  private static final Duration FAILURES_EVERY = Duration.ofMinutes(1);

  private final List<StoreListener> all;
  private final SlowLog slowLog;
  private final LogBudget failures;
  private final AtomicBoolean closed = new AtomicBoolean();
  private final Consumer<Throwable> report = this::failed;

  public Listeners(StoreOptions options) {
    this(options, LOG::warn);
  }

  /**
   * @param slowLines gets the lines of slow operations
   */
  Listeners(StoreOptions options, Consumer<String> slowLines) {
    StoreRuntime runtime = options.runtime();
    this.all = options.listeners();
    this.slowLog = new SlowLog(options.slow(), runtime, slowLines);
    this.failures = new LogBudget(runtime, 1, FAILURES_EVERY);
  }

  /** Returns whether anything is told or logged. */
  public boolean isEmpty() {
    return all.isEmpty() && !slowLog.isOn();
  }

  void opened(Store store) {
    tell(listener -> listener.opened(store));
  }

  /**
   * Tells of an operation.
   *
   * @param ended makes the event; the operation must not fail if it cannot be made, for want of
   *     memory for example
   */
  void finished(Supplier<StoreOperation> ended) {
    safely(
        () -> {
          StoreOperation operation = ended.get();
          tell(listener -> listener.finished(operation));
          slowLog.finished(operation);
        });
  }

  /** Tells of a row at which a write conflicted. */
  public void conflicted(StoreConflict conflict) {
    tell(listener -> listener.conflicted(conflict));
  }

  void closed() {
    if (!closed.getAndSet(true)) {
      tell(StoreListener::closed);
    }
  }

  private void tell(Consumer<StoreListener> event) {
    for (StoreListener listener : all) {
      safely(() -> event.accept(listener));
    }
  }

  private void safely(Runnable work) {
    try {
      work.run();
    } catch (Throwable failure) {
      Reports.report(report, failure);
    }
  }

  private void failed(Throwable failure) {
    OptionalLong leftOut = failures.take();
    if (leftOut.isPresent()) {
      LOG.warn(
          "a listener failed, and {} times before since the last such line; the operation is not"
              + " harmed, and the listener is called again",
          leftOut.getAsLong(),
          failure);
    }
  }
}
