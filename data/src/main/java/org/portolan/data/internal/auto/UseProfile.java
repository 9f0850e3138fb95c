package org.portolan.data.internal.auto;

import java.util.Locale;
import org.portolan.design.index.IndexProfile;

/**
 * What was seen of an index in the last windows, of which later ones count more.
 *
 * @param reads pages in a second
 * @param membersOfPage the members that a page returned, on average
 * @param changes changed entries in a second, those of failed attempts included
 * @param conflicts attempts in a second that failed at this index
 * @param attemptMillis the time of such an attempt, on average; 0 if there was none
 * @param members under one value, on average over the changes
 * @param memberBytes the size of a member, on average
 * @param concentration the probability that two changes are of one value
 * @param writes committed writes of the store in a second
 * @param writeMillis the time of such a write, on average; 0 if there was none
 * @param seenReads the pages from which all this follows
 * @param seenChanges the changes from which it follows
 * @param seenConflicts the conflicts from which it follows
 */
record UseProfile(
    double reads,
    double membersOfPage,
    double changes,
    double conflicts,
    double attemptMillis,
    double members,
    double memberBytes,
    double concentration,
    double writes,
    double writeMillis,
    double seenReads,
    double seenChanges,
    double seenConflicts) {
  /** As much as a merge leaves on average: half of the log from which a bucket is merged. */
  private static final double UNMERGED = 32;

  IndexProfile content() {
    return new IndexProfile(Math.max(1, members), memberBytes, Math.min(members, UNMERGED));
  }

  /** Returns the changed entries in a second without those of failed attempts. */
  double committed() {
    return Math.max(0, changes - conflicts);
  }

  /** Returns the share of the attempts that failed. */
  double conflictShare() {
    return changes == 0 ? 0 : Math.min(1, conflicts / changes);
  }

  /** Returns what counts for a decision, for people. */
  String text() {
    return String.format(
        Locale.ROOT,
        "%,.1f reads/s, %,.1f changes/s, %.1f %% of them conflict, %,.0f members of %,.0f bytes"
            + " under a value",
        reads,
        changes,
        100 * conflictShare(),
        members,
        memberBytes);
  }
}
