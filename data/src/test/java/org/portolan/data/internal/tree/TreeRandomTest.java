package org.portolan.data.internal.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Store;
import org.portolan.data.Trace;
import org.portolan.data.internal.tree.TreeStores.On;
import org.portolan.types.Tuple;

/** Random members of trees whose inner nodes are remembered. */
final class TreeRandomTest {
  private static final int DRAWS = 20_000;

  @TempDir Path directory;

  private final Random random = new Random(1);

  private static void put(Store store, int first, int step, int last) {
    store.write(
        transaction -> {
          for (int number = first; number < last; number += step) {
            transaction.put("page", Tuple.of(String.format(Locale.ROOT, "%08d", number)), Map.of());
          }
          return null;
        });
  }

  private Map<Integer, Integer> draw(Store store, int draws) {
    Map<Integer, Integer> drawn = new HashMap<>();
    for (int number = 0; number < draws; number++) {
      Tuple title = store.randomMember("all", Tuple.EMPTY, random).orElseThrow();
      drawn.merge(Integer.parseInt(title.text(0)), 1, Integer::sum);
    }
    return drawn;
  }

  @Test
  void draw_whenAnotherProcessHasSplitAndMergedNodes_isFair() {
    try (TreeStores stores = TreeStores.on(On.GRID, directory, 8);
        Store writer = stores.open();
        Store reader = stores.open()) {
      put(writer, 0, 4, 2_000);
      draw(reader, 2_000);
      for (int first = 1; first < 4; first++) {
        put(writer, first, 4, 2_000);
      }
      Map<Integer, Integer> drawn = draw(reader, DRAWS);
      long earlier =
          drawn.entrySet().stream()
              .filter(entry -> entry.getKey() % 4 == 0)
              .mapToLong(Map.Entry::getValue)
              .sum();
      // A quarter of all; 5 standard deviations are 306.
      assertThat(earlier).isBetween(DRAWS / 4 - 310L, DRAWS / 4 + 310L);
      // Ten draws for each: the chance that six or more get none is below one in a million.
      assertThat(drawn).hasSizeGreaterThan(2_000 - 6);

      writer.write(
          transaction -> {
            for (int number = 0; number < 2_000; number++) {
              if (number % 100 != 0) {
                transaction.delete("page", Tuple.of(String.format(Locale.ROOT, "%08d", number)));
              }
            }
            return null;
          });
      assertThat(draw(reader, 400).keySet()).hasSize(20).allMatch(number -> number % 100 == 0);
    }
  }

  @Test
  void draw_fromATreeThatIsRemembered_usuallyTakesOneRoundTrip() {
    try (TreeStores stores = TreeStores.on(On.EMBEDDED, directory, 8);
        Store store = stores.open()) {
      put(store, 0, 1, 2_000);
      draw(store, 3_000);
      Trace trace = new Trace();
      Store traced = store.traced(trace);
      draw(traced, 100);
      assertThat(trace.counts().roundTrips()).isBetween(100L, 250L);
    }
  }
}
