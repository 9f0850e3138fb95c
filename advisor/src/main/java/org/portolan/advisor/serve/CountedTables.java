package org.portolan.advisor.serve;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The reads that counters add to writes: whether a row or an item is new decides whether the
 * counter changes. Which tables are counted is known once all statements are served.
 */
public final class CountedTables {
  private CountedTables() {}

  /** Returns the statements with these reads. */
  public static List<Served> read(Draft draft, List<Served> served) {
    Set<String> counted = new HashSet<>();
    for (Served one : served) {
      for (Step step : one.steps()) {
        if (step.kind() == Step.Kind.COUNT || step.kind() == Step.Kind.SUM) {
          counted.add(step.table());
        }
      }
    }
    List<Served> result = new ArrayList<>();
    for (Served one : served) {
      List<Step> steps = new ArrayList<>();
      for (Step step : one.steps()) {
        steps.add(counted.contains(step.table()) ? read(draft, one, step) : step);
      }
      result.add(new Served(one.statement(), steps, one.hops(), one.notes(), one.refusal()));
    }
    return result;
  }

  private static Step read(Draft draft, Served one, Step step) {
    return switch (step.kind()) {
      case PUT -> WriteSteps.isDerived(draft, step.table()) ? step : step.withTrips(1);
      // Each item is read by itself.
      case PUT_ITEM -> isKnown(one, step) ? step : step.withTrips(Math.max(1, step.found()));
      default -> step;
    };
  }

  private static boolean isKnown(Served one, Step step) {
    return one.steps().stream()
        .anyMatch(other -> other.kind() == Step.Kind.GET_ITEM && other.use() == step.use());
  }
}
