package org.portolan.design.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** The costs must agree with the statements of Kruber 2014, IV, about the layouts. */
class IndexLayoutTest {
  private static final double MEMBER_BYTES = 30;

  @Property
  void cost_objectSingle_growsWithTheMembers(
      @ForAll @IntRange(min = 0, max = 1_000_000) int members) {
    IndexCost cost = object(new SinglePartition(), members, 0);
    IndexCost larger = object(new SinglePartition(), members + 1, 0);

    assertThat(larger.bytesWrittenPerChange()).isGreaterThan(cost.bytesWrittenPerChange());
    assertThat(larger.bytesReadPerChange()).isGreaterThan(cost.bytesReadPerChange());
    assertThat(cost.writersWithoutConflict()).isEqualTo(1);
  }

  @Property
  void cost_objectHashed_dividesChangesByKAndMultipliesRowsByK(
      @ForAll @IntRange(min = 2, max = 1_000) int partitions,
      @ForAll @IntRange(min = 1, max = 1_000_000) int members) {
    IndexCost single = object(new SinglePartition(), members, 0);
    IndexCost hashed = object(new HashedPartitions(partitions), members, 0);

    assertThat(hashed.bytesReadPerChange())
        .isCloseTo(single.bytesReadPerChange() / partitions, within(1e-6));
    assertThat(hashed.writersWithoutConflict()).isEqualTo(partitions);
    assertThat(hashed.rowsPerRead()).isEqualTo(partitions * single.rowsPerRead());
    assertThat(hashed.bytesPerRead()).isEqualTo(single.bytesPerRead());
  }

  @Property
  void cost_objectReadDelta_changesDoNotFeelTheMembers_readsDoNotFeelTheWriters(
      @ForAll @IntRange(min = 1, max = 100) int reads,
      @ForAll @IntRange(min = 1, max = 100) int deltas,
      @ForAll @IntRange(min = 0, max = 1_000_000) int members) {
    IndexCost cost = object(new ReadDeltaBuckets(reads, deltas), members, 20);
    IndexCost tenfold = object(new ReadDeltaBuckets(reads, deltas), members * 10.0, 20);

    assertThat(tenfold.bytesWrittenPerChange()).isEqualTo(cost.bytesWrittenPerChange());
    assertThat(tenfold.bytesReadPerChange()).isEqualTo(cost.bytesReadPerChange());
    assertThat(cost.writersWithoutConflict()).isEqualTo(deltas);
    assertThat(cost.rowsPerRead()).isEqualTo(reads + deltas);
  }

  @Property
  void cost_cells_readNothingToWriteOneMember(
      @ForAll @IntRange(min = 0, max = 1_000_000) int members) {
    IndexCost cost =
        new IndexLayout(Representation.CELLS, new SinglePartition())
            .cost(new IndexProfile(members, MEMBER_BYTES, 0));

    assertThat(cost.bytesReadPerChange()).isZero();
    assertThat(cost.bytesWrittenPerChange()).isEqualTo(MEMBER_BYTES);
    assertThat(cost.writersWithoutConflict()).isInfinite();
  }

  @Test
  void spelling_isThatOfTheFile() {
    assertThat(new IndexLayout(Representation.OBJECT, new ReadDeltaBuckets(6, 10)).spelling())
        .isEqualTo("object read-delta(6, 10)");
  }

  private static IndexCost object(Partitioning partitioning, double members, double unmerged) {
    return new IndexLayout(Representation.OBJECT, partitioning)
        .cost(new IndexProfile(members, MEMBER_BYTES, unmerged));
  }
}
