package org.portolan.data.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.data.internal.schema.DerivedParts;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.design.Design;
import org.portolan.design.index.IndexLayout;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;

/**
 * Builds what one random design has and another one has not, over what random histories leave. The
 * store then reads as the model, as a store of this design from the beginning does; its check finds
 * nothing; and so it is after more writes. Seeds as in {@link HistoryTest}.
 */
class BuildTest {
  private static final int SEEDS = Integer.getInteger("portolan.history.seeds", 18);
  private static final int FIRST = Integer.getInteger("portolan.history.first", 0);
  private static final int TRANSACTIONS = 60;

  /** Everything that is built in some seed; a run in which one is never built proves less. */
  private static final Set<String> FORMS =
      Set.of(
          "CELLS single",
          "CELLS hashed",
          "CELLS read-delta",
          "OBJECT single",
          "OBJECT hashed",
          "OBJECT read-delta",
          "OBJECT tree",
          "unique",
          "within",
          "reference CELLS",
          "reference TREE",
          "extreme",
          "collated",
          "rows",
          "sum",
          "items",
          "not null");

  private static final Set<String> BUILT = ConcurrentHashMap.newKeySet();

  @TempDir Path directory;

  @AfterAll
  static void everything_wasBuilt() {
    if (SEEDS >= 18) {
      assertThat(BUILT).containsExactlyInAnyOrderElementsOf(FORMS);
    }
  }

  private static void note(DerivedParts parts) {
    for (IndexSchema list : parts.lists()) {
      BUILT.add(form(list));
      if (list.isCollated()) {
        BUILT.add("collated");
      }
    }
    for (CounterSchema counter : parts.counters()) {
      boolean sum = counter.design().sums().isPresent();
      boolean notNull = counter.design().where().isPresent();
      BUILT.add(!counter.countsRows() ? "items" : sum ? "sum" : notNull ? "not null" : "rows");
    }
  }

  private static String form(IndexSchema list) {
    if (list.claims().isPresent()) {
      return "unique";
    }
    if (list.reference().isPresent()) {
      return "reference " + list.reference().get().design().storage();
    }
    if (list.ofExtreme()) {
      return "extreme";
    }
    IndexLayout layout = list.design().layout();
    return list.withinEntity()
        ? "within"
        : layout.representation() + " " + layout.partitioning().spelling().replaceAll("\\(.*", "");
  }

  @TestFactory
  Stream<DynamicTest> build_overAnyRows_readsAsTheirModel() {
    return Stream.of(EngineKind.values())
        .flatMap(
            kind ->
                IntStream.range(FIRST, FIRST + SEEDS)
                    .mapToObj(
                        seed ->
                            DynamicTest.dynamicTest(
                                kind + " seed " + seed, () -> build(kind, seed))));
  }

  private void build(EngineKind kind, int seed) {
    String uri = kind.uri(directory, kind + "-" + seed);
    Design richer;
    try (Engine engine = Engines.open(uri, OpenMode.CREATE_IF_MISSING)) {
      richer =
          kind == EngineKind.EMBEDDED
              ? BoundedDesign.of(seed)
              : ReferringDesign.of(seed, engine.capabilities());
    }
    Path sorting = directory.resolve("sorting-" + kind + "-" + seed);
    BuiltHistory history = new BuiltHistory(uri, richer, new Random(~seed), sorting, TRANSACTIONS);
    note(history.parts());
    history.run();
  }
}
