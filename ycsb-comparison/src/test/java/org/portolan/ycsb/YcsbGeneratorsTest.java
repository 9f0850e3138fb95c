package org.portolan.ycsb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.portolan.bench.random.ChiSquare;
import org.portolan.bench.random.Fnv;
import org.portolan.bench.random.Hotspot;
import org.portolan.bench.random.Latest;
import org.portolan.bench.random.Sampler;
import org.portolan.bench.random.Seeds;
import org.portolan.bench.random.YcsbZipfian;
import site.ycsb.Utils;
import site.ycsb.generator.CounterGenerator;
import site.ycsb.generator.HotspotIntegerGenerator;
import site.ycsb.generator.ScrambledZipfianGenerator;
import site.ycsb.generator.SkewedLatestGenerator;

/** Compares our versions of YCSB's distributions with YCSB's own generators. */
class YcsbGeneratorsTest {
  private static final int DRAWS = 500_000;

  private final long seed = Long.getLong("portolan.seed", System.nanoTime());
  private final Seeds seeds = new Seeds(seed);

  @BeforeEach
  void printSeed() {
    System.out.println("seed " + seed + "; YCSB's own numbers cannot be seeded");
  }

  private static void assertSame(String what, int items, Sampler ours, LongSupplier theirs) {
    long[] ourCounts = new long[items];
    long[] theirCounts = new long[items];
    for (int draw = 0; draw < DRAWS; draw++) {
      ourCounts[(int) ours.next(items)]++;
      theirCounts[(int) theirs.getAsLong()]++;
    }
    ChiSquare.assertSame(what, ourCounts, theirCounts);
  }

  @Test
  void hash_isYcsbs() {
    SplittableRandom random = new SplittableRandom(seed);
    for (int round = 0; round < 100_000; round++) {
      long value = random.nextLong() >> random.nextInt(64);
      assertThat(Fnv.hash(value)).isEqualTo(Utils.fnvhash64(value));
    }
  }

  @Test
  void zipfian_sameItemsAreHot() {
    for (int items : new int[] {10, 1_000, 20_000}) {
      ScrambledZipfianGenerator theirs = new ScrambledZipfianGenerator(items);
      Sampler ours = new YcsbZipfian().sampler(items, seeds.stream("zipfian"));
      assertSame("zipfian over " + items, items, ours, theirs::nextValue);
    }
  }

  @Test
  void latest_sameItemsAreHot() {
    int items = 2_000;
    CounterGenerator counter = new CounterGenerator(items);
    SkewedLatestGenerator theirs = new SkewedLatestGenerator(counter);
    Sampler ours = new Latest().sampler(items, seeds.stream("latest"));
    assertSame("latest", items, ours, theirs::nextValue);
  }

  @Test
  void hotspot_sameItemsAreHot() {
    int items = 1_000;
    HotspotIntegerGenerator theirs = new HotspotIntegerGenerator(0, items - 1, 0.2, 0.8);
    Sampler ours = new Hotspot(0.2, 0.8).sampler(items, seeds.stream("hotspot"));
    assertSame("hotspot", items, ours, theirs::nextValue);
  }
}
