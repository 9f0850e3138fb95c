package org.portolan.bench.load;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.data.ConflictStatistics;
import org.portolan.engine.ServerMetrics;

/**
 * What is done to a store: a mix of operations drawn at random from a seed. One object serves all
 * workers of a run, and several runs after one another.
 *
 * <p>Closing it closes what it opened. All methods but {@link #worker} are called by one thread at
 * a time, and none of them while workers perform, except {@link #conflicts}.
 */
public interface Workload extends AutoCloseable {

  /** Returns the name on the command line, for example {@code ycsb-a}. */
  String name();

  /**
   * Returns everything that decides what is done, defaults resolved: name and value as a person
   * writes them, in the order in which they are shown. It goes into the manifest of a run.
   */
  Map<String, String> configuration();

  /**
   * Returns the kinds of operations, for example {@code read}, {@code update}. An {@link Outcome}
   * names one by its place in this list, which does not change and holds each name once.
   */
  List<String> operations();

  /**
   * Fills the store where it is not filled yet; does nothing where it is, or where there is nothing
   * to fill. Interrupted, it can be called again.
   *
   * @throws RuntimeException if the store cannot be filled, or holds something else
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

  /** Returns whether the store's own work is done in this process, as by an embedded engine. */
  default boolean inProcess() {
    return false;
  }

  /**
   * Returns what became of the store's transactions so far, where that is counted: what is tried
   * again inside one operation shows only there. Thread-safe.
   */
  default Optional<ConflictStatistics> conflicts() {
    return Optional.empty();
  }

  /**
   * Returns what the store's servers count of their work; empty where that cannot be known from
   * here.
   */
  default Optional<ServerMetrics> serverMetrics() {
    return Optional.empty();
  }

  /**
   * Looks, after a run, whether the store holds what it acknowledged; empty if this workload keeps
   * no account of that.
   */
  default Optional<Verification> verifyAtEnd() {
    return Optional.empty();
  }

  @Override
  default void close() {}
}
