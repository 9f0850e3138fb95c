package org.portolan.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.design.DesignReader;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/** Pages of large items, which end before as many as asked, within transactions and outside. */
class ShortPagesTest {
  private static final Tuple PAGE = Tuple.of("page");
  private static final int ITEMS = 40;

  @TempDir Path directory;

  private Store open(String engine) {
    String uri =
        switch (engine) {
          case "rocksdb" -> "rocksdb:" + directory.resolve("store");
          case "rows" -> FixtureEngines.register(MemoryCluster.ofRows("short", 1)::connect);
          default -> FixtureEngines.register(MemoryCluster.ofColumns("short", 1)::connect);
        };
    return Stores.openOrCreate(
        uri,
        DesignReader.read(
            """
            format: 1
            design: short-pages
            entities:
              page:
                key: {title: text}
                families: {main: {text: text}}
                collections:
                  texts: {key: {number: int}, storage: rows, columns: {text: text}}
            """,
            "short-pages"));
  }

  private static void put(StoreTransaction transaction, int number) {
    transaction.putItem(
        "page", PAGE, "texts", Tuple.of(number), Map.of("text", "x".repeat(100_000)));
  }

  /** Returns the numbers of all items; a page that ends early must say that more follow. */
  private static List<Object> numbers(StoreReader reader, boolean backwards) {
    List<Object> numbers = new ArrayList<>();
    Paging paging = backwards ? Paging.last(ITEMS * 2) : Paging.first(ITEMS * 2);
    int pages = 0;
    while (true) {
      Slice<Item> page = reader.items("page", PAGE, "texts", paging);
      pages++;
      List<Object> found = page.map(item -> item.key().get(0)).entries();
      numbers.addAll(backwards ? 0 : numbers.size(), found);
      var more = backwards ? page.previous() : page.next();
      if (more.isEmpty()) {
        assertThat(pages).as("pages of less than was asked").isGreaterThan(1);
        return numbers;
      }
      paging = backwards ? paging.preceding(page) : paging.following(page);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns"})
  void pagesOfLargeItems_endEarly_andSayThatMoreFollow(String engine) {
    try (Store store = open(engine)) {
      for (int number = 0; number < ITEMS; number++) {
        int item = number;
        store.write(
            transaction -> {
              put(transaction, item);
              return null;
            });
      }
      List<Object> stored = List.copyOf(IntStream.range(0, ITEMS).boxed().toList());
      List<Object> changed = new ArrayList<>(stored);
      changed.remove((Object) 3);
      changed.remove((Object) (ITEMS - 1));
      changed.add(ITEMS + 5);
      for (boolean backwards : new boolean[] {false, true}) {
        assertThat(numbers(store, backwards)).isEqualTo(stored);
        store.write(
            transaction -> {
              assertThat(numbers(transaction, backwards)).isEqualTo(stored);
              transaction.deleteItem("page", PAGE, "texts", Tuple.of(3));
              transaction.deleteItem("page", PAGE, "texts", Tuple.of(ITEMS - 1));
              put(transaction, ITEMS + 5);
              assertThat(numbers(transaction, backwards)).isEqualTo(changed);
              transaction.deleteItem("page", PAGE, "texts", Tuple.of(ITEMS + 5));
              put(transaction, 3);
              put(transaction, ITEMS - 1);
              return null;
            });
      }
    }
  }
}
