package org.portolan.data.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Store;
import org.portolan.data.Store.Guarantee;
import org.portolan.data.StoreOptions;
import org.portolan.data.Stores;
import org.portolan.data.TestDesigns;
import org.portolan.data.Trace;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Capabilities.AtomicAdd;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.engine.Capabilities.TransactionScope;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.fixture.MemoryCluster;

/** The round trips and rows of a plan equal the counts of a store, for every write and read. */
class TargetPlanTest {
  private static final int ATTEMPTS_MAX = 5;

  @TempDir Path directory;

  private record Case(String name, Design design, Supplier<Engine> engine) {}

  private Stream<Case> cases() {
    return Stream.of(
        new Case("rocksdb every layout", TestDesigns.everyLayout(), rocksdb("every")),
        new Case("rocksdb by object", TestDesigns.listedRows("object"), rocksdb("object")),
        new Case("rocksdb by tree", TestDesigns.listedRows("object tree(8)"), rocksdb("tree")),
        new Case("rocksdb by cells", TestDesigns.listedRows("cells"), rocksdb("cells")),
        new Case("rocksdb log", log(), rocksdb("log")),
        new Case("rocksdb unique", unique(), rocksdb("unique")),
        new Case("rows unique", unique(), MemoryCluster.ofRows("unique rows", 1)::connect),
        new Case("columns unique", unique(), MemoryCluster.ofColumns("unique columns", 1)::connect),
        new Case("rocksdb extremes", extremes("object tree(8)"), rocksdb("extremes")),
        new Case("rocksdb extremes in cells", extremes("cells single"), rocksdb("extreme cells")),
        new Case(
            "rows extremes",
            extremes("cells single"),
            MemoryCluster.ofRows("extr rows", 1)::connect),
        new Case(
            "columns extremes",
            extremes("cells single"),
            MemoryCluster.ofColumns("extr columns", 1)::connect),
        new Case("rocksdb references", references(), rocksdb("references")),
        new Case("rows references", references(), MemoryCluster.ofRows("refs rows", 1)::connect),
        new Case(
            "columns references",
            references(),
            MemoryCluster.ofColumns("refs columns", 1)::connect),
        new Case("rows", layoutsOfRows(), MemoryCluster.ofRows("rows", 1)::connect),
        new Case("columns", layoutsOfRows(), MemoryCluster.ofColumns("columns", 1)::connect));
  }

  private Supplier<Engine> rocksdb(String name) {
    return () -> Engines.open("rocksdb:" + directory.resolve(name), OpenMode.CREATE_IF_MISSING);
  }

  private static Design unique() {
    return DesignReader.read(
        """
        format: 1
        design: unique
        entities:
          customer:
            key: {title: text}
            families:
              main: {text: text, code: text, links: set of text, amount: long}
            indexes:
              by_code: {on: [code], unique: true}
              by_link: {on: [links], layout: cells hashed(2)}
            counters:
              customers: {layout: single}
              amounts: {sums: amount, layout: random(2)}
          coupon:
            key: {title: text}
            families:
              main: {text: text, code: text}
            indexes:
              coupon_by_code: {on: [code], unique: true}
              coupon_by_key: {on: [title, code], unique: true}
        """,
        "unique");
  }

  private static Design extremes(String layout) {
    return DesignReader.read(
        """
        format: 1
        design: extremes
        entities:
          offer:
            key: {title: text}
            families:
              main: {text: text, code: text, links: set of text, amount: long}
            indexes:
              by_amount: {on: [code], order: [amount], layout: cells hashed(3)}
            counters:
              least_code: {least: code, layout: LAYOUT}
              spread_code: {least: code, layout: cells hashed(4)}
              most_of_link: {greatest: amount, by: [links], layout: cells hashed(2)}
              least_of_code: {least: amount, by: [code]}
              most_of_code: {greatest: amount, by: [code]}
        """
            .replace("LAYOUT", layout),
        "extremes");
  }

  private static Design references() {
    return DesignReader.read(
        """
        format: 1
        design: references
        entities:
          customer:
            key: {title: text}
            families:
              main: {text: text}
          order:
            key: {title: text}
            families:
              main: {text: text, code: text, links: set of text, customer: text, above: text}
            references:
              customer: {on: [customer], to: customer}
              above: {on: [above], to: order, on-delete: cascade, shards: 3}
            indexes:
              by_code: {on: [code], unique: true}
              by_link: {on: [links], layout: cells hashed(2)}
          note:
            key: {title: text}
            families:
              main: {text: text, customer: text}
            references:
              customer: {on: [customer], to: customer, on-delete: cascade, shards: 1}
        """,
        "references");
  }

  private static Design log() {
    return DesignReader.read(
        """
        format: 1
        design: log
        entities:
          line:
            key: {title: text}
            key-layout: {random: {range: 7}}
            families: {main: {text: text}}
          spread:
            key: {title: text}
            key-layout: {md5-modulo: {range: 9}}
            families: {main: {text: text}}
            counters: {rows: {layout: random(3)}}
        """,
        "log");
  }

  /**
   * Returns every storage and layout that an engine of rows admits, among them rows that cells
   * list.
   */
  private static Design layoutsOfRows() {
    return DesignReader.read(
        """
        format: 1
        design: layouts-of-rows
        entities:
          page:
            key: {title: text}
            families:
              main: {text: text, links: set of text}
            collections:
              cell_notes: {key: {n: int}, storage: cells, columns: {text: text}}
              uncounted: {key: {n: int}, storage: cells}
              row_notes: {key: {n: int}, storage: rows, columns: {text: text}}
              uncounted_rows: {key: {n: int}, storage: rows}
              history: {key: {n: int desc}, storage: cells}
              texts: {key: {n: int}, storage: rows, listed-by: history}
              more_texts: {key: {n: int}, storage: rows, listed-by: history}
            indexes:
              all: {layout: cells single}
              cells_hashed: {on: [links], layout: cells hashed(3)}
              within: {on: [links], layout: cells single, within: page.backlinks}
            counters:
              cells: {counts: cell_notes, layout: single}
              notes: {counts: row_notes, layout: random(4)}
              kept: {counts: texts, layout: single}
              pages: {layout: random(2), transactional: false}
          plain:
            key: {title: text}
            families: {main: {text: text}}
            collections:
              cell_notes: {key: {n: int}, storage: cells}
              row_notes: {key: {n: int}, storage: rows}
        """,
        "layouts-of-rows");
  }

  @TestFactory
  Stream<DynamicTest> everyOperation_run_costsWhatThePlanSays() {
    return cases().map(each -> DynamicTest.dynamicTest(each.name(), () -> run(each)));
  }

  private static void run(Case each) {
    String uri = FixtureEngines.register(each.engine());
    StoreOptions options = StoreOptions.DEFAULT.sweeping(Duration.ZERO, Duration.ZERO);
    try (Store store = Stores.openOrCreate(uri, each.design(), options)) {
      Capabilities capabilities = capabilities(each);
      TargetPlan plan = TargetPlan.of(each.design(), capabilities);
      assertThat(plan.refusals()).isEmpty();
      assertThat(plan.guarantee()).isEqualTo(store.guarantee());
      int number = 0;
      for (Operation operation : plan.writes()) {
        check(store, each.design(), operation, "Title " + number++);
      }
      for (Operation operation : plan.reads()) {
        if (operation.refusal().isEmpty()) {
          check(store, each.design(), operation, "Title " + number++);
        }
      }
    } finally {
      FixtureEngines.forget(uri);
    }
  }

  private static Capabilities capabilities(Case each) {
    if (each.name().startsWith("rocksdb")) {
      return Engines.provider("rocksdb").capabilities();
    }
    try (Engine engine = each.engine().get()) {
      return engine.capabilities();
    }
  }

  /**
   * Compares an operation's counts with the plan. Background threads may interfere: a write
   * conflicts with the merger of delta buckets and runs again, or reads a state that is being
   * cleared and applies its outbox again. So an operation whose counts differ is repeated on
   * another row; one of the repetitions must match the plan.
   */
  private static void check(Store store, Design design, Operation operation, String title) {
    for (int attempt = 1; ; attempt++) {
      Performance performance = new Performance(design, operation, title + "/" + attempt);
      performance.prepare(store);
      Trace trace = new Trace();
      performance.run(store.traced(trace));
      Trace.Counts counts = trace.counts();
      String told = told(operation, performance, counts);
      String counted =
          text(counts.keysRead(), counts.keysWritten(), counts.roundTrips(), counts.retries());
      if (told.equals(counted) || attempt == ATTEMPTS_MAX) {
        assertThat(told)
            .as("%s of %s: %s", operation.name(), operation.subject(), operation.trips())
            .isEqualTo(counted);
        return;
      }
    }
  }

  private static String told(Operation operation, Performance performance, Trace.Counts counts) {
    Amounts amounts = performance.amounts();
    return text(
        performance.readsAPage() ? counts.keysRead() : operation.keysRead(amounts),
        operation.keysWritten(amounts),
        operation.roundTrips(amounts),
        0);
  }

  private static String text(long keysRead, long keysWritten, long roundTrips, long retries) {
    return "keys-read=%d keys-written=%d round-trips=%d retries=%d"
        .formatted(keysRead, keysWritten, roundTrips, retries);
  }

  @Test
  void of_objectsOnAnEngineOfRows_refusedWithTheWayOut() {
    TargetPlan plan =
        TargetPlan.of(
            TestDesigns.everyLayout(),
            capabilities(TransactionScope.ROW, KeyOrder.NONE, true, AtomicAdd.NONE));
    assertThat(plan.guarantee()).isEqualTo(Guarantee.REPAIRED);
    assertThat(plan.refusals())
        .hasSize(8)
        .anySatisfy(reason -> assertThat(reason).contains("listed-by"))
        .anySatisfy(reason -> assertThat(reason).contains("object_notes").contains("cells or rows"))
        .anySatisfy(
            reason ->
                assertThat(reason)
                    .contains("tree_notes' is a tree of objects")
                    .contains("cells or rows"))
        .anySatisfy(
            reason -> assertThat(reason).contains("object_single").contains("cells hashed(k)"));
  }

  @Test
  void of_engineWithNeitherTransactionsNorConditions_refused() {
    TargetPlan plan =
        TargetPlan.of(
            TestDesigns.oneIndex("cells single"),
            capabilities(TransactionScope.NONE, KeyOrder.TABLE, false, AtomicAdd.NONE));
    assertThat(plan.refusals()).hasSize(2);
    assertThat(plan.refusals().get(0)).contains("choose an engine that has one of them");
    assertThat(plan.refusals().get(1))
        .contains("index 'backlinks' need")
        .contains("lay indexes out as object");
  }

  @Test
  void of_engineWithoutOrderedTables_saysThatScansNeedAnIndex() {
    TargetPlan plan =
        TargetPlan.of(
            TestDesigns.listedRows("object"),
            capabilities(TransactionScope.STORE, KeyOrder.NONE, false, AtomicAdd.IN_TRANSACTION));
    assertThat(plan.refusals()).isEmpty();
    assertThat(plan.reads().stream().map(Operation::refusal).flatMap(Optional::stream))
        .containsExactly(
            "this engine keeps no order over a table; an index without columns lists all rows in"
                + " order");
  }

  @Test
  void windows_nameWhatFollowsLater() {
    assertThat(TargetPlan.of(TestDesigns.everyLayout(), rocksdbCapabilities()).windows()).isEmpty();
    assertThat(TargetPlan.of(TestDesigns.everyLayout(), capabilities()).windows())
        .singleElement()
        .asString()
        .startsWith("counter edits is added to right after the commit");
    assertThat(TargetPlan.of(TestDesigns.listedRows("object"), rocksdbCapabilities()).windows())
        .isEmpty();
    List<String> rows = windows(TransactionScope.ROW);
    List<String> columns = windows(TransactionScope.COLUMNS);
    assertThat(rows.get(1)).startsWith("collection row_notes, uncounted_rows, texts");
    assertThat(columns.get(1)).startsWith("collection cell_notes, uncounted, row_notes");
    assertThat(rows.get(3)).contains("within 33 s, or 1 min 30 s if the writer's clock was ahead");
  }

  private static Capabilities capabilities() {
    return capabilities(TransactionScope.STORE, KeyOrder.NONE, false, AtomicAdd.IN_TRANSACTION);
  }

  @Test
  void pagesBackwards_areNamedWhereTheyCostMore() {
    Capabilities forwards = rocksdbCapabilities().lookingForTheEndOfItems();
    assertThat(backwards(TestDesigns.everyLayout(), rocksdbCapabilities())).isEmpty();
    assertThat(backwards(TestDesigns.everyLayout(), forwards))
        .containsExactly(
            "page.cell_notes", "cells_delta", "cells_hashed", "cells_single", "within");
    // The history descends, so that the texts are read from its end in their own order.
    assertThat(backwards(TestDesigns.listedRows("cells"), forwards))
        .containsExactly("page.history");
    assertThat(times("page.texts", forwards)).isInstanceOf(Trip.Times.AtLeast.class);
    assertThat(times("page.texts", rocksdbCapabilities())).isInstanceOf(Trip.Times.PerItems.class);
  }

  private static Trip.Times times(String subject, Capabilities capabilities) {
    return TargetPlan.of(TestDesigns.listedRows("cells"), capabilities).reads().stream()
        .filter(operation -> operation.subject().equals(subject))
        .filter(operation -> operation.name().equals("page of items"))
        .findFirst()
        .orElseThrow()
        .trips()
        .get(0)
        .times();
  }

  private static List<String> backwards(Design design, Capabilities capabilities) {
    return TargetPlan.of(design, capabilities).reads().stream()
        .filter(operation -> operation.name().endsWith(", backwards"))
        .map(Operation::subject)
        .toList();
  }

  private static List<String> windows(TransactionScope scope) {
    return TargetPlan.of(
            layoutsOfRows(), capabilities(scope, KeyOrder.WITHIN_PARTITION, true, AtomicAdd.NONE))
        .windows();
  }

  private static Capabilities rocksdbCapabilities() {
    return Engines.provider("rocksdb").capabilities();
  }

  private static Capabilities capabilities(
      TransactionScope scope, KeyOrder order, boolean items, AtomicAdd add) {
    return new Capabilities(
        scope, order, items, true, true, add, false, false, 1_000, 1_000_000, 1_000_000);
  }
}
