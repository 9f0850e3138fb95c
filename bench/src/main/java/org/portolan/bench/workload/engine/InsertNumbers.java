package org.portolan.bench.workload.engine;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The numbers of records that are inserted while others are read, after YCSB's acknowledged
 * counter: a record counts as present once the inserts of this and of all lower numbers have ended.
 * Thread-safe.
 */
final class InsertNumbers {
  /** The number of inserts that may end while one with a lower number is still under way. */
  private static final int WINDOW = 1 << 22;

  private final AtomicLong next;
  private final boolean[] ended = new boolean[WINDOW];
  private volatile long present;

  InsertNumbers(long present) {
    this.present = present;
    this.next = new AtomicLong(present);
  }

  /** Returns the number of a record to insert. */
  long next() {
    return next.getAndIncrement();
  }

  /** Notes that the insert of a record has ended, whatever its outcome. */
  synchronized void ended(long number) {
    if (number - present >= WINDOW) {
      throw new IllegalStateException(
          "insert " + present + " has not ended although " + WINDOW + " others have");
    }
    ended[(int) (number % WINDOW)] = true;
    long reached = present;
    while (ended[(int) (reached % WINDOW)]) {
      ended[(int) (reached % WINDOW)] = false;
      reached++;
    }
    present = reached;
  }

  /** Returns the number of present records; they have all lower numbers. */
  long present() {
    return present;
  }
}
