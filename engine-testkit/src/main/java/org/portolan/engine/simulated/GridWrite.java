package org.portolan.engine.simulated;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.portolan.engine.fixture.Part;
import org.portolan.engine.fixture.Place;
import org.portolan.engine.fixture.PreparedMutation;
import org.portolan.types.Bytes;

/** A write of a part of a row. */
sealed interface GridWrite {
  /** The place of one value in a grid: the columns of a family of a row, or a counter. */
  record Target(String table, Place place, String family) {}

  /** Puts encoded columns, or removes them. */
  record Put(Optional<Bytes> columns) implements GridWrite {}

  /** Adds to a counter. */
  record Add(long delta) implements GridWrite {}

  /** Sets a counter, or removes it. */
  record Set(Optional<Long> value) implements GridWrite {}

  /** Returns the value of the target after this write; null for none. */
  default Object applied(Object before) {
    if (this instanceof Put put) {
      return put.columns.orElse(null);
    }
    if (this instanceof Add add) {
      return (before == null ? 0 : (Long) before) + add.delta;
    }
    return ((Set) this).value.orElse(null);
  }

  /** Returns the write that combines this one and then the next. */
  default GridWrite then(GridWrite next) {
    if (!(next instanceof Add add)) {
      return next;
    }
    if (this instanceof Add before) {
      return new Add(before.delta + add.delta);
    }
    return new Set(Optional.of(((Set) this).value.orElse(0L) + add.delta));
  }

  /** Returns the writes of a mutation. */
  static Map<Target, GridWrite> of(PreparedMutation mutation) {
    Map<Target, GridWrite> writes = new LinkedHashMap<>();
    for (Part part : mutation.parts()) {
      Target target = new Target(mutation.mutation().table(), mutation.place(), part.family());
      GridWrite write;
      if (part instanceof Part.OfColumns columns) {
        write = new Put(columns.values());
      } else {
        Optional<Long> delta = ((Part.OfCounter) part).delta();
        write = delta.isPresent() ? new Add(delta.get()) : new Set(Optional.empty());
      }
      writes.merge(target, write, GridWrite::then);
    }
    return writes;
  }
}
