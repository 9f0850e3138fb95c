package org.portolan.design;

import org.portolan.design.explain.EntityExplanation;
import org.portolan.design.explain.NeedsExplanation;
import org.portolan.design.explain.Page;

/** Explains a design to people: the meaning, the cost and the source of each decision. */
public final class DesignExplanation {
  private static final int LABEL_WIDTH = 16;

  private DesignExplanation() {}

  /**
   * Returns the explanation as plain text, lines of at most 100 characters where words allow it.
   *
   * @param design a sound design
   */
  public static String of(Design design) {
    Page page = new Page(LABEL_WIDTH);
    page.heading("Design " + design.name());
    for (EntityDesign entity : design.entities()) {
      EntityExplanation.write(design, entity, page);
    }
    NeedsExplanation.write(design, page);
    page.heading("Sources");
    page.say("Klencke 2010", "Designing Highly Scalable Web Applications using Data Stores");
    page.say(
        "Kruber 2014",
        "A Relational Database Schema on the Transactional Key-Value Store Scalaris");
    page.say(
        "Zdravevski 2016",
        "Row Key Designs of NoSQL Database Tables and Their Impact on Write Performance");
    if (page.text().contains("Aguilera")) {
      page.say("Aguilera 2008", "A Practical Scalable Distributed B-Tree");
      page.say("Sowell 2012", "Minuet: A Scalable Distributed Multiversion B-Tree");
    }
    if (page.text().contains("Bailis")) {
      page.say("Bailis 2014", "Coordination Avoidance in Database Systems");
    }
    return page.text();
  }
}
