package org.portolan.data.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.portolan.design.CounterDesign;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.IndexDesign;

/** The designs to which the store of a scenario changes. */
final class ScenarioDesign {
  private ScenarioDesign() {}

  /** Returns the design with another number of shards of the counter of pages. */
  static Design withShards(Design design, int shards) {
    EntityDesign page = design.entities().get(0);
    return with(
        design,
        page.indexes(),
        page.counters().stream()
            .map(each -> each.name().equals("pages") ? each.withShards(shards) : each)
            .toList());
  }

  /** Returns the design with an index of texts, or without that of links. */
  static Design withIndexes(Design design, boolean texts, boolean links) {
    EntityDesign page = design.entities().get(0);
    IndexDesign backlinks = page.indexes().get(0);
    List<IndexDesign> indexes = new ArrayList<>();
    if (links) {
      indexes.add(backlinks);
    }
    if (texts) {
      indexes.add(
          new IndexDesign(
              "by_text", List.of("text"), List.of(), backlinks.layout(), Optional.empty()));
    }
    return with(design, indexes, page.counters());
  }

  private static Design with(
      Design design, List<IndexDesign> indexes, List<CounterDesign> counters) {
    EntityDesign page = design.entities().get(0);
    return new Design(
        design.name(),
        List.of(
            new EntityDesign(
                page.name(),
                page.key(),
                page.keyLayout(),
                page.partition(),
                page.padding(),
                page.families(),
                page.collections(),
                indexes,
                counters,
                page.extremes(),
                page.references(),
                page.options())));
  }
}
