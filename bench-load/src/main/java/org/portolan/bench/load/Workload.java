package org.portolan.bench.load;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.data.ConflictStatistics;
import org.portolan.engine.ServerMetrics;

/**
 * A mix of operations on a store, drawn at random from a seed. One object serves all workers of a
 * run, and several runs one after another.
 *
 * <p>Closing a workload closes the resources that it opened. All methods but {@link #worker} are
 * called by one thread at a time, and only {@link #conflicts} is called while workers perform.
 */
public interface Workload extends AutoCloseable {

  /** Returns the name on the command line, for example {@code ycsb-a}. */
  String name();

  /**
   * Returns all settings that determine the operations, defaults resolved: name and value as a
   * person writes them, in the order in which they are shown. They go into the manifest of a run.
   */
  Map<String, String> configuration();

  /**
   * Returns the kinds of operations, for example {@code read}, {@code update}. An {@link Outcome}
   * names one by its place in this list, which does not change and holds each name once. If its
   * runs can be saved, a name consists of ASCII characters without spaces and commas, and is not
   * {@code ALL}.
   */
  List<String> operations();

  /**
   * Fills the store if it is not filled yet. Does nothing if it is, or if the workload needs no
   * data. After an interruption it can be called again.
   *
   * @throws RuntimeException if the store cannot be filled, or holds other data
   */
  default void prepare(Progress progress) {}

  /**
   * Returns a new worker.
   *
   * @param number 0 for the first worker of a run, then rising
   * @param seed of this run; together with {@code number} it decides the worker's sequence of
   *     operations
   */
  Worker worker(int number, long seed);

  /** Returns whether the store does its work in this process, like an embedded engine. */
  default boolean inProcess() {
    return false;
  }

  /**
   * Returns the statistics of the store's transactions so far, if they are counted: only they show
   * the retries inside an operation. Thread-safe.
   */
  default Optional<ConflictStatistics> conflicts() {
    return Optional.empty();
  }

  /** Returns the counters of the store's servers; empty if this client cannot read them. */
  default Optional<ServerMetrics> serverMetrics() {
    return Optional.empty();
  }

  /**
   * Checks, after a run, whether the store holds the writes that it acknowledged; empty if this
   * workload does not keep track of them.
   */
  default Optional<Verification> verifyAtEnd() {
    return Optional.empty();
  }

  @Override
  default void close() {}
}
