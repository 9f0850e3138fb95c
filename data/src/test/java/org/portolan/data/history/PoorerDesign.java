package org.portolan.data.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.design.CounterDesign;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.EntityDesign;
import org.portolan.design.ExtremeDesign;
import org.portolan.design.IndexDesign;
import org.portolan.design.ReferenceDesign;
import org.portolan.design.index.HashedPartitions;
import org.portolan.design.index.IndexLayout;
import org.portolan.design.index.OrderedTree;
import org.portolan.design.index.ReadDeltaBuckets;
import org.portolan.design.index.Representation;
import org.portolan.design.index.SinglePartition;

/**
 * A design for the same rows as another one, in which some indexes, counters and references are
 * missing or have another form.
 */
public final class PoorerDesign {
  private static final int ATTEMPTS_MAX = 1_000;

  private final Design design;
  private final Random random;

  private PoorerDesign(Design design, Random random) {
    this.design = design;
    this.random = random;
  }

  /** Returns a valid design that differs from another one. */
  public static Design of(Design design, Random random) {
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      Design poorer = new PoorerDesign(design, random).poorer();
      if (!poorer.equals(design) && DesignReader.problems(poorer).isEmpty()) {
        return poorer;
      }
    }
    throw new AssertionError("no design is poorer than " + design.name());
  }

  private Design poorer() {
    return new Design(design.name(), design.entities().stream().map(this::poorer).toList());
  }

  private EntityDesign poorer(EntityDesign entity) {
    List<IndexDesign> indexes = new ArrayList<>();
    entity.indexes().forEach(index -> poorer(index).ifPresent(indexes::add));
    List<CounterDesign> counters = new ArrayList<>();
    for (CounterDesign counter : entity.counters()) {
      switch (random.nextInt(3)) {
        case 0 -> counters.add(counter);
        case 1 -> counters.add(counter.withShards(1 + random.nextInt(4)));
        default -> {}
      }
    }
    List<ReferenceDesign> references = new ArrayList<>();
    for (ReferenceDesign reference : entity.references()) {
      if (random.nextBoolean()) {
        references.add(other(reference));
      }
    }
    EntityDesign bare = entity.withDerived(indexes, counters, List.of()).with(references);
    List<ExtremeDesign> extremes = new ArrayList<>();
    for (ExtremeDesign extreme : entity.extremes()) {
      ExtremeDesign served =
          new ExtremeDesign(
              extreme.name(), extreme.end(), extreme.column(), extreme.by(), Optional.empty());
      if (bare.serving(served).isPresent()) {
        extremes.add(served);
      } else if (extreme.layout().isPresent() && random.nextBoolean()) {
        extremes.add(extreme);
      }
    }
    return bare.withExtremes(extremes);
  }

  private Optional<IndexDesign> poorer(IndexDesign index) {
    if (random.nextBoolean()) {
      return Optional.empty();
    }
    if (index.unique() || index.within().isPresent() || random.nextBoolean()) {
      return Optional.of(index);
    }
    return Optional.of(
        new IndexDesign(
            index.name(), index.on(), index.order(), other(index.layout()), Optional.empty()));
  }

  /** Returns a layout in the same representation, which the engine has. */
  private IndexLayout other(IndexLayout layout) {
    boolean cells = layout.representation() == Representation.CELLS;
    return switch (random.nextInt(cells ? 2 : 4)) {
      case 0 -> new IndexLayout(layout.representation(), new SinglePartition());
      case 1 ->
          new IndexLayout(layout.representation(), new HashedPartitions(2 + random.nextInt(5)));
      case 2 -> new IndexLayout(Representation.OBJECT, new ReadDeltaBuckets(2, 3));
      default -> new IndexLayout(Representation.OBJECT, new OrderedTree(9));
    };
  }

  private ReferenceDesign other(ReferenceDesign reference) {
    return new ReferenceDesign(
        reference.name(),
        reference.on(),
        reference.to(),
        reference.onDelete(),
        1 + random.nextInt(4),
        reference.storage(),
        reference.storage() == Storage.TREE
            ? Optional.of(new OrderedTree(OrderedTree.MEMBERS_LEAST))
            : Optional.empty());
  }
}
