package org.portolan.bench.endurance;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ToDoubleFunction;
import org.portolan.bench.endurance.LoadClient.Told;
import org.portolan.data.StoreCheck;
import org.portolan.data.SweepResult;

/** What was seen in a run, each with the seconds since the load began. Thread-safe. */
final class Seen {
  final List<Reading> readings = new CopyOnWriteArrayList<>();
  final List<Swept> sweeps = new CopyOnWriteArrayList<>();
  final List<Answered> answers = new CopyOnWriteArrayList<>();
  final List<Checked> checks = new CopyOnWriteArrayList<>();

  /** What failed and was tried again, in words, as when the store did not answer in time. */
  final List<String> troubles = new CopyOnWriteArrayList<>();

  interface At {
    double at();
  }

  /**
   * What some reads of one kind took.
   *
   * @param millis the median
   * @param trips calls of the engine for each read
   * @param bytes read by each
   */
  record Cost(double millis, double trips, double bytes) {}

  /** One turn of reads, interleaved with each other. */
  record Reading(double at, Cost control, Cost hot, Cost cold) implements At {}

  record Swept(double at, double millis, SweepResult result) implements At {
    /** Whether sessions of others were silent, and left rows to look at. */
    boolean ofDead() {
      return result.rows() > 0;
    }
  }

  record Answered(double at, Told told) implements At {}

  record Checked(String when, double at, double seconds, StoreCheck.Result result) implements At {}

  /** Returns a figure of those of a time, from the first second to the last without it. */
  static <T extends At> double[] figures(
      List<T> all, double from, double to, ToDoubleFunction<T> figure) {
    return all.stream()
        .filter(one -> one.at() >= from && one.at() < to)
        .mapToDouble(figure)
        .toArray();
  }
}
