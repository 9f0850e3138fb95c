package org.portolan.data.plan;

import java.util.List;

/**
 * A round trip to the engine, or several that are alike.
 *
 * @param touches what it reads or writes
 */
public record Trip(Phase phase, List<Touch> touches, Times times) {

  /** When a round trip is made. */
  public enum Phase {
    READ,
    /** With it the write has happened. */
    COMMIT,
    /** What follows from the commit, before the write returns. */
    APPLY,
    /** After the write has returned, shared with other writes. */
    BACKGROUND
  }

  /** How often it is made. */
  public sealed interface Times {
    /** So many times, if there is anything to read or write. */
    record Fixed(int count) implements Times {}

    /**
     * Once for each so many items of a collection.
     *
     * @param endsSeen whether the end is seen only by a round trip that finds fewer
     * @param atLeastOnce whether it is made where there are none
     */
    record PerItems(String collection, int size, boolean endsSeen, boolean atLeastOnce)
        implements Times {}
  }

  public Trip {
    touches = List.copyOf(touches);
  }

  static Trip once(Phase phase, List<Touch> touches) {
    return new Trip(phase, touches, new Times.Fixed(1));
  }

  /** Returns how many round trips these are. */
  public long count(Amounts amounts) {
    if (times instanceof Times.PerItems per) {
      long items = amounts.items(per.collection());
      long trips = per.endsSeen() ? items / per.size() + 1 : -Math.floorDiv(-items, per.size());
      return per.atLeastOnce() ? Math.max(1, trips) : trips;
    }
    boolean any =
        touches.stream()
            .anyMatch(touch -> touch.unit() == Touch.Unit.PAGE || touch.keys(1, amounts) > 0);
    return any ? ((Times.Fixed) times).count() : 0;
  }

  /** Returns how many rows they read or write. */
  public long keys(Amounts amounts) {
    long trips = count(amounts);
    return touches.stream().mapToLong(touch -> touch.keys(trips, amounts)).sum();
  }
}
