package org.portolan.migrate.sql;

import java.util.List;

/**
 * A range of the rows of a table, by the columns in whose order it is divided.
 *
 * @param low the key behind which it begins; empty at the beginning of the table
 * @param high the last key in it; empty at the end of the table
 * @param part of a table without a key, the rows whose digest modulo {@code parts} is this
 */
public record KeyRange(List<Object> low, List<Object> high, int part, int parts) {
  /** All rows. */
  public static final KeyRange ALL = new KeyRange(List.of(), List.of(), 0, 1);

  public KeyRange {
    low = List.copyOf(low);
    high = List.copyOf(high);
  }
}
