package org.portolan.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.MappingReader;
import org.portolan.migrate.sql.JdbcSource;

/**
 * Parts and items whose owner is absent, or whose owner several rows name: each with the reason.
 */
class PartOwnersTest {
  private static final Design DESIGN =
      DesignReader.read(
          """
          format: 1
          design: owners
          entities:
            person:
              key: {id: long}
              families: {main: {name: text}, home: {street: text}}
              collections:
                posts: {key: {n: int}, columns: {text: text}}
          """,
          "owners.yaml");

  private static final String MAPPING =
      """
      format: 1
      design: owners
      tables:
        people: {entity: person, columns: {id: id, name: name}}
        homes: {part: person, owner: [person], columns: {street: street}}
        posts: {collection: person.posts, owner: [person], columns: {n: n, text: text}}
      """;

  @TempDir Path directory;
  private String url;

  @BeforeEach
  void fill() {
    url = "jdbc:h2:" + directory.resolve("db");
    Databases.run(
        url,
        List.of(
            "CREATE TABLE people (id BIGINT PRIMARY KEY, name VARCHAR(9))",
            "CREATE TABLE posts (person BIGINT, n INT, text VARCHAR(9), PRIMARY KEY (person, n))",
            "INSERT INTO people VALUES (1, 'a'), (2, 'b')",
            "INSERT INTO posts VALUES (1, 1, 'x'), (9, 1, 'y')"));
  }

  private Migration migration(JdbcSource source) {
    return new Migration(
        source,
        MappingReader.read(MAPPING, DESIGN, "mapping.yaml"),
        DESIGN,
        MigrationOptions.of(directory.resolve("rejects.jsonl")),
        rows -> {});
  }

  @Test
  void repairOfAnOrphan_saysWhyItIsNotRepaired() {
    Databases.run(
        url,
        List.of(
            "CREATE TABLE homes (person BIGINT PRIMARY KEY, street VARCHAR(9))",
            "INSERT INTO homes VALUES (2, 's'), (8, 't')"));
    List<String> differences = new ArrayList<>();
    try (JdbcSource source = new JdbcSource(url, 1, false);
        Store store = Stores.openOrCreate("rocksdb:" + directory.resolve("store"), DESIGN)) {
      MigrationSummary unused = migration(source).run(store);
      var results =
          new Verification(
                  migration(source), store, true, true, each -> differences.add(each.toString()))
              .run();
      assertThat(results).hasSize(3);
    }
    assertThat(differences)
        .containsExactlyInAnyOrder(
            "missing homes (8) its owner, the row (8) of person, is absent",
            "missing posts (9, 1) its owner, the row (9) of person, is absent");
  }

  @Test
  void part_whoseOwnerMayBeNamedTwice_isRefusedWithWhatToDo() {
    Databases.run(url, List.of("CREATE TABLE homes (person BIGINT, street VARCHAR(9))"));
    try (JdbcSource source = new JdbcSource(url, 1, false)) {
      assertThatThrownBy(() -> migration(source))
          .isInstanceOf(MigrateException.class)
          .hasMessageContaining(
              "table homes: the owner of its rows, a row of person, comes from [PERSON], which no"
                  + " primary key and no unique index without nulls makes unique; if several rows"
                  + " may belong to one, let them be items of a collection; otherwise let the"
                  + " columns be unique and not null in the database");
    }
  }

  @Test
  void part_whoseOwnerIsNamedTwice_isRejectedWithThatReason() throws Exception {
    Databases.run(
        url,
        List.of(
            "CREATE TABLE homes (person BIGINT NOT NULL, street VARCHAR(9))",
            "INSERT INTO homes VALUES (2, 's'), (2, 't')"));
    try (JdbcSource source = new JdbcSource(url, 1, false);
        Store store = Stores.openOrCreate("rocksdb:" + directory.resolve("store"), DESIGN)) {
      assertThat(migration(source).run(store).rejected()).isEqualTo(2);
    }
    assertThat(Files.readAllLines(directory.resolve("rejects.jsonl")))
        .anyMatch(
            line ->
                line.contains(
                    "another row belongs to the row (2) of person, too, and a part has one row;"
                        + " let its rows be items of a collection"));
  }
}
