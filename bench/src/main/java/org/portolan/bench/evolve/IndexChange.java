package org.portolan.bench.evolve;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.portolan.bench.api.Spelled;
import org.portolan.design.Design;
import org.portolan.design.IndexDesign;
import org.portolan.design.index.HashedPartitions;
import org.portolan.design.index.IndexLayout;
import org.portolan.design.index.Representation;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Capabilities.TransactionScope;
import org.portolan.wiki.WikiModel;

/** The changes of the wiki's design that are measured. */
enum IndexChange implements Spelled {
  /** A second index on the links of pages. */
  INDEX_ADDED,
  /** The back-links of pages in 50 partitions, no longer in 5. */
  PARTITIONS_CHANGED;

  private static final String BACKLINKS = "backlinks";
  private static final String ADDED = "linked";
  private static final int PARTITIONS = 5;
  private static final int PARTITIONS_AFTER = 50;

  /** Returns the design before each change, for an engine. */
  static Design base(Capabilities capabilities) {
    boolean objects = capabilities.transactions() == TransactionScope.STORE;
    WikiModel model = objects ? WikiModel.HASHED : WikiModel.preferredOn(capabilities);
    Representation form = objects ? Representation.OBJECT : Representation.CELLS;
    IndexLayout layout = new IndexLayout(form, new HashedPartitions(PARTITIONS));
    return withBacklinks(model.design(), index -> List.of(index(BACKLINKS, index, layout)));
  }

  private static IndexDesign index(String name, IndexDesign like, IndexLayout layout) {
    return new IndexDesign(name, like.on(), like.order(), layout, Optional.empty());
  }

  private static Design withBacklinks(
      Design design, Function<IndexDesign, List<IndexDesign>> change) {
    return new Design(
        design.name(),
        design.entities().stream()
            .map(
                entity -> {
                  List<IndexDesign> indexes = new ArrayList<>();
                  for (IndexDesign index : entity.indexes()) {
                    boolean changes = index.name().equals(BACKLINKS);
                    indexes.addAll(changes ? change.apply(index) : List.of(index));
                  }
                  return entity.withIndexes(indexes);
                })
            .toList());
  }

  /** Returns the design after this change. */
  Design after(Design base) {
    return switch (this) {
      case INDEX_ADDED ->
          withBacklinks(base, index -> List.of(index, index(ADDED, index, index.layout())));
      case PARTITIONS_CHANGED ->
          withBacklinks(
              base,
              index ->
                  List.of(
                      index(
                          BACKLINKS,
                          index,
                          new IndexLayout(
                              index.layout().representation(),
                              new HashedPartitions(PARTITIONS_AFTER)))));
    };
  }

  /** Returns the name of the index that is built. */
  String index() {
    return this == INDEX_ADDED ? ADDED : BACKLINKS;
  }
}
