package org.portolan.rehearsal.plan;

import java.util.Optional;
import org.portolan.advisor.serve.LineChecks;
import org.portolan.rehearsal.layout.Place;

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
      return call.besideNulls().map(any -> start(call.isAscending(), "(Object) null")).orElse("");
    }
    if (!range.get().entered()) {
      return "";
    }
    Place place = call.place().columns().get(range.get().column());
    boolean lower = range.get().near().get().isLower();
    return start(
        range.get().withNear() == call.backwards(),
        checks.start(call, range.get().column(), place, lower, range.get().withNear()));
  }

  private static String start(boolean behind, String value) {
    String values = "Tuple.of(" + value + ")";
    return (behind ? "Start.behind(" + values + ")" : values) + ", ";
  }

  /** Where an index is entered for {@code LIKE 'a%'}: the statement tells only the beginning. */
  private String unknownStart(Call call, Range range) {
    if (!range.upwards()) {
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
    return start(call.backwards(), checks.start(call, range.column(), place, true, true));
  }
}
