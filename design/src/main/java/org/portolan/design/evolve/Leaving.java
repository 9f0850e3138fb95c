package org.portolan.design.evolve;

import java.util.ArrayList;
import java.util.List;
import org.portolan.design.CounterDesign;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.ExtremeDesign;

/**
 * The counters of an entity that the design in force does not have any more, and that writes still
 * change, for processes that read them.
 *
 * @param extremes those with lists of their own
 */
public record Leaving(String entity, List<CounterDesign> counters, List<ExtremeDesign> extremes) {
  public Leaving {
    counters = List.copyOf(counters);
    extremes = List.copyOf(extremes);
  }

  /** Returns the counters that a design lacks, of the entities that it has. */
  static List<Leaving> of(Design before, Design after) {
    List<Leaving> leaving = new ArrayList<>();
    for (EntityDesign entity : before.entities()) {
      after
          .entity(entity.name())
          .map(
              other ->
                  new Leaving(
                      entity.name(),
                      entity.counters().stream()
                          .filter(
                              counter ->
                                  other.counters().stream()
                                      .noneMatch(each -> each.name().equals(counter.name())))
                          .toList(),
                      entity.extremes().stream()
                          .filter(extreme -> extreme.layout().isPresent())
                          .filter(
                              extreme ->
                                  other.extremes().stream()
                                      .noneMatch(each -> each.name().equals(extreme.name())))
                          .toList()))
          .filter(each -> !each.counters.isEmpty() || !each.extremes.isEmpty())
          .ifPresent(leaving::add);
    }
    return leaving;
  }
}
