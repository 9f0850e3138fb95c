package org.portolan.rehearsal.plan;

import java.util.Optional;
import org.portolan.advisor.access.TableUse;
import org.portolan.advisor.serve.LineChecks;
import org.portolan.rehearsal.layout.Place;
import org.portolan.types.Collation;
import org.portolan.types.ScalarType;

/** Writes as Java where the read of a list may end before the list does. */
final class JavaEnds {
  private final Plan plan;
  private final Names names;
  private final JavaChecks checks;

  JavaEnds(Plan plan, Names names, JavaChecks checks) {
    this.plan = plan;
    this.names = names;
    this.checks = checks;
  }

  /**
   * Returns the condition that something is not yet behind all that is wanted, in the direction in
   * which a list is read; empty if nothing shows that.
   */
  String far(Call call, JavaText.Holds holds) {
    TableUse use = plan.use(call);
    if (call.ranged().filter(any -> LineChecks.isBeginning(use, any)).isPresent()) {
      return farOfBeginning(call, call.ranged().get(), holds);
    }
    Optional<String> column =
        call.range().isPresent()
            ? call.range().filter(range -> range.far().isPresent()).map(Range::column)
            : call.present().filter(any -> call.besideNulls().isEmpty());
    if (column.isEmpty() || use.opaque().contains(column.get())) {
      return "";
    }
    Place at = call.place().columns().get(column.get());
    if (at == null || !JavaChecks.isThere(at, holds) || !(at.type() instanceof ScalarType type)) {
      return "";
    }
    String value = JavaChecks.value(JavaChecks.one(holds), at, holds);
    if (call.range().isEmpty()) {
      return value + " != null";
    }
    TableUse.End end = call.range().get().far().orElseThrow();
    String found = names.of(call.use() + " found " + column.get(), "found_" + at.name());
    Collation collation = call.place().table().column(column.get()).collation();
    String limit = checks.end(call, column.get(), at, end.isLower());
    // Nulls are the lowest values: a read upwards comes to them before the range.
    return (isReadPastNulls(call) ? value + " == null || " : "")
        + value
        + " instanceof "
        + JavaText.javaType(type)
        + " "
        + found
        + " && "
        + JavaComparisons.within(found, limit, end, type, collation);
  }

  /** Whether nulls may be read before a range, from the end of a list. */
  private static boolean isReadPastNulls(Call call) {
    Range range = call.range().orElseThrow();
    return range.upwards()
        && !range.entered()
        && call.place().table().column(range.column()).mayBeNull();
  }

  /** The same of a list that is entered at the beginning of LIKE. */
  private String farOfBeginning(Call call, String column, JavaText.Holds holds) {
    Place at = call.place().columns().get(column);
    if (!JavaChecks.isThere(at, holds)) {
      return "";
    }
    String found = names.of(call.use() + " found " + column, "found_" + at.name());
    Collation collation = call.place().table().column(column).collation();
    return JavaChecks.value(JavaChecks.one(holds), at, holds)
        + " instanceof String "
        + found
        + " && "
        + JavaComparisons.begins(found, checks.end(call, column, at, true), collation);
  }
}
