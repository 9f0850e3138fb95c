package org.portolan.data.internal.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.EvolveOptions;
import org.portolan.data.StoreOptions;
import org.portolan.data.internal.schema.DerivedParts;
import org.portolan.data.internal.schema.StoreMeta;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.DesignReader;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;

/**
 * Builds everything that a store on RocksDB derives from its rows anew, and prints how long it
 * takes and how many bytes this process writes. The least possible is what the entries take in the
 * files of the store. Changes the store: give it a copy. CONTRIBUTING.md has the command.
 */
class BuildRate {
  @TempDir Path sorting;

  @Test
  void build_ofAWholeStore_takesTime() throws IOException {
    Path store = Path.of(System.getProperty("portolan.build.store"));
    // Once with runs in files, and once in memory alone: the difference is what the runs take.
    build(store, DerivedBuild.SORT_BYTES);
    build(store, Long.MAX_VALUE);
  }

  private void build(Path store, long sortBytes) throws IOException {
    Set<Path> before = files(store);
    try (Engine engine = Engines.open("rocksdb:" + store, OpenMode.EXISTING)) {
      String design = new StoreMeta(engine).read("design").orElseThrow();
      StoreSchema schema =
          StoreSchema.of(DesignReader.read(design, "design of the store"), engine.capabilities());
      DerivedBuild build =
          DerivedBuild.of(engine, schema, DerivedParts.all(schema), StoreOptions.DEFAULT)
              .sortingIn(sorting, sortBytes);
      long written = written();
      long start = System.nanoTime();
      BuildResult result = build.run(EvolveOptions.Progress.NONE);
      long built = System.nanoTime();
      written = written() - written;
      Set<Path> made = files(store);
      made.removeAll(before);
      long bytes = 0;
      for (Path file : made) {
        bytes += file.toString().endsWith(".sst") ? Files.size(file) : 0;
      }
      assertThat(result.isBuilt()).isTrue();
      boolean clean = build.verify(finding -> System.out.println(finding)).isClean();
      System.out.printf(
          "sort=%d kB rows=%d entries=%d build=%d ms check=%d ms written=%d kB least=%d kB%n",
          sortBytes / 1_000,
          result.rows(),
          result.entries(),
          (built - start) / 1_000_000,
          (System.nanoTime() - built) / 1_000_000,
          written / 1_000,
          bytes / 1_000);
      assertThat(clean).isTrue();
    }
  }

  private static Set<Path> files(Path store) throws IOException {
    try (Stream<Path> files = Files.walk(store)) {
      return new HashSet<>(files.filter(Files::isRegularFile).toList());
    }
  }

  /** Returns how many bytes this process has passed to writing calls. */
  private static long written() throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/io"))) {
      return lines
          .filter(line -> line.startsWith("wchar: "))
          .mapToLong(line -> Long.parseLong(line.substring("wchar: ".length())))
          .findFirst()
          .orElseThrow();
    }
  }
}
