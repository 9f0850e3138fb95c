package org.portolan.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.Mapping;
import org.portolan.design.MappingReader;
import org.portolan.migrate.sql.Database;
import org.portolan.migrate.sql.JdbcSource;
import org.portolan.migrate.sql.KeyedRows.Visibility;
import org.portolan.types.Tuple;

/**
 * Rows that the database tells apart and that would have one place in the store, because the keys
 * of their owners are equal under the collation of the design: one stays, and the file of rejects
 * has the others.
 */
class ContestedPartsTest {
  private static final Design DESIGN =
      DesignReader.read(
          """
          format: 1
          design: people
          entities:
            person:
              key: {tenant: int, name: {type: text, collation: ai_ci}}
              families:
                main: {city: text, tags: set of text}
                home: {street: text}
                phone: {number: text}
              collections:
                posts: {key: {n: int}, columns: {text: text}}
              indexes:
                by_number: {on: [number], unique: true}
          """,
          "people.yaml");

  private static final Mapping MAPPING =
      MappingReader.read(
          """
          format: 1
          design: people
          tables:
            people: {entity: person, columns: {tenant: tenant, name: name, city: city}}
            homes: {part: person, owner: [tenant, name], columns: {street: street}}
            phones: {part: person, owner: [tenant, name], columns: {number: number}}
            posts: {collection: person.posts, owner: [tenant, name], columns: {n: n, text: text}}
            tags: {elements: person.tags, owner: [tenant, name], element: tag}
          """,
          DESIGN,
          "mapping.yaml");

  @TempDir Path directory;
  private String url;

  @BeforeEach
  void fill() {
    url = "jdbc:h2:" + directory.resolve("db");
    run(
        "CREATE TABLE people (tenant INT, name VARCHAR(20), city VARCHAR(9),"
            + " PRIMARY KEY (tenant, name))",
        "CREATE TABLE homes (tenant INT, name VARCHAR(20), street VARCHAR(9),"
            + " PRIMARY KEY (tenant, name))",
        "CREATE TABLE phones (tenant INT, name VARCHAR(20), number VARCHAR(9),"
            + " PRIMARY KEY (tenant, name))",
        "CREATE TABLE posts (tenant INT, name VARCHAR(20), n INT, text VARCHAR(9),"
            + " PRIMARY KEY (tenant, name, n))",
        "CREATE TABLE tags (tenant INT, name VARCHAR(20), tag VARCHAR(9),"
            + " PRIMARY KEY (tenant, name, tag))",
        // The first owner is spelled as the later of its parts, the second as none of them.
        "INSERT INTO people VALUES (1, 'øyvind', 'Oslo'), (1, 'RENÉ', 'Paris'), (1, 'bo', 'Ry'),"
            + " (2, 'oyvind', 'Bergen')",
        "INSERT INTO homes VALUES (1, 'oyvind', 'x'), (1, 'øyvind', 'a'), (1, 'rené', 'x'),"
            + " (1, 'rene', 'b'), (1, 'BO', 'c'), (2, 'oyvind', 'd')",
        "INSERT INTO phones VALUES (1, 'oyvind', '7'), (1, 'øyvind', '8')",
        "INSERT INTO posts VALUES (1, 'oyvind', 1, 'x'), (1, 'øyvind', 1, 'a'),"
            + " (1, 'oyvind', 2, 'b'), (1, 'rené', 1, 'x'), (1, 'rene', 1, 'c'), (1, 'BO', 1, 'd')",
        "INSERT INTO tags VALUES (1, 'oyvind', 'x'), (1, 'øyvind', 'a'), (1, 'øyvind', 'b'),"
            + " (1, 'BO', 'c'), (1, 'bo', 'd')");
  }

  private void run(String... statements) {
    Databases.run(url, List.of(statements));
  }

  private Path rejects() {
    return directory.resolve("rejects.jsonl");
  }

  private Store open() {
    return Stores.openOrCreate("rocksdb:" + directory.resolve("store"), DESIGN);
  }

  private static Migration migration(JdbcSource source, MigrationOptions options) {
    return new Migration(source, MAPPING, DESIGN, options, rows -> {});
  }

  /** What the store has of each person, with its parts and items. */
  private static Map<String, String> people(Store store) {
    Map<String, String> people = new TreeMap<>();
    for (EntityRow row :
        store.scan("person", Tuple.EMPTY, Columns.ALL, Paging.first(99)).entries()) {
      List<Object> posts = new ArrayList<>();
      store
          .items("person", row.key(), "posts", Paging.first(99))
          .entries()
          .forEach(item -> posts.add(item.key() + "" + item.value("text")));
      Object tags = row.value("tags");
      people.put(
          row.key().toString(),
          row.value("street")
              + " "
              + row.value("number")
              + " "
              + posts
              + " "
              + (tags == null ? "[]" : new TreeSet<>((Set<?>) tags)));
    }
    return people;
  }

  private static final Map<String, String> KEPT =
      Map.of(
          "(1, øyvind)", "a 8 [(1)a, (2)b] [a, b]",
          "(1, RENÉ)", "b null [(1)c] []",
          "(1, bo)", "c null [(1)d] [d]",
          "(2, oyvind)", "d null [] []");

  private List<String> lines() throws Exception {
    return Files.readAllLines(rejects()).stream()
        .map(line -> line.replaceFirst(",\"values\":.*", "").replaceAll("[{}\"]", ""))
        .sorted()
        .toList();
  }

  private static String line(String table, String key, String refused, String kept) {
    return "table:"
        + table
        + ",key:"
        + key
        + ",column:NAME,reason:the key "
        + refused
        + " is equal under the collation of its owner to the key "
        + kept
        + " of another row, and the store has that one";
  }

  private static final List<String> REJECTED =
      List.of(
          line("homes", "TENANT:1,NAME:oyvind", "(1, oyvind)", "(1, øyvind)"),
          line("homes", "TENANT:1,NAME:rené", "(1, rené)", "(1, rene)"),
          line("phones", "TENANT:1,NAME:oyvind", "(1, oyvind)", "(1, øyvind)"),
          line("posts", "TENANT:1,NAME:oyvind,N:1", "(1, oyvind, 1)", "(1, øyvind, 1)"),
          line("posts", "TENANT:1,NAME:rené,N:1", "(1, rené, 1)", "(1, rene, 1)"),
          line("tags", "TENANT:1,NAME:BO,TAG:c", "(1, BO)", "(1, bo)"),
          line("tags", "TENANT:1,NAME:oyvind,TAG:x", "(1, oyvind)", "(1, øyvind)"));

  @ParameterizedTest
  @EnumSource(Kinds.class)
  void copy_keepsOneOfThem_andRejectsTheOthers(Kinds kind) throws Exception {
    try (JdbcSource source = new JdbcSource(url, 1, false);
        Store store = Stores.openOrCreate(kind.uri(directory, "contested"), DESIGN)) {
      MigrationSummary summary =
          migration(source, MigrationOptions.of(rejects()).inRangesOf(1)).run(store);
      if (kind == Kinds.EMBEDDED || kind == Kinds.ROWS) {
        assertThat(people(store)).isEqualTo(KEPT);
      }
      assertThat(lines()).isEqualTo(REJECTED);
      assertThat(summary.rejected()).isEqualTo(REJECTED.size());
      StoreChecks.assertClean(store);
    }
  }

  @Test
  void secondPassAndRepair_keepTheSameOnes() throws Exception {
    for (MigrationOptions options :
        List.of(MigrationOptions.of(rejects()), MigrationOptions.of(rejects()).resuming())) {
      try (JdbcSource source = new JdbcSource(url, 1, false);
          Store store = open()) {
        MigrationSummary unused = migration(source, options.inRangesOf(1)).run(store);
        assertThat(people(store)).isEqualTo(KEPT);
      }
    }
    assertThat(lines()).hasSize(2 * REJECTED.size());
    try (JdbcSource source = new JdbcSource(url, 1, false);
        Store store = open()) {
      store.write(
          transaction -> {
            Tuple key = Tuple.of(1, "øyvind");
            boolean unused = transaction.update("person", key, Map.of("street", "wrong"));
            transaction.deleteItem("person", key, "posts", Tuple.of(1));
            return null;
          });
      List<String> differences = new ArrayList<>();
      List<Verification.TableResult> unused =
          new Verification(
                  migration(source, MigrationOptions.of(rejects()).inRangesOf(1)),
                  store,
                  true,
                  true,
                  each -> differences.add(each.toString()))
              .run();
      assertThat(people(store)).isEqualTo(KEPT);
      assertThat(differences)
          .contains(
              "different homes (1, øyvind) street: database a, store wrong repaired",
              "missing posts (1, øyvind, 1) repaired",
              "missing homes (1, rené) the key (1, rené) is equal under the collation of its owner"
                  + " to the key (1, rene) of another row, and the store has that one");
      StoreChecks.assertClean(store);
    }
  }

  /** Rows that are different would forbid a switch, and rejected ones may stay behind. */
  @Test
  void verification_byAnotherProcess_findsTheRejectedOnesMissing() {
    try (JdbcSource source = new JdbcSource(url, 1, false);
        Store store = open()) {
      MigrationSummary unused =
          migration(source, MigrationOptions.of(rejects()).inRangesOf(1)).run(store);
      for (boolean full : List.of(false, true)) {
        List<Difference> differences = new ArrayList<>();
        List<Verification.TableResult> results =
            new Verification(
                    migration(source, MigrationOptions.of(rejects()).inRangesOf(1)),
                    store,
                    full,
                    false,
                    differences::add)
                .run();
        assertThat(results).hasSize(5);
        assertThat(differences)
            .hasSize(REJECTED.size())
            .allMatch(each -> each.kind() == Difference.Kind.MISSING)
            .allMatch(each -> each.detail().contains("is equal under the collation"));
      }
    }
  }

  /** As a row of the database comes or goes, the row that stays may be another one. */
  @Test
  void secondPass_theRowThatStaysIsAnother() {
    try (JdbcSource source = new JdbcSource(url, 1, false);
        Store store = open()) {
      MigrationSummary unused =
          migration(source, MigrationOptions.of(rejects()).inRangesOf(1)).run(store);
    }
    run(
        "DELETE FROM homes WHERE tenant = 1 AND name = 'øyvind'",
        "DELETE FROM phones WHERE tenant = 1 AND name = 'øyvind'",
        "DELETE FROM posts WHERE tenant = 1 AND name = 'øyvind'",
        "INSERT INTO posts VALUES (1, 'bo', 1, 'e')");
    try (JdbcSource source = new JdbcSource(url, 1, false);
        Store store = open()) {
      MigrationSummary unused =
          migration(source, MigrationOptions.of(rejects()).resuming().inRangesOf(1)).run(store);
      assertThat(people(store))
          .containsEntry("(1, øyvind)", "x 7 [(1)x, (2)b] [a, b]")
          .containsEntry("(1, bo)", "c null [(1)e] [d]");
    }
  }

  private static Map<String, Object> key(String name) {
    return Map.of("TENANT", 1L, "NAME", name);
  }

  private static Map<String, Object> key(String name, long n) {
    return Map.of("TENANT", 1L, "NAME", name, "N", n);
  }

  /** Tags that are read together are those of one owner, however it is spelled. */
  @Test
  void follow_keepsOneOfThem_whateverComesAndGoes() {
    Store store = open();
    ChangeApplier applier;
    try (JdbcSource source = new JdbcSource(url, 1, false)) {
      Migration migration = migration(source, MigrationOptions.of(rejects()).resuming());
      MigrationSummary unused = migration.run(store);
      applier = new ChangeApplier(migration, store, new Database(url));
    }
    try (store;
        applier) {
      run("UPDATE homes SET street = street || '2'", "UPDATE posts SET text = text || '2'");
      applier.apply(
          List.of(
              RowChange.of("PUBLIC.HOMES", key("oyvind"), key("oyvind")),
              RowChange.of("PUBLIC.HOMES", key("rené"), key("rené")),
              RowChange.of("PUBLIC.POSTS", key("øyvind", 1), key("øyvind", 1)),
              RowChange.of("PUBLIC.POSTS", key("oyvind", 1), key("oyvind", 1))),
          Visibility.SURE);
      assertThat(people(store))
          .containsEntry("(1, øyvind)", "a2 8 [(1)a2, (2)b] [a, b, x]")
          .containsEntry("(1, RENÉ)", "b2 null [(1)c] []");
      assertThat(applier.waiting()).isEqualTo(3);
      assertThat(applier.exampleOfWaiting().orElseThrow())
          .contains("(1, oyvind) is equal under the collation of its owner to the key (1, øyvind)");

      // A row that was alone until now.
      run("INSERT INTO homes VALUES (1, 'bo', 'e')", "DELETE FROM posts WHERE name = 'oyvind'");
      applier.apply(
          List.of(
              RowChange.of("PUBLIC.HOMES", Map.of(), key("bo")),
              RowChange.of("PUBLIC.POSTS", key("oyvind", 1), Map.of()),
              RowChange.of("PUBLIC.POSTS", key("oyvind", 2), Map.of())),
          Visibility.SURE);
      assertThat(people(store))
          .containsEntry("(1, øyvind)", "a2 8 [(1)a2] [a, b, x]")
          .containsEntry("(1, bo)", "e null [(1)d] [c, d]");

      // Those that stayed go, and the others come.
      run("DELETE FROM homes WHERE name IN ('bo', 'øyvind')");
      applier.apply(
          List.of(
              RowChange.of("PUBLIC.HOMES", key("bo"), Map.of()),
              RowChange.of("PUBLIC.HOMES", key("øyvind"), Map.of())),
          Visibility.SURE);
      assertThat(people(store))
          .containsEntry("(1, øyvind)", "x2 8 [(1)a2] [a, b, x]")
          .containsEntry("(1, bo)", "c2 null [(1)d] [c, d]");

      run("DELETE FROM homes WHERE tenant = 1");
      applier.apply(
          List.of(
              RowChange.of("PUBLIC.HOMES", key("BO"), Map.of()),
              RowChange.of("PUBLIC.HOMES", key("rené"), Map.of()),
              RowChange.of("PUBLIC.HOMES", key("rene"), Map.of()),
              RowChange.of("PUBLIC.HOMES", key("oyvind"), Map.of())),
          Visibility.SURE);
      assertThat(people(store))
          .containsEntry("(1, øyvind)", "null 8 [(1)a2] [a, b, x]")
          .containsEntry("(1, RENÉ)", "null null [(1)c] []")
          .containsEntry("(1, bo)", "null null [(1)d] [c, d]");
      assertThat(applier.waiting()).isZero();
      StoreChecks.assertClean(store);
    }
  }
}
