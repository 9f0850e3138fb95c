package org.portolan.dump;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.data.history.RandomDesign;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.dump.StoreExport.Options;
import org.portolan.types.Tuple;

/** An export that dies before any operation on a file, and is run again, ends like another one. */
@Tag("long")
class KilledExportTest {
  private static final int SEED = Integer.getInteger("portolan.seed", 1);
  private static final Options OPTIONS = new Options(900, 700);

  @TempDir Path directory;

  /** The end of a process; no code of an export handles it. */
  private static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  @ParameterizedTest
  @EnumSource(names = {"EMBEDDED", "UNORDERED"})
  void export_killedBeforeEachOperation_endsAsUndisturbed(Kinds kind) throws IOException {
    Design design = RandomDesign.of(SEED);
    Path undisturbed = directory.resolve("undisturbed");
    String uri = kind.uri(directory, "store-" + kind);
    try (Store store = Stores.openOrCreate(uri, kind.placed(design))) {
      Histories.fill(store, design, SEED, 60);
      AtomicInteger operations = new AtomicInteger();
      export(store, undisturbed, countdown(operations, Integer.MAX_VALUE));
      assertThat(operations.get()).isGreaterThan(60);
      for (int last = 0; last < operations.get(); last++) {
        Path killed = directory.resolve("killed-" + last);
        assertThat(kill(store, killed, last)).as("killed before operation %s", last).isTrue();
        assertThat(
                Files.exists(killed.resolve(DumpFiles.SUMS))
                    && !Files.exists(killed.resolve(DumpFiles.LOG)))
            .as("looks finished after operation %s", last)
            .isEqualTo(last >= operations.get() - 1);
        if (last < operations.get() - 1) {
          export(store, killed, DumpFiles.Watch.NONE);
        }
        assertFinished(killed, undisturbed);
        remove(killed);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"EMBEDDED", "UNORDERED"})
  void export_killedAgainAndAgain_endsAsUndisturbed(Kinds kind) {
    Design design = RandomDesign.of(SEED + 1);
    Random random = new Random(SEED);
    Path undisturbed = directory.resolve("undisturbed");
    String uri = kind.uri(directory, "store-" + kind);
    try (Store store = Stores.openOrCreate(uri, kind.placed(design))) {
      Histories.fill(store, design, SEED, 60);
      export(store, undisturbed, DumpFiles.Watch.NONE);
      Path killed = directory.resolve("killed");
      int kills = 0;
      while (kill(store, killed, 1 + random.nextInt(40))) {
        kills++;
      }
      assertThat(kills).isGreaterThan(2);
      assertFinished(killed, undisturbed);
    }
  }

  /** Rows with equal keys have no order by which an export could resume among them. */
  @Test
  void export_ofAppendedRows_killedAgainAndAgain_endsAsUndisturbed() {
    Design design =
        DesignReader.read(
            """
            format: 1
            design: visits
            entities:
              visit:
                key: {page: text}
                key-layout: {random: {range: 1000}}
                families: {main: {n: int}}
            """,
            "visits");
    Random random = new Random(SEED);
    Path undisturbed = directory.resolve("undisturbed");
    try (Store store = Stores.openOrCreate("rocksdb:" + directory.resolve("store"), design)) {
      store.write(
          tx -> {
            for (int n = 0; n < 200; n++) {
              tx.put("visit", Tuple.of("page " + n % 3), Map.of("n", n));
            }
            return null;
          });
      export(store, undisturbed, DumpFiles.Watch.NONE);
      Path killed = directory.resolve("killed");
      int kills = 0;
      // Later each time, since each run begins this entity anew.
      while (kill(store, killed, 10 + random.nextInt(10) + 25 * kills)) {
        kills++;
      }
      assertThat(kills).isGreaterThan(2);
      assertFinished(killed, undisturbed);
    }
  }

  private static DumpFiles.Watch countdown(AtomicInteger operations, int last) {
    return (operation, file) -> {
      if (operations.getAndIncrement() >= last) {
        throw new Killed();
      }
    };
  }

  private static boolean kill(Store store, Path dump, int operation) {
    try {
      export(store, dump, countdown(new AtomicInteger(), operation));
      return false;
    } catch (Killed expected) {
      return true;
    }
  }

  private static void export(Store store, Path dump, DumpFiles.Watch watch) {
    StoreExport.Summary unused =
        new StoreExport(store, new DumpFiles(dump, watch), OPTIONS, rows -> {}).run();
  }

  private static void assertFinished(Path dump, Path expected) throws AssertionError {
    assertThat(new DumpCheck(dump, finding -> {}, rows -> {}).run().isClean()).isTrue();
    Histories.assertSameSegments(dump, expected);
    try {
      assertThat(Files.readString(dump.resolve(DumpFiles.MANIFEST)))
          .isEqualTo(Files.readString(expected.resolve(DumpFiles.MANIFEST)));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void remove(Path dump) throws IOException {
    try (Stream<Path> files = Files.walk(dump)) {
      List<Path> all = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : all) {
        Files.delete(file);
      }
    }
  }
}
