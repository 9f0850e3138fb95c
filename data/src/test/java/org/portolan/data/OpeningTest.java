package org.portolan.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.DesignWriter;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Change;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.StoreInUseException;
import org.portolan.engine.StoreMissingException;
import org.portolan.engine.TableSchema;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Collations;
import org.portolan.types.Tuple;

class OpeningTest {
  @TempDir Path directory;

  private String uri() {
    return "rocksdb:" + directory.resolve("store");
  }

  private void write(String name, String content) {
    try (Damage damage = new Damage(uri(), TestDesigns.everyLayout())) {
      damage.change(
          "portolan_store", Tuple.of(name), new Change.PutColumns("value", List.of(content)));
    }
  }

  @Test
  void open_storedDesign_needsNone() {
    try (Store store = Stores.openOrCreate(uri(), TestDesigns.everyLayout())) {
      store.write(
          transaction -> {
            transaction.put("page", Tuple.of("Riga"), Map.of("size", 3));
            return null;
          });
    }
    try (Store store = Stores.open(uri())) {
      assertThat(store.design()).isEqualTo(TestDesigns.everyLayout());
      assertThat(store.uri()).isEqualTo(uri());
      assertThat(store.guarantee()).isEqualTo(Store.Guarantee.ATOMIC);
      assertThat(store.get("page", Tuple.of("Riga"), Columns.of("size")).get().intValue("size"))
          .isEqualTo(3);
    }
  }

  @Test
  void close_again_doesNothing() {
    Store store = Stores.openOrCreate(uri(), TestDesigns.everyLayout());
    store.close();
    store.close();
    try (Store next = Stores.open(uri())) {
      store.close();
      next.write(
          transaction -> {
            transaction.put("page", Tuple.of("Riga"), Map.of("size", 3));
            return null;
          });
      assertThat(next.get("page", Tuple.of("Riga"), Columns.NONE)).isPresent();
    }
  }

  @Test
  void openOrCreate_anotherDesign_refusedWithTheDifferences() {
    Stores.openOrCreate(uri(), TestDesigns.oneIndex("object single")).close();
    assertThatThrownBy(() -> Stores.openOrCreate(uri(), TestDesigns.oneIndex("object hashed(5)")))
        .isInstanceOf(StoreMismatchException.class)
        .hasMessage(
            "the store "
                + uri()
                + " has the design 'one-index', which differs from the given design: entity page:"
                + " index backlinks: layout object single → object hashed(5). Open the store"
                + " without a design; or see what a change of its design takes: portolan evolve"
                + " --store "
                + uri()
                + " NEW-DESIGN");
    Stores.open(uri()).close();
  }

  @Test
  void openOrCreate_optionsOfTables_areOfTheTablesAndDecideNothing() {
    String text = DesignWriter.write(TestDesigns.listedRows("object"));
    Design design =
        DesignReader.read(
            text.replace("    families:", "    options: {other.a: page}\n    families:")
                .replace(
                    "listed-by: history", "listed-by: history\n        options: {other.a: texts}")
                .replace("read-delta(1, 2)", "read-delta(1, 2)\n        options: {other.a: links}"),
            "with-options");
    Stores.openOrCreate(uri(), design).close();
    // The value of an option is not part of the store's content.
    Stores.openOrCreate(uri(), TestDesigns.listedRows("object")).close();
    Map<String, String> options = new TreeMap<>();
    for (TableSchema table : new StoreSchema(design).tables()) {
      options.put(table.name(), table.optionsOf("other").getOrDefault("a", "none"));
    }
    assertThat(options)
        .containsExactly(
            Map.entry("backlinks", "links"),
            Map.entry("counters", "none"),
            Map.entry("page", "page"),
            Map.entry("page_history", "none"),
            Map.entry("page_texts", "texts"),
            Map.entry("pages", "none"));
  }

  @Test
  void openOrCreate_optionsThatTheEngineHasNot_refusedBeforeAnyTable() {
    String text = DesignWriter.write(TestDesigns.oneIndex("object single"));
    Design design =
        DesignReader.read(
            text.replace("    families:", "    options: {rocksdb.colour: red}\n    families:"),
            "colour");
    assertThatThrownBy(() -> Stores.openOrCreate(uri(), design))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "table 'page' has the options [colour] for rocksdb, which has no options of tables");
    try (Engine engine = Engines.open(uri(), OpenMode.EXISTING)) {
      assertThat(engine.tables()).isEmpty();
    }
  }

  @Test
  void open_newerOrOlderFormat_saysWhatToDo() {
    Stores.openOrCreate(uri(), TestDesigns.everyLayout()).close();
    write("format", "4");
    assertThatThrownBy(() -> Stores.open(uri()))
        .isInstanceOf(StoreMismatchException.class)
        .hasMessage(
            "the store "
                + uri()
                + " has format 4, this release reads up to format 3; use the release that wrote it,"
                + " or a newer one");
    write("format", "0");
    assertThatThrownBy(() -> Stores.openOrCreate(uri(), TestDesigns.everyLayout()))
        .isInstanceOf(StoreMismatchException.class)
        .hasMessage(
            "the store "
                + uri()
                + " has format 0, this release reads from format 1 on; export it with the release"
                + " that wrote it and import it here");
    write("format", "one");
    assertThatThrownBy(() -> Stores.open(uri()))
        .isInstanceOf(StoreMismatchException.class)
        .hasMessageContaining("has the invalid format 'one'");
  }

  @Test
  void open_collatedByOtherWeights_refusedOnlyWithCollatedKeys() {
    Stores.openOrCreate(uri(), TestDesigns.everyLayout()).close();
    write("collations", "icu=1");
    Stores.open(uri()).close();
    String collated = uri() + "-collated";
    Stores.openOrCreate(collated, TestDesigns.collated()).close();
    try (Damage damage = new Damage(collated, TestDesigns.collated())) {
      damage.change(
          "portolan_store",
          Tuple.of("collations"),
          new Change.PutColumns("value", List.of("icu=1")));
    }
    assertThatThrownBy(() -> Stores.open(collated))
        .isInstanceOf(StoreMismatchException.class)
        .hasMessageStartingWith(
            "the store " + collated + " has keys or columns collated by icu=1, this")
        .hasMessageEndingWith("; export it with the release that wrote it and import it here");
  }

  @Test
  void open_ofAnEarlierReleaseThatIndexedCollatedColumnsByCodePoint_refused() {
    Design design =
        DesignReader.read(
            """
            format: 1
            design: indexed
            entities:
              page:
                key: {title: {type: text, collation: ai_ci}}
                families: {main: {n: int}}
                indexes:
                  by_title: {on: [title], layout: cells single}
            """,
            "indexed");
    String indexed = uri() + "-indexed";
    Stores.openOrCreate(indexed, design).close();
    Stores.open(indexed).close();
    try (Damage damage = new Damage(indexed, design)) {
      damage.change(
          "portolan_store",
          Tuple.of("collations"),
          new Change.PutColumns("value", List.of(Collations.version())));
    }
    assertThatThrownBy(() -> Stores.open(indexed))
        .isInstanceOf(StoreMismatchException.class)
        .hasMessage(
            "the store "
                + indexed
                + " is of an earlier release, whose indexes compare columns by code point that this"
                + " release compares by a collation; export it with the release that wrote it and"
                + " import it here");
  }

  @Test
  void open_noStore_refused() {
    assertThatThrownBy(() -> Stores.open(uri())).isInstanceOf(StoreMissingException.class);
  }

  @Test
  void open_storeWithoutDesign_refusedAndFreed() {
    Engines.open(uri(), OpenMode.CREATE_IF_MISSING).close();
    assertThatThrownBy(() -> Stores.open(uri()))
        .isInstanceOf(StoreMismatchException.class)
        .hasMessage(uri() + " holds no Portolan store; create one by an import or with a design");
    Stores.openOrCreate(uri(), TestDesigns.everyLayout()).close();
    Stores.open(uri()).close();
  }

  @Test
  void openOrCreate_creationInterrupted_completed() {
    Stores.openOrCreate(uri(), TestDesigns.everyLayout()).close();
    try (Damage damage = new Damage(uri(), TestDesigns.everyLayout())) {
      damage.change("portolan_store", Tuple.of("design"), new Change.DeleteFamily("value"));
    }
    assertThatThrownBy(() -> Stores.open(uri())).isInstanceOf(StoreMismatchException.class);
    Stores.openOrCreate(uri(), TestDesigns.everyLayout()).close();
    Stores.open(uri()).close();
  }

  @Test
  void open_openAlready_refusedByTheEngine() {
    try (Store store = Stores.openOrCreate(uri(), TestDesigns.everyLayout())) {
      assertThatThrownBy(() -> Stores.open(uri())).isInstanceOf(StoreInUseException.class);
      assertThat(store.counter("pages")).isZero();
    }
  }

  @Test
  void openOrCreate_engineLacksWhatTheDesignNeeds_allOfItListed() {
    assertThatThrownBy(() -> Stores.openOrCreate("bare:", TestDesigns.everyLayout()))
        .isInstanceOf(CapabilityException.class)
        .hasMessage(
            "design 'every-layout' needs capabilities that Bare 1 lacks: transactions over STORE, it"
                + " has ROW; ordered scans over WITHIN_PARTITION, it has NONE; ordered items within a"
                + " row; atomic addition IN_TRANSACTION, it has ROW");
  }

  @Test
  void open_repairedOnStaleReads_refusedWithEachReason() {
    MemoryCluster cluster = MemoryCluster.ofRows("stale", 1);
    String uri = FixtureEngines.register(cluster::connect);
    Design design = TestDesigns.oneIndex("cells hashed(5)");
    try {
      cluster.sayStale(List.of("reads ask 1 of 3", "writes ask 1 of 3"));
      assertStale(() -> Stores.openOrCreate(uri, design));
      assertThat(cluster.connect().tables()).isEmpty();
      cluster.sayStale(List.of());
      Stores.openOrCreate(uri, design).close();
      cluster.sayStale(List.of("reads ask 1 of 3", "writes ask 1 of 3"));
      assertStale(() -> Stores.open(uri));
    } finally {
      FixtureEngines.forget(uri);
    }
  }

  private static void assertStale(ThrowingCallable opening) {
    assertThatThrownBy(opening)
        .isInstanceOf(CapabilityException.class)
        .hasMessage(
            "cannot open memory:stale for repaired writes, which need reads that see every"
                + " acknowledged write: reads ask 1 of 3; writes ask 1 of 3");
  }

  @Test
  void reads_unknownNames_listThoseThereAre() {
    try (Store store = Stores.openOrCreate(uri(), TestDesigns.everyLayout())) {
      Tuple key = Tuple.of("Riga");
      Paging first = Paging.first(1);
      refused(
          () -> store.get("pages", key, Columns.ALL),
          "design 'every-layout' has no entity 'pages'; it has [page, log]");
      refused(
          () -> store.get("page", key, Columns.of("sice")),
          "entity 'page' has no column 'sice'; did you mean 'size'? it has [links, size, text]");
      refused(
          () -> store.items("page", key, "notes", first),
          "entity 'page' has no collection 'notes'; it has [cell_notes,"
              + " object_notes, row_notes, tree_notes, uncounted_tree]");
      refused(
          () -> store.index("by_link", key, first),
          "design 'every-layout' has no index 'by_link'; it has [cells_delta, cells_hashed,"
              + " cells_single, object_delta, object_hashed, object_single, within]");
      refused(
          () -> store.counter("page"),
          "design 'every-layout' has no counter 'page'; it has [cells, edits, notes, objects,"
              + " pages, sized, trees]");
      refused(
          () -> store.index("within", Tuple.of("a", "b"), first),
          "index 'within' is looked up by [links], not by (a, b)");
      refused(
          () -> store.get("page", Tuple.of("a", 1), Columns.ALL),
          "key (a, 1) must have the columns [title]");
      refused(
          () -> store.write(transaction -> transaction.update("page", key, Map.of("sice", 1))),
          "entity 'page' has no column 'sice'; did you mean 'size'? it has [links, size, text]");
    }
  }

  private static void refused(ThrowingCallable call, String text) {
    assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(text);
  }

  @Test
  void cursors_anyOtherText_refused() {
    Random random = new Random(7);
    try (Store store = Stores.openOrCreate(uri(), TestDesigns.everyLayout())) {
      for (int number = 0; number < 300; number++) {
        StringBuilder text = new StringBuilder();
        int length = 1 + random.nextInt(12);
        for (int position = 0; position < length; position++) {
          text.append("ABCabc019-_+/=% ".charAt(random.nextInt(16)));
        }
        Paging paging = Paging.first(1).after(text.toString());
        try {
          store.scan("page", Tuple.EMPTY, Columns.NONE, paging);
          store.index("cells_single", Tuple.of("a"), paging);
          store.items("page", Tuple.of("a"), "object_notes", paging);
        } catch (IllegalArgumentException e) {
          assertThat(e)
              .hasMessage("'" + text + "' is not a cursor of this list; begin at its start");
        }
      }
    }
  }
}
