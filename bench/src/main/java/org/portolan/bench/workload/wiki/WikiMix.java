package org.portolan.bench.workload.wiki;

import java.util.List;
import org.portolan.bench.api.Spelled;

/** A workload on a wiki: the shares of its operations, in thousandths. */
enum WikiMix {
  SYNTHETIC_READS(
      "wiki-synthetic-reads",
      "Klencke 2010, section 6.2: pages read at random, each with a check which of its links"
          + " exist.",
      "uniform",
      1_000,
      0,
      0),
  READS("wiki-reads", "Kruber 2014, read-only: popular pages read most.", "zipfian", 1_000, 0, 0),
  EDITS(
      "wiki-edits",
      "Kruber 2014, edit-only: popular pages edited most, with the text of other pages.",
      "zipfian",
      0,
      1_000,
      0),
  BACK_END(
      "wiki-back-end",
      "Kruber 2014, behind a cache: 97.2 % reads, 2.5 % edits, 0.3 % creates.",
      "zipfian",
      972,
      25,
      3);

  /** The operations of users. */
  enum Act implements Spelled {
    VIEW,
    EDIT,
    CREATE
  }

  private static final int WHOLE = 1_000;

  private final String spelling;
  private final String description;
  private final String distribution;
  private final int views;
  private final int edits;
  private final int creates;

  WikiMix(
      String spelling, String description, String distribution, int views, int edits, int creates) {
    this.spelling = spelling;
    this.description = description;
    this.distribution = distribution;
    this.views = views;
    this.edits = edits;
    this.creates = creates;
  }

  String spelling() {
    return spelling;
  }

  String description() {
    return description;
  }

  /** Returns the default distribution of pages. */
  String distribution() {
    return distribution;
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

  static int whole() {
    return WHOLE;
  }
}
