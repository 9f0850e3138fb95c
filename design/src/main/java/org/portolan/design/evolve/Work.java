package org.portolan.design.evolve;

import java.util.Optional;
import java.util.OptionalLong;
import org.portolan.design.evolve.StoreFigures.Units;

/**
 * What a change reads, writes and removes.
 *
 * @param reads empty if it reads nothing
 */
public record Work(Optional<Amount> reads, Optional<Amount> writes, Optional<Amount> removes) {
  public static final Work NONE = new Work(Optional.empty(), Optional.empty(), Optional.empty());

  /** What is counted. */
  public enum Unit {
    ROW("row", "rows"),
    ROW_WITH_ITEMS("row with its items", "rows with their items"),
    ROW_PART("row, its part in the family", "rows, their part in the family"),
    ITEM("item", "items"),
    ENTRY("entry", "entries"),
    NUMBER("number", "numbers");

    private final String one;
    private final String many;

    Unit(String one, String many) {
      this.one = one;
      this.many = many;
    }

    /** Returns the word for a number of them. */
    String of(long number) {
      return number == 1 ? one : many;
    }
  }

  /**
   * Rows or entries.
   *
   * @param units empty if their number is unknown
   */
  public record Amount(Unit unit, Optional<Units> units) {}

  /**
   * Returns the work to read all rows of an entity.
   *
   * @param withItems whether the items of a collection are read too, whose number is unknown
   */
  static Work reading(boolean withItems, Optional<Units> rows) {
    return new Work(
        Optional.of(
            withItems
                ? new Amount(Unit.ROW_WITH_ITEMS, rows.map(Work::withoutBytes))
                : new Amount(Unit.ROW, rows)),
        Optional.empty(),
        Optional.empty());
  }

  Work writing(Unit unit, Optional<Units> written) {
    return new Work(reads, Optional.of(new Amount(unit, written)), removes);
  }

  /** Returns the same number of units, whose size is unknown. */
  static Units withoutBytes(Units units) {
    return new Units(units.number(), units.precision(), OptionalLong.empty());
  }

  static Work removing(Unit unit, Optional<Units> removed) {
    return new Work(Optional.empty(), Optional.empty(), Optional.of(new Amount(unit, removed)));
  }
}
