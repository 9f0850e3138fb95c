package org.portolan.bench.workload.wiki;

import java.util.List;
import org.portolan.bench.api.Spelled;

/**
 * A workload on a wiki.
 *
 * @param spelling the name on the command line
 * @param distribution the default distribution of pages
 * @param views the share of views, in thousandths, as the following
 */
record WikiMix(
    String spelling, String description, String distribution, int views, int edits, int creates) {
  static final WikiMix EDITS =
      new WikiMix(
          "wiki-edits",
          "Kruber 2014, edit-only: popular pages edited most, with the text of other pages.",
          "zipfian",
          0,
          1_000,
          0);
  static final WikiMix BACK_END =
      new WikiMix(
          "wiki-back-end",
          "Kruber 2014, behind a cache: 97.2 % reads, 2.5 % edits, 0.3 % creates.",
          "zipfian",
          972,
          25,
          3);
  static final List<WikiMix> ALL =
      List.of(
          new WikiMix(
              "wiki-synthetic-reads",
              "Klencke 2010, section 6.2: pages read at random, each with a check which of its"
                  + " links exist.",
              "uniform",
              1_000,
              0,
              0),
          new WikiMix(
              "wiki-reads",
              "Kruber 2014, read-only: popular pages read most.",
              "zipfian",
              1_000,
              0,
              0),
          EDITS,
          BACK_END);
  static final int WHOLE = 1_000;

  /** The operations of users. */
  enum Act implements Spelled {
    VIEW,
    EDIT,
    CREATE
  }

  int thousandths(Act act) {
    return switch (act) {
      case VIEW -> views;
      case EDIT -> edits;
      case CREATE -> creates;
    };
  }

  List<Act> acts() {
    return List.of(Act.values()).stream().filter(act -> thousandths(act) > 0).toList();
  }

  /** Returns the next operation, from a number drawn below {@value #WHOLE}. */
  Act act(int drawn) {
    if (drawn < views) {
      return Act.VIEW;
    }
    return drawn < views + edits ? Act.EDIT : Act.CREATE;
  }
}
