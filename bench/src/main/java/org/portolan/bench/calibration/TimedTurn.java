package org.portolan.bench.calibration;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** One turn of a read, a write or an operation that takes turns with others. */
public final class TimedTurn {
  private static final int EXECUTIONS_MIN = 5;

  private TimedTurn() {}

  /**
   * Executes something for some time, at least five times, and returns the median of the times of
   * the executions, in milliseconds: a pause of a server or of Java is not what a unit of work
   * costs.
   *
   * @param turnMillis the time for all executions, with what they need beforehand
   * @param prepared returns the next execution; its own time does not count
   */
  public static double median(int turnMillis, Supplier<Runnable> prepared) {
    long end = System.nanoTime() + turnMillis * 1_000_000L;
    List<Long> nanos = new ArrayList<>();
    long after;
    do {
      Runnable execution = prepared.get();
      long before = System.nanoTime();
      execution.run();
      after = System.nanoTime();
      nanos.add(after - before);
    } while (after < end || nanos.size() < EXECUTIONS_MIN);
    long[] sorted = nanos.stream().mapToLong(Long::longValue).sorted().toArray();
    return sorted[sorted.length / 2] / 1e6;
  }
}
