package org.portolan.data.internal.auto;

import java.util.ArrayList;
import java.util.List;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.EntityDesign;
import org.portolan.design.IndexDesign;
import org.portolan.design.PortableDesign;
import org.portolan.design.index.HashedPartitions;
import org.portolan.design.index.IndexLayout;
import org.portolan.design.index.ReadDeltaBuckets;
import org.portolan.design.index.Representation;
import org.portolan.design.index.SinglePartition;

/** The layouts between which an automatic index may move. */
final class Candidates {
  private static final int[] PARTITIONS = {2, 5, 10, 20, 50, 100};

  private Candidates() {}

  /**
   * Returns the layouts of an engine with transactions.
   *
   * @param items whether it has items within a row
   */
  static List<IndexLayout> all(boolean items) {
    List<IndexLayout> layouts = new ArrayList<>();
    if (items) {
      layouts.add(new IndexLayout(Representation.CELLS, new SinglePartition()));
    }
    layouts.add(new IndexLayout(Representation.OBJECT, new SinglePartition()));
    layouts.add(new IndexLayout(Representation.OBJECT, PortableDesign.TREE));
    for (int partitions : PARTITIONS) {
      layouts.add(new IndexLayout(Representation.OBJECT, new HashedPartitions(partitions)));
    }
    for (int deltas : PARTITIONS) {
      layouts.add(new IndexLayout(Representation.OBJECT, new ReadDeltaBuckets(1, deltas)));
    }
    return layouts;
  }

  /** Returns those of some layouts of an index with which the design keeps its rules. */
  static List<IndexLayout> admitted(Design design, String index, List<IndexLayout> layouts) {
    return layouts.stream()
        .filter(
            layout -> {
              Design other = design.withLayout(index, layout);
              return DesignReader.problems(other).isEmpty() && servesAlike(design, other);
            })
        .toList();
  }

  /** Returns whether the same indexes serve the least and greatest values. */
  private static boolean servesAlike(Design design, Design other) {
    return serving(design).equals(serving(other));
  }

  private static List<String> serving(Design design) {
    List<String> names = new ArrayList<>();
    for (EntityDesign entity : design.entities()) {
      entity.extremes().stream()
          .filter(extreme -> extreme.layout().isEmpty())
          .forEach(
              extreme -> names.add(entity.serving(extreme).map(IndexDesign::name).orElse("none")));
    }
    return names;
  }
}
