package org.portolan.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.engine.CapabilityException;
import org.portolan.types.Tuple;

/** Rows that another collection lists, on an engine that has no ordered scans. */
class ListedRowsTest {
  private static final Tuple RIGA = Tuple.of("Riga");
  private static final int REVISIONS = 300;

  @TempDir Path directory;

  private Store open(String historyStorage) {
    return Stores.openOrCreate(
        "unordered:rocksdb:" + directory.resolve("store"), TestDesigns.listedRows(historyStorage));
  }

  private static void write(Store store, Consumer<StoreTransaction> work) {
    store.write(
        transaction -> {
          work.accept(transaction);
          return null;
        });
  }

  private static void revision(StoreTransaction transaction, int number, boolean withText) {
    transaction.putItem("page", RIGA, "history", Tuple.of(number), Map.of("author", "Anna"));
    if (withText) {
      transaction.putItem("page", RIGA, "texts", Tuple.of(number), Map.of("text", "t" + number));
    }
  }

  private static void deleteRevision(StoreTransaction transaction, int number) {
    transaction.deleteItem("page", RIGA, "history", Tuple.of(number));
    transaction.deleteItem("page", RIGA, "texts", Tuple.of(number));
  }

  private static List<Integer> texts(StoreReader reader, int limit) {
    List<Integer> numbers = new ArrayList<>();
    Paging paging = Paging.first(limit);
    while (true) {
      Slice<Item> page = reader.items("page", RIGA, "texts", paging);
      for (Item item : page.entries()) {
        numbers.add((Integer) item.key().get(0));
        assertThat(item.values()).isEqualTo(Map.of("text", "t" + item.key().get(0)));
      }
      if (page.next().isEmpty()) {
        return numbers;
      }
      assertThat(page.entries()).hasSize(limit);
      paging = paging.following(page);
    }
  }

  private static List<Integer> numbers(int step) {
    return IntStream.rangeClosed(1, REVISIONS).filter(n -> n % step == 0).boxed().toList();
  }

  /** More keys than one page or one read holds; all, every third or every hundredth has a text. */
  @ParameterizedTest
  @ValueSource(strings = {"object", "object tree(8)", "cells"})
  void items_fewOfTheListedKeysHaveARow_comeOnceInOrder(String historyStorage) {
    for (int step : List.of(1, 3, 100)) {
      try (Store store =
          Stores.openOrCreate(
              "unordered:rocksdb:" + directory.resolve(historyStorage.length() + "-" + step),
              TestDesigns.listedRows(historyStorage))) {
        write(
            store,
            transaction -> {
              for (int number = REVISIONS; number >= 1; number--) {
                revision(transaction, number, number % step == 0);
              }
              assertThat(texts(transaction, 7)).isEqualTo(numbers(step));
            });
        for (int limit : List.of(1, 7, 63, 64, 65, 1_000)) {
          assertThat(texts(store, limit)).as("%s by %s", step, limit).isEqualTo(numbers(step));
        }
        assertThat(store.counter("kept")).isEqualTo(numbers(step).size());
        assertThat(store.recount("kept")).isZero();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"object", "object tree(8)", "cells"})
  void items_rowsOfManyBytes_pageEndsBeforeItsLimit(String historyStorage) {
    try (Store store = open(historyStorage)) {
      String text = "x".repeat(400_000);
      write(
          store,
          transaction -> {
            for (int number = 1; number <= 10; number++) {
              revision(transaction, number, false);
              transaction.putItem(
                  "page", RIGA, "texts", Tuple.of(number), Map.of("text", text + number));
            }
          });
      Slice<Item> page = store.items("page", RIGA, "texts", Paging.first(10));
      assertThat(page.entries()).extracting(Item::key).containsExactly(keys(1, 2, 3));
      page = store.items("page", RIGA, "texts", Paging.first(10).following(page));
      assertThat(page.entries()).extracting(Item::key).containsExactly(keys(4, 5, 6));
    }
  }

  private static Tuple[] keys(int... numbers) {
    return IntStream.of(numbers).mapToObj(Tuple::of).toArray(Tuple[]::new);
  }

  @ParameterizedTest
  @ValueSource(strings = {"object", "object tree(8)", "cells"})
  void delete_row_leavesNoItem(String historyStorage) {
    try (Store store = open(historyStorage)) {
      write(
          store,
          transaction -> {
            transaction.put("page", RIGA, Map.of("text", "new", "links", Set.of("Latvia")));
            for (int number = 1; number <= REVISIONS; number++) {
              revision(transaction, number, number < REVISIONS);
            }
          });
      assertThat(store.counter("kept")).isEqualTo(REVISIONS - 1);
      write(
          store,
          transaction -> {
            // No longer listed, or not yet: the deletion of the page must delete these texts too.
            transaction.deleteItem("page", RIGA, "history", Tuple.of(5));
            transaction.putItem("page", RIGA, "texts", Tuple.of(1_000), Map.of());
            assertThat(transaction.delete("page", RIGA)).isTrue();
          });
      for (int number : List.of(1, 5, REVISIONS - 1, 1_000)) {
        assertThat(store.item("page", RIGA, "texts", Tuple.of(number))).isEmpty();
      }
      assertThat(store.counter("kept")).isZero();
      assertThat(store.recount("kept")).isZero();
      StoreCheck.Result result =
          store
              .check(new StoreCheck.Options(false, false, Duration.ZERO, 100))
              .run(finding -> {}, looked -> {});
      assertThat(result.missing() + result.dangling()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"object", "object tree(8)", "cells"})
  void write_itemThatNothingLists_refusedAsAWhole(String historyStorage) {
    try (Store store = open(historyStorage)) {
      assertThatThrownBy(
              () ->
                  write(
                      store,
                      transaction -> {
                        revision(transaction, 1, true);
                        transaction.putItem("page", RIGA, "texts", Tuple.of(2), Map.of());
                      }))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage(
              "cannot commit the write of row (Riga) of 'page': item (2) of 'texts' would be"
                  + " missing in 'history', which lists it; write or delete both in one"
                  + " transaction");
      assertThat(store.item("page", RIGA, "history", Tuple.of(1))).isEmpty();
      assertThat(store.item("page", RIGA, "texts", Tuple.of(2))).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"object", "object tree(8)", "cells"})
  void write_deletesWhatListsAnItem_refusedUnlessBothGo(String historyStorage) {
    try (Store store = open(historyStorage)) {
      write(store, transaction -> revision(transaction, 1, true));
      assertThatThrownBy(
              () ->
                  write(
                      store,
                      transaction -> transaction.deleteItem("page", RIGA, "history", Tuple.of(1))))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("item (1) of 'texts' would be missing in 'history'");
      // The text of a revision that existed before; then of one that is put again in the same
      // write.
      write(
          store,
          transaction ->
              transaction.putItem("page", RIGA, "texts", Tuple.of(1), Map.of("text", "t1")));
      write(
          store,
          transaction -> {
            transaction.deleteItem("page", RIGA, "history", Tuple.of(1));
            revision(transaction, 1, false);
          });
      assertThat(texts(store, 5)).containsExactly(1);
      write(store, transaction -> deleteRevision(transaction, 1));
      assertThat(texts(store, 5)).isEmpty();
      assertThat(store.counter("kept")).isZero();
    }
  }

  @Test
  void open_rowsThatNothingLists_refusedWithoutOrder() {
    assertThatThrownBy(
            () ->
                Stores.openOrCreate(
                    "unordered:rocksdb:" + directory.resolve("store"), TestDesigns.everyLayout()))
        .isInstanceOf(CapabilityException.class)
        .hasMessageContaining("ordered scans over WITHIN_PARTITION, it has NONE");
  }
}
