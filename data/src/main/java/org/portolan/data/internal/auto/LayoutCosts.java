package org.portolan.data.internal.auto;

import org.portolan.design.cost.EngineCosts;
import org.portolan.design.cost.Work;
import org.portolan.design.index.IndexCost;
import org.portolan.design.index.IndexLayout;
import org.portolan.design.index.OrderedTree;
import org.portolan.design.index.Representation;

/**
 * What an index costs under a layout, in milliseconds of clients for each second: by the bytes and
 * rows of {@link IndexLayout#cost} and the measured costs of the engine. Conflicts cost what they
 * make do again.
 */
record LayoutCosts(EngineCosts costs) {
  /** A log is merged once it has this many changes. */
  private static final double LOGGED_MAX = 64;

  /** Beyond it each write fails twenty times, and no more can be told. */
  private static final double EXPOSURE_MOST = 3;

  /**
   * Returns what the index costs in a second.
   *
   * @param exposure how many other writers meet an attempt at one value, on average, if all members
   *     lie in one place
   */
  double of(IndexLayout layout, UseProfile profile, double exposure) {
    return profile.reads() * read(layout, profile)
        + profile.committed() * (change(layout, profile) + retries(layout, profile, exposure));
  }

  private double retries(IndexLayout layout, UseProfile profile, double exposure) {
    return again(exposure, layout.cost(profile.content()).writersWithoutConflict())
        * attempt(profile);
  }

  /** Returns how often a write is tried again, on average. */
  static double again(double exposure, double places) {
    return Math.expm1(Math.min(EXPOSURE_MOST, exposure / places));
  }

  /**
   * Returns the time of one more attempt in milliseconds, as it was measured if it was. Attempts
   * that fail were long ones, often of threads that had to wait for a processor; the next attempt
   * takes no longer than a write does on average.
   */
  double attempt(UseProfile profile) {
    if (profile.attemptMillis() > 0 && profile.writeMillis() > 0) {
      return Math.min(profile.attemptMillis(), profile.writeMillis());
    }
    return profile.attemptMillis() > 0
        ? profile.attemptMillis()
        : Work.read(1, 1, 0, 1024).plus(Work.write(2, 1, 1, 1024)).millis(costs);
  }

  /** Returns what a page costs, in milliseconds. */
  double read(IndexLayout layout, UseProfile profile) {
    IndexCost cost = layout.cost(profile.content());
    double members = profile.content().members();
    double page = Math.min(members, Math.max(1, profile.membersOfPage()));
    if (layout.partitioning() instanceof OrderedTree) {
      double leaves =
          Math.max(1, Math.min(cost.rowsPerRead(), page * cost.rowsPerRead() / members));
      double bytes = leaves * cost.bytesPerRead() / cost.rowsPerRead();
      return Work.read(leaves > 1 ? 2 : 1, leaves, page, bytes).millis(costs);
    }
    int rows = cost.rowsPerRead();
    if (layout.representation() == Representation.CELLS) {
      // Each bucket is read as far as if it had the whole page.
      double entries = Math.min(members, page * rows);
      return Work.read(1, rows, entries, entries * profile.memberBytes()).millis(costs);
    }
    // Several objects are merged whole before a page is cut from them.
    return Work.read(1, rows, rows == 1 ? page : members, cost.bytesPerRead()).millis(costs);
  }

  /** Returns what the change of an entry costs within its write, in milliseconds. */
  double change(IndexLayout layout, UseProfile profile) {
    IndexCost cost = layout.cost(profile.content());
    Work work = new Work(0, 0, 0, 0, 0, 0, 0, 1, 0, 1, cost.bytesWrittenPerChange() / 1024);
    if (layout.representation() == Representation.OBJECT) {
      work = work.plus(Work.read(1, 1, 0, cost.bytesReadPerChange()));
    }
    if (layout.partitioning().deltaBuckets() > 0) {
      work = work.plus(merge(layout, profile));
    }
    return work.millis(costs);
  }

  /** Returns the share of one change in the merge that follows. */
  private static Work merge(IndexLayout layout, UseProfile profile) {
    int rows = layout.partitioning().readBuckets();
    double rewritten = Math.min(1, LOGGED_MAX / rows);
    double kibibytes =
        rewritten * profile.content().members() * profile.memberBytes() / 1024 / LOGGED_MAX;
    double touched = Math.min(rows, LOGGED_MAX) / LOGGED_MAX;
    double merges = 1 / LOGGED_MAX;
    double ofSeveral = rows > 1 ? merges : 0;
    return new Work(
        merges, touched, ofSeveral, 0, kibibytes, merges, ofSeveral, touched, 0, 0, kibibytes);
  }

  /** Returns what the building of an index costs, in milliseconds. */
  double build(double entries, UseProfile profile) {
    double kibibytes = entries * profile.memberBytes() / 1024;
    return new Work(0, 0, 0, 2 * entries, 4 * kibibytes, 0, 0, 0, 0, entries, kibibytes)
        .millis(costs);
  }
}
