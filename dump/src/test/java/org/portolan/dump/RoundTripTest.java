package org.portolan.dump;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.data.history.Model;
import org.portolan.data.history.ReferringDesign;
import org.portolan.design.CollectionDesign;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.dump.StoreExport.Options;
import org.portolan.types.Tuple;

/**
 * Random stores: the dumps of equal data on every kind of engine have equal segments, and each
 * imports into every kind. More stores: {@code -Dportolan.histories=200}.
 */
class RoundTripTest {
  private static final int SEEDS = Integer.getInteger("portolan.histories", 18);
  private static final int TRANSACTIONS = 60;

  @TempDir Path directory;

  static Stream<Integer> seeds() {
    return IntStream.range(0, SEEDS).boxed();
  }

  @ParameterizedTest(name = "seed {0}")
  @MethodSource("seeds")
  void dump_ofEveryKindOfEngine_isTheSameAndImportsIntoEveryKind(int seed) {
    Design design = ReferringDesign.of(seed);
    // Small sizes, so that segments end within rows and sorting needs files.
    Options options = new Options(300 + 97L * seed, 500);
    Path expected = null;
    Model content = null;
    for (Kinds kind : Kinds.values()) {
      Path dump = directory.resolve("dump-" + kind);
      String uri = kind.uri(directory, "source-" + kind + "-" + seed);
      try (Store store = Stores.openOrCreate(uri, kind.placed(design))) {
        Model all = Histories.fillWithOrphans(store, design, seed, TRANSACTIONS);
        Model filled = Histories.withoutOrphans(all);
        content = content == null ? filled : content;
        // Items of rows whose last write is not finished are not counted.
        store.sweep();
        StoreExport.Summary summary = new StoreExport(store, dump, options, rows -> {}).run();
        assertThat(summary.leftOut().items()).isEqualTo(itemsWithoutRow(design, all));
        assertThat(summary.leftOut().warning().isPresent())
            .isEqualTo(summary.leftOut().items() > 0);
        assertThat(summary.rows())
            .isEqualTo(
                design.entities().stream()
                    .mapToLong(entity -> filled.rows(entity.name()).size())
                    .sum());
      }
      expected = expected == null ? dump : expected;
      Histories.assertSameSegments(dump, expected);
      assertThat(new DumpCheck(dump, finding -> {}, rows -> {}).run().isClean()).isTrue();
    }
    for (Kinds kind : Kinds.values()) {
      importInto(kind, seed, kind.placed(design), expected, content, options);
    }
  }

  private static long itemsWithoutRow(Design design, Model all) {
    long items = 0;
    for (EntityDesign entity : design.entities()) {
      // Keys in two spellings that are equal under a collation have the same items.
      Set<Object> counted = Collections.newSetFromMap(new IdentityHashMap<>());
      for (Tuple key : all.keys(entity)) {
        for (CollectionDesign collection : entity.collections()) {
          var ofRow = all.items(entity, collection.name(), key);
          if (!all.rows(entity.name()).containsKey(key) && counted.add(ofRow)) {
            items += ofRow.size();
          }
        }
      }
    }
    return items;
  }

  private void importInto(
      Kinds kind, int seed, Design design, Path dump, Model content, Options options) {
    StoreImport imported = new StoreImport(dump, rows -> {});
    String uri = kind.uri(directory, "target-" + kind + "-" + seed);
    Path again = directory.resolve("again-" + kind);
    try (Store store = imported.open(uri, Optional.of(design))) {
      StoreImport.Summary summary = imported.run(store);
      assertThat(summary.rows()).isEqualTo(imported.expectedRows());
      Histories.assertContent(store, content, kind.keyOrder());
      new StoreExport(store, again, options, rows -> {}).run();
    }
    Histories.assertSameSegments(again, dump);
  }
}
