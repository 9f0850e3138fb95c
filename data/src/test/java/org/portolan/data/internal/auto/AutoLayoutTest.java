package org.portolan.data.internal.auto;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.portolan.design.cost.EngineCosts;
import org.portolan.design.index.HashedPartitions;
import org.portolan.design.index.IndexLayout;
import org.portolan.design.index.Representation;
import org.portolan.design.index.SinglePartition;

/** The policy on indexes under known loads, in virtual time. */
class AutoLayoutTest {
  private static final EngineCosts ROCKSDB = AutoTask.costs("rocksdb");
  private static final EngineCosts IGNITE = AutoTask.costs("ignite");
  private static final IndexLayout BASIC =
      new IndexLayout(Representation.OBJECT, new SinglePartition());
  private static final long NO_BOUND = Long.MAX_VALUE;

  static LongStream seeds() {
    return LongStream.range(0, Long.getLong("portolan.auto.seeds", 50));
  }

  private static IndexLayout hashed(int partitions) {
    return new IndexLayout(Representation.OBJECT, new HashedPartitions(partitions));
  }

  /** An index of a random load that begins in one object. */
  private static ContendedIndex arbitrary(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    boolean items = random.nextBoolean();
    ContendedIndex index =
        new ContendedIndex(seed, items ? ROCKSDB : IGNITE, BASIC, Candidates.all(items), NO_BOUND);
    index.committed = Math.pow(10, random.nextDouble(0, 3));
    index.reads = Math.pow(10, random.nextDouble(-1, 3));
    index.members = Math.pow(10, random.nextDouble(0.5, 4));
    index.membersOfPage = Math.min(index.members, 50);
    index.exposure = Math.pow(10, random.nextDouble(-3, 0.5));
    return index;
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void decide_randomLoad_settlesNearTheBest(long seed) {
    ContendedIndex index = arbitrary(seed);
    double least = index.best();

    index.pass(3 * AutoLayout.DAY);

    // What is just not worth a move stays; the rest is noise.
    double allowed = index.moves.isEmpty() ? 1.05 / (1 - AutoLayout.GAIN_LEAST) : 1.1;
    assertThat(index.cost(index.layout) / least)
        .as("seed %s: %s after %s; %s", seed, index.layout.spelling(), index.moves, index.words)
        .isLessThan(allowed);
    assertThat(index.moves).as("seed %s", seed).hasSizeLessThan(4);
    assertThat(index.moves).as("seed %s", seed).extracting(Move::to).doesNotHaveDuplicates();
  }

  @Test
  void decide_nothingToGain_staysAndSaysSo() {
    ContendedIndex index = new ContendedIndex(1, ROCKSDB, BASIC, Candidates.all(true), NO_BOUND);
    index.reads = 500;
    index.committed = 0.1;
    index.exposure = 0.001;

    index.pass(AutoLayout.DAY);

    assertThat(index.moves).isEmpty();
    assertThat(index.words).startsWith("stays: ");
  }

  @Test
  void decide_contention_tellsFigures() {
    ContendedIndex index = contended(1, NO_BOUND);

    index.pass(2);
    String before = index.words;
    index.pass(1);

    assertThat(before)
        .matches(
            "[a-z0-9() ,-]+ would cost [0-9.,]+ ms/s instead of [0-9.,]+ ms/s, [0-9]+ % less;"
                + " moves in 1 windows if that lasts");
    assertThat(index.moves).hasSize(1);
    assertThat(index.moves.get(0).reason())
        .matches(
            "[0-9.,]+ reads/s, [0-9.,]+ changes/s, [0-9.]+ % of them conflict, 500 members of 30"
                + " bytes under a value; [a-z0-9() ,-]+ would cost [0-9.,]+ ms/s instead of"
                + " [0-9.,]+ ms/s, [0-9]+ % less");
  }

  private static ContendedIndex contended(long seed, long bytesPerHour) {
    ContendedIndex index =
        new ContendedIndex(seed, IGNITE, BASIC, Candidates.all(false), bytesPerHour);
    index.committed = 200;
    index.reads = 10;
    index.members = 500;
    index.exposure = 1.5;
    return index;
  }

  @Test
  void decide_moreContentionEachHour_movesOnceAnHour() {
    ContendedIndex index = contended(2, NO_BOUND);
    index.exposure = 0.3;
    for (int hour = 0; hour < 6; hour++) {
      index.pass(20);
      index.exposure *= 3;
    }

    assertThat(index.moves).hasSizeGreaterThan(1);
    for (int move = 1; move < index.moved.size(); move++) {
      assertThat(index.moved.get(move) - index.moved.get(move - 1))
          .isGreaterThanOrEqualTo(AutoLayout.HOUR);
    }
  }

  @Test
  void decide_manyBytes_pausesUntilTheyAreEarned() {
    // 15,000 bytes are moved, at 1,000 an hour.
    ContendedIndex index = contended(3, 1_000);
    index.exposure = 0.3;
    index.pass(10);
    index.exposure = 30;
    index.pass(13 * AutoLayout.HOUR);
    int during = index.moves.size();
    index.pass(4 * AutoLayout.HOUR);

    assertThat(during).isOne();
    assertThat(index.moves).hasSizeGreaterThan(1);
  }

  @Test
  void decide_buildingCostsMoreThanADaySaves_stays() {
    ContendedIndex index = contended(4, NO_BOUND);
    index.values = 1e9;

    index.pass(AutoLayout.DAY);

    assertThat(index.moves).isEmpty();
    assertThat(index.words).contains("would cost");
  }

  @Test
  void decide_partitionsThatDoNotHelp_goesBackAndRestsForADay() {
    ContendedIndex index = contended(5, NO_BOUND);
    index.places = layout -> 1;

    index.pass(AutoLayout.DAY);

    assertThat(index.layout).isEqualTo(BASIC);
    assertThat(index.moves).hasSize(4);
    assertThat(index.moves.get(1).back()).isTrue();
    assertThat(index.moves.get(3).back()).isTrue();
    assertThat(index.moves.get(2).to()).isNotEqualTo(index.moves.get(0).to());
    assertThat(index.moves.get(1).reason())
        .contains("; it should have saved ")
        .endsWith("not tried again for a day");
  }

  @Test
  void decide_writesThatBecomeSlower_goesBack() {
    ContendedIndex index = contended(8, NO_BOUND);
    index.writeMillis = layout -> layout.equals(BASIC) ? 100 : 160;

    index.pass(10);

    assertThat(index.layout).isEqualTo(BASIC);
    assertThat(index.moves).hasSize(2);
    assertThat(index.moves.get(1).reason())
        .endsWith(
            "; a write takes 160.00 ms, and took 100.00 ms before; not tried again for a day");
  }

  /** Writers that no longer queue at one bucket run at once, on the same processors. */
  @Test
  void decide_slowerWritesOfWhichMoreAreMade_staysThere() {
    ContendedIndex index = contended(8, NO_BOUND);
    index.writeMillis = layout -> layout.equals(BASIC) ? 100 : 160;
    index.writes = layout -> layout.equals(BASIC) ? 1_000 : 1_200;

    index.pass(10);

    assertThat(index.moves).hasSize(1);
  }

  @Test
  void decide_readsInsteadOfWrites_shrinksAfterADay() {
    ContendedIndex index = calm(6);

    index.pass(AutoLayout.DAY - 1);
    List<Move> inTheDay = List.copyOf(index.moves);
    index.pass(3);

    assertThat(inTheDay).isEmpty();
    assertThat(index.moves).hasSize(1);
    assertThat(index.cost(index.layout)).isLessThan(1.1 * index.best());
  }

  @Test
  void decide_busyHourEachDay_doesNotShrink() {
    ContendedIndex index = calm(7);
    List<Long> lengths = new ArrayList<>();
    for (int day = 0; day < 4; day++) {
      index.pass(AutoLayout.DAY - AutoLayout.HOUR);
      index.exposure = 10;
      index.committed = 500;
      index.pass(AutoLayout.HOUR);
      lengths.add((long) index.moves.size());
      index.exposure = 0.0001;
      index.committed = 5;
    }

    assertThat(lengths).as(index.moves.toString()).containsOnly(0L);
  }

  private static ContendedIndex calm(long seed) {
    ContendedIndex index =
        new ContendedIndex(seed, IGNITE, hashed(100), Candidates.all(false), NO_BOUND);
    index.reads = 200;
    index.committed = 5;
    index.exposure = 0.0001;
    index.members = 200;
    return index;
  }
}
