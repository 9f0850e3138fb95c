package org.portolan.rehearsal.plan;

import java.util.Optional;
import org.portolan.advisor.serve.LineChecks;
import org.portolan.rehearsal.layout.Place;
import org.portolan.types.ScalarType;

/** Writes where indexes are entered as Java. */
final class JavaStarts {
  private final JavaChecks checks;

  JavaStarts(JavaChecks checks) {
    this.checks = checks;
  }

  /** Where an index is entered, as an argument; empty if at its beginning or its end. */
  String of(Call call) {
    Optional<Range> range = call.ranged().flatMap(any -> call.range());
    if (range.isEmpty() || range.get().near().isEmpty()) {
      if (range.isPresent() && !range.get().known()) {
        return unknownStart(call, range.get());
      }
      return call.besideNulls()
          .map(column -> "Tuple.of(" + beside(call, column) + "), ")
          .orElse("");
    }
    if (range.get().entry() == Range.Entry.END_OF_LIST) {
      return "";
    }
    Place place = call.place().columns().get(range.get().column());
    boolean lower = range.get().near().get().isLower();
    return "Tuple.of(" + checks.start(call, range.get().column(), place, lower) + "), ";
  }

  /** Where an index is entered for {@code LIKE 'a%'}: the statement tells only the beginning. */
  private String unknownStart(Call call, Range range) {
    if (!range.upwards() || call.backwards()) {
      throw new JavaText.NotWrittenException(
          "the list is read from its greatest values, and none tells where those of "
              + range.column()
              + " end");
    }
    Place place = call.place().columns().get(range.column());
    if (!LineChecks.isText(place.type())) {
      throw new JavaText.NotWrittenException(
          "LIKE compares " + range.column() + " as a text, which no index lists it by");
    }
    return "Tuple.of(" + checks.start(call, range.column(), place, true) + "), ";
  }

  /** The value beside which the list is entered: nulls are the lowest ones, and are left out. */
  private static String beside(Call call, String column) {
    if (!call.isAscending()) {
      return "(Object) null";
    }
    ScalarType type = (ScalarType) call.place().columns().get(column).type();
    return "Values.least(ScalarType."
        + (type.kind() == ScalarType.Kind.DECIMAL
            ? "decimal(" + type.precision() + ", " + type.scale() + ")"
            : type.kind().name())
        + ")";
  }
}
