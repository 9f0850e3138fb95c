package org.portolan.design.index;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Arbitrary layouts of indexes. */
public final class IndexLayouts {
  private IndexLayouts() {}

  public static Arbitrary<Partitioning> partitionings() {
    Arbitrary<Integer> buckets = Arbitraries.integers().between(1, 200);
    return Arbitraries.oneOf(
        Arbitraries.just(new SinglePartition()),
        buckets.map(k -> new HashedPartitions(k + 1)),
        Combinators.combine(buckets, buckets).as(ReadDeltaBuckets::new));
  }

  /** Returns the layouts that a store may have. */
  public static Arbitrary<IndexLayout> layouts() {
    return Combinators.combine(
            Arbitraries.of(Representation.CELLS, Representation.OBJECT), partitionings())
        .as(IndexLayout::new);
  }
}
