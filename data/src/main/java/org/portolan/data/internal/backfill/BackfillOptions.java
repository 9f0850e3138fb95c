package org.portolan.data.internal.backfill;

import java.nio.file.Path;
import java.util.Optional;
import org.portolan.data.internal.build.DerivedBuild;

/**
 * How a backfill works.
 *
 * @param rowsPerSecondMax the rows that it reads or looks at in a second at most
 * @param rowsMax the most rows in a page of raised rows, and the most entries in a transaction
 * @param sortBytes the memory for entries that are sorted
 * @param directory a directory for this sort alone; empty for one in that of temporary files
 */
public record BackfillOptions(
    long rowsPerSecondMax, int rowsMax, long sortBytes, Optional<Path> directory) {
  public static final BackfillOptions DEFAULT =
      new BackfillOptions(Long.MAX_VALUE, 500, DerivedBuild.SORT_BYTES, Optional.empty());

  public BackfillOptions {
    if (rowsPerSecondMax < 1) {
      throw new IllegalArgumentException(
          "rows per second must be at least 1 but are " + rowsPerSecondMax);
    }
    if (rowsMax < 1) {
      throw new IllegalArgumentException("rows must be at least 1 but are " + rowsMax);
    }
  }

  /** Returns these options with another pace. */
  public BackfillOptions paced(long newRowsPerSecondMax) {
    return new BackfillOptions(newRowsPerSecondMax, rowsMax, sortBytes, directory);
  }

  /** Returns these options with other bounds of memory. */
  public BackfillOptions within(int newRowsMax, long newSortBytes) {
    return new BackfillOptions(rowsPerSecondMax, newRowsMax, newSortBytes, directory);
  }

  /** Returns these options with a directory for the sort. */
  public BackfillOptions sortingIn(Path newDirectory) {
    return new BackfillOptions(rowsPerSecondMax, rowsMax, sortBytes, Optional.of(newDirectory));
  }
}
