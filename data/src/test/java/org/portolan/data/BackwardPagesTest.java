package org.portolan.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.data.history.ListReading;
import org.portolan.data.records.Entity;
import org.portolan.data.records.Items;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/** Lists that are read from their ends, where items are cells and rows, and writes are repaired. */
class BackwardPagesTest {
  private static final Tuple RIGA = Tuple.of("Riga");
  private static final List<String> COLLECTIONS = List.of("notes", "texts", "backs", "rows");

  @TempDir Path directory;

  public record Page(String title, Integer size) {}

  public record Note(int n, String text) {}

  private static Design design() {
    return DesignReader.read(
        """
        format: 1
        design: backwards
        entities:
          page:
            key: {title: text}
            key-layout: plain
            families: {main: {size: int}}
            collections:
              notes: {key: {n: int}, storage: cells, columns: {text: text}}
              texts: {key: {n: int}, storage: rows, listed-by: notes, columns: {text: text}}
              backs: {key: {n: int desc}, storage: rows, listed-by: notes, columns: {text: text}}
              rows: {key: {n: int}, storage: rows, columns: {text: text}}
            indexes:
              pages: {layout: cells hashed(3)}
        """,
        "backwards");
  }

  private Store open(String kind) {
    if (kind.equals("rocksdb")) {
      return Stores.openOrCreate("rocksdb:" + directory.resolve("store"), design());
    }
    MemoryCluster cluster =
        kind.equals("rows")
            ? MemoryCluster.ofRows("backwards", 1)
            : MemoryCluster.ofColumns("backwards", 1);
    return Stores.openOrCreate(FixtureEngines.register(cluster::connect), design());
  }

  private static Map<String, Object> text(int number) {
    return Map.of("text", "text " + number);
  }

  /** A page of rows may be shorter than its limit where a transaction has deleted some of it. */
  private static void compare(StoreReader reader, NavigableSet<Integer> numbers, Random random) {
    for (String collection : COLLECTIONS) {
      NavigableSet<Integer> expected =
          collection.equals("backs") ? numbers.descendingSet() : numbers;
      Function<Paging, Slice<Integer>> read =
          paging ->
              reader
                  .items("page", RIGA, collection, paging)
                  .map(item -> (Integer) item.key().get(0));
      int limit = 1 + random.nextInt(6);
      assertThat(Paging.first(limit).stream(read))
          .as(collection)
          .containsExactlyElementsOf(expected);
      assertThat(Paging.last(limit).stream(read))
          .as(collection + " backwards")
          .containsExactlyElementsOf(expected.descendingSet());
      if (reader instanceof Store) {
        assertThat(ListReading.all(read, random))
            .as(collection)
            .containsExactlyElementsOf(expected);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns"})
  void items_thatATransactionChanges_areListedBothWaysWithinIt(String kind) {
    Random random = new Random(20261128);
    TreeSet<Integer> numbers = new TreeSet<>();
    try (Store store = open(kind)) {
      for (int round = 0; round < 25; round++) {
        TreeSet<Integer> before = new TreeSet<>(numbers);
        store.write(
            transaction -> {
              numbers.clear();
              numbers.addAll(before);
              transaction.put("page", RIGA, Map.of("size", 1));
              for (int change = 0; change < 6; change++) {
                int number = random.nextInt(20);
                boolean put = random.nextInt(3) > 0;
                for (String collection : COLLECTIONS) {
                  if (put) {
                    transaction.putItem("page", RIGA, collection, Tuple.of(number), text(number));
                  } else {
                    transaction.deleteItem("page", RIGA, collection, Tuple.of(number));
                  }
                }
                if (put) {
                  numbers.add(number);
                } else {
                  numbers.remove(number);
                }
                compare(transaction, numbers, random);
              }
              return null;
            });
        compare(store, numbers, random);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns"})
  void page_ofDeletedEntries_leadsBackToTheEndOfTheList(String kind) {
    try (Store store = open(kind)) {
      for (int number = 0; number < 6; number++) {
        put(store, "page " + number);
      }
      Paging two = Paging.first(2);
      Slice<Tuple> middle = index(store, two.following(index(store, two)));
      assertThat(titles(middle)).containsExactly("page 2", "page 3");
      delete(store, "page 4", "page 5");
      Slice<Tuple> none = index(store, two.following(middle));
      assertThat(none.entries()).isEmpty();
      assertThat(none.next()).isEmpty();
      assertThat(titles(index(store, two.preceding(none)))).containsExactly("page 2", "page 3");
      delete(store, "page 0", "page 1");
      Slice<Tuple> before = index(store, two.preceding(middle));
      assertThat(before.entries()).isEmpty();
      assertThat(before.previous()).isEmpty();
      assertThat(titles(index(store, two.following(before)))).containsExactly("page 2", "page 3");
      put(store, "page 1");
      put(store, "page 25");
      assertThat(titles(index(store, two.preceding(middle)))).containsExactly("page 1");
      assertThat(titles(index(store, two.following(index(store, two)))))
          .containsExactly("page 25", "page 3");
      assertThatThrownBy(() -> index(store, two.before("no cursor!")))
          .isInstanceOf(InvalidCursorException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns"})
  void records_areReadFromTheEnd(String kind) {
    try (Store store = open(kind)) {
      Entity<Page> pages = Entity.of(store, "page", Page.class);
      Items<Note> notes = pages.items("notes", Note.class);
      put(store, "Riga");
      for (int number = 0; number < 5; number++) {
        Page page = new Page("page " + number, number);
        int own = number;
        store.write(
            transaction -> {
              pages.put(transaction, page);
              notes.put(transaction, RIGA, new Note(own, "note " + own));
              return null;
            });
      }
      Slice<Page> last = pages.index(store, "pages", Tuple.EMPTY, Paging.last(2));
      assertThat(last.entries()).containsExactly(new Page("page 3", 3), new Page("page 4", 4));
      Slice<Page> before = pages.index(store, "pages", Tuple.EMPTY, Paging.last(2).preceding(last));
      assertThat(before.entries()).containsExactly(new Page("page 1", 1), new Page("page 2", 2));
      assertThat(Paging.last(2).stream(page -> notes.page(store, RIGA, page)).map(Note::text))
          .containsExactly("note 4", "note 3", "note 2", "note 1", "note 0");
    }
  }

  private static void put(Store store, String title) {
    store.write(
        transaction -> {
          transaction.put("page", Tuple.of(title), Map.of("size", 1));
          return null;
        });
  }

  private static void delete(Store store, String... titles) {
    for (String title : titles) {
      boolean existed = store.write(transaction -> transaction.delete("page", Tuple.of(title)));
      assertThat(existed).isTrue();
    }
  }

  private static Slice<Tuple> index(Store store, Paging paging) {
    return store.index("pages", Tuple.EMPTY, paging);
  }

  private static List<String> titles(Slice<Tuple> page) {
    return page.entries().stream().map(key -> key.text(0)).toList();
  }
}
