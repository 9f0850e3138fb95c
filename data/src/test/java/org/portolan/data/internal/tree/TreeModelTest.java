package org.portolan.data.internal.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.history.ListReading;
import org.portolan.data.internal.tree.TreeStores.On;
import org.portolan.types.Tuple;

/** Random changes of trees of small nodes, compared with a model after every few writes. */
class TreeModelTest {
  private static final List<String> TAGS = List.of("a", "b", "c");

  @TempDir Path directory;

  private record Page(String tag, Instant changed) {}

  @ParameterizedTest
  @EnumSource
  void pages_afterRandomChanges_areThoseOfTheModel(On on) {
    long seed = Long.getLong("portolan.seed", 20261125L);
    Random random = new Random(seed);
    TreeMap<String, Page> model = new TreeMap<>();
    int nodesMost = 0;
    try (TreeStores stores = TreeStores.on(on, directory, 8);
        Store store = stores.open();
        Store other = stores.open()) {
      for (int round = 0; round < 60; round++) {
        // First the trees grow, then they shrink to nothing.
        boolean growing = round < 30;
        Store writer = random.nextBoolean() ? store : other;
        Map<String, Page> before = new HashMap<>(model);
        writer.write(
            transaction -> {
              model.clear();
              model.putAll(before);
              change(random, model, growing, (title, page) -> put(transaction, title, page));
              return null;
            });
        nodesMost = Math.max(nodesMost, stores.rows("all"));
        compare(store, model, random, "seed " + seed + " round " + round);
        compare(other, model, random, "seed " + seed + " round " + round);
      }
      assertThat(nodesMost).as("seed %d", seed).isGreaterThan(20);
      for (String title : List.copyOf(model.keySet())) {
        store.write(transaction -> transaction.delete("page", Tuple.of(title)));
      }
      assertThat(List.of(stores.rows("all"), stores.rows("by_tag"), stores.rows("recent")))
          .as("seed %d", seed)
          .containsOnly(0);
    }
  }

  private interface Change {
    void make(String title, Optional<Page> page);
  }

  private static void put(
      org.portolan.data.StoreTransaction transaction, String title, Optional<Page> page) {
    if (page.isEmpty()) {
      transaction.delete("page", Tuple.of(title));
    } else {
      transaction.put(
          "page",
          Tuple.of(title),
          Map.of("tag", page.get().tag(), "changed", page.get().changed()));
    }
  }

  private static void change(
      Random random, NavigableMap<String, Page> model, boolean growing, Change change) {
    int writes = 1 + random.nextInt(growing && random.nextInt(5) == 0 ? 120 : 12);
    for (int number = 0; number < writes; number++) {
      String title = title(random);
      if (random.nextInt(10) < (growing ? 8 : 2)) {
        Page page =
            new Page(
                TAGS.get(random.nextInt(TAGS.size())), Instant.ofEpochSecond(random.nextInt(50)));
        model.put(title, page);
        change.make(title, Optional.of(page));
      } else if (!model.isEmpty()) {
        String gone = Optional.ofNullable(model.ceilingKey(title)).orElse(model.firstKey());
        model.remove(gone);
        change.make(gone, Optional.empty());
      }
    }
  }

  private static String title(Random random) {
    return "p" + random.nextInt(400) + "x".repeat(random.nextInt(3));
  }

  private static void compare(
      Store store, NavigableMap<String, Page> model, Random random, String description) {
    List<Tuple> all = model.keySet().stream().map(Tuple::of).toList();
    assertThat(page(store, "all", Tuple.EMPTY, random)).as(description).isEqualTo(all);
    for (String tag : TAGS) {
      List<Tuple> tagged =
          model.entrySet().stream()
              .filter(entry -> entry.getValue().tag().equals(tag))
              .map(entry -> Tuple.of(entry.getKey()))
              .toList();
      assertThat(page(store, "by_tag", Tuple.of(tag), random)).as(description).isEqualTo(tagged);
      Optional<Tuple> chosen = store.randomMember("by_tag", Tuple.of(tag), random);
      assertThat(chosen.isPresent()).as(description).isEqualTo(!tagged.isEmpty());
      chosen.ifPresent(title -> assertThat(tagged).as(description).contains(title));
    }
    List<Tuple> recent =
        model.entrySet().stream()
            .sorted(
                java.util.Comparator.comparing(
                        (Map.Entry<String, Page> entry) -> entry.getValue().changed())
                    .reversed()
                    .thenComparing(Map.Entry::getKey))
            .map(entry -> Tuple.of(entry.getKey()))
            .toList();
    assertThat(page(store, "recent", Tuple.EMPTY, random)).as(description).isEqualTo(recent);
    String start = title(random);
    assertThat(store.index("all", Tuple.EMPTY, Tuple.of(start), Paging.first(1_000)).entries())
        .as(description)
        .isEqualTo(model.tailMap(start, true).keySet().stream().map(Tuple::of).toList());
    assertThat(store.index("all", Tuple.EMPTY, Tuple.of(start), Paging.last(1_000)).entries())
        .as(description)
        .isEqualTo(model.headMap(start, false).keySet().stream().map(Tuple::of).toList());
    if (random.nextInt(6) == 0) {
      StoreCheck.Result check = check(store);
      assertThat(check.isClean()).as(description + ": " + check.summary()).isTrue();
    }
  }

  private static StoreCheck.Result check(Store store) {
    return store.check(StoreCheck.Options.REPORT).run(finding -> {}, count -> {});
  }

  private static List<Tuple> page(Store store, String index, Tuple value, Random random) {
    return ListReading.all(paging -> store.index(index, value, Tuple.EMPTY, paging), random);
  }
}
