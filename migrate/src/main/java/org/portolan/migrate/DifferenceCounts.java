package org.portolan.migrate;

import java.util.function.Consumer;
import org.portolan.migrate.Verification.TableResult;

/** Counts the differences of one table, and passes them on. Used by one thread. */
final class DifferenceCounts {
  private final Consumer<Difference> differences;
  private long missing;
  private long surplus;
  private long different;
  private long repaired;

  DifferenceCounts(Consumer<Difference> differences) {
    this.differences = differences;
  }

  void tell(Difference difference, boolean wasRepaired) {
    switch (difference.kind()) {
      case MISSING -> missing++;
      case SURPLUS -> surplus++;
      case DIFFERENT -> different++;
    }
    repaired += wasRepaired ? 1 : 0;
    differences.accept(
        new Difference(
            difference.kind(),
            difference.table(),
            difference.key(),
            difference.itemKey(),
            difference.detail(),
            wasRepaired));
  }

  /** Returns what was counted, beside what the caller knows. */
  TableResult result(String table, long sourceRows, long unfit, long storeRows, long fields) {
    return new TableResult(
        table, sourceRows, unfit, storeRows, fields, missing, surplus, different, repaired);
  }
}
