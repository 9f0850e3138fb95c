package org.portolan.data.plan;

import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Rows that a round trip reads or writes.
 *
 * @param what what they hold, for people
 * @param unit what their number grows with
 * @param parts the index, or the collections, whose entries or items they grow with
 */
public record Touch(String what, Unit unit, List<String> parts) {

  /** What the number of rows grows with. */
  public enum Unit {
    /** One row in each round trip. */
    ONE,
    /** One for each entry of an index that comes or goes, at most: some may share a bucket. */
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

  /** Returns how many rows these are in so many round trips; those of a page are not known. */
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
