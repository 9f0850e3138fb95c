package org.portolan.bench.load;

/** Each worker's next operation is meant to start a think time after its last has ended. */
record ClosedSchedule(long thinkNanos, long endNanos) implements Schedule {
  @Override
  public long next(long freeSince) {
    long start = freeSince + thinkNanos;
    return start < endNanos ? start : END;
  }
}
