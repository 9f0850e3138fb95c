package org.portolan.dump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.data.history.Model;
import org.portolan.data.history.RandomDesign;
import org.portolan.design.Design;
import org.portolan.dump.StoreExport.Options;

/** An import that ends after any of its batches, again and again, ends like an undisturbed one. */
class InterruptedImportTest {
  private static final int SEED = Integer.getInteger("portolan.seed", 4);

  @TempDir Path directory;

  private static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  @ParameterizedTest
  @EnumSource
  void import_interruptedAgainAndAgain_endsAsUndisturbed(Kinds kind) {
    for (int seed = SEED; seed < SEED + 3; seed++) {
      Design design = RandomDesign.of(seed);
      Random random = new Random(seed);
      Options options = new Options(700, 1 << 20);
      Path dump = directory.resolve("dump-" + seed);
      Model content;
      try (Store store =
          Stores.openOrCreate("rocksdb:" + directory.resolve("source-" + seed), design)) {
        content = Histories.fill(store, design, seed, 80);
        StoreExport.Summary unused = new StoreExport(store, dump, options, rows -> {}).run();
      }
      String uri = kind.uri(directory, "target-" + kind + "-" + seed);
      Path again = directory.resolve("again-" + seed);
      int kills = 0;
      while (kill(dump, uri, kind.placed(design), 1 + random.nextInt(3))) {
        kills++;
      }
      assertThat(kills).as("seed %s", seed).isPositive();
      try (Store store = Stores.open(uri)) {
        Histories.assertContent(store, content, kind.keyOrder());
        StoreExport.Summary unused = new StoreExport(store, again, options, rows -> {}).run();
      }
      Histories.assertSameSegments(again, dump);
    }
  }

  /** Imports up to some batch; returns whether the import did not reach its end before. */
  private static boolean kill(Path dump, String uri, Design design, int batches) {
    AtomicInteger left = new AtomicInteger(batches);
    StoreImport work =
        new StoreImport(
            dump,
            rows -> {
              if (left.decrementAndGet() < 0) {
                throw new Killed();
              }
            },
            2);
    try (Store store = work.open(uri, Optional.of(design))) {
      StoreImport.Summary unused = work.run(store);
      return false;
    } catch (Killed expected) {
      return true;
    }
  }

  @Test
  void import_ofAnotherDumpIntoAnUnfinishedOne_isRefused() {
    Design design = RandomDesign.of(SEED);
    Path first = export(design, 1);
    Path second = export(design, 2);
    String uri = "rocksdb:" + directory.resolve("target");
    assertThat(kill(first, uri, design, 1)).isTrue();
    try (Store store = Stores.open(uri)) {
      assertThatThrownBy(() -> new StoreImport(second, rows -> {}).run(store))
          .isInstanceOf(DumpException.class)
          .hasMessageContaining("the import of another dump into it is unfinished");
    }
  }

  private Path export(Design design, int seed) {
    Path dump = directory.resolve("dump-" + seed);
    String uri = "rocksdb:" + directory.resolve("source-" + seed);
    try (Store store = Stores.openOrCreate(uri, design)) {
      Model unused = Histories.fill(store, design, seed, 40);
      var summary = new StoreExport(store, dump, new Options(700, 1 << 20), rows -> {}).run();
      assertThat(summary.segments()).isGreaterThan(1);
    }
    return dump;
  }
}
