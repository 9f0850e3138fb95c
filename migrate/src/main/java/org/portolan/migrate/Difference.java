package org.portolan.migrate;

import java.util.Locale;
import org.portolan.types.Tuple;

/**
 * A row in which the database and the store differ.
 *
 * @param itemKey of an item; empty of others
 * @param detail the column and its two values, of a row that both have; of others, why they differ
 *     or why they cannot be repaired, if that is known
 */
public record Difference(
    Kind kind, String table, Tuple key, Tuple itemKey, String detail, boolean repaired) {

  /** How they differ. */
  public enum Kind {
    /** The store lacks a row of the database; if it was rejected, the file of rejects has it. */
    MISSING,
    /** The store has a row that the database lacks. */
    SURPLUS,
    /** Both have the row, with other values. */
    DIFFERENT
  }

  /** Returns the same, with the reason why it could not be repaired. */
  Difference notRepaired(String reason) {
    String why = detail.isEmpty() ? reason : detail + "; not repaired: " + reason;
    return new Difference(kind, table, key, itemKey, why, false);
  }

  @Override
  public String toString() {
    return kind.name().toLowerCase(Locale.ROOT)
        + " "
        + table
        + " "
        + key.append(itemKey)
        + (detail.isEmpty() ? "" : " " + detail)
        + (repaired ? " repaired" : "");
  }

  /** Returns how a value differs. */
  static String detail(String column, Object here, Object there) {
    return column + ": database " + shortened(here) + ", store " + shortened(there);
  }

  private static String shortened(Object value) {
    String text = String.valueOf(value);
    return text.length() <= 60 ? text : text.substring(0, 60) + "…";
  }
}
