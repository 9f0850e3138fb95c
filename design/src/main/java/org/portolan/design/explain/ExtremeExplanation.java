package org.portolan.design.explain;

import org.portolan.design.EntityDesign;
import org.portolan.design.ExtremeDesign;
import org.portolan.design.IndexDesign;
import org.portolan.design.PortableDesign;
import org.portolan.design.index.OrderedTree;

/** Explains a counter that keeps a least or greatest value. */
final class ExtremeExplanation {
  private ExtremeExplanation() {}

  static void write(EntityDesign entity, ExtremeDesign extreme, Page page) {
    page.subheading("Counter " + extreme.name());
    page.say("is", extreme.shown() + ", without nulls");
    IndexDesign list =
        extreme.layout().isPresent() ? extreme.list() : entity.serving(extreme).orElseThrow();
    if (extreme.layout().isEmpty()) {
      page.say("kept by", "index " + list.name() + ", which has this order: no list of its own");
      page.say("a change", "costs nothing beside that index");
    } else {
      page.say(
          "kept by",
          "a list of its own in table "
              + list.name()
              + ", layout "
              + list.layout().spelling()
              + inVain(list)
              + ": an entry for each row with a value, the value of the counter first");
      page.say(
          "a change",
          "writes 1 entry, 2 when the value or the group changes, none when both stay; "
              + each(list, "nothing is read", "one leaf is read and rewritten"));
    }
    page.say(
        "a read",
        each(
            list,
            list.layout().partitioning().reads().size() == 1
                ? "reads the entry at the end of 1 row"
                : "reads the entries at the end of "
                    + list.layout().partitioning().reads().size()
                    + " rows in one round trip",
            "reads the leaf at the end of a tree, and the nodes above it if they are not remembered"));
    page.say("right", "after deletions and updates too: the next entry is then at the end");
  }

  private static String inVain(IndexDesign list) {
    return PortableDesign.isPortable(list) && list.layout().partitioning().readBuckets() > 1
        ? " (on an engine without wide rows object tree(64), without effect of hashed(k))"
        : "";
  }

  /** Returns what is so in cells, in a tree, or in each of them where the engine chooses. */
  private static String each(IndexDesign list, String cells, String tree) {
    if (PortableDesign.isPortable(list)) {
      return "on an engine with wide rows, " + cells + "; on any other engine, " + tree;
    }
    return list.layout().partitioning() instanceof OrderedTree ? tree : cells;
  }
}
