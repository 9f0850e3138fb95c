package org.portolan.design.key;

import java.util.List;
import java.util.stream.LongStream;
import org.portolan.types.Tuple;

/**
 * The split points of a table before it holds a row: Zdravevski 2016, III-B. With prefixes below MP
 * and R regions these are the prefixes i·MP/R, i from 1 to R-1. So the numbers of prefixes of two
 * regions differ by at most one.
 */
public final class SplitPoints {
  private SplitPoints() {}

  /**
   * Returns the first row keys of all regions but the first, as leading parts of row keys: the
   * prefix alone. Empty for one region.
   *
   * @param regions the number of regions of the table
   * @throws IllegalArgumentException if the layout does not determine them: a plain key has no
   *     prefix, and there cannot be more regions than prefixes
   */
  public static List<Tuple> of(KeyLayout layout, int regions) {
    if (regions < 1) {
      throw new IllegalArgumentException("a table must have at least one region, not " + regions);
    }
    if (regions > 1 && layout.prefixRange() == 1) {
      throw new IllegalArgumentException(
          "a table with plain keys cannot be split into "
              + regions
              + " regions before its keys are known; use a key layout with a prefix, or one region");
    }
    if (regions > layout.prefixRange()) {
      throw new IllegalArgumentException(
          "a table cannot be split into "
              + regions
              + " regions by "
              + layout.prefixRange()
              + " prefixes; use fewer regions or a larger prefix range");
    }
    return LongStream.range(1, regions)
        .mapToInt(i -> (int) (i * layout.prefixRange() / regions))
        .mapToObj(prefix -> Tuple.of(layout.prefixText(prefix)))
        .toList();
  }
}
