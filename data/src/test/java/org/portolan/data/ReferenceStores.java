package org.portolan.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.StoreCheck.Finding;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.engine.simulated.Client;
import org.portolan.engine.simulated.SimulatedCluster;
import org.portolan.types.Tuple;

/** Stores with references on every kind of engine, and short forms of what tests do there. */
abstract class ReferenceStores {
  private static final Design DESIGN =
      DesignReader.read(
          """
          format: 1
          design: orders
          entities:
            customer:
              key: {id: {type: text, collation: ai_ci}}
              families:
                main: {name: text}
            order:
              key: {id: long}
              key-layout: {md5-modulo: {range: 10}}
              families:
                main: {customer: text, note: text}
              references:
                customer: {on: [customer], to: customer}
              indexes:
                orders_of_customer: {on: [customer], layout: single}
              counters:
                orders: {layout: single}
            line:
              key: {order: long, number: int}
              families:
                main: {what: text}
              references:
                order: {on: [order], to: order, on-delete: cascade}
            node:
              key: {id: {type: long, padded: 6}}
              families:
                main: {parent: long}
              references:
                parent: {on: [parent], to: node, on-delete: cascade, shards: 2}
            employee:
              key: {id: long}
              families:
                main: {boss: long}
              references:
                boss: {on: [boss], to: employee, shards: 1}
          """,
          "orders");

  @TempDir Path directory;

  /** A test on a store. */
  interface Test {
    void run(Store store) throws Exception;
  }

  /** Runs a test on a new store of an engine, and checks the store afterwards. */
  final void on(String engine, Test test) throws Exception {
    try (Store store = Stores.openOrCreate(uri(engine), DESIGN)) {
      test.run(store);
      store.sweep();
      assertThat(check(store, false)).isEmpty();
    }
  }

  private String uri(String engine) {
    return switch (engine) {
      case "rocksdb" -> "rocksdb:" + directory.resolve("store");
      case "rows" -> FixtureEngines.register(MemoryCluster.ofRows("references", 1)::connect);
      case "columns" -> FixtureEngines.register(MemoryCluster.ofColumns("references", 1)::connect);
      default -> {
        SimulatedCluster cluster =
            SimulatedCluster.calm(SimulatedCluster.Kind.STORE, new Random(1));
        yield FixtureEngines.register(() -> cluster.connect(Client.calm(new Random(2))));
      }
    };
  }

  static void write(Store store, Consumer<StoreTransaction> work) {
    store.write(
        transaction -> {
          work.accept(transaction);
          return null;
        });
  }

  static void customer(StoreTransaction transaction, String id) {
    transaction.put("customer", Tuple.of(id), Map.of("name", id));
  }

  static void order(StoreTransaction transaction, long id, String customer) {
    Map<String, Object> values = new HashMap<>();
    values.put("customer", customer);
    transaction.put("order", Tuple.of(id), values);
  }

  static void line(StoreTransaction transaction, long order, int number) {
    transaction.insert("line", Tuple.of(order, number), Map.of("what", "thing"));
  }

  static void node(StoreTransaction transaction, long id, Long parent) {
    Map<String, Object> values = new HashMap<>();
    values.put("parent", parent);
    transaction.put("node", Tuple.of(id), values);
  }

  static void employee(StoreTransaction transaction, long id, Long boss) {
    Map<String, Object> values = new HashMap<>();
    values.put("boss", boss);
    transaction.put("employee", Tuple.of(id), values);
  }

  static List<Finding> check(Store store, boolean repair) {
    List<Finding> findings = new ArrayList<>();
    store
        .check(new StoreCheck.Options(repair, false, Duration.ZERO, 50))
        .run(findings::add, looked -> {});
    return findings;
  }

  static long count(Store store, String entity) {
    return store.scanStored(entity, Columns.ALL, Paging.first(1_000)).entries().size();
  }

  static boolean exists(Store store, String entity, Object... key) {
    return store.get(entity, Tuple.of(key), Columns.ALL).isPresent();
  }

  static void delete(Store store, String entity, Object... key) {
    write(store, transaction -> transaction.delete(entity, Tuple.of(key)));
  }
}
