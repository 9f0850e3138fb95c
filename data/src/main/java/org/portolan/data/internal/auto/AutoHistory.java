package org.portolan.data.internal.auto;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.portolan.design.index.IndexLayout;

/**
 * What the policy remembers of an index. Times are numbers of windows. Immutable.
 *
 * @param trial the last move, until it is judged
 * @param wish since when another layout would save enough
 * @param barred the layouts that disappointed, and until when they are not tried again
 * @param noMoveBefore no move begins before it
 * @param lastBack when a move was last taken back; long ago if never
 * @param meeting by how much more often writers met than their number and the time of an attempt
 *     tell; 1 as long as nothing was measured
 */
record AutoHistory(
    Optional<Trial> trial,
    Optional<Wish> wish,
    Map<IndexLayout, Long> barred,
    long noMoveBefore,
    long lastBack,
    double meeting) {
  static final AutoHistory NONE =
      new AutoHistory(Optional.empty(), Optional.empty(), Map.of(), 0, Long.MIN_VALUE / 2, 1);

  /**
   * A move that is to be judged.
   *
   * @param from the layout before it
   * @param since when it was made
   * @param exposure of the writers to each other before it, at {@code changes} committed in a
   *     second
   * @param writes those of the store in a second before it
   * @param writeMillis the time of a write before it
   * @param bytes what was built
   */
  record Trial(
      IndexLayout from,
      long since,
      double exposure,
      double changes,
      double writes,
      double writeMillis,
      long bytes) {}

  /**
   * The wish to move.
   *
   * @param smaller whether to fewer places for writers, which needs more time
   */
  record Wish(long since, boolean smaller) {}

  AutoHistory {
    barred = Map.copyOf(barred);
  }

  boolean isBarred(IndexLayout layout, long now) {
    return barred.getOrDefault(layout, Long.MIN_VALUE) > now;
  }

  AutoHistory wishing(Optional<Wish> other) {
    return new AutoHistory(trial, other, barred, noMoveBefore, lastBack, meeting);
  }

  AutoHistory judged() {
    return new AutoHistory(Optional.empty(), wish, barred, noMoveBefore, lastBack, meeting);
  }

  AutoHistory meeting(double factor) {
    return new AutoHistory(trial, wish, barred, noMoveBefore, lastBack, factor);
  }

  AutoHistory pausing(long until) {
    return new AutoHistory(trial, wish, barred, Math.max(noMoveBefore, until), lastBack, meeting);
  }

  AutoHistory moved(Trial begun, long until) {
    return new AutoHistory(Optional.of(begun), Optional.empty(), barred, until, lastBack, meeting);
  }

  /** Returns the history after a move was taken back, or could not be made. */
  AutoHistory without(IndexLayout layout, long barredUntil, long until, long now) {
    Map<IndexLayout, Long> more = new HashMap<>(barred);
    more.values().removeIf(end -> end <= now);
    more.put(layout, barredUntil);
    return new AutoHistory(Optional.empty(), Optional.empty(), more, until, now, meeting);
  }
}
