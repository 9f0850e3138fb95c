package org.portolan.data.internal.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Columns;
import org.portolan.data.DuplicateValueException;
import org.portolan.data.EvolveOptions;
import org.portolan.data.ReferenceException;
import org.portolan.data.Store;
import org.portolan.data.StoreOptions;
import org.portolan.data.Stores;
import org.portolan.data.history.DesignSwitch;
import org.portolan.data.internal.schema.DerivedParts;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.PortableDesign;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Scan;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/** Rows that a new unique index or a new reference does not admit. */
class ViolationTest {
  private static final String ENTITIES =
      """
      format: 1
      design: shop
      entities:
        customer:
          key: {id: long}
          families: {main: {email: {type: text, collation: as_ci}}}
          CUSTOMER
        order:
          key: {id: long}
          families: {main: {customer: long}}
          ORDER
      """;

  private static final int CUSTOMERS = 1_300;
  private static final int DOUBLES = 1_100;
  private static final int ORDERS = 20;

  @TempDir Path directory;

  private static Design design(Engine engine, boolean richer) {
    return PortableDesign.concrete(
        DesignReader.read(
            ENTITIES
                .replace(
                    "CUSTOMER",
                    richer ? "indexes: {email: {on: [email], unique: true}}" : "options: {}")
                .replace(
                    "ORDER",
                    richer
                        ? "references: {customer: {on: [customer], to: customer}}\n"
                            + "    counters: {orders: {layout: single}}"
                        : "options: {}"),
            "design of the test"),
        engine.capabilities().items());
  }

  @TestFactory
  Stream<DynamicTest> build_overRowsThatItDoesNotAdmit_listsThemAndBuildsNothing() {
    return Stream.of(
            "rocksdb:" + directory.resolve("embedded"),
            "unordered:rocksdb:" + directory.resolve("unordered"),
            FixtureEngines.register(MemoryCluster.ofRows("rows", 1)::connect),
            FixtureEngines.register(MemoryCluster.ofColumns("columns", 1)::connect))
        .map(uri -> DynamicTest.dynamicTest(uri, () -> build(uri)));
  }

  private static void build(String uri) {
    Design poorer;
    Design richer;
    try (Engine engine = Engines.open(uri, OpenMode.CREATE_IF_MISSING)) {
      poorer = design(engine, false);
      richer = design(engine, true);
    }
    try (Store store = Stores.openOrCreate(uri, poorer)) {
      for (long id = 0; id < CUSTOMERS; id++) {
        // One customer, and a double with another spelling for each of the first.
        String email = "Name" + (id < CUSTOMERS - DOUBLES ? id : (id - 200) % 200) + "@example.org";
        put(
            store,
            "customer",
            id,
            Map.of("email", id % 2 == 0 ? email : email.toUpperCase(Locale.ROOT)));
      }
      for (long id = 0; id < ORDERS; id++) {
        put(store, "order", id, Map.of("customer", id % 4 == 0 ? CUSTOMERS + id : id));
      }
    }
    try (Engine engine = Engines.open(uri, OpenMode.EXISTING)) {
      StoreSchema before = StoreSchema.of(poorer, engine.capabilities());
      StoreSchema after = StoreSchema.of(richer, engine.capabilities());
      StoppedStore.settle(engine, before, StoreOptions.DEFAULT, Duration.ofMinutes(2));
      DerivedParts parts = DerivedParts.missing(after, before);
      assertThat(parts.names()).containsExactly("email", "order.customer", "orders");
      assertThat(DerivedParts.of(after, Set.of("email", "order.customer", "orders")).names())
          .isEqualTo(parts.names());
      BuildResult result =
          DerivedBuild.of(engine, after, parts, StoreOptions.DEFAULT)
              .run(EvolveOptions.Progress.NONE);
      assertThat(result.isBuilt()).isFalse();
      assertThat(result.entries()).isZero();
      assertThat(result.rows()).isEqualTo(CUSTOMERS + ORDERS);
      assertThat(result.violationCount()).isEqualTo(DOUBLES + ORDERS / 4);
      assertThat(result.violations()).hasSize(BuildResult.VIOLATIONS_MAX);
      assertThat(result.violations().stream().map(Violation::text))
          .contains("order.customer: the row (0) refers to (1300), which is not there")
          .anyMatch(text -> text.startsWith("email: the rows (0) and (200) both have the value ("));
      for (String table : parts.tables()) {
        assertThat(isEmpty(engine, table)).as(table).isTrue();
      }
    }
    // The store is as it was, and a build without the bad rows succeeds.
    try (Store store = Stores.open(uri)) {
      assertThat(store.get("customer", Tuple.of(5L), Columns.ALL).orElseThrow().value("email"))
          .isEqualTo("NAME5@EXAMPLE.ORG");
      for (long id = CUSTOMERS - DOUBLES; id < CUSTOMERS; id++) {
        delete(store, "customer", id);
      }
      for (long id = 0; id < ORDERS; id += 4) {
        delete(store, "order", id);
      }
    }
    try (Engine engine = Engines.open(uri, OpenMode.EXISTING)) {
      StoreSchema before = StoreSchema.of(poorer, engine.capabilities());
      StoreSchema after = StoreSchema.of(richer, engine.capabilities());
      StoppedStore.settle(engine, before, StoreOptions.DEFAULT, Duration.ofMinutes(2));
      DerivedBuild build =
          DerivedBuild.of(engine, after, DerivedParts.missing(after, before), StoreOptions.DEFAULT);
      assertThat(build.plan())
          .containsExactly(
              "read all rows of customer for email",
              "read all rows of order for order.customer, orders");
      BuildResult result = build.run(EvolveOptions.Progress.NONE);
      assertThat(result.violations()).isEmpty();
      assertThat(result.entries()).isEqualTo(CUSTOMERS - DOUBLES + ORDERS - ORDERS / 4);
      assertThat(build.verify(finding -> {}).isClean()).isTrue();
      DesignSwitch.to(engine, after);
    }
    try (Store store = Stores.open(uri)) {
      // After some new rows, engines of rows take the next one, and its values, for new.
      for (long id = CUSTOMERS; id < CUSTOMERS + 10; id++) {
        insert(store, id, "new" + id + "@example.org");
      }
      assertThatThrownBy(() -> insert(store, CUSTOMERS + 10, "name6@example.org"))
          .isInstanceOf(DuplicateValueException.class);
      assertThatThrownBy(() -> delete(store, "customer", 5)).isInstanceOf(ReferenceException.class);
    }
  }

  private static void insert(Store store, long id, String email) {
    store.write(
        transaction -> {
          transaction.insert("customer", Tuple.of(id), Map.of("email", email));
          return null;
        });
  }

  private static void put(Store store, String entity, long id, Map<String, Object> values) {
    store.write(
        transaction -> {
          transaction.put(entity, Tuple.of(id), values);
          return null;
        });
  }

  private static void delete(Store store, String entity, long id) {
    Boolean unused = store.write(transaction -> transaction.delete(entity, Tuple.of(id)));
  }

  private static boolean isEmpty(Engine engine, String table) {
    var schema =
        engine.tables().stream()
            .filter(each -> each.name().equals(table))
            .findFirst()
            .orElseThrow();
    return engine
        .scan(
            Scan.of(
                table, KeyRange.ALL, 10, new FamilyRead.Presence(schema.families().get(0).name())))
        .rows()
        .isEmpty();
  }
}
