package org.portolan.data.internal.pace;

/**
 * How many operations took how long. Reads are apart from writes, since one kind may be ten times
 * as slow as the other, and would hide it. Immutable.
 */
final class Times {
  static final Times NONE = new Times(new long[0], new long[0]);

  /** The number of buckets for each power of two: a time is known to an eighth. */
  private static final int PARTS = 8;

  private static final int PARTS_BITS = 3;
  static final int BUCKETS = PARTS * (Long.SIZE - PARTS_BITS);

  /** Of fewer operations of a kind, nothing is concluded. */
  private static final long OPERATIONS_MIN = 20;

  /**
   * How many times as long as usual the 99th percentile may be. What is heard crosses this bound
   * now and then before the job gives way, so it lies below two.
   */
  private static final double USUAL_MAX = 1.5;

  private static final long ONE_OF = 100;

  private final long[] reads;
  private final long[] writes;

  /** The arrays are not copied. */
  Times(long[] reads, long[] writes) {
    this.reads = reads;
    this.writes = writes;
  }

  /** Returns the bucket of a time; the first ones have one nanosecond each. */
  static int bucket(long nanos) {
    long time = Math.max(0, nanos);
    if (time < PARTS) {
      return (int) time;
    }
    int power = Long.SIZE - 1 - Long.numberOfLeadingZeros(time);
    int part = (int) (time >> (power - PARTS_BITS)) & (PARTS - 1);
    return PARTS * (power - PARTS_BITS + 1) + part;
  }

  /** Returns the least time of a bucket, in nanoseconds. */
  private static double least(int bucket) {
    if (bucket < PARTS) {
      return bucket;
    }
    int power = bucket / PARTS + PARTS_BITS - 1;
    return Math.scalb(1.0 + (double) (bucket % PARTS) / PARTS, power);
  }

  long count() {
    return sum(reads) + sum(writes);
  }

  Times plus(Times others) {
    return new Times(sum(reads, others.reads), sum(writes, others.writes));
  }

  private static long[] sum(long[] left, long[] right) {
    if (left.length == 0) {
      return right;
    }
    long[] sum = left.clone();
    for (int bucket = 0; bucket < right.length; bucket++) {
      sum[bucket] += right[bucket];
    }
    return sum;
  }

  private static long sum(long[] counts) {
    long sum = 0;
    for (long count : counts) {
      sum += count;
    }
    return sum;
  }

  /**
   * Returns whether more operations of a kind than one in a hundred took much longer than 99 of a
   * hundred usually do.
   */
  boolean areLonger(Times usual) {
    return areLonger(reads, usual.reads) || areLonger(writes, usual.writes);
  }

  private static boolean areLonger(long[] heard, long[] usual) {
    long all = sum(heard);
    if (all < OPERATIONS_MIN || sum(usual) < OPERATIONS_MIN) {
      return false;
    }
    double limit = USUAL_MAX * percentile99(usual);
    long longer = 0;
    for (int bucket = heard.length - 1; bucket >= 0 && least(bucket) >= limit; bucket--) {
      longer += heard[bucket];
    }
    return longer > Math.max(1, all / ONE_OF);
  }

  /** Returns the end of the bucket in which 99 of a hundred are reached. */
  private static double percentile99(long[] counts) {
    long above = sum(counts) / ONE_OF;
    int bucket = counts.length - 1;
    for (long seen = 0; bucket > 0; bucket--) {
      seen += counts[bucket];
      if (seen > above) {
        break;
      }
    }
    return least(bucket + 1);
  }
}
