package org.portolan.data.repaired;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.portolan.data.Columns;
import org.portolan.data.Item;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.Trace;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/** Writes of one row on engines of rows. */
class SingleRowTest {
  private static final Tuple RIGA = Tuple.of("Riga");

  static Stream<MemoryCluster> clusters() {
    return Stream.of(MemoryCluster.ofRows("rows", 1), MemoryCluster.ofColumns("columns", 1));
  }

  private static Store open(MemoryCluster cluster) {
    return RowStores.open(cluster::connect, RowStores.everyLayout(), RowStores.OPTIONS);
  }

  private static void assertListed(Store store, String value, Tuple... keys) {
    for (String index : List.of("cells_hashed", "cells_single", "within")) {
      assertThat(store.index(index, Tuple.of(value), Paging.first(10)).entries())
          .as(index)
          .containsExactly(keys);
    }
  }

  @ParameterizedTest
  @MethodSource("clusters")
  void put_ofOneRow_changesIndexesAndCounters(MemoryCluster cluster) {
    try (Store store = open(cluster)) {
      assertThat(store.guarantee()).isEqualTo(Store.Guarantee.REPAIRED);
      store.write(
          transaction -> {
            transaction.put("page", RIGA, Map.of("text", "a", "links", Set.of("Latvia", "Riga")));
            transaction.putItem("page", RIGA, "cell_notes", Tuple.of(1), Map.of("text", "x"));
            transaction.insertItem("page", RIGA, "row_notes", Tuple.of(2), Map.of("text", "y"));
            return null;
          });
      assertListed(store, "Latvia", RIGA);
      assertListed(store, "Riga", RIGA);
      assertThat(store.counter("pages")).isEqualTo(1);
      assertThat(store.counter("cells")).isEqualTo(1);
      assertThat(store.counter("notes")).isEqualTo(1);
      store.write(transaction -> transaction.update("page", RIGA, Map.of("links", Set.of("Sea"))));
      assertListed(store, "Latvia");
      assertListed(store, "Sea", RIGA);
      assertThat(store.get("page", RIGA, Columns.ALL).orElseThrow().text("text")).isEqualTo("a");
      boolean deleted = store.write(transaction -> transaction.delete("page", RIGA));
      assertThat(deleted).isTrue();
      assertListed(store, "Sea");
      assertThat(store.get("page", RIGA, Columns.ALL)).isEmpty();
      assertThat(store.items("page", RIGA, "cell_notes", Paging.first(9)).entries()).isEmpty();
      assertThat(store.items("page", RIGA, "row_notes", Paging.first(9)).entries()).isEmpty();
      assertThat(store.counter("pages")).isZero();
      assertThat(store.counter("cells")).isZero();
      assertThat(store.counter("notes")).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("clusters")
  void reads_inTheWrite_seeItsItems(MemoryCluster cluster) {
    try (Store store = open(cluster)) {
      for (String collection : List.of("cell_notes", "row_notes")) {
        store.write(
            transaction -> {
              for (int n = 0; n < 5; n++) {
                transaction.putItem("page", RIGA, collection, Tuple.of(n), Map.of("text", "old"));
              }
              return null;
            });
        store.write(
            transaction -> {
              transaction.deleteItem("page", RIGA, collection, Tuple.of(0));
              transaction.deleteItem("page", RIGA, collection, Tuple.of(1));
              transaction.putItem("page", RIGA, collection, Tuple.of(3), Map.of("text", "new"));
              transaction.putItem("page", RIGA, collection, Tuple.of(9), Map.of("text", "new"));
              List<Item> first =
                  transaction.items("page", RIGA, collection, Paging.first(2)).entries();
              assertThat(first).extracting(Item::key).containsExactly(Tuple.of(2), Tuple.of(3));
              assertThat(first).extracting(item -> item.text("text")).containsExactly("old", "new");
              assertThat(transaction.items("page", RIGA, collection, Paging.first(9)).entries())
                  .extracting(Item::key)
                  .containsExactly(Tuple.of(2), Tuple.of(3), Tuple.of(4), Tuple.of(9));
              assertThat(transaction.item("page", RIGA, collection, Tuple.of(1))).isEmpty();
              assertThat(transaction.item("page", RIGA, collection, Tuple.of(9))).isPresent();
              return null;
            });
        assertThat(store.items("page", RIGA, collection, Paging.first(9)).entries())
            .extracting(Item::key)
            .containsExactly(Tuple.of(2), Tuple.of(3), Tuple.of(4), Tuple.of(9));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("clusters")
  void save_ofOneRow_costsThreeRoundTrips(MemoryCluster cluster) {
    try (Store store = open(cluster)) {
      for (int save = 0; save < 3; save++) {
        Trace trace = new Trace();
        int number = save;
        store
            .traced(trace)
            .write(
                transaction -> {
                  transaction.put("page", RIGA, Map.of("links", Set.of("a" + number)));
                  transaction.addItem(
                      "page", RIGA, "row_notes", Tuple.of(number), Map.of("text", "y"));
                  return null;
                });
        assertThat(trace.counts().roundTrips()).as("save %d", save).isEqualTo(3);
      }
      // The first read of a counter learns the watermark at which later reads begin.
      store.counter("notes");
      Trace trace = new Trace();
      store.traced(trace).counter("notes");
      assertThat(trace.counts().roundTrips()).isEqualTo(1);
    }
  }
}
