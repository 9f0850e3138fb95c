package org.portolan.data.internal.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.data.Item;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.StoreReader;
import org.portolan.data.StoreTransaction;
import org.portolan.data.history.ListReading;
import org.portolan.data.internal.tree.TreeStores.On;
import org.portolan.types.Tuple;

/**
 * Random changes of the items of two rows, small and large, compared with a model within each
 * transaction and after it. Rows that the items list are read in both directions.
 */
class TreeItemsModelTest {
  private static final List<Tuple> OWNERS = List.of(Tuple.of("Atlas"), Tuple.of("Bible"));

  /** Those that the notes list, and the notes. */
  private static final List<String> COLLECTIONS = List.of("sheets", "backs", "notes");

  @TempDir Path directory;

  private final Map<Tuple, TreeMap<String, String>> model = new HashMap<>();

  @ParameterizedTest
  @EnumSource
  void items_afterRandomChanges_areThoseOfTheModel(On on) {
    long seed = Long.getLong("portolan.seed", 20261126L);
    Random random = new Random(seed);
    OWNERS.forEach(owner -> model.put(owner, new TreeMap<>()));
    int nodesMost = 0;
    try (TreeStores stores = TreeStores.on(on, directory, 8);
        Store store = stores.open();
        Store other = stores.open()) {
      store.write(
          transaction -> {
            OWNERS.forEach(owner -> transaction.put("book", owner, Map.of()));
            return null;
          });
      for (int round = 0; round < 80; round++) {
        String description = "seed " + seed + " round " + round;
        // First the trees grow, then they shrink to nothing.
        boolean growing = round < 50;
        Map<Tuple, TreeMap<String, String>> before = new HashMap<>();
        model.forEach((owner, items) -> before.put(owner, new TreeMap<>(items)));
        (random.nextBoolean() ? store : other)
            .write(
                transaction -> {
                  before.forEach((owner, items) -> model.put(owner, new TreeMap<>(items)));
                  change(transaction, random, growing, description);
                  return null;
                });
        nodesMost = Math.max(nodesMost, stores.rows("notes"));
        compare(store, random, description);
        compare(other, random, description);
        long items = model.values().stream().mapToLong(Map::size).sum();
        assertThat(store.counter("noted")).as(description).isEqualTo(items);
        if (random.nextInt(8) == 0) {
          StoreCheck.Result check =
              store.check(StoreCheck.Options.REPORT).run(finding -> {}, count -> {});
          assertThat(check.isClean()).as(description + ": " + check.summary()).isTrue();
        }
      }
      assertThat(nodesMost).as("seed %d", seed).isGreaterThan(20);
      for (Tuple owner : OWNERS) {
        store.write(transaction -> transaction.delete("book", owner));
      }
      assertThat(stores.rows("notes")).as("seed %d", seed).isZero();
      assertThat(store.counter("noted")).isZero();
    }
  }

  private void change(
      StoreTransaction transaction, Random random, boolean growing, String description) {
    int changes = 1 + random.nextInt(growing && random.nextInt(5) == 0 ? 150 : 15);
    if (random.nextBoolean()) {
      transaction.prefetch("book", OWNERS);
    }
    for (int number = 0; number < changes; number++) {
      Tuple owner = OWNERS.get(random.nextInt(OWNERS.size()));
      TreeMap<String, String> items = model.get(owner);
      String title = String.format(Locale.ROOT, "%03d", random.nextInt(400));
      if (random.nextInt(10) < (growing ? 8 : 2)) {
        put(transaction, owner, title, random);
      } else if (!items.isEmpty()) {
        String gone = Optional.ofNullable(items.ceilingKey(title)).orElse(items.firstKey());
        for (String collection : COLLECTIONS) {
          transaction.deleteItem("book", owner, collection, Tuple.of(gone));
        }
        items.remove(gone);
      }
      if (random.nextInt(100) == 0) {
        assertThat(transaction.delete("book", owner)).as(description).isEqualTo(true);
        transaction.put("book", owner, Map.of());
        items.clear();
      }
    }
    if (random.nextInt(3) == 0) {
      compare(transaction, random, description + " within");
    }
  }

  private void put(StoreTransaction transaction, Tuple owner, String title, Random random) {
    TreeMap<String, String> items = model.get(owner);
    // Some items are so large that a leaf has room for a few only, or for one.
    int size = List.of(3, 3, 3, 3, 3, 3, 3, 3, 3, 15_000, 70_000).get(random.nextInt(11));
    String text = String.valueOf((char) ('a' + random.nextInt(26))).repeat(size);
    Tuple key = Tuple.of(title);
    boolean isNew = items.put(title, text) == null;
    if (isNew && random.nextBoolean()) {
      transaction.insertItem("book", owner, "notes", key, Map.of("text", text));
    } else if (isNew && random.nextBoolean()) {
      transaction.addItem("book", owner, "notes", key, Map.of("text", text));
    } else {
      transaction.putItem("book", owner, "notes", key, Map.of("text", text));
    }
    if (hasSheet(title)) {
      transaction.putItem("book", owner, "sheets", key, Map.of());
      transaction.putItem("book", owner, "backs", key, Map.of());
    }
  }

  /** Not each listed key has a row. */
  private static boolean hasSheet(String title) {
    return Integer.parseInt(title) % 3 > 0;
  }

  private void compare(StoreReader reader, Random random, String description) {
    for (Tuple owner : OWNERS) {
      TreeMap<String, String> items = model.get(owner);
      List<Item> all = all(reader, owner, "notes", random);
      assertThat(titles(all)).as(description).containsExactlyElementsOf(items.keySet());
      for (Item item : all) {
        assertThat(item.values().get("text"))
            .as(description)
            .isEqualTo(items.get(item.key().text(0)));
      }
      List<String> sheets = items.keySet().stream().filter(TreeItemsModelTest::hasSheet).toList();
      assertThat(titles(all(reader, owner, "sheets", random))).as(description).isEqualTo(sheets);
      List<String> backs = new ArrayList<>(sheets);
      Collections.reverse(backs);
      assertThat(titles(all(reader, owner, "backs", random))).as(description).isEqualTo(backs);
      String title = String.format(Locale.ROOT, "%03d", random.nextInt(400));
      assertThat(reader.item("book", owner, "notes", Tuple.of(title)).map(this::text))
          .as(description)
          .isEqualTo(Optional.ofNullable(items.get(title)));
    }
  }

  private Object text(Item item) {
    return item.values().get("text");
  }

  private static List<String> titles(List<Item> items) {
    return items.stream().map(item -> item.key().text(0)).toList();
  }

  private static List<Item> all(StoreReader reader, Tuple owner, String collection, Random random) {
    return ListReading.all(paging -> reader.items("book", owner, collection, paging), random);
  }
}
