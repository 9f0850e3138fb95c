package org.portolan.engine.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.portolan.engine.hbase.TailSearch.Probe;

class TailSearchTest {
  private final Random random = new Random(20261128);

  private static NavigableSet<byte[]> cells(int count, IntFunction<byte[]> key) {
    NavigableSet<byte[]> cells = new TreeSet<>(Arrays::compareUnsigned);
    for (int number = 0; number < count; number++) {
      cells.add(key.apply(number));
    }
    return cells;
  }

  private static byte[] nth(NavigableSet<byte[]> cells, Probe probe) {
    return cells.tailSet(probe.from().unsafeArray(), true).stream()
        .skip(probe.number() - 1)
        .findFirst()
        .orElse(null);
  }

  /** Searches as a read does; returns the number of rounds. */
  private static int rounds(NavigableSet<byte[]> cells, int wanted) {
    int most = 2 * wanted + 64;
    byte[] enough = cells.stream().skip(most + 1L - wanted).findFirst().orElseThrow();
    TailSearch search = new TailSearch(new byte[0], wanted, most, enough);
    int rounds = 0;
    while (search.start() == null) {
      List<Probe> probes = search.probes();
      assertThat(probes).as("given up after %d rounds", rounds).isNotEmpty();
      List<byte[]> found = new ArrayList<>();
      probes.forEach(probe -> found.add(nth(cells, probe)));
      search.answer(found);
      rounds++;
    }
    assertThat(cells.tailSet(search.start(), true).size()).isBetween(wanted, most);
    return rounds;
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void search_ofAscendingNumbers_takesFewRounds() {
    NavigableSet<byte[]> cells =
        cells(100_000, n -> ByteBuffer.allocate(8).putLong(Long.MIN_VALUE + n).array());
    assertThat(rounds(cells, 1)).isLessThanOrEqualTo(8);
    assertThat(rounds(cells, 50)).isLessThanOrEqualTo(8);
  }

  @Test
  void search_ofRandomBytes_takesFewRounds() {
    NavigableSet<byte[]> cells =
        cells(
            50_000,
            n -> {
              byte[] key = new byte[16];
              random.nextBytes(key);
              return key;
            });
    assertThat(rounds(cells, 50)).isLessThanOrEqualTo(6);
  }

  @Test
  void search_ofAnyTexts_findsAPlace() {
    for (int round = 0; round < 300; round++) {
      int alphabet = 1 + random.nextInt(30);
      int length = 1 + random.nextInt(40);
      String common = "Category:".repeat(random.nextInt(6));
      NavigableSet<byte[]> cells =
          cells(
              3_000,
              n -> {
                StringBuilder text = new StringBuilder(random.nextInt(9) == 0 ? "" : common);
                for (int at = random.nextInt(length); at >= 0; at--) {
                  text.append((char) ('a' + random.nextInt(alphabet)));
                }
                return text(text.append(n).toString());
              });
      int wanted = 1 + random.nextInt(60);
      assertThat(rounds(cells, wanted)).isLessThanOrEqualTo(8);
    }
  }

  @Test
  void search_whenTheListChanged_goesOn() {
    NavigableSet<byte[]> cells = cells(5_000, n -> text(String.format("%06d", n)));
    TailSearch search = new TailSearch(new byte[0], 10, 84, text("000100"));
    for (int change = 0; change < 4; change++) {
      while (search.start() == null) {
        List<byte[]> found = new ArrayList<>();
        search.probes().forEach(probe -> found.add(nth(cells, probe)));
        search.answer(found);
      }
      int after = cells.tailSet(search.start(), true).size();
      assertThat(after).isBetween(10, 84);
      if (change % 2 == 0) {
        cells.tailSet(search.start(), true).clear();
        search.missed(0);
      } else {
        for (int more = 0; more < 500; more++) {
          cells.add(text("9" + String.format("%05d", 1_000 * change + more)));
        }
        search.missed(after + 500);
      }
    }
  }

  @Test
  void places_areBetweenTheirBounds() {
    for (int round = 0; round < 1_000; round++) {
      byte[] low = new byte[random.nextInt(12)];
      byte[] high = new byte[1 + random.nextInt(12)];
      random.nextBytes(low);
      random.nextBytes(high);
      if (random.nextBoolean()) {
        System.arraycopy(low, 0, high, 0, Math.min(low.length, high.length));
      }
      byte[] upper = random.nextInt(4) == 0 ? null : high;
      if (upper == null || Arrays.compareUnsigned(low, upper) < 0) {
        assertThat(TailSearch.places(low, upper))
            .allMatch(place -> Arrays.compareUnsigned(low, place) < 0)
            .allMatch(place -> upper == null || Arrays.compareUnsigned(place, upper) < 0)
            .isSortedAccordingTo(Arrays::compareUnsigned)
            .hasSizeLessThanOrEqualTo(14);
      }
    }
  }
}
