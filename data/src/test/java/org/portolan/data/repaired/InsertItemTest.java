package org.portolan.data.repaired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.ItemExistsException;
import org.portolan.data.Store;
import org.portolan.data.StoreTransaction;
import org.portolan.data.Stores;
import org.portolan.data.Trace;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.engine.Durability;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/**
 * Items that must not exist, in each storage, on RocksDB and on engines like HBase and Cassandra.
 */
class InsertItemTest {
  private static final int WRITERS = 6;
  private static final int ITEMS = 30;
  private static final Tuple OLD = Tuple.of(1L);

  private static final String OF_ANY_ENGINE =
      """
      format: 1
      design: shop
      entities:
        order:
          key: {id: long}
          key-layout: plain
          families: {main: {text: text, next: int}}
          collections:
            cells: {key: {number: int}, storage: cells, columns: {text: text}}
            rows: {key: {number: int}, storage: rows, columns: {text: text}}
            listed: {key: {number: int}, storage: rows, columns: {text: text}, listed-by: cells}
      """;

  private static final String OF_TRANSACTIONS =
      """
            object: {key: {number: int}, storage: object, columns: {text: text}}
            tree: {key: {number: int}, storage: object tree(8), columns: {text: text}}
      """;

  private static final String COUNTERS =
      """
          counters:
            orders: {layout: single}
            of_cells: {counts: cells, layout: single}
            of_rows: {counts: rows, layout: single}
            of_listed: {counts: listed, layout: single}
      """;

  private static final String COUNTERS_OF_TRANSACTIONS =
      """
            of_object: {counts: object, layout: single}
            of_tree: {counts: tree, layout: single}
      """;

  @TempDir Path directory;

  private enum Kind {
    ROCKSDB,
    ROWS,
    COLUMNS;

    /** Engines of rows have no objects. */
    List<String> collections() {
      return this == ROCKSDB
          ? List.of("cells", "rows", "listed", "object", "tree")
          : List.of("cells", "rows", "listed");
    }

    Design design() {
      return DesignReader.read(
          this == ROCKSDB
              ? OF_ANY_ENGINE + OF_TRANSACTIONS + COUNTERS + COUNTERS_OF_TRANSACTIONS
              : OF_ANY_ENGINE + COUNTERS,
          "shop.yaml");
    }
  }

  private static Stream<Arguments> collections() {
    return Stream.of(Kind.values())
        .flatMap(kind -> kind.collections().stream().map(each -> Arguments.of(kind, each)));
  }

  private Store open(Kind kind) {
    if (kind == Kind.ROCKSDB) {
      return Stores.openOrCreate("rocksdb:" + directory.resolve("store"), kind.design());
    }
    MemoryCluster cluster = StoreStory.cluster(kind == Kind.ROWS);
    return RowStores.open(cluster::connect, kind.design(), RowStores.OPTIONS);
  }

  /** Opens a store that has a row with an item, and no reason to take a row for new. */
  private Store openWith(Kind kind, String collection) {
    Store store = open(kind);
    write(
        store,
        tx -> {
          tx.put("order", OLD, Map.of("text", "old"));
          insert(tx, OLD, collection, 1, "first");
        });
    return store;
  }

  private static void write(Store store, Consumer<StoreTransaction> work) {
    store.write(
        transaction -> {
          work.accept(transaction);
          return null;
        });
  }

  /** Inserts an item, and puts the one that lists it. */
  private static void insert(
      StoreTransaction tx, Tuple order, String collection, int number, String text) {
    if (collection.equals("listed")) {
      tx.putItem("order", order, "cells", Tuple.of(number), Map.of());
    }
    tx.insertItem("order", order, collection, Tuple.of(number), Map.of("text", text));
  }

  private static Optional<String> text(Store store, Tuple order, String collection, int number) {
    return store
        .item("order", order, collection, Tuple.of(number))
        .map(item -> (String) item.value("text"));
  }

  private static void requireRight(Store store, String collection, int items) {
    store.sweep();
    assertThat(store.counter("of_" + collection)).isEqualTo(items);
    assertThat(StoreStory.check(store, false)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("collections")
  void insertItem_exists_failsAndChangesNothing(Kind kind, String collection) {
    try (Store store = openWith(kind, collection)) {
      assertThatThrownBy(
              () ->
                  write(
                      store,
                      tx -> {
                        tx.put("order", Tuple.of(2L), Map.of("text", "other"));
                        tx.insertItem(
                            "order", OLD, collection, Tuple.of(1), Map.of("text", "second"));
                      }))
          .isInstanceOfSatisfying(
              ItemExistsException.class,
              exists -> {
                assertThat(exists.entity()).isEqualTo("order");
                assertThat(exists.key()).isEqualTo(OLD);
                assertThat(exists.collection()).isEqualTo(collection);
                assertThat(exists.itemKey()).isEqualTo(Tuple.of(1));
              })
          .hasMessage(
              "the item (1) of '"
                  + collection
                  + "' in the row (1) of order exists already, so it cannot be inserted; nothing"
                  + " was changed; put the item to replace it, or insert it under another key");

      assertThat(store.get("order", Tuple.of(2L), Columns.ALL)).isEmpty();
      assertThat(text(store, OLD, collection, 1)).contains("first");
      requireRight(store, collection, 1);
    }
  }

  @ParameterizedTest
  @MethodSource("collections")
  void insertItem_isNew_isWrittenAndCountedOnce(Kind kind, String collection) {
    try (Store store = openWith(kind, collection)) {
      write(store, tx -> insert(tx, OLD, collection, 2, "second"));

      assertThat(text(store, OLD, collection, 2)).contains("second");
      requireRight(store, collection, 2);
    }
  }

  /** A function may find out by the failure that the item exists, and go on. */
  @ParameterizedTest
  @MethodSource("collections")
  void insertItem_existsAndTheFunctionGoesOn_isNotCountedAgain(Kind kind, String collection) {
    try (Store store = openWith(kind, collection)) {
      write(
          store,
          tx -> {
            assertThatThrownBy(() -> insert(tx, OLD, collection, 1, "second"))
                .isInstanceOf(ItemExistsException.class);
            tx.update("order", OLD, Map.of("text", "new"));
          });

      assertThat(store.get("order", OLD, Columns.ALL).orElseThrow().text("text")).isEqualTo("new");
      assertThat(text(store, OLD, collection, 1)).contains("first");
      requireRight(store, collection, 1);
    }
  }

  /** The changes of the same write count, also where nothing is read. */
  @ParameterizedTest
  @MethodSource("collections")
  void insertItem_withinAWrite_seesItsChanges(Kind kind, String collection) {
    try (Store store = openWith(kind, collection)) {
      for (Tuple order : List.of(OLD, Tuple.of(2L))) {
        write(
            store,
            tx -> {
              if (!order.equals(OLD)) {
                tx.insert("order", order, Map.of("text", "x"));
              }
              insert(tx, order, collection, 5, "a");
              assertThatThrownBy(() -> insert(tx, order, collection, 5, "b"))
                  .isInstanceOf(ItemExistsException.class);
              tx.deleteItem("order", order, collection, Tuple.of(5));
              insert(tx, order, collection, 5, "c");
              if (!collection.equals("listed")) {
                tx.addItem("order", order, collection, Tuple.of(6), Map.of("text", "d"));
                assertThatThrownBy(() -> insert(tx, order, collection, 6, "e"))
                    .isInstanceOf(ItemExistsException.class);
              }
            });
        assertThat(text(store, order, collection, 5)).contains("c");
      }
      requireRight(store, collection, collection.equals("listed") ? 3 : 5);
    }
  }

  @ParameterizedTest
  @MethodSource("collections")
  void insertItem_rowDeletedInTheSameWrite_isNew(Kind kind, String collection) {
    try (Store store = openWith(kind, collection)) {
      write(
          store,
          tx -> {
            tx.delete("order", OLD);
            tx.insert("order", OLD, Map.of("text", "again"));
            insert(tx, OLD, collection, 1, "second");
          });

      assertThat(text(store, OLD, collection, 1)).contains("second");
      requireRight(store, collection, 1);
    }
  }

  /** Where a row has a state, this tells that items may be there before their row. */
  @ParameterizedTest
  @MethodSource("collections")
  void insertItem_itemWasThereBeforeItsRow_isFoundWhereTheRowHasAState(
      Kind kind, String collection) {
    try (Store store = open(kind)) {
      write(store, tx -> insert(tx, OLD, collection, 1, "first"));
      Consumer<StoreTransaction> second =
          tx -> {
            tx.insert("order", OLD, Map.of("text", "new"));
            insert(tx, OLD, collection, 1, "second");
          };

      if (kind == Kind.ROCKSDB && !collection.equals("object")) {
        write(store, second);
        assertThat(text(store, OLD, collection, 1)).contains("second");
      } else {
        assertThatThrownBy(() -> write(store, second)).isInstanceOf(ItemExistsException.class);
        requireRight(store, collection, 1);
      }
    }
  }

  /** Every item is inserted once, by the writer that was told so. */
  @ParameterizedTest
  @MethodSource("collections")
  void insertItem_manyWritersOfTheSameItems_oneOfThemSucceeds(Kind kind, String collection)
      throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    try (Store store = openWith(kind, collection)) {
      AtomicInteger[] taken = new AtomicInteger[ITEMS];
      String[] owners = new String[ITEMS];
      for (int item = 0; item < ITEMS; item++) {
        taken[item] = new AtomicInteger();
      }
      List<Callable<Void>> work = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        String owner = "writer " + writer;
        work.add(
            () -> {
              for (int item = 0; item < ITEMS; item++) {
                int number = 10 + item;
                try {
                  write(store, tx -> insert(tx, OLD, collection, number, owner));
                  taken[item].incrementAndGet();
                  owners[item] = owner;
                } catch (ItemExistsException another) {
                  assertThat(text(store, OLD, collection, number)).isNotEqualTo(owner);
                }
              }
              return null;
            });
      }
      for (Future<Void> done : threads.invokeAll(work)) {
        done.get();
      }
      for (int item = 0; item < ITEMS; item++) {
        assertThat(taken[item]).as("item %s", item).hasValue(1);
        assertThat(text(store, OLD, collection, 10 + item)).contains(owners[item]);
      }
      requireRight(store, collection, ITEMS + 1);
    } finally {
      threads.shutdownNow();
    }
  }

  /**
   * A function reads the number of the next item in the row, and inserts it, while another writer
   * does the same in between. It must not be told that the item exists: no order of the two writes
   * explains it.
   */
  @ParameterizedTest
  @MethodSource("collections")
  void insertItem_anotherWriterInBetween_runsAgain(Kind kind, String collection) {
    try (Store store = openWith(kind, collection)) {
      write(store, tx -> tx.update("order", OLD, Map.of("next", 7)));
      AtomicInteger runs = new AtomicInteger();
      write(
          store,
          tx -> {
            EntityRow row = tx.get("order", OLD, Columns.ALL).orElseThrow();
            if (runs.getAndIncrement() == 0) {
              CompletableFuture.runAsync(() -> append(store, collection, "in between")).join();
            }
            append(tx, row, collection, "own");
          });

      assertThat(runs).hasValue(2);
      assertThat(text(store, OLD, collection, 7)).contains("in between");
      assertThat(text(store, OLD, collection, 8)).contains("own");
      requireRight(store, collection, 3);
    }
  }

  private static void append(Store store, String collection, String text) {
    write(
        store, tx -> append(tx, tx.get("order", OLD, Columns.ALL).orElseThrow(), collection, text));
  }

  private static void append(StoreTransaction tx, EntityRow row, String collection, String text) {
    int next = row.intValue("next");
    tx.insertItem("order", OLD, collection, Tuple.of(next), Map.of("text", text));
    if (collection.equals("listed")) {
      tx.putItem("order", OLD, "cells", Tuple.of(next), Map.of());
    }
    tx.update("order", OLD, Map.of("next", next + 1));
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void insertItem_buffered_isRefusedWhereItCouldMeetItself(Kind kind) {
    try (Store store = open(kind)) {
      Runnable load =
          () ->
              store.write(
                  Durability.BUFFERED,
                  tx -> {
                    tx.put("order", OLD, Map.of("text", "x"));
                    tx.insertItem("order", OLD, "rows", Tuple.of(1), Map.of("text", "a"));
                    return null;
                  });
      if (store.guarantee() == Store.Guarantee.ATOMIC) {
        load.run();
        assertThat(text(store, OLD, "rows", 1)).contains("a");
      } else {
        assertThatThrownBy(load::run)
            .isInstanceOf(IllegalStateException.class)
            .hasMessageContainingAll("'order.rows'", "buffered", "add or put");
      }
    }
  }

  /** Returns what a write of a store costs: the keys read and the round trips. */
  private static String cost(Store store, Consumer<StoreTransaction> work) {
    Trace trace = new Trace();
    write(store.traced(trace), work);
    assertThat(trace.counts().retries()).isZero();
    return trace.counts().keysRead() + " read, " + trace.counts().roundTrips() + " round trips";
  }

  /** The round trips of a write that inserts an item into a row that it has not read. */
  @ParameterizedTest
  @MethodSource("collections")
  void insertItem_ofAnOldRow_costsOneReadAtMost(Kind kind, String collection) {
    if (collection.equals("listed")) {
      return;
    }
    try (Store store = openWith(kind, collection)) {
      String added = cost(store, tx -> tx.addItem("order", OLD, collection, Tuple.of(2), Map.of()));
      String inserted =
          cost(store, tx -> tx.insertItem("order", OLD, collection, Tuple.of(3), Map.of()));

      boolean inTheReadOfTheState = kind == Kind.ROWS && collection.equals("cells");
      boolean readAnyway = collection.equals("object") || collection.equals("tree");
      if (kind == Kind.ROCKSDB && !readAnyway) {
        assertThat(added).isEqualTo("0 read, 1 round trips");
        assertThat(inserted).isEqualTo("1 read, 2 round trips");
      } else if (readAnyway) {
        assertThat(added).isEqualTo("1 read, 2 round trips");
        assertThat(inserted).isEqualTo(added);
      } else if (inTheReadOfTheState) {
        assertThat(added).isEqualTo("1 read, 3 round trips");
        assertThat(inserted).isEqualTo(added);
      } else {
        assertThat(added).isEqualTo("1 read, 3 round trips");
        assertThat(inserted).isEqualTo("2 read, 4 round trips");
      }
    }
  }

  /** An item of a row that the same write inserts, and one that was looked up, is not read. */
  @ParameterizedTest
  @MethodSource("collections")
  void insertItem_ofANewRowOrALookedUpItem_costsNoRead(Kind kind, String collection) {
    if (collection.equals("listed")) {
      return;
    }
    try (Store store = openWith(kind, collection)) {
      String added = cost(store, tx -> order(tx, 100, collection, false));
      String inserted = cost(store, tx -> order(tx, 101, collection, true));
      assertThat(inserted).isEqualTo(added);

      String lookedUp =
          cost(
              store,
              tx -> {
                assertThat(tx.item("order", OLD, collection, Tuple.of(7))).isEmpty();
                tx.addItem("order", OLD, collection, Tuple.of(7), Map.of());
              });
      String lookedUpAndInserted =
          cost(
              store,
              tx -> {
                assertThat(tx.item("order", OLD, collection, Tuple.of(8))).isEmpty();
                tx.insertItem("order", OLD, collection, Tuple.of(8), Map.of());
              });
      assertThat(lookedUpAndInserted).isEqualTo(lookedUp);
    }
  }

  private static void order(StoreTransaction tx, long id, String collection, boolean strictly) {
    tx.insert("order", Tuple.of(id), Map.of("text", "x"));
    for (int number = 0; number < 3; number++) {
      if (strictly) {
        tx.insertItem("order", Tuple.of(id), collection, Tuple.of(number), Map.of());
      } else {
        tx.addItem("order", Tuple.of(id), collection, Tuple.of(number), Map.of());
      }
    }
  }
}
