package org.portolan.data.internal.auto;

import org.portolan.data.internal.auto.IndexUse.Sums;
import org.portolan.data.internal.auto.IndexUses.Writes;

/** The windows of one index, each of which weighs a tenth less than the next. Used by one task. */
final class UseWindows {
  /** The weight of a window beside that of the next one. */
  static final double AGING = 0.9;

  private double seconds;
  private double reads;
  private double membersRead;
  private double changes;
  private double buckets;
  private double bucketMembers;
  private double conflicts;
  private double lostMillis;
  private double writes;
  private double writeMillis;
  private double concentration = 1;
  private double memberBytes = 30;
  private double membersListed;

  /**
   * Adds a window.
   *
   * @param sums what happened in it
   * @param written all writes of the store in it
   * @param concentrated the probability that two changes are of one value; 0 if it is not known
   * @param listed how many members a look found under the busiest values, on average; 0 for none
   * @param bytes the size of a member; 0 if it is not known
   */
  void add(
      Sums sums,
      Writes written,
      double windowSeconds,
      double concentrated,
      double listed,
      double bytes) {
    seconds = seconds * AGING + windowSeconds;
    reads = reads * AGING + sums.reads();
    membersRead = membersRead * AGING + sums.membersRead();
    changes = changes * AGING + sums.changes();
    buckets = buckets * AGING + sums.buckets();
    bucketMembers = bucketMembers * AGING + sums.bucketMembers();
    conflicts = conflicts * AGING + sums.conflicts();
    lostMillis = lostMillis * AGING + sums.lostNanos() / 1e6;
    writes = writes * AGING + written.count();
    writeMillis = writeMillis * AGING + written.nanos() / 1e6;
    concentration = concentrated > 0 ? concentrated : concentration;
    memberBytes = bytes > 0 ? bytes : memberBytes;
    membersListed = listed > 0 ? listed : membersListed;
  }

  /** Forgets all windows: the layout is another one. */
  void clear() {
    seconds = 0;
    reads = 0;
    membersRead = 0;
    changes = 0;
    buckets = 0;
    bucketMembers = 0;
    conflicts = 0;
    lostMillis = 0;
    writes = 0;
    writeMillis = 0;
  }

  /**
   * Returns the profile.
   *
   * @param readBuckets those of the present layout, of each of which changes read one; 0 if changes
   *     do not read all members of one
   */
  UseProfile profile(int readBuckets) {
    boolean counted = readBuckets > 0 && buckets > 0;
    return new UseProfile(
        ratio(reads, seconds),
        ratio(membersRead, reads),
        ratio(changes, seconds),
        ratio(conflicts, seconds),
        ratio(lostMillis, conflicts),
        counted ? readBuckets * bucketMembers / buckets : Math.max(1, membersListed),
        memberBytes,
        concentration,
        ratio(writes, seconds),
        ratio(writeMillis, writes),
        reads,
        changes,
        conflicts);
  }

  private static double ratio(double sum, double of) {
    return of == 0 ? 0 : sum / of;
  }
}
