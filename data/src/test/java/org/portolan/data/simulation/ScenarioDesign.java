package org.portolan.data.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.design.CounterDesign;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.EntityDesign;
import org.portolan.design.IndexDesign;

/** The design of the store of a scenario, and those to which it changes. */
final class ScenarioDesign {
  /** The name of the unique index of texts. */
  static final String UNIQUE = "only";

  private ScenarioDesign() {}

  /**
   * Returns the design of pages.
   *
   * @param items whether the engine has items
   * @param counter the design of the counter of pages
   */
  static Design of(boolean items, String counter) {
    return DesignReader.read(
        """
        format: 1
        design: scenario
        entities:
          page:
            key: {title: text}
            key-layout: plain
            families:
              main: {text: text, links: set of text}
            collections:
              notes: {key: {number: int}, storage: %s, columns: {text: text}}
            indexes:
              backlinks: {on: [links], layout: %s hashed(2)}
            counters:
              pages: %s
              all_notes: {counts: notes, layout: single}
        """
            .formatted(items ? "rows" : "object", items ? "cells" : "object", counter),
        "scenario");
  }

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

  /** Returns the design with a unique index of texts. */
  static Design withUniqueTexts(Design design) {
    EntityDesign page = design.entities().get(0);
    List<IndexDesign> indexes = new ArrayList<>(page.indexes());
    indexes.add(IndexDesign.unique(UNIQUE, List.of("text"), Map.of()));
    return with(design, indexes, page.counters());
  }

  /** Returns the design with counters of pages, and of those that have a text. */
  static Design withMoreCounters(Design design) {
    EntityDesign page = design.entities().get(0);
    List<CounterDesign> counters = new ArrayList<>(page.counters());
    counters.add(new CounterDesign("more", Optional.empty(), 3, true));
    counters.add(new CounterDesign("texts", Optional.empty(), Optional.of("text"), 1, true));
    return with(design, page.indexes(), counters);
  }

  /** Returns the design without a counter. */
  static Design withoutCounter(Design design, String name) {
    EntityDesign page = design.entities().get(0);
    return with(
        design,
        page.indexes(),
        page.counters().stream().filter(each -> !each.name().equals(name)).toList());
  }

  private static Design with(
      Design design, List<IndexDesign> indexes, List<CounterDesign> counters) {
    EntityDesign page = design.entities().get(0);
    return new Design(design.name(), List.of(page.withDerived(indexes, counters, page.extremes())));
  }
}
