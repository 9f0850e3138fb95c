package org.portolan.design.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class PartitioningTest {

  /** If a read left out the bucket of a change, it would miss the change. */
  @Property
  void write_isAmongTheReads(
      @ForAll("partitionings") Partitioning partitioning, @ForAll int memberHash) {
    assertThat(partitioning.reads()).contains(partitioning.write(memberHash));
    assertThat(partitioning.write(memberHash).delta()).isEqualTo(partitioning.deltaBuckets() > 0);
  }

  @Property
  void home_isAReadBucketAmongTheReads(
      @ForAll("partitionings") Partitioning partitioning, @ForAll int memberHash) {
    assertThat(partitioning.reads()).contains(partitioning.home(memberHash));
    assertThat(partitioning.home(memberHash).delta()).isFalse();
  }

  @Property
  void reads_areAsManyAsDeclared_readBucketsFirst_namesSortedAndDistinct(
      @ForAll("partitionings") Partitioning partitioning) {
    List<Bucket> reads = partitioning.reads();
    int readBuckets = partitioning.readBuckets();

    assertThat(reads).hasSize(readBuckets + partitioning.deltaBuckets());
    assertThat(reads.subList(0, readBuckets)).noneMatch(Bucket::delta);
    assertThat(reads.subList(readBuckets, reads.size())).allMatch(Bucket::delta);
    assertThat(reads).extracting(Bucket::name).doesNotHaveDuplicates();
    assertThat(reads.subList(0, readBuckets)).extracting(Bucket::name).isSorted();
    assertThat(reads.subList(readBuckets, reads.size())).extracting(Bucket::name).isSorted();
  }

  @Property
  void sharing_ofTheHomeOfAMember_hasItsWriteBucket(
      @ForAll("partitionings") Partitioning partitioning, @ForAll int hash) {
    Bucket home = partitioning.home(hash);
    List<Bucket> sharing = partitioning.sharing(partitioning.reads().indexOf(home));

    assertThat(sharing.get(0)).isEqualTo(home);
    assertThat(sharing).contains(partitioning.write(hash)).doesNotHaveDuplicates();
    assertThat(partitioning.reads()).containsAll(sharing);
  }

  /**
   * Pearson's statistic of 100,000 random hashes over k buckets has mean k - 1 and variance 2(k -
   * 1); with this seed it must stay within six deviations.
   */
  @Test
  void write_randomHashes_loadsAllBucketsEvenly() {
    int members = 100_000;
    for (Partitioning partitioning :
        List.of(new HashedPartitions(5), new HashedPartitions(50), new ReadDeltaBuckets(6, 10))) {
      SplittableRandom random = new SplittableRandom(2_014);
      Map<Bucket, Integer> counts = new HashMap<>();
      for (int member = 0; member < members; member++) {
        counts.merge(partitioning.write(random.nextInt()), 1, Integer::sum);
      }
      int buckets = partitioning.writeConcurrency();
      double mean = members / (double) buckets;
      double pearson =
          counts.values().stream()
              .mapToDouble(count -> (count - mean) * (count - mean) / mean)
              .sum();

      assertThat(counts).as(partitioning.spelling()).hasSize(buckets);
      assertThat(pearson)
          .as(partitioning.spelling())
          .isLessThan(buckets - 1 + 6 * Math.sqrt(2.0 * (buckets - 1)));
    }
  }

  @Test
  void names_ofAThousandBuckets_arePadded() {
    assertThat(new HashedPartitions(1_000).reads().get(7).name()).isEqualTo("r007");
    assertThat(new ReadDeltaBuckets(1, 11).reads())
        .extracting(Bucket::name)
        .startsWith("r0", "d00", "d01")
        .endsWith("d10");
  }

  @Test
  void merge_newestWordCounts() {
    assertThat(Partitioning.merge(false, Optional.of(true))).isTrue();
    assertThat(Partitioning.merge(true, Optional.of(false))).isFalse();
    assertThat(Partitioning.merge(true, Optional.empty())).isTrue();
    assertThat(Partitioning.merge(false, Optional.empty())).isFalse();
  }

  @Test
  void constructor_bucketsOutOfBounds() {
    assertThatIllegalArgumentException().isThrownBy(() -> new HashedPartitions(1));
    assertThatIllegalArgumentException().isThrownBy(() -> new HashedPartitions(10_001));
    assertThatIllegalArgumentException().isThrownBy(() -> new ReadDeltaBuckets(0, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new ReadDeltaBuckets(1, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new OrderedTree(7));
    assertThatIllegalArgumentException().isThrownBy(() -> new OrderedTree(1_001));
  }

  @Provide
  Arbitrary<Partitioning> partitionings() {
    return Arbitraries.oneOf(
        IndexLayouts.partitionings(),
        Arbitraries.integers()
            .between(OrderedTree.MEMBERS_LEAST, OrderedTree.MEMBERS_MOST)
            .map(OrderedTree::new));
  }
}
