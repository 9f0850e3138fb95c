package org.portolan.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.PortableDesign;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.Family;
import org.portolan.engine.ItemFamily;
import org.portolan.engine.TableSchema;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/** A design that leaves its lists to the engine, as each engine keeps it. */
class PortableDesignTest {
  private static final Design DESIGN =
      DesignReader.read(
          """
          format: 1
          design: portable
          entities:
            city: {key: {name: text}, families: {main: {size: int}}}
            page:
              key: {title: text}
              families: {main: {city: text, links: set of text}}
              collections:
                notes: {key: {number: int}, columns: {text: text}}
              indexes:
                pages: {layout: single}
                by_link: {on: [links], layout: hashed(3)}
                by_city: {on: [city], layout: single, within: city.pages}
              counters:
                notes: {counts: notes, layout: random(2)}
          """,
          "portable");

  @TempDir Path directory;

  @Test
  void openOrCreate_engineWithItems_choosesCells() {
    checkEverything("rocksdb:" + directory.resolve("store"), Storage.CELLS, "cells hashed(3)");
  }

  @Test
  void openOrCreate_engineOfRows_choosesCells() {
    String uri = FixtureEngines.register(MemoryCluster.ofRows("portable", 1)::connect);
    try {
      checkEverything(uri, Storage.CELLS, "cells hashed(3)");
    } finally {
      FixtureEngines.forget(uri);
    }
  }

  @Test
  void openOrCreate_engineWithoutItems_choosesTrees() {
    String uri =
        FixtureEngines.register(
            () ->
                withoutItems(
                    Engines.open(
                        "rocksdb:" + directory.resolve("store"), OpenMode.CREATE_IF_MISSING)));
    try {
      checkEverything(uri, Storage.TREE, "object tree(64)");
    } finally {
      FixtureEngines.forget(uri);
    }
  }

  /** Returns an engine that has no items, as a grid, and refuses tables with items. */
  private static Engine withoutItems(Engine inner) {
    Capabilities all = inner.capabilities();
    Capabilities capabilities =
        new Capabilities(
            all.transactions(),
            all.snapshotReads(),
            KeyOrder.NONE,
            false,
            all.conditionalWrite(),
            all.versions(),
            all.atomicAdd(),
            all.tunableConsistency(),
            all.local(),
            all.keyBytesMax(),
            all.valueBytesMax(),
            all.transactionBytesMax());
    return (Engine)
        Proxy.newProxyInstance(
            PortableDesignTest.class.getClassLoader(),
            new Class<?>[] {Engine.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("capabilities")) {
                return capabilities;
              }
              if (method.getName().equals("createTables")) {
                assertThat((List<?>) arguments[0])
                    .allSatisfy(
                        table ->
                            assertThat(families(table)).noneMatch(ItemFamily.class::isInstance));
              }
              try {
                return method.invoke(inner, arguments);
              } catch (InvocationTargetException failure) {
                throw failure.getCause();
              }
            });
  }

  private static List<Family> families(Object table) {
    return ((TableSchema) table).families();
  }

  private static void checkEverything(String uri, Storage storage, String layout) {
    try (Store store = Stores.openOrCreate(uri, DESIGN)) {
      assertThat(store.design().entity("page").orElseThrow().collections().get(0).storage())
          .isEqualTo(storage);
      assertThat(store.design().entity("page").orElseThrow().indexes().get(1).layout().spelling())
          .isEqualTo(layout);
      for (int number = 0; number < 200; number++) {
        String title = "page-%03d".formatted(number);
        store.write(
            tx -> {
              tx.insert("page", Tuple.of(title), Map.of("city", "Riga", "links", Set.of("a")));
              tx.putItem("page", Tuple.of(title), "notes", Tuple.of(1), Map.of("text", title));
              return null;
            });
      }
      store.write(
          tx -> {
            tx.delete("page", Tuple.of("page-100"));
            return null;
          });
    }
    // The same design again, and the one that the store has.
    Design stored;
    try (Store store = Stores.openOrCreate(uri, DESIGN)) {
      stored = store.design();
      for (String index : List.of("by_link", "by_city")) {
        Tuple value = Tuple.of(index.equals("by_link") ? "a" : "Riga");
        Slice<Tuple> page = store.index(index, value, Paging.first(100));
        assertThat(page.entries()).hasSize(100).contains(Tuple.of("page-099"));
        Slice<Tuple> rest = store.index(index, value, Paging.first(100).following(page));
        assertThat(rest.entries()).hasSize(99).doesNotContain(Tuple.of("page-100"));
        assertThat(rest.next()).isEqualTo(Optional.empty());
      }
      assertThat(store.index("pages", Tuple.EMPTY, Paging.first(3)).entries())
          .containsExactly(Tuple.of("page-000"), Tuple.of("page-001"), Tuple.of("page-002"));
      assertThat(store.counter("notes")).isEqualTo(199);
      assertThat(store.items("page", Tuple.of("page-007"), "notes", Paging.first(9)).entries())
          .singleElement()
          .satisfies(item -> assertThat(item.value("text")).isEqualTo("page-007"));
    }
    assertThat(PortableDesign.isPortable(stored)).isFalse();
    Stores.openOrCreate(uri, stored).close();
  }

  @Test
  void openOrCreate_otherDesign_differsFromWhatTheEngineChose() {
    String uri = "rocksdb:" + directory.resolve("store");
    Stores.openOrCreate(uri, DESIGN).close();
    Design other = PortableDesign.concrete(DESIGN, false);
    assertThatThrownBy(() -> Stores.openOrCreate(uri, other))
        .isInstanceOf(StoreMismatchException.class)
        .hasMessageContaining("collection notes: storage cells → object tree(64)")
        .hasMessageContaining("index by_city: within city.pages → a separate table");
  }

  @Test
  void schema_portable_refused() {
    assertThatThrownBy(() -> new StoreSchema(DESIGN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("design 'portable' is not concrete");
  }
}
