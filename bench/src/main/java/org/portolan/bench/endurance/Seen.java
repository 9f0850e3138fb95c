package org.portolan.bench.endurance;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.api.Spelled;
import org.portolan.bench.endurance.LoadClient.Told;
import org.portolan.bench.system.ClientProcesses;
import org.portolan.data.StoreCheck;
import org.portolan.data.SweepResult;

/** The observations of a run, each with the seconds since the load began. Thread-safe. */
final class Seen {
  final List<Reading> readings = new CopyOnWriteArrayList<>();
  final List<Swept> sweeps = new CopyOnWriteArrayList<>();
  final List<Answered> answers = new CopyOnWriteArrayList<>();
  final List<Checked> checks = new CopyOnWriteArrayList<>();

  /** Failures that did not end the run, for example that the store did not answer in time. */
  final Messages troubles = new Messages();

  /** Operations of clients that failed; only the first few of each client. */
  final Messages failures = new Messages();

  private volatile Optional<BenchmarkFailedException> broken = Optional.empty();

  /** Notes that there is no load any more, or less than was asked for. */
  void broken(String why, Throwable cause) {
    broken = Optional.of(new BenchmarkFailedException(why, cause));
  }

  /**
   * Checks that the load is what was asked for.
   *
   * @throws BenchmarkFailedException if it is not
   */
  void requireLoad() {
    broken.ifPresent(
        failure -> {
          throw failure;
        });
  }

  /**
   * Returns a listener that records failures of clients, and that the load is broken.
   *
   * @param told receives the reports of clients, in their threads
   */
  ClientProcesses.Listener hearing(Consumer<Told> told) {
    return new ClientProcesses.Listener() {
      @Override
      public void line(String line) {
        if (line.startsWith(LoadClient.FAILURE)) {
          failures.add(line.substring(LoadClient.FAILURE.length()));
        } else {
          told.accept(Told.parse(line));
        }
      }

      @Override
      public void trouble(String message) {
        troubles.add(message);
      }

      @Override
      public void broken(String why, RuntimeException cause) {
        Seen.this.broken(why, cause);
      }
    };
  }

  /** The number of some messages, and the first {@value #KEPT_MAX} of them. Thread-safe. */
  static final class Messages {
    private static final int KEPT_MAX = 20;
    private final List<String> first = new ArrayList<>();
    private long count;

    synchronized void add(String message) {
      count++;
      if (first.size() < KEPT_MAX) {
        first.add(message);
      }
    }

    synchronized long count() {
      return count;
    }

    synchronized List<String> first() {
      return List.copyOf(first);
    }
  }

  interface At {
    double at();
  }

  /**
   * The cost of some reads of one kind.
   *
   * @param millis the median
   * @param trips calls to the engine for each read
   * @param bytes read by each read
   */
  record Cost(double millis, double trips, double bytes) {}

  /** The kinds of reads: of a row, for comparison, and of counters. */
  enum Kind implements Spelled {
    CONTROL,
    HOT,
    COLD
  }

  /** One turn of reads of every kind, interleaved with each other. */
  record Reading(double at, Map<Kind, Cost> costs) implements At {
    Cost cost(Kind kind) {
      return costs.get(kind);
    }

    /** Returns the time of a kind of reads, divided by the time to read a row. */
    double byControl(Kind kind) {
      return cost(kind).millis() / cost(Kind.CONTROL).millis();
    }
  }

  record Swept(double at, double millis, SweepResult result) implements At {
    /** Returns whether the sweep looked at rows of silent sessions. */
    boolean ofDead() {
      return result.rows() > 0;
    }
  }

  record Answered(double at, Told told) implements At {}

  record Checked(String when, double at, double seconds, StoreCheck.Result result) implements At {}

  /**
   * Returns a figure of the observations from second {@code from} to second {@code to}, exclusive.
   */
  static <T extends At> double[] figures(
      List<T> all, double from, double to, ToDoubleFunction<T> figure) {
    return all.stream()
        .filter(one -> one.at() >= from && one.at() < to)
        .mapToDouble(figure)
        .toArray();
  }
}
