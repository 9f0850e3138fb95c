package org.portolan.bench.client;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.portolan.bench.statistics.Spread;

/**
 * What was measured of several sides, each with several acts. All sides are compared with one of
 * them. Immutable.
 *
 * @param first the side that is divided by the others
 * @param measured the turns of each act on each side, as {@link #cells} lists them
 */
public record ComparedSides<A>(String first, Map<Cell<A>, List<MeasuredTurn>> measured) {

  /** An act on a side. */
  public record Cell<A>(A act, String side) {}

  /** Returns every act on every side, act by act. */
  public static <A> List<Cell<A>> cells(A[] acts, Collection<String> sides) {
    List<Cell<A>> cells = new ArrayList<>();
    for (A act : acts) {
      sides.forEach(side -> cells.add(new Cell<>(act, side)));
    }
    return cells;
  }

  /** Returns the turns of an act on a side. */
  public List<MeasuredTurn> turns(A act, String side) {
    return measured.get(new Cell<>(act, side));
  }

  /** Returns the operations a second of an act on a side. */
  public Spread throughput(A act, String side) {
    return Spread.of(turns(act, side), MeasuredTurn::throughput);
  }

  /** Returns the ratio of the first side's throughput to that of another side. */
  public Spread ratio(A act, String side) {
    return Spread.ofRatios(turns(act, first), turns(act, side), MeasuredTurn::throughput);
  }

  /** Returns the cells of a line: the act and side, operations a second, ratio, percentiles. */
  public List<String> line(String act, A of, String side, double... percentiles) {
    List<String> line = new ArrayList<>();
    line.add(act + ", " + side);
    line.add(throughput(of, side).text());
    line.add(side.equals(first) ? "" : ratio(of, side).text());
    for (double percentile : percentiles) {
      line.add(Spread.of(turns(of, side), turn -> turn.serviceMillis(percentile)).text());
    }
    return line;
  }

  /** Returns the sentence that explains the intervals. */
  public String legend() {
    return Spread.of(measured.values().iterator().next(), MeasuredTurn::throughput).legend();
  }
}
