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

  /**
   * Rows or entries.
   *
   * @param unit {@code row}; the plural has an s, or ies for a y
   * @param units empty if their number is unknown
   */
  public record Amount(String unit, Optional<Units> units) {}

  static Work building(Optional<Units> rows, String unit, Optional<Units> written) {
    return new Work(
        Optional.of(new Amount("row", rows)),
        Optional.of(new Amount(unit, written)),
        Optional.empty());
  }

  /** Returns the same number of units, whose size is unknown. */
  static Units withoutBytes(Units units) {
    return new Units(units.number(), units.precision(), OptionalLong.empty());
  }

  static Work removing(String unit, Optional<Units> removed) {
    return new Work(Optional.empty(), Optional.empty(), Optional.of(new Amount(unit, removed)));
  }
}
