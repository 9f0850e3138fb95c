package org.portolan.data.internal.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.data.EvolveOptions;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.StoreOptions;
import org.portolan.data.Stores;
import org.portolan.data.internal.schema.DerivedParts;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.data.internal.tree.TreeFill;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.Mutation;
import org.portolan.types.Tuple;

/** Trees of every height that are made from their elements, around the limits of their nodes. */
class FilledTreeTest {
  private static final Design DESIGN =
      DesignReader.read(
          """
          format: 1
          design: trees
          entities:
            page:
              key: {title: text}
              families: {main: {text: text}}
              indexes:
                pages: {layout: object tree(8)}
          """,
          "design of the test");

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 8, 9, 14, 15, 16, 49, 50, 57, 58, 343, 344, 400, 3_000})
  void tree_ofAscendingElements_isReadAndChangedAsAnyOther(int count) {
    String uri = "rocksdb:" + directory.resolve("store-" + count);
    try (Store store = Stores.openOrCreate(uri, DESIGN)) {
      store.write(
          Durability.BUFFERED,
          transaction -> {
            for (int number = 0; number < count; number++) {
              transaction.put("page", Tuple.of(title(number)), Map.of());
            }
            return null;
          });
    }
    try (Engine engine = Engines.open(uri, OpenMode.EXISTING)) {
      StoreSchema schema = StoreSchema.of(DESIGN, engine.capabilities());
      DerivedBuild build =
          DerivedBuild.of(engine, schema, DerivedParts.all(schema), StoreOptions.DEFAULT);
      assertThat(build.run(EvolveOptions.Progress.NONE).entries()).isEqualTo(count);
      assertThat(build.verify(finding -> {}).isClean()).isTrue();
    }
    try (Store store = Stores.open(uri)) {
      requirePages(store, count);
      for (int number = 0; number < count; number += 2) {
        Tuple key = Tuple.of(title(number));
        Boolean unused = store.write(transaction -> transaction.delete("page", key));
      }
      requirePages(store, count / 2);
      assertThat(store.check(StoreCheck.Options.REPAIR).run(f -> {}, l -> {}).repaired()).isZero();
    }
  }

  private static String title(int number) {
    return String.format("title %06d", number);
  }

  private static void requirePages(Store store, int count) {
    List<Tuple> found = new ArrayList<>();
    Paging.first(100)
        .pages(paging -> store.index("pages", Tuple.EMPTY, paging))
        .forEach(page -> found.addAll(page.entries()));
    assertThat(found).hasSize(count);
  }

  /** Its nodes are as many as those of a tree that has grown at its end, and in order. */
  @ParameterizedTest
  @ValueSource(ints = {8, 9, 100, 1_000})
  void nodes_comeOnceEach_inTheOrderOfTheirKeys(int count) {
    var tree = new StoreSchema(DESIGN).indexes().iterator().next().tree().orElseThrow();
    List<Mutation> nodes = new ArrayList<>();
    TreeFill fill = new TreeFill(tree, Tuple.EMPTY, Long.MIN_VALUE, nodes::add);
    for (int number = 0; number < count; number++) {
      fill.add(title(number));
    }
    fill.end();
    assertThat(nodes.stream().map(Mutation::key)).doesNotHaveDuplicates();
    assertThat(nodes.stream().map(node -> node.key().text(0)).toList()).isSorted();
    int leaves = count <= 8 ? 1 : (count + 6) / 7;
    assertThat(nodes).hasSizeBetween(leaves, count <= 8 ? 1 : leaves + leaves / 6 + 3);
  }
}
