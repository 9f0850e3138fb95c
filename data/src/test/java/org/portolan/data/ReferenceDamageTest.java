package org.portolan.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.data.StoreCheck.Finding;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.index.IndexChanges;
import org.portolan.data.internal.schema.IndexEntry;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.Mutation;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/** Lists of referring rows that were damaged, bypassing the data layer. */
class ReferenceDamageTest {
  @TempDir Path directory;

  private String uri;

  private static Design design(String storage) {
    return DesignReader.read(
        """
        format: 1
        design: damaged
        entities:
          customer:
            key: {id: {type: text, collation: ai_ci}}
            families: {main: {name: text}}
          order:
            key: {id: {type: text, collation: ai_ci}}
            families: {main: {customer: text}}
            references:
              customer: {on: [customer], to: customer, on-delete: cascade%s}
        """
            .formatted(storage),
        "damaged");
  }

  private Store open(String engine) {
    if (uri == null) {
      uri =
          switch (engine) {
            case "rows" -> FixtureEngines.register(MemoryCluster.ofRows("damaged", 1)::connect);
            case "columns" ->
                FixtureEngines.register(MemoryCluster.ofColumns("damaged", 1)::connect);
            default -> "rocksdb:" + directory.resolve("store");
          };
    }
    return Stores.openOrCreate(
        uri, design(engine.equals("tree") ? ", storage: object tree(8)" : ""));
  }

  private static void write(Store store, Consumer<StoreTransaction> work) {
    store.write(
        transaction -> {
          work.accept(transaction);
          return null;
        });
  }

  /** Lists or unlists a row, whatever it refers to. */
  private void list(Store.Guarantee guarantee, Design stored, String order, boolean listed) {
    IndexSchema index = new StoreSchema(stored, guarantee).references().get(0).referrers();
    IndexEntry entry = index.entries(Tuple.of(order), Map.of("customer", "anna")).iterator().next();
    IndexChanges changes = new IndexChanges();
    changes.put(index, entry, listed);
    try (Engine engine = Engines.open(uri, OpenMode.EXISTING)) {
      for (Mutation mutation :
          changes.mutations(
              new Access(engine, null), Integer.MAX_VALUE, new ArrayList<>(), new Random(1))) {
        boolean done =
            engine.mutate(
                guarantee == Store.Guarantee.ATOMIC
                    ? mutation
                    : mutation.at(System.currentTimeMillis()),
                Durability.SYNCED);
        assertThat(done).isTrue();
      }
    }
  }

  private static List<String> check(Store store, boolean repair) {
    List<Finding> findings = new ArrayList<>();
    store
        .check(new StoreCheck.Options(repair, false, Duration.ZERO, 50))
        .run(findings::add, looked -> {});
    return findings.stream().map(Finding::toString).toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "tree", "rows", "columns"})
  void lists_damaged_areFoundRepairedAndNotBelieved(String engine) {
    Store.Guarantee guarantee;
    Design stored;
    try (Store store = open(engine)) {
      guarantee = store.guarantee();
      stored = store.design();
      write(
          store,
          transaction -> {
            transaction.put("customer", Tuple.of("Anna"), Map.of());
            transaction.put("customer", Tuple.of("bob"), Map.of());
            transaction.put("order", Tuple.of("First"), Map.of("customer", "anna"));
            transaction.put("order", Tuple.of("second"), Map.of("customer", "bob"));
          });
    }
    list(guarantee, stored, "First", false);
    list(guarantee, stored, "second", true);
    list(guarantee, stored, "third", true);
    try (Store store = open(engine)) {
      assertThat(check(store, false))
          .hasSize(3)
          .anyMatch(finding -> finding.startsWith("missing order.customer"))
          .anyMatch(finding -> finding.startsWith("dangling order.customer"));
      assertThat(check(store, true)).hasSize(3).allMatch(finding -> finding.endsWith(" repaired"));
      assertThat(check(store, false)).isEmpty();
      write(store, transaction -> transaction.delete("customer", Tuple.of("anna")));
      assertThat(store.get("order", Tuple.of("first"), Columns.ALL)).isEmpty();
      assertThat(store.get("order", Tuple.of("second"), Columns.ALL)).isPresent();
      assertThat(check(store, false)).isEmpty();
      write(store, transaction -> transaction.put("customer", Tuple.of("anna"), Map.of()));
    }
    list(guarantee, stored, "second", true);
    try (Store store = open(engine)) {
      write(store, transaction -> transaction.delete("customer", Tuple.of("anna")));
      assertThat(store.get("order", Tuple.of("second"), Columns.ALL)).isPresent();
      assertThat(check(store, true)).isEmpty();
      assertThatThrownBy(
              () ->
                  write(
                      store,
                      transaction ->
                          transaction.update(
                              "order", Tuple.of("second"), Map.of("customer", "anna"))))
          .isInstanceOf(ReferenceException.class);
    }
  }
}
