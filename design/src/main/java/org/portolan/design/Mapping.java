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
 * @param zeroDatesAreNull whether a date of zeros, which MySQL keeps, becomes null; otherwise it
 *     fits no timestamp, and its row is rejected
 * @param sequences the sequences that begin above the greatest number of a column
 * @param tables in the order in which they are moved
 */
public record Mapping(
    String design,
    ZoneId zone,
    boolean zeroDatesAreNull,
    List<SequenceStart> sequences,
    List<TableMapping> tables) {

  /** The version of the file format {@code mapping.yaml} that this release reads and writes. */
  public static final int FORMAT_VERSION = 1;

  /**
   * A sequence that begins above the greatest number of a column.
   *
   * @param entity the entity whose row holds it, by a key of one text
   * @param name the key of that row
   * @param column the column of the row with the next number
   * @param table a table of the mapping
   * @param source the column of that table with the numbers
   */
  public record SequenceStart(
      String entity, String name, String column, String table, String source) {}

  public Mapping {
    sequences = List.copyOf(sequences);
    tables = List.copyOf(tables);
  }

  /** Makes a mapping without sequences, under which rows with dates of zeros are rejected. */
  public Mapping(String design, ZoneId zone, List<TableMapping> tables) {
    this(design, zone, false, List.of(), tables);
  }

  /** Returns what becomes of a table's rows, by the name exactly as it is written here. */
  public Optional<TableMapping> table(String name) {
    return tables.stream().filter(table -> table.table().equals(name)).findFirst();
  }
}
