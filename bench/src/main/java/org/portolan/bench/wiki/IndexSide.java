package org.portolan.bench.wiki;

import java.util.Arrays;
import java.util.List;
import org.portolan.bench.api.Spelled;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.IndexDesign;
import org.portolan.design.PortableDesign;
import org.portolan.design.index.HashedPartitions;
import org.portolan.design.index.IndexLayout;
import org.portolan.design.index.Partitioning;
import org.portolan.design.index.ReadDeltaBuckets;
import org.portolan.design.index.Representation;
import org.portolan.design.index.SinglePartition;
import org.portolan.engine.Capabilities;
import org.portolan.wiki.WikiModel;

/**
 * The wiki with one layout for all indexes: left to the store, which begins with the index objects
 * of Kruber's {@code basic} model, or chosen by hand. Everything else is alike: the histories are
 * trees and the counters have shards, as in the model {@code tree}, since both have no automatic
 * layout, and a history in one object grows with each edit until its index no longer matters.
 */
enum IndexSide implements Spelled {
  AUTO,
  SINGLE,
  HASHED_5,
  HASHED_20,
  READ_DELTA,
  TREE,
  CELLS;

  /** Returns the layout of all indexes; of an automatic one the first. */
  private IndexLayout layout() {
    return switch (this) {
      case AUTO, SINGLE -> object(new SinglePartition());
      case HASHED_5 -> object(new HashedPartitions(5));
      case HASHED_20 -> object(new HashedPartitions(20));
      case READ_DELTA -> object(new ReadDeltaBuckets(1, 20));
      case TREE -> object(PortableDesign.TREE);
      case CELLS -> new IndexLayout(Representation.CELLS, new SinglePartition());
    };
  }

  private static IndexLayout object(Partitioning partitioning) {
    return new IndexLayout(Representation.OBJECT, partitioning);
  }

  /** Returns the sides that an engine can keep, the automatic one first. */
  static List<IndexSide> on(Capabilities engine) {
    return Arrays.stream(values()).filter(side -> side != CELLS || engine.items()).toList();
  }

  /** Returns the design. */
  Design design() {
    Design tree = WikiModel.TREE.design();
    return new Design(
        tree.name(),
        tree.entities().stream()
            .map(
                entity ->
                    entity.withIndexes(entity.indexes().stream().map(this::withLayout).toList()))
            .toList());
  }

  private IndexDesign withLayout(IndexDesign index) {
    return new IndexDesign(
        index.name(),
        index.on(),
        index.order(),
        layout(),
        index.within(),
        index.options(),
        this == AUTO);
  }

  /** Returns the indexes whose layout the store chooses. */
  static List<IndexDesign> automatic(Design design) {
    return design.entities().stream()
        .map(EntityDesign::indexes)
        .flatMap(List::stream)
        .filter(IndexDesign::automatic)
        .toList();
  }
}
