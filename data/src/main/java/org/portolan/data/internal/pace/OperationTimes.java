package org.portolan.data.internal.pace;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts how long the operations of a store take, while a job listens. Thread-safe. An operation
 * that nobody listens to pays one read of a field.
 */
public final class OperationTimes {
  private final AtomicLongArray reads = new AtomicLongArray(Times.BUCKETS);
  private final AtomicLongArray writes = new AtomicLongArray(Times.BUCKETS);
  private volatile boolean heard;

  /** Begins to count; what was counted before is forgotten. */
  public void listen() {
    Times unused = take();
    heard = true;
  }

  /** Ends counting. */
  public void stop() {
    heard = false;
  }

  /** Returns whether operations must be told. */
  public boolean areHeard() {
    return heard;
  }

  public void read(long nanos) {
    reads.incrementAndGet(Times.bucket(nanos));
  }

  public void written(long nanos) {
    writes.incrementAndGet(Times.bucket(nanos));
  }

  /** Returns the operations that have ended since the last call. */
  Times take() {
    return new Times(take(reads), take(writes));
  }

  private static long[] take(AtomicLongArray counts) {
    long[] taken = new long[Times.BUCKETS];
    for (int bucket = 0; bucket < taken.length; bucket++) {
      taken[bucket] = counts.getAndSet(bucket, 0);
    }
    return taken;
  }
}
