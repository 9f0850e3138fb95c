package org.portolan.data.plan;

import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Rows that a round trip reads or writes.
 *
 * @param what the content of the rows, for people
 * @param unit the unit with which their number grows
 * @param parts the index, or the collections, with whose entries or items they grow
 */
public record Touch(String what, Unit unit, List<String> parts) {

  /** The unit with which the number of rows grows. */
  public enum Unit {
    /** One row in each round trip. */
    ONE,
    /** At most one for each entry of an index that is added or removed: some may share a bucket. */
    ENTRY,
    /** One for each item of a collection. */
    ITEM,
    /** One if any of the collections has an item. */
    ANY_ITEM,
    /** As many as a page of a list holds. */
    PAGE
  }

  public Touch {
    parts = List.copyOf(parts);
  }

  static Touch one(String what) {
    return new Touch(what, Unit.ONE, List.of());
  }

  static Touch of(String what, Unit unit, String part) {
    return new Touch(what, unit, List.of(part));
  }

  /**
   * Returns the number of these rows in a number of round trips; the rows of a page are unknown and
   * count as 0.
   */
  long keys(long trips, Amounts amounts) {
    return switch (unit) {
      case ONE -> trips;
      case ENTRY -> sum(amounts::entries);
      case ITEM -> sum(amounts::items);
      case ANY_ITEM -> Math.min(1, sum(amounts::items));
      case PAGE -> 0;
    };
  }

  private long sum(ToLongFunction<String> amount) {
    return parts.stream().mapToLong(amount).sum();
  }
}
