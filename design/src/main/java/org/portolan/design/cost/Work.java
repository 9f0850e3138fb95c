package org.portolan.design.cost;

/**
 * The work of one read or write on an engine, in the units that have a cost.
 *
 * @param trips round trips in sequence, without the one that commits
 * @param rows rows that are looked up by their keys
 * @param several round trips that look up several rows
 * @param entries entries that are read in order: items, members of an index, rows of a scan
 * @param kibibytes what is read, in 1,024 bytes
 * @param commits writes that are committed, 0 or 1 for one write
 * @param joint writes that change several rows, 0 or 1 for one write
 * @param furtherRows rows that a write changes beyond its first
 * @param derived writes with derived changes, 0 or 1 for one write
 * @param changes derived changes: entries of indexes, counters
 * @param written what is written, in 1,024 bytes
 */
public record Work(
    double trips,
    double rows,
    double several,
    double entries,
    double kibibytes,
    double commits,
    double joint,
    double furtherRows,
    double derived,
    double changes,
    double written) {
  /** No work. */
  public static final Work NONE = new Work(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  /**
   * Returns the work of a read.
   *
   * @param rows how many it looks up in all; more than there are round trips are looked up together
   */
  public static Work read(double trips, double rows, double entries, double bytes) {
    return new Work(trips, rows, several(trips, rows), entries, bytes / 1024, 0, 0, 0, 0, 0, 0);
  }

  /** Numbers of rows are estimates: 1.2 rows for a trip are several rows in one of five. */
  private static double several(double trips, double rows) {
    double together = Math.max(1, trips);
    return Math.min(together, Math.max(0, rows - together));
  }

  /**
   * Returns the work of a write.
   *
   * @param trips round trips in sequence; the last one commits
   * @param rows how many it changes
   * @param changes derived changes; less than one stands for a write that seldom has any
   */
  public static Work write(double trips, double rows, double changes, double bytes) {
    return new Work(
        Math.max(0, trips - 1),
        0,
        0,
        0,
        0,
        Math.min(1, trips),
        several(1, rows),
        Math.max(0, rows - 1),
        Math.min(1, changes),
        changes,
        bytes / 1024);
  }

  /** Returns this work and then the other. */
  public Work plus(Work other) {
    return new Work(
        trips + other.trips,
        rows + other.rows,
        several + other.several,
        entries + other.entries,
        kibibytes + other.kibibytes,
        commits + other.commits,
        joint + other.joint,
        furtherRows + other.furtherRows,
        derived + other.derived,
        changes + other.changes,
        written + other.written);
  }

  /** Returns this work without the other, which is a part of it. */
  public Work minus(Work other) {
    return plus(other.times(-1));
  }

  /** Returns some times this work, or a part of it. */
  public Work times(double factor) {
    return new Work(
        trips * factor,
        rows * factor,
        several * factor,
        entries * factor,
        kibibytes * factor,
        commits * factor,
        joint * factor,
        furtherRows * factor,
        derived * factor,
        changes * factor,
        written * factor);
  }

  /** Returns what it costs, in milliseconds. */
  public double millis(EngineCosts costs) {
    return trips * costs.trip()
        + rows * costs.row()
        + several * costs.severalRows()
        + entries * costs.entry()
        + kibibytes * costs.kibibyte()
        + commits * costs.commit()
        + joint * costs.jointWrite()
        + furtherRows * costs.furtherRow()
        + derived * costs.derived()
        + changes * costs.change()
        + written * costs.written();
  }
}
