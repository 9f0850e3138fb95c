package org.portolan.data.repaired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.data.Columns;
import org.portolan.data.DuplicateValueException;
import org.portolan.data.EntityRow;
import org.portolan.data.RowExistsException;
import org.portolan.data.Store;
import org.portolan.data.StoreTransaction;
import org.portolan.data.Trace;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.types.Tuple;

/**
 * Rows inserted together with changes of others, on engines like HBase and Cassandra, after other
 * new rows: nothing of them is read, and nothing goes wrong if they exist.
 */
class InsertTogetherTest {
  private static final int STREAK = 4;
  private static final Design DESIGN =
      DesignReader.read(
          """
          format: 1
          design: shop
          entities:
            product:
              key: {sku: text}
              key-layout: plain
              families: {main: {stock: {type: int, min: 0}, price: int}}
            order:
              key: {id: long}
              key-layout: plain
              families: {main: {total: int}}
              collections:
                lines: {key: {sku: text}, storage: cells, columns: {quantity: int}}
              counters:
                orders: {layout: single}
            customer:
              key: {id: long}
              key-layout: plain
              families: {main: {email: text}}
              indexes:
                by_email: {on: [email], unique: true}
          """,
          "shop.yaml");

  private static Store open(boolean rows) {
    Store store = RowStores.open(StoreStory.cluster(rows)::connect, DESIGN, RowStores.OPTIONS);
    for (String sku : List.of("a", "b")) {
      write(store, tx -> tx.put("product", Tuple.of(sku), Map.of("stock", 100, "price", 3)));
    }
    for (long id = 1; id <= STREAK; id++) {
      order(store, id);
      register(store, id, id + "@example.org");
    }
    return store;
  }

  private static void write(Store store, Consumer<StoreTransaction> work) {
    store.write(
        transaction -> {
          work.accept(transaction);
          return null;
        });
  }

  private static void order(Store store, long id) {
    write(
        store,
        tx -> {
          int total = 0;
          List<Tuple> skus = List.of(Tuple.of("a"), Tuple.of("b"));
          for (var found : tx.getAll("product", skus, Columns.of("stock", "price"))) {
            EntityRow product = found.orElseThrow();
            Map<String, Object> less = Map.of("stock", (Integer) product.value("stock") - 1);
            tx.update("product", product.key(), less);
            total += (Integer) product.value("price");
          }
          tx.insert("order", Tuple.of(id), Map.of("total", total));
          for (Tuple sku : skus) {
            tx.insertItem("order", Tuple.of(id), "lines", sku, Map.of("quantity", 1));
          }
        });
  }

  private static void register(Store store, long id, String email) {
    write(store, tx -> tx.insert("customer", Tuple.of(id), Map.of("email", email)));
  }

  private static int stock(Store store, String sku) {
    return (Integer) store.get("product", Tuple.of(sku), Columns.ALL).orElseThrow().value("stock");
  }

  private static void requireRight(Store store) {
    store.sweep();
    assertThat(StoreStory.check(store, false)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void order_readsItsProductsAlone(boolean rows) {
    try (Store store = open(rows)) {
      Trace trace = new Trace();
      order(store.traced(trace), 100);

      // Read the products; lock them; decide; roll them forward and count.
      assertThat(trace.counts().roundTrips()).isEqualTo(4);
      assertThat(trace.counts().keysRead()).isEqualTo(2);
      assertThat(stock(store, "a")).isEqualTo(100 - STREAK - 1);
      requireRight(store);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void order_idExists_failsAndLeavesNothingLocked(boolean rows) {
    try (Store store = open(rows)) {
      assertThatThrownBy(() -> order(store, 1)).isInstanceOf(RowExistsException.class);

      assertThat(stock(store, "a")).isEqualTo(100 - STREAK);
      Trace trace = new Trace();
      Store traced = store.traced(trace);
      write(traced, tx -> tx.update("product", Tuple.of("a"), Map.of("stock", 7)));
      assertThat(trace.counts().roundTrips()).as("no lock to wait for").isEqualTo(2);
      assertThat(trace.counts().retries()).isZero();
      order(store, 101);
      assertThat(stock(store, "a")).isEqualTo(6);
      assertThat(store.counter("orders")).isEqualTo(STREAK + 1);
      requireRight(store);
    }
  }

  /** A set of all columns stands for the whole row, but not one with others beside. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void read_ofAllColumnsAndAnUnknownOne_isRefused(boolean rows) {
    try (Store store = open(rows)) {
      Columns columns = Columns.of("stock", "price", "sku");
      assertThatThrownBy(() -> write(store, tx -> tx.get("product", Tuple.of("a"), columns)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("sku");
    }
  }

  /** Whatever a function complains of after it has inserted a row: the row exists. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void order_idExistsAndAnythingElseFails_isToldToExist(boolean rows) {
    try (Store store = open(rows)) {
      assertThatThrownBy(
              () ->
                  write(
                      store,
                      tx -> {
                        tx.insert("order", Tuple.of(1L), Map.of("total", 1));
                        throw new IllegalStateException("sold out");
                      }))
          .isInstanceOf(RowExistsException.class);
    }
    try (Store store = open(rows)) {
      assertThatThrownBy(
              () ->
                  write(
                      store,
                      tx -> {
                        tx.get("product", Tuple.of("a"), Columns.ALL);
                        tx.insert("order", Tuple.of(1L), Map.of("total", 1));
                        tx.add("product", Tuple.of("a"), "stock", -1_000);
                      }))
          .isInstanceOf(RowExistsException.class);
      assertThatThrownBy(
              () ->
                  write(
                      store,
                      tx -> {
                        tx.insert("order", Tuple.of(1_000L), Map.of("total", 1));
                        throw new IllegalStateException("sold out");
                      }))
          .isInstanceOf(IllegalStateException.class);
      requireRight(store);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void uniqueValue_isTakenWithoutARead(boolean rows) {
    try (Store store = open(rows)) {
      Trace trace = new Trace();
      register(store.traced(trace), 100, "new@example.org");

      assertThat(trace.counts().roundTrips()).isEqualTo(3);
      assertThat(trace.counts().keysRead()).isZero();
      requireRight(store);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void uniqueValue_isTaken_failsAndLeavesNothing(boolean rows) {
    try (Store store = open(rows)) {
      assertThatThrownBy(() -> register(store, 100, "1@example.org"))
          .isInstanceOf(DuplicateValueException.class)
          .hasMessageContaining("1@example.org");

      assertThat(store.get("customer", Tuple.of(100L), Columns.ALL)).isEmpty();
      register(store, 100, "new@example.org");
      requireRight(store);
    }
  }

  /** A value that was given up leaves its row's state behind. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void uniqueValue_givenUpBefore_isTaken(boolean rows) {
    try (Store store = open(rows)) {
      write(store, tx -> tx.delete("customer", Tuple.of(1L)));

      register(store, 100, "1@example.org");

      assertThat(store.get("customer", Tuple.of(100L), Columns.ALL)).isPresent();
      requireRight(store);
    }
  }
}
