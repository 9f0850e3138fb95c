package org.portolan.design;

import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/**
 * The source of a design's rows: for each table of a relational database, what becomes of its rows.
 * The migrator follows it, and so does the way back. Immutable.
 *
 * @param design the name of the design that receives the rows
 * @param zone the time zone of dates with a time that the database keeps without one
 * @param tables in the order in which they are moved
 */
public record Mapping(String design, ZoneId zone, List<TableMapping> tables) {

  /** The version of the file format {@code mapping.yaml} that this release reads and writes. */
  public static final int FORMAT_VERSION = 1;

  public Mapping {
    tables = List.copyOf(tables);
  }

  /** Returns what becomes of a table's rows, by the name exactly as it is written here. */
  public Optional<TableMapping> table(String name) {
    return tables.stream().filter(table -> table.table().equals(name)).findFirst();
  }
}
