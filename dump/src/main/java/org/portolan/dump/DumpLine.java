package org.portolan.dump;

import java.util.Map;
import org.portolan.design.CollectionDesign;
import org.portolan.types.Tuple;

/** A line of a segment. */
sealed interface DumpLine {

  /** A row, by column in the order of the design; the items of its collections follow. */
  record RowLine(Tuple key, Map<String, Object> values) implements DumpLine {}

  /** The key of the row whose items follow, at the start of a segment that begins among them. */
  record ContinuedLine(Tuple key) implements DumpLine {}

  /** An item of the row before. */
  record ItemLine(CollectionDesign collection, Tuple key, Map<String, Object> values)
      implements DumpLine {}
}
