package org.portolan.migrate;

import java.util.List;

/**
 * The result of a migration.
 *
 * @param notes what was not moved, for people
 */
public record MigrationSummary(List<TableSummary> tables, List<String> notes, double seconds) {
  public MigrationSummary {
    tables = List.copyOf(tables);
    notes = List.copyOf(notes);
  }

  public long read() {
    return tables.stream().mapToLong(TableSummary::read).sum();
  }

  public long written() {
    return tables.stream().mapToLong(TableSummary::written).sum();
  }

  public long rejected() {
    return tables.stream().mapToLong(TableSummary::rejected).sum();
  }

  public long kept() {
    return tables.stream().mapToLong(TableSummary::kept).sum();
  }

  public long deleted() {
    return tables.stream().mapToLong(TableSummary::deleted).sum();
  }

  public long bytes() {
    return tables.stream().mapToLong(TableSummary::bytes).sum();
  }

  /** Returns the totals that a script can read. */
  @Override
  public String toString() {
    return "tables="
        + tables.size()
        + " read="
        + read()
        + " written="
        + written()
        + " rejected="
        + rejected()
        + " kept="
        + kept()
        + " deleted="
        + deleted()
        + " bytes="
        + bytes();
  }
}
