package org.portolan.migrate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.Mapping;
import org.portolan.design.MappingReader;
import org.portolan.migrate.sql.JdbcSource;
import org.portolan.migrate.sql.Source;
import org.portolan.types.Tuple;

/**
 * A database of people whose names it tells apart, for a store whose design takes some of them for
 * equal: rows of an entity, with parts, items, a set and a list.
 */
final class ContestedPeople {
  private static final String DESIGN =
      """
      format: 1
      design: people
      entities:
        person:
          key: {%sname: {type: text, collation: ai_ci}}
          families:
            main: {city: text, mail: text, tags: set of text, labels: list of text}
            home: {street: text}
            phone: {number: text}
          collections:
            posts: {key: {n: int}, columns: {text: text}}
          indexes:
            by_mail: {on: [mail], unique: true}
            by_number: {on: [number], unique: true}
      """;

  private static final String MAPPING =
      """
      format: 1
      design: people
      tables:
        people: {entity: person, columns: {%1$sname: name, city: city, mail: mail}}
        homes: {part: person, owner: [%2$sname], columns: {street: street}}
        phones: {part: person, owner: [%2$sname], columns: {number: number}}
        posts: {collection: person.posts, owner: [%2$sname], columns: {n: n, text: text}}
        tags: {elements: person.tags, owner: [%2$sname], element: tag}
        labels: {elements: person.labels, owner: [%2$sname], element: label}
      """;

  private final Path directory;
  private final Design design;
  private final Mapping mapping;
  private final String url;

  private int rangeRows = 10_000;

  /**
   * @param tenants whether a tenant is a part of each key
   */
  ContestedPeople(Path directory, boolean tenants) {
    this.directory = directory;
    this.design = DesignReader.read(DESIGN.formatted(tenants ? "tenant: int, " : ""), "people");
    this.mapping =
        MappingReader.read(
            MAPPING.formatted(tenants ? "tenant: tenant, " : "", tenants ? "tenant, " : ""),
            design,
            "mapping.yaml");
    this.url = "jdbc:h2:" + directory.resolve("db");
    create(tenants ? "tenant INT, " : "", tenants ? "tenant, " : "");
  }

  private void create(String column, String key) {
    table("people", column, "city VARCHAR(9), mail VARCHAR(9)", key + "name");
    table("homes", column, "street VARCHAR(9)", key + "name");
    table("phones", column, "number VARCHAR(9)", key + "name");
    table("posts", column, "n INT, text VARCHAR(9)", key + "name, n");
    table("tags", column, "tag VARCHAR(9)", key + "name, tag");
    table("labels", column, "n INT, label VARCHAR(9)", key + "name, n");
  }

  private void table(String name, String first, String columns, String key) {
    run(
        "CREATE TABLE %s (%sname VARCHAR(20), %s, PRIMARY KEY (%s))"
            .formatted(name, first, columns, key));
  }

  /** Lets the database take names of a table for equal that differ in their case only. */
  void ignoreCase(String table) {
    run("ALTER TABLE %s ALTER COLUMN name VARCHAR_IGNORECASE(20)".formatted(table));
  }

  void inRangesOf(int rows) {
    rangeRows = rows;
  }

  void run(String... statements) {
    Databases.run(url, List.of(statements));
  }

  String url() {
    return url;
  }

  Design design() {
    return design;
  }

  Path rejects() {
    return directory.resolve("rejects.jsonl");
  }

  Store open() {
    return open("store");
  }

  Store open(String name) {
    return Stores.openOrCreate("rocksdb:" + directory.resolve(name), design);
  }

  /** Makes a migration that begins or resumes. */
  Migration migration(Source source) {
    return new Migration(
        source,
        mapping,
        design,
        MigrationOptions.of(rejects()).resuming().inRangesOf(rangeRows),
        rows -> {});
  }

  /** Copies, or resumes; the file of rejects has the lines of this run only. */
  MigrationSummary copy(Store store) {
    forgetRejects();
    try (JdbcSource source = new JdbcSource(url, 1, false)) {
      return migration(source).run(store);
    }
  }

  void forgetRejects() {
    try {
      Files.deleteIfExists(rejects());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Compares as a process that has not copied, and returns the differences. */
  List<String> verify(Store store, boolean full, boolean repair) {
    List<String> differences = new ArrayList<>();
    try (JdbcSource source = new JdbcSource(url, 1, false)) {
      List<Verification.TableResult> unused =
          new Verification(
                  migration(source), store, full, repair, each -> differences.add(each.toString()))
              .run();
    }
    return differences;
  }

  /**
   * Returns what the store has of each person, by key.
   *
   * @param shown names of columns and of the collection {@code posts}
   */
  static Map<String, String> people(Store store, String... shown) {
    Map<String, String> people = new TreeMap<>();
    for (EntityRow row :
        store.scan("person", Tuple.EMPTY, Columns.ALL, Paging.first(99)).entries()) {
      List<String> values = new ArrayList<>();
      for (String name : shown) {
        values.add(name.equals("posts") ? posts(store, row) : text(name, row.value(name)));
      }
      String key = row.key().toString();
      people.put(
          row.key().size() == 1 ? key.substring(1, key.length() - 1) : key,
          String.join(" ", values));
    }
    return people;
  }

  private static String posts(Store store, EntityRow row) {
    return store.items("person", row.key(), "posts", Paging.first(99)).entries().stream()
        .map(item -> item.key() + "" + item.value("text"))
        .toList()
        .toString();
  }

  private static String text(String name, Object value) {
    if (value == null && (name.equals("tags") || name.equals("labels"))) {
      return "[]";
    }
    return value instanceof Set<?> set ? new TreeSet<>(set).toString() : String.valueOf(value);
  }

  /** Returns the lines of rejects without their values, sorted. */
  List<String> lines() {
    return linesAsWritten().stream().sorted().toList();
  }

  /** Returns the lines of rejects without their values. */
  List<String> linesAsWritten() {
    try {
      return Files.exists(rejects())
          ? Files.readAllLines(rejects()).stream()
              .map(line -> line.replaceFirst(",\"values\":.*", "").replaceAll("[{}\"]", ""))
              .map(line -> line.replace("column:NAME,", ""))
              .toList()
          : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
