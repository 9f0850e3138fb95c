package org.portolan.bench.growth;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.portolan.bench.api.Table;
import org.portolan.bench.api.Text;

/** The figures of operations by size, and whether they are as flat as the design promises. */
final class Curves {
  /** The verdicts on one operation. */
  enum Verdict {
    /** The design promises a flat curve, and it is flat. */
    FLAT("flat"),
    /** The operation works on a list that is an object; the curve may grow. */
    MAY_GROW("may grow"),
    /** The design promises a flat curve, but it grows. */
    GROWS("GROWS");

    final String text;

    Verdict(String text) {
      this.text = text;
    }
  }

  private record Curve(Optional<String> growing, TreeMap<Integer, Figures> bySize) {

    Verdict verdict() {
      if (bySize.firstEntry().getValue().isFlatUpTo(bySize.lastEntry().getValue())) {
        return Verdict.FLAT;
      }
      return growing.isPresent() ? Verdict.MAY_GROW : Verdict.GROWS;
    }

    String verdictText() {
      Verdict verdict = verdict();
      return verdict == Verdict.MAY_GROW
          ? verdict.text + ": " + growing.orElseThrow()
          : verdict.text;
    }
  }

  private final String size;
  private final Map<String, Curve> curves = new LinkedHashMap<>();

  /**
   * @param size the head of the column of sizes
   */
  Curves(String size) {
    this.size = size;
  }

  /**
   * Adds the figures of an operation at one size.
   *
   * @param growing what may make it grow; empty if the design promises that it does not
   */
  void add(String operation, int atSize, Figures figures, Optional<String> growing) {
    curves
        .computeIfAbsent(operation, name -> new Curve(growing, new TreeMap<>()))
        .bySize
        .put(atSize, figures);
  }

  long count(Verdict verdict) {
    return curves.values().stream().filter(curve -> curve.verdict() == verdict).count();
  }

  /** Returns the operations that grow against the promise of the design. */
  List<String> wrong() {
    List<String> wrong = new ArrayList<>();
    curves.forEach(
        (operation, curve) -> {
          if (curve.verdict() == Verdict.GROWS) {
            wrong.add(operation);
          }
        });
    return wrong;
  }

  Table table() {
    Table table =
        new Table(
            "operation",
            size,
            "round trips",
            "keys read",
            "written",
            "bytes read",
            "written",
            "ms",
            "curve");
    curves.forEach(
        (operation, curve) ->
            curve.bySize.forEach(
                (atSize, figures) -> table.row(row(operation, curve, atSize, figures))));
    return table;
  }

  private static String[] row(String operation, Curve curve, int atSize, Figures figures) {
    boolean first = atSize == curve.bySize.firstKey();
    boolean last = atSize == curve.bySize.lastKey();
    return new String[] {
      first ? operation : "",
      Text.count(atSize),
      Text.count(figures.roundTrips()),
      Text.count(figures.keysRead()),
      Text.count(figures.keysWritten()),
      Text.count(figures.bytesRead()),
      Text.count(figures.bytesWritten()),
      Text.millis(figures.nanos()),
      last ? curve.verdictText() : ""
    };
  }
}
