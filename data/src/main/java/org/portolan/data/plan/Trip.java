package org.portolan.data.plan;

import java.util.List;

/**
 * A round trip to the engine, or several of the same kind.
 *
 * @param touches the rows that it reads or writes
 */
public record Trip(Phase phase, List<Touch> touches, Times times) {

  /** When a round trip is made. */
  public enum Phase {
    READ,
    /** After it, the write is committed. */
    COMMIT,
    /** Makes the derived changes, before the write returns. */
    APPLY,
    /** After the write has returned, shared with other writes. */
    BACKGROUND
  }

  /** How often it is made. */
  public sealed interface Times {
    /** A fixed number of times, if there is anything to read or write. */
    record Fixed(int count) implements Times {}

    /**
     * At least a number of times.
     *
     * @param more when it is made more often, for people
     */
    record AtLeast(int count, String more) implements Times {}

    /**
     * Once for every {@code size} items of a collection.
     *
     * @param endsSeen whether only a round trip that finds fewer items shows the end
     * @param atLeastOnce whether it is made even if there are no items
     */
    record PerItems(String collection, int size, boolean endsSeen, boolean atLeastOnce)
        implements Times {}

    /**
     * For a page that is merged from several ranges: more often if one range has most of the rows,
     * or if rows are large.
     *
     * @param prefixes the number of ranges
     * @param least how often it is made at least, if there are rows
     */
    record Merged(int prefixes, int least) implements Times {}
  }

  public Trip {
    touches = List.copyOf(touches);
  }

  static Trip once(Phase phase, List<Touch> touches) {
    return new Trip(phase, touches, new Times.Fixed(1));
  }

  static Trip atLeastOnce(Phase phase, List<Touch> touches, String more) {
    return new Trip(phase, touches, new Times.AtLeast(1, more));
  }

  /** Returns how many round trips these are. */
  public long count(Amounts amounts) {
    if (times instanceof Times.PerItems per) {
      long items = amounts.items(per.collection());
      long trips = per.endsSeen() ? items / per.size() + 1 : -Math.floorDiv(-items, per.size());
      return per.atLeastOnce() ? Math.max(1, trips) : trips;
    }
    if (times instanceof Times.Merged merged) {
      return merged.least();
    }
    boolean any =
        touches.stream()
            .anyMatch(touch -> touch.unit() == Touch.Unit.PAGE || touch.keys(1, amounts) > 0);
    if (!any) {
      return 0;
    }
    return times instanceof Times.AtLeast least ? least.count() : ((Times.Fixed) times).count();
  }

  /** Returns how many rows they read or write. */
  public long keys(Amounts amounts) {
    long trips = count(amounts);
    return touches.stream().mapToLong(touch -> touch.keys(trips, amounts)).sum();
  }
}
