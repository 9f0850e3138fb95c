package org.portolan.engine.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.CounterFamily;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.ItemFamily;
import org.portolan.engine.TableSchema;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;

/** The text of the column families, beside those that RocksDB has. */
class FamiliesTextTest {
  private static final List<TableSchema> TABLES =
      List.of(
          TableSchema.of(
              "pages",
              List.of(
                  KeyColumn.of("title", ScalarType.TEXT),
                  KeyColumn.of("at", ScalarType.LONG).descending().allowingNull()),
              new ColumnFamily("meta", List.of(new Column("note", ScalarType.TEXT))),
              new ItemFamily("lines", List.of(KeyColumn.of("n", ScalarType.INT)), List.of()),
              new CounterFamily("views")));

  @TempDir Path directory;

  @Test
  void script_namesTheColumnFamiliesAndOptionsThatAStoreHas() throws Exception {
    Path store = directory.resolve("store");
    String text =
        new RocksDbEngineProvider().script("rocksdb:" + store, TABLES).orElseThrow().text();
    List<String> named =
        Pattern.compile("^column family (.*)$", Pattern.MULTILINE)
            .matcher(text)
            .results()
            .map(match -> match.group(1))
            .toList();
    try (Engine engine = Engines.open("rocksdb:" + store, OpenMode.CREATE_IF_MISSING)) {
      engine.createTables(TABLES);
    }
    List<String> made =
        RocksDbOpening.familyNames(store).stream()
            .map(name -> new String(name, StandardCharsets.UTF_8))
            .toList();
    assertThat(named).hasSize(4).containsExactlyInAnyOrderElementsOf(made);
    assertThat(text)
        .contains(
            "key    title text, at long descending or null, then n int\n  value  nothing",
            "value  a number of 8 bytes");
    Map<String, String> options = options(store);
    for (String setting : List.of("block_size", "write_buffer_size")) {
      assertThat(text).containsPattern(setting + " +" + options.get(setting) + "\n");
    }
    assertThat(text)
        .containsPattern("\n  compression +LZ4_COMPRESSION\n")
        .containsPattern("bottommost_compression +ZSTD_COMPRESSION\n");
    assertThat(options)
        .containsEntry("compression", "kLZ4Compression")
        .containsEntry("bottommost_compression", "kZSTD");
  }

  /** Reads the options that RocksDB itself wrote; all column families have the same. */
  private static Map<String, String> options(Path store) throws Exception {
    Map<String, String> options = new TreeMap<>();
    try (Stream<Path> files = Files.list(store)) {
      Path newest =
          files
              .filter(file -> file.getFileName().toString().startsWith("OPTIONS-"))
              .max(Path::compareTo)
              .orElseThrow();
      for (String line : Files.readAllLines(newest)) {
        int equals = line.indexOf('=');
        if (equals > 0) {
          options.put(line.substring(0, equals).strip(), line.substring(equals + 1).strip());
        }
      }
    }
    return options;
  }
}
