package org.portolan.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.design.DesignReader;
import org.portolan.types.Tuple;

/** Counters of the rows in which a column is not null. */
class ColumnCounterTest {
  @TempDir Path directory;
  private Store store;

  @BeforeEach
  void open() {
    store =
        Stores.openOrCreate(
            "rocksdb:" + directory.resolve("store"),
            DesignReader.read(
                """
                format: 1
                design: paid
                entities:
                  order:
                    key: {id: long}
                    families:
                      main: {buyer: text}
                      payment: {paid: timestamp, note: text}
                    counters:
                      orders: {layout: single}
                      paid_orders: {where: paid, layout: random(3)}
                """,
                "paid"));
  }

  @AfterEach
  void close() {
    store.close();
  }

  private void put(long id, Instant paid) {
    Map<String, Object> values = new HashMap<>(Map.of("buyer", "Ada"));
    values.put("paid", paid);
    store.write(
        transaction -> {
          transaction.put("order", Tuple.of(id), values);
          return null;
        });
  }

  private void assertCounted(long orders, long paid) {
    assertThat(store.counter("orders")).isEqualTo(orders);
    assertThat(store.counter("paid_orders")).isEqualTo(paid);
  }

  @Test
  void counter_whereColumn_followsPutUpdateAndDelete() {
    put(1, null);
    put(2, Instant.EPOCH);
    assertCounted(2, 1);

    store.write(
        transaction -> transaction.update("order", Tuple.of(1L), Map.of("paid", Instant.EPOCH)));
    assertCounted(2, 2);

    store.write(transaction -> transaction.update("order", Tuple.of(1L), Map.of("note", "late")));
    put(2, Instant.EPOCH.plusSeconds(1));
    assertCounted(2, 2);

    put(2, null);
    assertCounted(2, 1);

    store.write(transaction -> transaction.delete("order", Tuple.of(1L)));
    store.write(transaction -> transaction.delete("order", Tuple.of(2L)));
    assertCounted(0, 0);
  }
}
