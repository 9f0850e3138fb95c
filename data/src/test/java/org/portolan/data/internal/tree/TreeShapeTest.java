package org.portolan.data.internal.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.internal.tree.TreeStores.On;
import org.portolan.types.Tuple;

/** The shape of trees after loads, and the reads that depend on it. */
class TreeShapeTest {
  @TempDir Path directory;

  private static void put(Store store, List<String> titles) {
    store.write(
        transaction -> {
          titles.forEach(title -> transaction.put("page", Tuple.of(title), Map.of()));
          return null;
        });
  }

  private static List<String> titles(int count) {
    return IntStream.range(0, count)
        .mapToObj(number -> String.format(Locale.ROOT, "%08d", number))
        .toList();
  }

  private static List<Node> leaves(TreeStores stores) {
    List<Node> leaves = new ArrayList<>();
    TreeRows.each(
        stores.engine,
        stores.design,
        "all",
        node -> {
          if (node.isLeaf()) {
            leaves.add(node);
          }
        });
    return leaves;
  }

  private static List<Tuple> all(Store store) {
    List<Tuple> all = new ArrayList<>();
    Paging paging = Paging.first(1_000);
    while (true) {
      Slice<Tuple> slice = store.index("all", Tuple.EMPTY, Tuple.EMPTY, paging);
      all.addAll(slice.entries());
      if (slice.next().isEmpty()) {
        return all;
      }
      paging = paging.following(slice);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ROCKSDB", "GRID"})
  void load_ofManyMembersInOneTransaction_splitsAtOnce(On on) {
    try (TreeStores stores = TreeStores.on(on, directory, 16);
        Store store = stores.open()) {
      put(store, titles(10_000));
      List<Node> leaves = leaves(stores);
      assertThat(leaves).allMatch(leaf -> leaf.elements().size() <= 16);
      assertThat(leaves.size()).isBetween(10_000 / 16, 10_000 / 12);
      assertThat(all(store)).isEqualTo(titles(10_000).stream().map(Tuple::of).toList());
    }
  }

  @Test
  void load_ascendingOneByOne_fillsLeaves() {
    try (TreeStores stores = TreeStores.on(On.ROCKSDB, directory, 16);
        Store store = stores.open()) {
      titles(500).forEach(title -> put(store, List.of(title)));
      assertThat(leaves(stores).size()).isLessThanOrEqualTo(500 / 13);
    }
  }

  @Test
  void load_descendingOneByOne_fillsLeaves() {
    try (TreeStores stores = TreeStores.on(On.ROCKSDB, directory, 16);
        Store store = stores.open()) {
      List<String> titles = new ArrayList<>(titles(500));
      Collections.reverse(titles);
      titles.forEach(title -> put(store, List.of(title)));
      assertThat(leaves(stores).size()).isLessThanOrEqualTo(500 / 13);
    }
  }

  @Test
  void members_thatAreLong_areSplitByBytes() {
    try (TreeStores stores = TreeStores.on(On.ROCKSDB, directory, 1_000);
        Store store = stores.open()) {
      for (int number = 0; number < 100; number++) {
        put(store, List.of(number + "x".repeat(3_000)));
      }
      List<Node> leaves = leaves(stores);
      assertThat(leaves.size()).isGreaterThan(4);
      assertThat(leaves)
          .allMatch(leaf -> leaf.elements().size() * 3_000 <= (64 << 10))
          .allMatch(leaf -> leaf.elements().size() >= 4);
    }
  }

  @Test
  void value_withFewMembers_isOneRow() {
    try (TreeStores stores = TreeStores.on(On.ROCKSDB, directory, 16);
        Store store = stores.open()) {
      put(store, titles(16));
      assertThat(stores.rows("all")).isEqualTo(1);
      put(store, List.of("another"));
      assertThat(stores.rows("all")).isEqualTo(3);
    }
  }

  @Test
  void transaction_thatFails_leavesNothing() {
    try (TreeStores stores = TreeStores.on(On.ROCKSDB, directory, 16);
        Store store = stores.open()) {
      put(store, titles(16));
      org.assertj.core.api.Assertions.assertThatIllegalStateException()
          .isThrownBy(
              () ->
                  store.write(
                      transaction -> {
                        titles(1_000)
                            .forEach(title -> transaction.put("page", Tuple.of(title), Map.of()));
                        throw new IllegalStateException("the work fails");
                      }));
      assertThat(stores.rows("all")).isEqualTo(1);
    }
  }

  @Test
  void randomMember_choosesEachAlike() {
    try (TreeStores stores = TreeStores.on(On.EMBEDDED, directory, 8);
        Store store = stores.open()) {
      put(store, titles(40));
      // Leaves of very different sizes.
      for (String title : titles(40).subList(3, 20)) {
        store.write(transaction -> transaction.delete("page", Tuple.of(title)));
      }
      Random random = new Random(7);
      Map<Tuple, Integer> counts = new HashMap<>();
      int draws = 23 * 200;
      for (int draw = 0; draw < draws; draw++) {
        counts.merge(store.randomMember("all", Tuple.EMPTY, random).orElseThrow(), 1, Integer::sum);
      }
      assertThat(counts).hasSize(23);
      double squares = 0;
      for (int count : counts.values()) {
        squares += (count - 200.0) * (count - 200.0) / 200.0;
      }
      // The 99.99 % quantile of chi-squared with 22 degrees of freedom is 54.
      assertThat(squares).isLessThan(54);
    }
  }

  @Test
  void members_ofCollatedKeysAndNumbers_areInOrder() {
    try (TreeStores stores = TreeStores.on(On.ROCKSDB, directory, 8);
        Store store = stores.open()) {
      Random random = new Random(3);
      TreeSet<Integer> numbers = new TreeSet<>();
      for (int round = 0; round < 200; round++) {
        int number = random.nextInt();
        numbers.add(number);
        String name = (random.nextBoolean() ? "Ä" : "a") + random.nextInt(60);
        store.write(
            transaction -> {
              transaction.put("event", Tuple.of(number), Map.of());
              transaction.put("person", Tuple.of(name), Map.of("n", number / 1_000_000));
              return null;
            });
      }
      assertThat(store.index("events", Tuple.EMPTY, Tuple.EMPTY, Paging.first(1_000)).entries())
          .isEqualTo(numbers.stream().map(Tuple::of).toList());
      List<Tuple> people = new ArrayList<>();
      Paging paging = Paging.first(7);
      while (true) {
        Slice<Tuple> slice = store.index("people", Tuple.EMPTY, Tuple.EMPTY, paging);
        people.addAll(slice.entries());
        if (slice.next().isEmpty()) {
          break;
        }
        paging = paging.following(slice);
      }
      assertThat(people).doesNotHaveDuplicates().hasSizeGreaterThan(40);
      StoreCheck.Result check =
          store.check(StoreCheck.Options.REPORT).run(finding -> {}, count -> {});
      assertThat(check.isClean()).as(check.summary()).isTrue();
    }
  }
}
