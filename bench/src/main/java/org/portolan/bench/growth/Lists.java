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

  /** Returns the layout of an index if it makes operations grow with the list. */
  static Optional<String> growingIndex(Design design, String index) {
    IndexDesign found =
        design.entity(PAGE).orElseThrow().indexes().stream()
            .filter(each -> each.name().equals(index))
            .findFirst()
            .orElseThrow();
    IndexLayout layout = found.layout();
    return layout.representation() == Representation.OBJECT
            && !(layout.partitioning() instanceof OrderedTree)
        ? Optional.of(layout.spelling())
        : Optional.empty();
  }

  /** Returns the storage of a page's collection if it makes operations grow with the collection. */
  static Optional<String> growingCollection(Design design, String collection) {
    CollectionDesign found = design.entity(PAGE).orElseThrow().collection(collection).orElseThrow();
    return found.storage() == CollectionDesign.Storage.OBJECT
        ? Optional.of("object")
        : Optional.empty();
  }
}
