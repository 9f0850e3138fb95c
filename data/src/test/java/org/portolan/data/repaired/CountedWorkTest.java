package org.portolan.data.repaired;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.data.Columns;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.data.Trace;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.cost.Work;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/** The work of operations in the terms of the cost model is the same on every kind of engine. */
class CountedWorkTest {
  private static final Tuple RIGA = Tuple.of("Riga");
  private static final Tuple TARTU = Tuple.of("Tartu");

  @TempDir Path directory;

  private static Design design() {
    return DesignReader.read(
        """
        format: 1
        design: counted
        entities:
          page:
            key: {title: text}
            families: {main: {text: text, links: set of text}}
            indexes: {backlinks: {on: [links], layout: cells single}}
            counters: {pages: {layout: single}}
          note:
            key: {id: int}
            families: {main: {text: text}}
        """,
        "counted");
  }

  private Store open(String kind) {
    return switch (kind) {
      case "rocksdb" -> Stores.openOrCreate("rocksdb:" + directory, design());
      case "rows" -> on(MemoryCluster.ofRows("rows", 1));
      case "columns" -> on(MemoryCluster.ofColumns("columns", 1));
      default -> throw new AssertionError(kind);
    };
  }

  private static Store on(MemoryCluster cluster) {
    return RowStores.open(cluster::connect, design(), RowStores.OPTIONS);
  }

  private static Work work(Store store, Consumer<Store> operation) {
    Trace trace = new Trace();
    operation.accept(store.traced(trace));
    return trace.work();
  }

  private static void assertWrite(Work work, int furtherRows, int changes) {
    assertThat(work.commits()).isEqualTo(1);
    assertThat(work.furtherRows()).isEqualTo(furtherRows);
    assertThat(work.joint()).isEqualTo(furtherRows > 0 ? 1 : 0);
    assertThat(work.derived()).isEqualTo(changes > 0 ? 1 : 0);
    assertThat(work.changes()).isEqualTo(changes);
    assertThat(work.written()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns"})
  void work_ofWritesAndReads_isWhatTheyAskFor(String kind) {
    try (Store store = open(kind)) {
      Work put =
          work(
              store,
              traced ->
                  traced.write(
                      writing -> {
                        writing.put(
                            "page", RIGA, Map.of("text", "a", "links", Set.of("Sea", "Tartu")));
                        return null;
                      }));
      // Two entries and the counter.
      assertWrite(put, 0, 3);
      Work update =
          work(
              store,
              traced -> traced.write(writing -> writing.update("page", RIGA, Map.of("text", "b"))));
      assertWrite(update, 0, 0);
      assertThat(update.trips()).isEqualTo(1);
      assertThat(update.rows()).isEqualTo(1);
      Work two =
          work(
              store,
              traced ->
                  traced.write(
                      writing -> {
                        writing.put("note", Tuple.of(1), Map.of("text", "x"));
                        writing.put("note", Tuple.of(2), Map.of("text", "y"));
                        return null;
                      }));
      assertWrite(two, 1, 0);
      Work rows = work(store, traced -> traced.getAll("page", List.of(RIGA, TARTU), Columns.ALL));
      assertThat(rows).isEqualTo(Work.read(1, 2, 0, rows.kibibytes() * 1024));
      Work list =
          work(store, traced -> traced.index("backlinks", Tuple.of("Sea"), Paging.first(9)));
      assertThat(list).isEqualTo(Work.read(1, 0, 1, list.kibibytes() * 1024));
    }
  }
}
