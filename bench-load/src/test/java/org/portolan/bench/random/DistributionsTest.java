package org.portolan.bench.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DistributionsTest {
  private static final int DRAWS = 400_000;

  private final long seed = Long.getLong("portolan.seed", System.nanoTime());
  private final Seeds seeds = new Seeds(seed);

  @BeforeEach
  void printSeed() {
    System.out.println("seed " + seed + " (again with -Dportolan.seed=" + seed + ")");
  }

  private long[] counts(Distribution distribution, int items) {
    return ChiSquare.counts(
        distribution.sampler(items, seeds.stream(distribution.text())), items, DRAWS);
  }

  private static double[] scaled(double[] weights) {
    double sum = Arrays.stream(weights).sum();
    return Arrays.stream(weights).map(weight -> DRAWS * weight / sum).toArray();
  }

  private static double[] weightsOfZipf(int items, double exponent) {
    double[] weights = new double[items];
    Arrays.setAll(weights, rank -> Math.pow(rank + 1, -exponent));
    return weights;
  }

  @Test
  void uniform_countsAreEven() {
    double[] even = new double[1_000];
    Arrays.fill(even, 1);
    ChiSquare.assertFit("uniform", counts(new Uniform(), even.length), scaled(even));
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.5, 0.99, 1, 1.2, 3})
  void zipfian_countsFollowTheLaw(double exponent) {
    for (int items : new int[] {2, 1_000, 30_000}) {
      ChiSquare.assertFit(
          "exponent " + exponent + " over " + items,
          counts(new Zipfian(exponent), items),
          scaled(weightsOfZipf(items, exponent)));
    }
  }

  @Test
  void zipfian_itemsAdded_countsFollowTheLawOfTheNewNumber() {
    Sampler sampler = new Zipfian(1).sampler(2_000, seeds.stream("grown"));
    for (int items = 1; items < 2_000; items++) {
      assertThat(sampler.next(items)).isBetween(0L, items - 1L);
    }
    ChiSquare.assertFit(
        "grown", ChiSquare.counts(sampler, 2_000, DRAWS), scaled(weightsOfZipf(2_000, 1)));
  }

  @Test
  void hotspot_countsAreEvenInBothParts() {
    double[] weights = new double[1_000];
    Arrays.fill(weights, 0, 100, 0.9 / 100);
    Arrays.fill(weights, 100, 1_000, 0.1 / 900);
    ChiSquare.assertFit("hotspot", counts(new Hotspot(0.1, 0.9), 1_000), scaled(weights));
  }

  @Test
  void latest_newestIsHottest_alsoWhenItemsAreAdded() {
    Sampler sampler = new Latest().sampler(1_000, seeds.stream("latest"));
    for (int items : new int[] {1, 2, 500, 1_000}) {
      long[] counts = ChiSquare.counts(sampler, items, DRAWS);
      assertThat(Arrays.stream(counts).max().orElseThrow()).isEqualTo(counts[items - 1]);
      double[] back = new double[items];
      Arrays.setAll(back, rank -> Math.pow(items - rank, -GrayZipfian.EXPONENT));
      if (items == 500) {
        // The frequencies of its hottest two items are exact; the others only on average.
        double[] expected = scaled(back);
        long[] hottest = {counts[499], counts[498], DRAWS - counts[499] - counts[498]};
        double rest = DRAWS - expected[499] - expected[498];
        ChiSquare.assertFit("latest", hottest, new double[] {expected[499], expected[498], rest});
      }
    }
  }

  @Test
  void counted_countsFollowTheTrace(@TempDir Path directory) throws IOException {
    Path trace = directory.resolve("trace");
    Files.writeString(
        trace,
        "1 0 Rare -\n1 0 Often -\n2 0 Often -\n3 0 Often -\n3 4 Often -\n4 0 Twice -\n9 0 Twice -\n");
    Distribution distribution = Distributions.parse("trace:" + trace);
    ChiSquare.assertFit("trace", counts(distribution, 4), scaled(new double[] {3, 2, 1, 1}));
    // Fewer items than titles: the rarest are left out.
    ChiSquare.assertFit("trace cut", counts(distribution, 2), scaled(new double[] {3, 2}));
    // More items than titles: the others are never drawn.
    assertThat(counts(distribution, 6)[5]).isZero();
    Files.writeString(trace, "1 0 Rare -\nnonsense\n");
    assertThatThrownBy(() -> Distributions.parse("trace:" + trace))
        .hasMessage("line 2 of " + trace + " must be 'user namespace title -' but is 'nonsense'");
  }

  @Test
  void parse_readsWhatItPrints_andRefusesTheRest() {
    for (String text :
        new String[] {"uniform", "zipfian:1.0", "ycsb-zipfian", "latest", "hotspot:0.2:0.8"}) {
      assertThat(Distributions.parse(text).text()).isEqualTo(text);
    }
    assertThat(Distributions.parse("zipfian")).isEqualTo(new Zipfian(1));
    assertThat(Distributions.parse("hotspot")).isEqualTo(new Hotspot(0.2, 0.8));
    for (String wrong :
        new String[] {"", "pareto", "zipfian:x", "zipfian:1:2", "hotspot:0.1", "uniform:1"}) {
      assertThatThrownBy(() -> Distributions.parse(wrong))
          .as(wrong)
          .hasMessageContaining("the forms are uniform, zipfian[:EXPONENT]");
    }
    assertThatThrownBy(() -> Distributions.parse("zipfian:-1"))
        .hasMessageContaining("from 0 to 100 but is -1.0");
    assertThatThrownBy(() -> Distributions.parse("hotspot:1:0.5"))
        .hasMessageContaining("between 0 and 1");
  }

  @Test
  void seeds_sameStreamAgain_otherwiseAnother() {
    long drawn = seeds.stream("a", 3).nextLong();
    assertThat(new Seeds(seed).stream("a", 3).nextLong()).isEqualTo(drawn);
    for (RandomGenerator other :
        new RandomGenerator[] {
          seeds.stream("a", 4), seeds.stream("b", 3), new Seeds(seed + 1).stream("a", 3)
        }) {
      assertThat(other.nextLong()).isNotEqualTo(drawn);
    }
  }
}
