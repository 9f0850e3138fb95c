package org.portolan.migrate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.Mapping;
import org.portolan.design.MappingReader;
import org.portolan.engine.Durability;
import org.portolan.types.Bytes;
import org.portolan.types.Tuple;

/**
 * A store with rows of one entity, {@code n}, that go back into a table of the same name and with
 * columns of the same names, in the zone of Riga.
 */
final class WayBack {
  private static final AtomicInteger STORES = new AtomicInteger();

  private final Path directory;
  private boolean keyed = true;
  private final Map<String, String> columns = new LinkedHashMap<>();
  private final Map<Integer, Map<String, Object>> rows = new LinkedHashMap<>();

  /** What became of the rows: the lines of the rejected ones, and the rows of the table. */
  record Outcome(MigrationSummary summary, List<String> rejects, List<String> rows) {}

  WayBack(Path directory) {
    this.directory = directory;
  }

  /** Adds a row with one value in a column; the other columns are null. */
  WayBack with(int id, String column, String type, Object value) {
    columns.put(column, type);
    rows.computeIfAbsent(id, any -> new LinkedHashMap<>()).put(column, value);
    return this;
  }

  /** Adds a row in which all columns are null. */
  WayBack withNulls(int id) {
    rows.put(id, new LinkedHashMap<>());
    return this;
  }

  /** Says that the table has no key. */
  WayBack withoutKey() {
    keyed = false;
    return this;
  }

  Outcome into(String url, List<String> statements) throws IOException {
    return into(url, statements, true);
  }

  /**
   * Moves the rows.
   *
   * @param statements make the table
   * @param returning false to read the rows again by their keys
   */
  Outcome into(String url, List<String> statements, boolean returning) throws IOException {
    Databases.run(url, statements);
    int number = STORES.incrementAndGet();
    Path rejects = directory.resolve("rejects" + number + ".jsonl");
    try (Store store =
        Stores.openOrCreate("rocksdb:" + directory.resolve("s" + number), design())) {
      store.write(
          Durability.BUFFERED,
          transaction -> {
            rows.forEach((id, values) -> transaction.put("n", key(id), values(id, values)));
            return null;
          });
      MigrationSummary summary;
      try (ReturnMigration work =
          new ReturnMigration(store, mapping(), url, rejects, any -> {}, returning)) {
        summary = work.run();
      }
      List<String> lines = Files.exists(rejects) ? Files.readAllLines(rejects) : List.<String>of();
      return new Outcome(summary, lines, Databases.rows(url, "n"));
    }
  }

  private Tuple key(int id) {
    return keyed ? Tuple.of(id) : Tuple.of(Bytes.wrap(new byte[] {(byte) id}), id);
  }

  private Map<String, Object> values(int id, Map<String, Object> values) {
    if (keyed) {
      return values;
    }
    Map<String, Object> all = new LinkedHashMap<>(values);
    all.put("id", id);
    return all;
  }

  private Design design() {
    String named =
        columns.entrySet().stream()
            .map(column -> column.getKey() + ": " + column.getValue())
            .collect(Collectors.joining(", "));
    return DesignReader.read(
        "{format: 1, design: d, entities: {n: {key: "
            + (keyed
                ? "{id: int}, families: {main: {"
                : "{digest: bytes, copy: int}, families: {main: {id: int, ")
            + named
            + "}}}}}",
        "design.yaml");
  }

  private Mapping mapping() {
    String named =
        columns.keySet().stream()
            .map(column -> column + ": " + column)
            .collect(Collectors.joining(", "));
    return MappingReader.read(
        "{format: 1, design: d, zone: Europe/Riga, tables: {n: {entity: n, columns: {id: id, "
            + (keyed ? "" : "digest: digest(), copy: copy(), ")
            + named
            + "}}}}",
        design(),
        "mapping.yaml");
  }
}
