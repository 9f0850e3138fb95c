package org.portolan.bench.growth;

import java.util.Optional;
import org.portolan.design.CollectionDesign;
import org.portolan.design.Design;
import org.portolan.design.IndexDesign;
import org.portolan.design.index.IndexLayout;
import org.portolan.design.index.OrderedTree;
import org.portolan.design.index.Representation;

/** Says which lists of a design are read and rewritten as wholes, so that they may grow. */
final class Lists {
  private static final String PAGE = "page";

  private Lists() {}

  /**
   * Returns the layout of an index if it makes operations grow with the list. The proposed model
   * has these lists under other names, as cells.
   */
  static Optional<String> growingIndex(Design design, String index) {
    return design.entity(PAGE).orElseThrow().indexes().stream()
        .filter(each -> each.name().equals(index))
        .map(IndexDesign::layout)
        .filter(layout -> layout.representation() == Representation.OBJECT)
        .filter(layout -> !(layout.partitioning() instanceof OrderedTree))
        .map(IndexLayout::spelling)
        .findFirst();
  }

  /**
   * Returns the storage of a page's collection if it makes operations grow with the collection. The
   * proposed model has rows instead.
   */
  static Optional<String> growingCollection(Design design, String collection) {
    return design
        .entity(PAGE)
        .orElseThrow()
        .collection(collection)
        .filter(found -> found.storage() == CollectionDesign.Storage.OBJECT)
        .map(found -> "object");
  }
}
