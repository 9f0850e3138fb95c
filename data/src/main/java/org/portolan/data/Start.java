package org.portolan.data;

import java.util.Objects;
import org.portolan.types.Tuple;

/**
 * A place between the entries of an index, from which a page is read towards the end of the index
 * or towards its beginning. Like the key selectors of FoundationDB, it is the same place in both
 * directions. Immutable.
 *
 * @param values values of the ordering columns, then of the key columns of the row, or of some
 *     leading columns of these; no entry needs to have them. Without any, a page begins at the end
 *     of the index from which it reads
 * @param behind whether the place is behind the entries that begin with the values; otherwise it is
 *     before them
 */
public record Start(Tuple values, boolean behind) {
  /** Where a page begins without a start. */
  public static final Start NONE = new Start(Tuple.EMPTY, false);

  public Start {
    Objects.requireNonNull(values, "values");
    if (behind && values.isEmpty()) {
      throw new IllegalArgumentException("a start behind entries needs the values that they have");
    }
  }

  /**
   * Returns the place before all entries that begin with some values: forwards these are read
   * first, backwards they are left out.
   */
  public static Start before(Tuple values) {
    return new Start(values, false);
  }

  /**
   * Returns the place behind all entries that begin with some values: forwards they are left out,
   * backwards they are read first.
   *
   * @throws IllegalArgumentException if there are no values
   */
  public static Start behind(Tuple values) {
    return new Start(values, true);
  }

  /** Returns whether a page begins at the end of the index from which it reads. */
  public boolean isNone() {
    return values.isEmpty();
  }
}
