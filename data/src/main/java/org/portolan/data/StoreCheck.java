package org.portolan.data;

import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * The check of a store: it compares rows with everything derived from them, in both directions. It
 * streams: it holds one page of rows at a time, and the index objects in which these rows should be
 * listed. Writers may go on meanwhile: a counter is compared with a count of the same moment, or
 * reported as undecided if writers leave no such moment. On an {@code ATOMIC} store, a counter
 * outside the transactions, and any counter on an engine without snapshot reads, is looked at
 * several times, with the guard time in between; while many processes write, the finding and the
 * repair of such a counter may still be slightly wrong.
 */
public interface StoreCheck {

  /**
   * The options of a check.
   *
   * @param repair whether to repair the faults found
   * @param resume whether to continue at the place where an interrupted check of this store stopped
   * @param guard the wait before an entry that looks wrong is read again, in a transaction, and
   *     counted if it is still wrong: at the first look it may belong to a write in flight; at most
   *     {@link #GUARD_MAX}
   * @param reportsMax the largest number of findings reported one by one; all are counted
   */
  record Options(boolean repair, boolean resume, Duration guard, int reportsMax) {
    /** The longest guard time. */
    public static final Duration GUARD_MAX = Duration.ofDays(1);

    public static final Options REPORT = new Options(false, false, Duration.ofMillis(500), 1_000);
    public static final Options REPAIR = new Options(true, false, Duration.ofMillis(500), 1_000);

    /**
     * @throws IllegalArgumentException if the guard is negative or above its limit, or if {@code
     *     reportsMax} is negative
     */
    public Options {
      if (guard.isNegative() || guard.compareTo(GUARD_MAX) > 0) {
        throw new IllegalArgumentException(
            "the guard of a check must be from "
                + Duration.ZERO
                + " to "
                + GUARD_MAX
                + ", not "
                + guard);
      }
      if (reportsMax < 0) {
        throw new IllegalArgumentException(
            "the reportsMax of a check must be from 0 to "
                + Integer.MAX_VALUE
                + ", not "
                + reportsMax);
      }
    }
  }

  /** The kind of a fault. */
  enum Kind {
    /**
     * An index, or the list of the rows that refer to a row, lacks a row that it should list, or
     * the value of a counter is too low.
     */
    MISSING,
    /**
     * An index, or the list of the rows that refer to a row, has an entry without a matching row; a
     * row refers to a row that is not there; or the value of a counter is too high.
     */
    DANGLING,
    /**
     * Nothing is known about a counter: writers changed it at every look, or another check
     * corrected it meanwhile and it still looks wrong.
     */
    UNDECIDED,
    /**
     * A write of the row was committed, but its derived changes cannot be made; or the row was
     * written by a clock so far ahead that no further write of it is accepted.
     */
    UNFINISHED
  }

  /**
   * One fault found.
   *
   * @param name the index or counter, or the table of an unfinished row
   * @param detail the entry, the difference of the counter, or the row
   * @param repaired whether the fault was repaired
   */
  record Finding(Kind kind, String name, String detail, boolean repaired) {
    @Override
    public String toString() {
      return kind.name().toLowerCase(Locale.ROOT)
          + " "
          + name
          + " "
          + detail
          + (repaired ? " repaired" : "");
    }
  }

  /**
   * The totals of a check.
   *
   * @param rows rows read
   * @param entries index entries looked up or read
   * @param missing the missing entries, plus the amounts by which counters are too low
   * @param dangling the dangling entries, plus the amounts by which counters are too high
   * @param repaired the number of repaired faults of both kinds
   * @param undecided counters about which nothing is known, and rows that cannot be finished
   */
  record Result(
      long rows, long entries, long missing, long dangling, long repaired, long undecided) {
    /**
     * Returns the summary that a script can read: without {@code repaired}, and with {@code
     * undecided} only if it is not 0.
     */
    public String summary() {
      return "rows="
          + rows
          + " entries="
          + entries
          + " missing="
          + missing
          + " dangling="
          + dangling
          + (undecided == 0 ? "" : " undecided=" + undecided);
    }

    /** Returns whether no fault is left. */
    public boolean isClean() {
      return missing + dangling == repaired && undecided == 0;
    }
  }

  /**
   * Runs the check.
   *
   * @param findings receives the faults as they are found
   * @param progress receives the number of rows and entries looked at so far, from time to time
   */
  Result run(Consumer<Finding> findings, Consumer<Long> progress);
}
