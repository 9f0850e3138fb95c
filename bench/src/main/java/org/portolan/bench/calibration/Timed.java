package org.portolan.bench.calibration;

import java.util.ArrayList;
import java.util.List;

/** A read, a write or an operation that takes turns with others. Used by one thread. */
public interface Timed {
  /** The least number of executions in a turn. */
  int EXECUTIONS_MIN = 5;

  String name();

  /** Makes what the next execution needs, whose time does not count, and returns the execution. */
  Runnable next();

  /**
   * Executes it for some time, at least {@value #EXECUTIONS_MIN} times, and returns the median of
   * the times of the executions, in milliseconds: a pause of a server or of Java is not what a unit
   * of work costs.
   *
   * @param turnMillis the time for all executions, with what they need
   */
  default double turn(int turnMillis) {
    long end = System.nanoTime() + turnMillis * 1_000_000L;
    List<Long> nanos = new ArrayList<>();
    long after;
    do {
      Runnable execution = next();
      long before = System.nanoTime();
      execution.run();
      after = System.nanoTime();
      nanos.add(after - before);
    } while (after < end || nanos.size() < EXECUTIONS_MIN);
    long[] sorted = nanos.stream().mapToLong(Long::longValue).sorted().toArray();
    return sorted[sorted.length / 2] / 1e6;
  }
}
