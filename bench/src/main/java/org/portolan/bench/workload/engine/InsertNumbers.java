package org.portolan.bench.workload.engine;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The numbers of records that are inserted while others are read, after YCSB's acknowledged
 * counter: a record can be read once the inserts of this and of all lower numbers have ended. If an
 * insert failed, its record may be absent. Thread-safe.
 */
final class InsertNumbers {
  /** The number of inserts that may end while one with a lower number is still under way. */
  private static final int WINDOW = 1 << 22;

  private final AtomicLong next;
  private final boolean[] endedAhead = new boolean[WINDOW];
  private volatile long ended;
  private long failedFirst = Long.MAX_VALUE;

  /**
   * @param present the number of records before the first insert
   */
  InsertNumbers(long present) {
    this.ended = present;
    this.next = new AtomicLong(present);
  }

  /** Returns the number of a record to insert. */
  long next() {
    return next.getAndIncrement();
  }

  /**
   * Notes that the insert of a record has ended.
   *
   * @param acknowledged false if it was refused or its outcome is unknown
   */
  synchronized void end(long number, boolean acknowledged) {
    if (number - ended >= WINDOW) {
      throw new IllegalStateException(
          "insert " + ended + " has not ended although " + WINDOW + " others have");
    }
    if (!acknowledged) {
      failedFirst = Math.min(failedFirst, number);
    }
    endedAhead[(int) (number % WINDOW)] = true;
    long reached = ended;
    while (endedAhead[(int) (reached % WINDOW)]) {
      endedAhead[(int) (reached % WINDOW)] = false;
      reached++;
    }
    ended = reached;
  }

  /** Returns the number below which all inserts have ended. */
  long ended() {
    return ended;
  }

  /** Returns the number below which all inserts were acknowledged. */
  synchronized long acknowledged() {
    return Math.min(ended, failedFirst);
  }
}
