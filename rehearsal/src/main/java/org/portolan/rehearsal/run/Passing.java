package org.portolan.rehearsal.run;

import java.util.List;
import java.util.Optional;
import org.portolan.data.Start;
import org.portolan.rehearsal.layout.Row;
import org.portolan.rehearsal.plan.Call;
import org.portolan.rehearsal.plan.Range;
import org.portolan.types.Tuple;

/** Where a read of a list comes into the range that is wanted, and where it is past it. */
final class Passing {
  private final Call call;
  private final Bounds bounds;

  Passing(Call call, Bounds bounds) {
    this.call = call;
    this.bounds = bounds;
  }

  /** Returns where an index is entered; empty for its beginning or its end. */
  Start start() {
    Optional<Range> range = call.ranged().flatMap(any -> call.range());
    if (range.isPresent()) {
      return start(range.get());
    }
    if (call.besideNulls().isPresent()) {
      // Null is the lowest value.
      return new Start(Tuple.of((Object) null), call.isAscending());
    }
    return Start.NONE;
  }

  private Start start(Range range) {
    Object near = near(range);
    // The bounds of an execution belong to the range.
    return near == null || !range.entered()
        ? Start.NONE
        : new Start(Tuple.of(near), call.backwards());
  }

  /**
   * Returns whether the range that a list is entered by ends at a null, with which nothing agrees.
   */
  boolean isOfNull() {
    Optional<Range> range =
        call.ranged().flatMap(any -> call.range()).filter(any -> any.near().isPresent());
    return range.isPresent() && near(range.get()) == null;
  }

  private Object near(Range range) {
    Bounds.Range wanted = bounds.range(range.column());
    return range.upwards() ? wanted.from() : wanted.to();
  }

  /** Returns whether a read has come past all that is wanted with the last of some rows. */
  boolean lastIsPast(List<Row> rows) {
    return !rows.isEmpty() && isPast(rows.get(rows.size() - 1));
  }

  boolean anyIsPast(List<Row> rows) {
    return rows.stream().anyMatch(this::isPast);
  }

  boolean allArePast(List<Row> rows) {
    return !rows.isEmpty() && rows.stream().allMatch(this::isPast);
  }

  private boolean isPast(Row row) {
    if (call.range().isEmpty()) {
      return call.present().isPresent() && row.get(call.present().get()) == null;
    }
    String column = call.range().get().column();
    Bounds.Range wanted = bounds.range(column);
    Object value = row.get(column);
    if (value == null) {
      return !call.range().get().upwards();
    }
    return call.range().get().upwards()
        ? wanted.to() != null && bounds.compare(column, value, wanted.to()) > 0
        : wanted.from() != null && bounds.compare(column, value, wanted.from()) < 0;
  }
}
