package org.portolan.examples.shop;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Item;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.design.DesignReader;
import org.portolan.engine.Durability;
import org.portolan.testkit.Checks;
import org.portolan.types.Tuple;

/** A store is copied into one with another design, as docs/your-application.md shows it. */
class CopyStoreTest {
  private static final String BEFORE =
      """
      format: 1
      design: shop
      entities:
        order:
          key: {id: text}
          families: {main: {customer: text, remark: text, total: "decimal(12,2)"}}
          collections:
            lines: {key: {sku: text}, columns: {quantity: int}}
          counters: {all_lines: {counts: lines, layout: single}}
      """;

  /** 'remark' is dropped, 'customer' renamed, 'quantity' widened; all columns are required. */
  private static final String AFTER =
      """
      format: 1
      design: shop
      entities:
        order:
          key: {id: text}
          key-layout: {md5-modulo: {range: 100}}
          families:
            main:
              orderer: {type: text, required: true}
              total: {type: "decimal(12,2)", required: true}
          collections:
            lines: {key: {sku: text}, columns: {quantity: {type: long, required: true}}}
          counters: {all_lines: {counts: lines, layout: single}}
      """;

  @TempDir Path directory;

  /** Copies all orders with their lines into a store of another design. */
  private static void copy(Store from, Store to) {
    Paging page = Paging.first(500);
    page.pages(at -> from.scanStored("order", Columns.ALL, at))
        .forEach(
            rows ->
                to.write(
                    Durability.BUFFERED,
                    tx -> {
                      tx.prefetch("order", rows.entries().stream().map(EntityRow::key).toList());
                      for (EntityRow row : rows.entries()) {
                        Tuple key = row.key();
                        tx.put("order", key, order(row));
                        page.stream(at -> from.items("order", key, "lines", at))
                            .forEach(
                                line -> tx.putItem("order", key, "lines", line.key(), of(line)));
                      }
                      return null;
                    }));
    to.flush();
  }

  private static Map<String, Object> order(EntityRow row) {
    Map<String, Object> values = new HashMap<>(row.values());
    values.remove("remark");
    values.put("orderer", values.remove("customer"));
    return values;
  }

  private static Map<String, Object> of(Item line) {
    return Map.of("quantity", (long) line.intValue("quantity"));
  }

  @Test
  void copy_ofAnotherDesign_hasAllRowsAndItems() throws Exception {
    try (Store from = open("before", BEFORE);
        Store to = open("after", AFTER)) {
      from.write(
          tx -> {
            for (int number = 0; number < 700; number++) {
              Tuple key = Tuple.of("order-" + number);
              BigDecimal total = BigDecimal.valueOf(number, 2);
              tx.put("order", key, Map.of("customer", "anna", "remark", "none", "total", total));
              tx.putItem("order", key, "lines", Tuple.of("chart"), Map.of("quantity", number));
            }
            return null;
          });
      copy(from, to);
      copy(from, to);
      EntityRow order = to.get("order", Tuple.of("order-699"), Columns.ALL).orElseThrow();
      assertThat(order.values())
          .isEqualTo(Map.of("orderer", "anna", "total", BigDecimal.valueOf(699, 2)));
      assertThat(
              to.item("order", order.key(), "lines", Tuple.of("chart"))
                  .orElseThrow()
                  .longValue("quantity"))
          .isEqualTo(699);
      assertThat(to.counter("all_lines")).as("copied twice, counted once").isEqualTo(700);
      Checks.requireClean(to);
    }
  }

  private Store open(String name, String design) {
    return Stores.openOrCreate(
        "rocksdb:" + directory.resolve(name), DesignReader.read(design, name));
  }
}
