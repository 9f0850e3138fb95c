package org.portolan.data.internal.auto;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.portolan.data.internal.auto.AutoHistory.Trial;
import org.portolan.data.internal.auto.AutoHistory.Wish;
import org.portolan.design.cost.EngineCosts;
import org.portolan.design.index.IndexLayout;

/**
 * Decides whether an automatic index moves to another layout: a function of what was seen, without
 * a clock. Time is counted in windows, of which an hour has {@value #HOUR}.
 *
 * <p>The conflicts under the present layout are those that were measured; the model tells only how
 * they change with the number of places. A move is made if the gain lasts for some windows, and in
 * a day saves twice what the building costs. It is taken back if it does not keep half of what it
 * promised.
 */
final class AutoLayout {
  static final long HOUR = 60;
  static final long DAY = 24 * HOUR;

  /** The least share of the present costs that a move must save. */
  static final double GAIN_LEAST = 0.25;

  /** In how many windows in a row, and after how many a move is judged. */
  static final long WINDOWS = 3;

  /** A move to fewer places must have been right for a day, busy hours included. */
  static final long WINDOWS_SMALLER = DAY;

  /** The share of its promise that a move must keep. */
  static final double KEPT_LEAST = 0.5;

  /**
   * A move that makes a write this many times as slow is taken back, whatever it saved, unless as
   * many times more are made: writers that no longer wait for each other share the processors.
   */
  static final double SLOWER_MOST = 1.5;

  /** Of fewer operations nothing follows. */
  private static final double SEEN_LEAST = 200;

  /** Of fewer conflicts no rate follows. */
  private static final double CONFLICTS_LEAST = 20;

  /** If no conflict was seen, the rate is below this many conflicts in 19 of 20 cases. */
  private static final double UNSEEN = 3;

  private static final double DAY_SECONDS = 86_400;
  private static final double MEETING_MOST = 10;

  private final LayoutCosts costs;
  private final long bytesPerHour;

  /**
   * @param bytesPerHour what moves may write on average
   */
  AutoLayout(EngineCosts costs, long bytesPerHour) {
    this.costs = new LayoutCosts(costs);
    this.bytesPerHour = bytesPerHour;
  }

  /**
   * What follows from a window.
   *
   * @param history as it is if the move is made
   * @param words what is done or left and why, for people
   */
  record Decision(AutoHistory history, Optional<Move> move, String words) {}

  /** A layout with its cost, in milliseconds of clients in a second. */
  private record Priced(IndexLayout layout, double cost) {}

  /** How many writers meet an attempt, as seen, and at most. */
  private record Exposure(double seen, double most) {}

  /**
   * Decides after a window.
   *
   * @param present the present layout
   * @param layouts those that the design and the engine admit
   * @param now the number of the window
   * @param entries counts the entries of the index; asked only before a move
   */
  Decision decide(
      UseProfile profile,
      IndexLayout present,
      List<IndexLayout> layouts,
      AutoHistory before,
      long now,
      LongSupplier entries) {
    if (profile.seenChanges() + profile.seenReads() < SEEN_LEAST) {
      return new Decision(before, Optional.empty(), "too little happens to tell");
    }
    AutoHistory history = before.meeting(meeting(profile, present, before));
    Exposure exposure = exposure(profile, present, history);
    double cost = costs.of(present, profile, exposure.seen());
    if (history.trial().isPresent()) {
      Trial trial = history.trial().get();
      if (now - trial.since() < WINDOWS) {
        return new Decision(history, Optional.empty(), "the last move is being judged");
      }
      Optional<Decision> back = back(profile, present, trial, history, cost, now);
      if (back.isPresent()) {
        return back.get();
      }
      history = history.judged();
    }
    Priced best = new Priced(present, cost);
    for (IndexLayout layout : layouts) {
      if (!layout.equals(present) && !history.isBarred(layout, now)) {
        boolean smaller = places(layout, profile) < places(present, profile);
        double other = costs.of(layout, profile, smaller ? exposure.most() : exposure.seen());
        if (other < best.cost()) {
          best = new Priced(layout, other);
        }
      }
    }
    return weigh(profile, new Priced(present, cost), best, exposure, history, now, entries);
  }

  private Decision weigh(
      UseProfile profile,
      Priced present,
      Priced best,
      Exposure exposure,
      AutoHistory history,
      long now,
      LongSupplier entries) {
    double gain = present.cost() == 0 ? 0 : 1 - best.cost() / present.cost();
    String other =
        String.format(
            Locale.ROOT,
            "%s would cost %s instead of %s, %.0f %% less",
            best.layout().spelling(),
            millis(best.cost()),
            millis(present.cost()),
            100 * gain);
    if (gain < GAIN_LEAST) {
      return new Decision(
          history.wishing(Optional.empty()),
          Optional.empty(),
          best.layout().equals(present.layout())
              ? "stays: no layout costs less than " + millis(present.cost())
              : "stays: " + other);
    }
    boolean smaller = places(best.layout(), profile) < places(present.layout(), profile);
    Wish wish =
        history
            .wish()
            .filter(standing -> standing.smaller() == smaller)
            .orElse(new Wish(now, smaller));
    AutoHistory wishing = history.wishing(Optional.of(wish));
    long due =
        Math.max(wish.since() + (smaller ? WINDOWS_SMALLER : WINDOWS) - 1, history.noMoveBefore());
    if (now < due) {
      return new Decision(
          wishing,
          Optional.empty(),
          other + "; moves in " + (due - now) + " windows if that lasts");
    }
    long count = entries.getAsLong();
    double savedInDay = (present.cost() - best.cost()) * DAY_SECONDS;
    double building = costs.build((double) count, profile);
    if (savedInDay < 2 * building) {
      return new Decision(
          wishing.pausing(now + HOUR),
          Optional.empty(),
          other
              + String.format(
                  Locale.ROOT,
                  "; stays: that saves %,.0f s in a day, and to build %,d entries takes %,.0f s",
                  savedInDay / 1000,
                  count,
                  building / 1000));
    }
    long bytes = (long) ((double) count * profile.memberBytes());
    Trial trial =
        new Trial(
            present.layout(),
            now,
            exposure.seen(),
            profile.committed(),
            profile.writes(),
            profile.writeMillis(),
            bytes);
    String reason = profile.text() + "; " + other;
    return new Decision(
        wishing.moved(trial, now + Math.max(HOUR, pause(bytes))),
        Optional.of(new Move(present.layout(), best.layout(), false, bytes, reason)),
        reason);
  }

  /** Returns for how many windows nothing else is built after a move that writes so much. */
  long pause(long bytes) {
    return (long) Math.ceil((double) HOUR * (double) bytes / (double) bytesPerHour);
  }

  /** Returns the way back if the last move did not keep enough of its promise. */
  private Optional<Decision> back(
      UseProfile profile,
      IndexLayout present,
      Trial trial,
      AutoHistory history,
      double measured,
      long now) {
    double then = trial.changes() == 0 ? 0 : trial.exposure() / trial.changes();
    double exposure = then * profile.committed();
    double without = costs.of(trial.from(), profile, exposure);
    double promised = without - costs.of(present, profile, exposure);
    double kept = without - measured;
    double more = trial.writes() == 0 ? 1 : Math.max(1, profile.writes() / trial.writes());
    boolean slower =
        trial.writeMillis() > 0 && profile.writeMillis() > SLOWER_MOST * more * trial.writeMillis();
    if (!slower && (promised <= 0 || kept >= KEPT_LEAST * promised)) {
      return Optional.empty();
    }
    boolean again = now - history.lastBack() < DAY;
    String found =
        slower
            ? String.format(
                Locale.ROOT,
                "a write takes %.2f ms, and took %.2f ms before",
                profile.writeMillis(),
                trial.writeMillis())
            : "it should have saved " + millis(promised) + ", and saves " + millis(kept);
    String reason = profile.text() + "; " + found + "; not tried again for a day";
    return Optional.of(
        new Decision(
            history.without(
                present, now + DAY, now + Math.max(again ? DAY : HOUR, pause(trial.bytes())), now),
            Optional.of(new Move(present, trial.from(), true, trial.bytes(), reason)),
            reason));
  }

  /** Returns by how much more often writers meet than expected, if that is seen now. */
  private double meeting(UseProfile profile, IndexLayout present, AutoHistory history) {
    double expected = expected(profile);
    double places = places(present, profile);
    if (profile.seenConflicts() < CONFLICTS_LEAST || Double.isInfinite(places) || expected == 0) {
      return history.meeting();
    }
    double factor = exposure(profile.conflictShare(), places) / expected;
    return Math.max(1 / MEETING_MOST, Math.min(MEETING_MOST, factor));
  }

  private Exposure exposure(UseProfile profile, IndexLayout present, AutoHistory history) {
    double places = places(present, profile);
    if (Double.isInfinite(places)) {
      double expected = history.meeting() * expected(profile);
      return new Exposure(expected, expected);
    }
    double attempts = Math.max(1, profile.seenChanges());
    double most = Math.min(1, (profile.seenConflicts() + UNSEEN) / (attempts + UNSEEN));
    return new Exposure(exposure(profile.conflictShare(), places), exposure(most, places));
  }

  /** Returns the exposure from which this share of the attempts fails. */
  private static double exposure(double share, double places) {
    return -Math.log1p(-Math.min(0.95, share)) * places;
  }

  /** Returns how many changes of one value begin during an attempt, on average. */
  private double expected(UseProfile profile) {
    return profile.changes() * profile.concentration() * costs.attempt(profile) / 1000;
  }

  private static double places(IndexLayout layout, UseProfile profile) {
    return layout.cost(profile.content()).writersWithoutConflict();
  }

  private static String millis(double millis) {
    return String.format(Locale.ROOT, millis < 10 ? "%.2f ms/s" : "%,.0f ms/s", millis);
  }
}
