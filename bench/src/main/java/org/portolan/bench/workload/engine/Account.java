package org.portolan.bench.workload.engine;

import java.util.Arrays;
import java.util.Optional;

/**
 * The writes of this run to each record, to distinguish a stale read from a right one. Writers of
 * one record do not wait for each other, so overlapping writes may be applied in any order. But
 * once none of them is under way and one was acknowledged, the record must come from one of them;
 * if a read finds an older write, an acknowledged write was lost. A write whose outcome is unknown
 * may be applied at any later time, so its record is not judged any more. Thread-safe; 15 bytes a
 * record, for at most {@value #RECORDS_MAX} records: versions of other records are not judged.
 *
 * <p>Versions can be judged only while no other process writes to the table. An account knows the
 * writes of one run. It takes every version of an earlier run for older than all of them, so if
 * that run still writes, a right version is reported as wrong. It does not judge versions of a
 * later run, so a lost write may stay unnoticed.
 */
final class Account {
  static final int RECORDS_MAX = 20_000_000;
  private static final int LOCKS = 1 << 10;

  private final long run;
  private final int records;
  private final Object[] locks = new Object[LOCKS];

  /** The number of writes begun on each record. Writes are numbered from 1; 0 is the filling. */
  private final int[] begun;

  /** The number of writes under way, or -1 if the record is not judged any more. */
  private final short[] underWay;

  /** The first of the overlapping writes, while any is under way. */
  private final int[] overlapFirst;

  /** Whether one of the overlapping writes has been acknowledged. */
  private final boolean[] acknowledged;

  /** The oldest write that a read may find. */
  private final int[] oldest;

  /**
   * @param run the number of the run
   * @param records the largest number of records; those beyond {@link #RECORDS_MAX} are left out
   */
  Account(long run, long records) {
    this.run = run;
    this.records = (int) Math.min(RECORDS_MAX, records);
    this.begun = new int[this.records];
    this.underWay = new short[this.records];
    this.overlapFirst = new int[this.records];
    this.acknowledged = new boolean[this.records];
    this.oldest = new int[this.records];
    Arrays.setAll(locks, number -> new Object());
  }

  long run() {
    return run;
  }

  /** Returns the number of records that are judged. */
  int records() {
    return records;
  }

  private Object lock(long record) {
    return locks[(int) record & (LOCKS - 1)];
  }

  /**
   * Begins a write of a record, which {@link #ended} must end, and returns the version to write.
   */
  Version begin(long record) {
    if (record >= records) {
      return new Version(run, 0);
    }
    int number = (int) record;
    synchronized (lock(record)) {
      begun[number]++;
      if (underWay[number] == 0) {
        overlapFirst[number] = begun[number];
        acknowledged[number] = false;
      }
      if (underWay[number] >= 0) {
        underWay[number]++;
      }
      return new Version(run, begun[number]);
    }
  }

  /** The ends of a write. */
  enum End {
    ACKNOWLEDGED,
    /** The write was certainly not made. */
    REFUSED,
    UNKNOWN
  }

  void ended(long record, End end) {
    if (record >= records) {
      return;
    }
    int number = (int) record;
    synchronized (lock(record)) {
      if (underWay[number] < 0) {
        return;
      }
      if (end == End.UNKNOWN) {
        underWay[number] = -1;
        return;
      }
      acknowledged[number] |= end == End.ACKNOWLEDGED;
      underWay[number]--;
      if (underWay[number] == 0 && acknowledged[number]) {
        oldest[number] = overlapFirst[number];
      }
    }
  }

  /** Returns the oldest write that a read begun now may find, 0 for any. */
  int oldest(long record) {
    if (record >= records) {
      return 0;
    }
    synchronized (lock(record)) {
      return underWay[(int) record] < 0 ? 0 : oldest[(int) record];
    }
  }

  /** Returns whether a record may be absent, because the outcome of a write is unknown. */
  boolean mayBeAbsent(long record) {
    if (record >= records) {
      return false;
    }
    synchronized (lock(record)) {
      return underWay[(int) record] < 0;
    }
  }

  /** Returns whether this run has begun a write of a record. */
  boolean touched(long record) {
    synchronized (lock(record)) {
      return begun[(int) record] > 0;
    }
  }

  /**
   * Returns the error in a version that a read found, if any.
   *
   * @param oldest the result of {@link #oldest} before the read
   */
  Optional<Flaw> judge(long record, Version found, int oldest) {
    if (record >= records) {
      return Optional.empty();
    }
    if (found.run() < run && oldest > 0) {
      return Optional.of(
          new Flaw(
              "is of the earlier run "
                  + found.run()
                  + ", "
                  + older(oldest)
                  + " (if several processes write at the same time, take --check content)",
              true));
    }
    if (found.run() != run) {
      // An earlier run wrote the record, and no later write is certain; or another process, whose
      // run began later, has written it since.
      return Optional.empty();
    }
    if (found.number() < oldest) {
      return Optional.of(new Flaw("is of write " + found.number() + ", " + older(oldest), true));
    }
    synchronized (lock(record)) {
      return found.number() > begun[(int) record]
          ? Optional.of(Flaw.wrong("is of write " + found.number() + ", which was never started"))
          : Optional.empty();
    }
  }

  private static String older(int oldest) {
    return "but write " + oldest + " or a later one was acknowledged before";
  }
}
