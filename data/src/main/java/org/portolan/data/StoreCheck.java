package org.portolan.data;

import java.time.Duration;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * The check of a store: both directions between rows and everything derived from them. Streams;
 * holds one page of rows at a time, and the index objects in which these rows should be listed.
 * Writers may go on meanwhile: a counter is compared with a count of the same moment, or reported
 * as undecided if writers leave no such moment; on an {@code ATOMIC} store one outside the
 * transactions is looked at several times, the guard apart, and may still be told a little wrong
 * while many write.
 */
public interface StoreCheck {

  /**
   * How to check.
   *
   * @param repair whether to put right what is wrong
   * @param resume whether to go on where an interrupted check of this store stopped
   * @param guard what looks wrong is looked at again after this long, in a transaction, before it
   *     counts: until then it may belong to a write in flight
   * @param reportsMax the most findings that are reported one by one; all are counted
   */
  record Options(boolean repair, boolean resume, Duration guard, int reportsMax) {
    public static final Options REPORT = new Options(false, false, Duration.ofMillis(500), 1_000);
    public static final Options REPAIR = new Options(true, false, Duration.ofMillis(500), 1_000);
  }

  /** What is wrong with what a finding names. */
  enum Kind {
    /** A row is not listed where it should be, or a counter counts too few. */
    MISSING,
    /** Something is listed that no row stands for, or a counter counts too many. */
    DANGLING,
    /** A counter that writers changed at every look, so nothing is known about it. */
    UNDECIDED,
    /**
     * A write of the row was committed, and what follows from it cannot be made; or the row was
     * written by a clock so far ahead that no further write of it is taken.
     */
    UNFINISHED
  }

  /**
   * One thing found wrong.
   *
   * @param name the index or counter, or the table of an unfinished row
   * @param detail the entry, the difference of the counter, or the row
   * @param repaired whether it was put right
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
   * What was found in all.
   *
   * @param rows rows read
   * @param entries index entries looked up or read
   * @param missing entries missing, and by how much counters count too few
   * @param dangling entries dangling, and by how much counters count too many
   * @param repaired how many of both were put right
   * @param undecided counters of which nothing is known, and rows that cannot be finished
   */
  record Result(
      long rows, long entries, long missing, long dangling, long repaired, long undecided) {
    /**
     * Returns the summary that a script can read, what was repaired aside, and what is undecided
     * only if there is anything.
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

    /** Whether nothing wrong is left. */
    public boolean isClean() {
      return missing + dangling == repaired && undecided == 0;
    }
  }

  /**
   * Runs the check.
   *
   * @param findings told of each thing found wrong, as it is found
   * @param progress told the number of rows and entries looked at so far, from time to time
   */
  Result run(Consumer<Finding> findings, Consumer<Long> progress);
}
