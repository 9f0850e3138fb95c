package org.portolan.data.internal.index;

import java.util.Optional;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.schema.ExtremeSchema;
import org.portolan.types.Tuple;

/** Reads least and greatest values: one entry from an end of an index. */
public final class ExtremeReads {
  private ExtremeReads() {}

  /** Returns the value of a group; empty if no row of the group has one. */
  public static Optional<Object> value(Access access, ExtremeSchema extreme, Tuple group) {
    return IndexReads.page(
            access, extreme.index(), extreme.value(group), extreme.range(), extreme.backwards(), 1)
        .members()
        .stream()
        .findFirst()
        .flatMap(found -> extreme.valueOf(found.member()));
  }
}
