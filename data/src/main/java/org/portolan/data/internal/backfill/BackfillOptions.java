package org.portolan.data.internal.backfill;

import java.nio.file.Path;
import java.util.Optional;
import org.portolan.data.internal.build.DerivedBuild;
import org.portolan.data.internal.pace.Pace;

/**
 * How a backfill works.
 *
 * @param pace is told of each row that was read or looked at
 * @param rowsMax the most rows in a page of raised rows, and the most entries in a transaction
 * @param readRowsMax the most rows that a scan reads between two pauses
 * @param sortBytes the memory for entries that are sorted
 * @param directory a directory for this sort alone; empty for one in that of temporary files
 */
public record BackfillOptions(
    Pace pace, int rowsMax, int readRowsMax, long sortBytes, Optional<Path> directory) {
  public static final BackfillOptions DEFAULT =
      new BackfillOptions(Pace.FULL, 500, 500, DerivedBuild.SORT_BYTES, Optional.empty());

  public BackfillOptions {
    if (rowsMax < 1 || readRowsMax < 1) {
      throw new IllegalArgumentException(
          "rows must be at least 1 but are " + Math.min(rowsMax, readRowsMax));
    }
  }

  /** Returns these options with another pace. */
  public BackfillOptions paced(Pace newPace) {
    return new BackfillOptions(newPace, rowsMax, readRowsMax, sortBytes, directory);
  }

  /** Returns these options with less work between two pauses. */
  public BackfillOptions inTurnsOf(int newRowsMax, int newReadRowsMax) {
    return new BackfillOptions(pace, newRowsMax, newReadRowsMax, sortBytes, directory);
  }

  /** Returns these options with other bounds of memory. */
  public BackfillOptions within(int newRowsMax, long newSortBytes) {
    return new BackfillOptions(pace, newRowsMax, readRowsMax, newSortBytes, directory);
  }

  /** Returns these options with a directory for the sort. */
  public BackfillOptions sortingIn(Path newDirectory) {
    return new BackfillOptions(pace, rowsMax, readRowsMax, sortBytes, Optional.of(newDirectory));
  }
}
