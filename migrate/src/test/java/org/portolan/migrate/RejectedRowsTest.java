package org.portolan.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Columns;
import org.portolan.data.Paging;
import org.portolan.data.Sequence;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.MappingReader;
import org.portolan.migrate.sql.JdbcSource;
import org.portolan.types.Tuple;

/** Each kind of row that does not fit: it is in the file with its reason, and no other is lost. */
class RejectedRowsTest {
  private static final Design DESIGN =
      DesignReader.read(
          """
          format: 1
          design: strict
          entities:
            user:
              key: {name: {type: text, collation: ai_ci}}
              families:
                main:
                  age: {type: int, min: 0, max: 150}
                  mail: {type: text, pattern: ".*@.*"}
                  born: timestamp
                  weight: decimal(5,2)
                  note: {type: text, required: true}
                  words: list of text
              collections:
                posts: {key: {n: int}, storage: object, columns: {text: text}}
              indexes:
                user_by_mail: {on: [mail], unique: true}
            page:
              key: {id: long}
              families: {main: {owner: text, body: text}}
              references: {owner: {on: [owner], to: user, on-delete: restrict}}
            node:
              key: {id: long}
              families: {main: {parent: long, tags: set of text}}
              collections:
                leaves: {key: {n: int}, storage: rows, columns: {text: text}}
              references: {parent: {on: [parent], to: node, on-delete: restrict}}
            sequence: {key: {name: text}, families: {main: {next: long}}}
          """,
          "strict.yaml");

  private static final String MAPPING =
      """
      format: 1
      design: strict
      zone: Europe/Riga
      sequences:
        nodes: {in: sequence.next, above: [nodes, id]}
      tables:
        pages: {entity: page, columns: {id: id, owner: owner, body: body}}
        users:
          entity: user
          columns:
            {name: name, age: age, mail: mail, born: born, weight: weight, note: note,
             words: words}
        posts: {collection: user.posts, owner: [who], columns: {n: n, text: text}}
        nodes: {entity: node, columns: {id: id, parent: parent}}
        leaves: {collection: node.leaves, owner: [node], columns: {n: n, text: text}}
        tags: {elements: node.tags, owner: [node], element: tag}
      """;

  private static final List<String> TABLES =
      List.of(
          "CREATE TABLE users (name VARCHAR(20) PRIMARY KEY, age INT, mail VARCHAR(20),"
              + " born TIMESTAMP(9), weight DECIMAL(9,3), note VARCHAR(20),"
              + " words VARCHAR(9) ARRAY ARRAY DEFAULT NULL)",
          "CREATE TABLE pages (id BIGINT PRIMARY KEY, owner VARCHAR(20), body VARCHAR)",
          "CREATE TABLE posts (who VARCHAR(20), n INT, text VARCHAR, PRIMARY KEY (who, n))",
          "CREATE TABLE nodes (id BIGINT PRIMARY KEY, parent BIGINT)",
          "CREATE TABLE leaves (node BIGINT, n INT, text VARCHAR(9), PRIMARY KEY (node, n))",
          "CREATE TABLE tags (node BIGINT, tag VARCHAR(9))");

  private static final List<String> ROWS =
      List.of(
          "INSERT INTO users (name, age, mail, born, weight, note) VALUES ('ann', 30, 'ann@x',"
              + " '2020-01-01 00:00:00', 1.5, 'good'), ('Ann', 31, 'two@x', NULL, NULL, 'equal'),"
              + " ('old', 151, NULL, NULL, NULL, 'x'), ('young', -1, NULL, NULL, NULL, 'x'),"
              + " ('mail', NULL, 'none', NULL, NULL, 'x'), ('null', NULL, NULL, NULL, NULL, NULL),"
              + " ('dup', NULL, 'bob@x', NULL, NULL, 'x'), ('gap', NULL, NULL, '2020-03-29"
              + " 03:30:00', NULL, 'x'), ('fine', NULL, NULL, '2020-01-01 00:00:00.000000001',"
              + " NULL, 'x'), ('heavy', NULL, NULL, NULL, 1000, 'x'), ('places', NULL, NULL, NULL,"
              + " 0.125, 'x'), ('bob', 1, 'bob@x', NULL, NULL, 'good'), ('nested', NULL, NULL,"
              + " NULL, NULL, 'x')",
          "UPDATE users SET words = ARRAY[ARRAY['a', 'b'], ARRAY['c']] WHERE name = 'nested'",
          "INSERT INTO pages VALUES (1, 'ann', 'good'), (2, 'nobody', 'x'), (3, 'old', 'x'),"
              + " (4, NULL, 'good'), (5, 'ann', REPEAT('x', 70000000))",
          "INSERT INTO posts VALUES ('ann', 1, 'good'), ('nobody', 1, 'x'), ('old', 1, 'x'),"
              + " ('bob', 2, 'good')",
          "INSERT INTO nodes VALUES (1, NULL), (2, 1), (3, 3), (10, 99), (11, 10), (12, 13),"
              + " (13, 11), (14, 15), (15, 14), (16, 17), (17, 16), (18, 10), (19, 18)",
          "UPDATE nodes SET parent = 12 WHERE id = 11",
          "INSERT INTO leaves VALUES (1, 1, 'good'), (10, 1, 'gone'), (77, 1, 'x')",
          "INSERT INTO tags VALUES (1, 'a'), (1, 'a'), (1, NULL), (1, 'b'), (88, 'c'), (88, 'd')");

  @TempDir Path directory;

  @Test
  void badRows_areInTheFile_andNoOtherIsLost() throws Exception {
    String url = "jdbc:h2:" + directory.resolve("db");
    Databases.run(url, TABLES);
    Databases.run(url, ROWS);
    Path rejects = directory.resolve("rejects.jsonl");
    try (JdbcSource source = new JdbcSource(url, 1, false);
        Store store = Stores.openOrCreate("rocksdb:" + directory.resolve("store"), DESIGN)) {
      Migration migration = migration(source, MigrationOptions.of(rejects).inRangesOf(5));
      MigrationSummary summary = migration.run(store);
      assertThat(lines(rejects)).containsExactlyInAnyOrder(EXPECTED);
      assertThat(summary.rejected()).isEqualTo(EXPECTED.length);
      assertThat(summary.read()).isEqualTo(summary.written() + summary.rejected());
      assertThat(keys(store, "user")).containsExactly("(Ann)", "(bob)");
      assertThat(keys(store, "page")).containsExactly("(1)", "(4)");
      assertThat(keys(store, "node"))
          .containsExactly(
              "(1)", "(2)", "(3)", "(11)", "(12)", "(13)", "(14)", "(15)", "(16)", "(17)");
      assertThat(
              store.sequence(new Sequence.Place("sequence", Tuple.of("nodes"), "next"), 1).next())
          .isEqualTo(20);
      StoreChecks.assertClean(store);
    }
  }

  private static final String[] EXPECTED = {
    "table:users,key:NAME:fine,column:BORN,reason:is finer than a microsecond, and is never"
        + " rounded",
    "table:users,key:NAME:gap,column:BORN,reason:is a time that the zone Europe/Riga skipped; is"
        + " the zone of the mapping right?",
    "table:users,key:NAME:heavy,column:WEIGHT,reason:has too many digits for decimal(5,2)",
    "table:users,key:NAME:places,column:WEIGHT,reason:has more than 2 decimal places, and is never"
        + " rounded",
    "table:users,key:NAME:nested,column:WORDS,reason:has arrays as elements, as in [[a, b], [c]],"
        + " and no list of text can hold them; let a table of the database have the elements",
    "table:users,key:NAME:ann,column:NAME,reason:the key (Ann), already there, is equal under the"
        + " collation",
    "table:users,key:NAME:mail,column:MAIL,reason:column 'mail' of the row (mail) of user does not"
        + " match .*@.*",
    "table:users,key:NAME:null,column:NOTE,reason:column 'note' of the row (null) of user is null,"
        + " but required",
    "table:users,key:NAME:old,column:AGE,reason:column 'age' of the row (old) of user is greater"
        + " than 150",
    "table:users,key:NAME:young,column:AGE,reason:column 'age' of the row (young) of user is less"
        + " than 0",
    "table:users,key:NAME:dup,column:user_by_mail,reason:the row (dup) cannot have the value"
        + " (bob@x) of unique index user_by_mail, because the row (bob) has it",
    "table:pages,key:ID:2,column:OWNER,reason:the row (2) of page cannot refer to the row (nobody)"
        + " of user (reference page.owner), because there is no such row",
    "table:pages,key:ID:3,column:OWNER,reason:the row (3) of page cannot refer to the row (old) of"
        + " user (reference page.owner), because there is no such row",
    "table:pages,key:ID:5,column:,reason:a value of family 'main' of table 'page' has 70000010"
        + " bytes, at most 67108864 fit",
    "table:posts,key:WHO:ann,N:1,column:WHO,reason:its owner, the row (ann) of user, is not in the"
        + " store: the row (Ann) is equal under the collation",
    "table:posts,key:WHO:nobody,N:1,column:WHO,reason:its owner, the row (nobody) of user, is"
        + " absent",
    "table:posts,key:WHO:old,N:1,column:WHO,reason:its owner, the row (old) of user, is absent",
    "table:leaves,key:NODE:77,N:1,column:NODE,reason:its owner, the row (77) of node, is absent",
    "table:tags,key:NODE:1,column:TAG,reason:is in the set already",
    "table:tags,key:NODE:1,column:TAG,reason:is null, and no set or list can hold it",
    "table:tags,key:NODE:88,column:NODE,reason:its owner, the row (88) of node, is absent",
    "table:tags,key:NODE:88,column:NODE,reason:its owner, the row (88) of node, is absent",
    "table:nodes,key:id:10,column:,reason:refers to the row (99) of node, which is absent"
        + " (reference parent)",
    "table:nodes,key:id:18,column:,reason:refers to the row (10) of node, which is absent"
        + " (reference parent)",
    "table:nodes,key:id:19,column:,reason:refers to the row (18) of node, which is absent"
        + " (reference parent)",
    "table:leaves,key:id:10,n:1,column:,reason:its owner was rejected: it refers to the row (99)"
        + " of node, which is absent (reference parent)"
  };

  private static Migration migration(JdbcSource source, MigrationOptions options) {
    return new Migration(
        source, MappingReader.read(MAPPING, DESIGN, "mapping.yaml"), DESIGN, options, rows -> {});
  }

  private static List<String> keys(Store store, String entity) {
    return store.scan(entity, Tuple.EMPTY, Columns.NONE, Paging.first(99)).entries().stream()
        .map(row -> row.key().toString())
        .toList();
  }

  private static List<String> lines(Path rejects) throws Exception {
    return Files.readAllLines(rejects).stream()
        .map(line -> line.replaceFirst(",\"values\":.*", ""))
        .map(line -> line.replaceAll("[{}\"]", ""))
        .toList();
  }

  @Test
  void rows_ofATableThatDeclaresNoKey_areRejectedIfTheirKeyComesTwice() throws Exception {
    String url = "jdbc:h2:" + directory.resolve("db");
    Databases.run(
        url,
        List.of(
            "CREATE TABLE loose (id BIGINT NOT NULL, parent BIGINT)",
            "INSERT INTO loose VALUES (3, 1), (1, NULL), (2, 1), (2, 3), (5, NULL), (2, 1)",
            "CREATE TABLE looser (id BIGINT, parent BIGINT)"));
    String mapping =
        "{format: 1, design: strict, tables: {TABLE: {entity: node, columns: {id: id}}}}";
    Path rejects = directory.resolve("rejects.jsonl");
    try (JdbcSource source = new JdbcSource(url, 1, false);
        Store store = Stores.openOrCreate("rocksdb:" + directory.resolve("store"), DESIGN)) {
      MigrationSummary summary =
          new Migration(
                  source,
                  MappingReader.read(mapping.replace("TABLE", "loose"), DESIGN, "mapping.yaml"),
                  DESIGN,
                  MigrationOptions.of(rejects).inRangesOf(2),
                  rows -> {})
              .run(store);
      assertThat(summary.toString()).contains("read=6 written=4 rejected=2");
      assertThat(keys(store, "node")).containsExactly("(1)", "(2)", "(3)", "(5)");
      assertThat(lines(rejects))
          .hasSize(2)
          .allMatch(
              line -> line.contains("key:ID:2,column:ID,reason:another row has the same key"));
      assertThatThrownBy(
              () ->
                  new Migration(
                      source,
                      MappingReader.read(mapping.replace("TABLE", "looser"), DESIGN, "m"),
                      DESIGN,
                      MigrationOptions.of(rejects),
                      rows -> {}))
          .hasMessageContaining("which no primary key and no unique index without nulls")
          .hasMessageContaining("give it a key of digest() and copy()");
    }
  }

  @Test
  void itemsOfOwnersSpelledInAnotherWay_areTheirs() throws Exception {
    String url = "jdbc:h2:" + directory.resolve("db");
    Databases.run(url, TABLES);
    Databases.run(
        url,
        List.of(
            "INSERT INTO users (name, age, mail, born, weight, note) VALUES ('Ann', 1, NULL, NULL,"
                + " NULL, 'x')",
            "INSERT INTO posts VALUES ('ANN', 1, 'a'), ('ann', 2, 'b')"));
    try (JdbcSource source = new JdbcSource(url, 1, false);
        Store store = Stores.openOrCreate("rocksdb:" + directory.resolve("store"), DESIGN)) {
      Migration migration =
          migration(source, MigrationOptions.of(directory.resolve("rejects.jsonl")));
      assertThat(migration.run(store).rejected()).isZero();
      assertThat(store.items("user", Tuple.of("Ann"), "posts", Paging.first(9)).entries())
          .hasSize(2);
      assertThat(new Verification(migration, store, false, false, any -> {}).run())
          .allMatch(each -> each.missing() + each.surplus() + each.different() == 0);
    }
  }

  /** An unsigned id may be greater than every long; the sequence goes on above those that fit. */
  @Test
  void sequence_aboveIdsOfWhichOneFitsNoLong_goesOnAboveTheOthers() throws Exception {
    Design design =
        DesignReader.read(
            """
            format: 1
            design: ids
            entities:
              thing: {key: {id: long}, families: {main: {name: text}}}
              sequence: {key: {name: text}, families: {main: {next: long}}}
            """,
            "ids.yaml");
    String url = "jdbc:h2:" + directory.resolve("db");
    Databases.run(
        url,
        List.of(
            "CREATE TABLE things (id DECIMAL(20) PRIMARY KEY, name VARCHAR(9))",
            "INSERT INTO things VALUES (7, 'a'), (18446744073709551610, 'b')"));
    Path rejects = directory.resolve("rejects.jsonl");
    try (JdbcSource source = new JdbcSource(url, 1, false);
        Store store = Stores.openOrCreate("rocksdb:" + directory.resolve("store"), design)) {
      MigrationSummary summary =
          new Migration(
                  source,
                  MappingReader.read(
                      """
                      format: 1
                      design: ids
                      sequences:
                        things: {in: sequence.next, above: [things, id]}
                      tables:
                        things: {entity: thing, columns: {id: id, name: name}}
                      """,
                      design,
                      "mapping.yaml"),
                  design,
                  MigrationOptions.of(rejects),
                  rows -> {})
              .run(store);
      assertThat(summary.rejected()).isEqualTo(1);
      assertThat(
              store.sequence(new Sequence.Place("sequence", Tuple.of("things"), "next"), 1).next())
          .isEqualTo(8);
    }
  }

  /** The database has both owners, and the store can have one of them. */
  @Test
  void itemsOfARejectedOwner_areNotThoseOfTheRowThatIsEqual() throws Exception {
    String url = "jdbc:h2:" + directory.resolve("db");
    Databases.run(url, TABLES);
    Databases.run(
        url,
        List.of(
            "INSERT INTO users (name, age, note) VALUES ('ann', 1, 'x'), ('Ann', 2, 'y'),"
                + " ('bob', 3, 'z')",
            "INSERT INTO posts VALUES ('ann', 1, 'a'), ('Ann', 1, 'b'), ('Ann', 2, 'c'),"
                + " ('BOB', 1, 'd')"));
    Path rejects = directory.resolve("rejects.jsonl");
    try (JdbcSource source = new JdbcSource(url, 1, false);
        Store store = Stores.openOrCreate("rocksdb:" + directory.resolve("store"), DESIGN)) {
      for (MigrationOptions options :
          List.of(MigrationOptions.of(rejects), MigrationOptions.of(rejects).resuming())) {
        Migration migration = migration(source, options);
        MigrationSummary unused = migration.run(store);
        String stays = keys(store, "user").contains("(Ann)") ? "Ann" : "ann";
        assertThat(store.items("user", Tuple.of(stays), "posts", Paging.first(9)).entries())
            .extracting(item -> item.value("text"))
            .isEqualTo(stays.equals("ann") ? List.of("a") : List.of("b", "c"));
        assertThat(store.items("user", Tuple.of("bob"), "posts", Paging.first(9)).entries())
            .hasSize(1);
        assertThat(lines(rejects))
            .filteredOn(line -> line.contains("table:posts"))
            .isNotEmpty()
            .allMatch(line -> line.contains("is equal under the collation"));
        var verified = new Verification(migration, store, true, true, any -> {}).run();
        assertThat(verified).as("%s", verified).isNotEmpty();
        assertThat(store.items("user", Tuple.of(stays), "posts", Paging.first(9)).entries())
            .as("items after a repair")
            .extracting(item -> item.value("text"))
            .isEqualTo(stays.equals("ann") ? List.of("a") : List.of("b", "c"));
      }
    }
  }

  @Test
  void mapping_thatDoesNotFit_isRefusedWithAllReasons() {
    String url = "jdbc:h2:" + directory.resolve("db");
    Databases.run(url, TABLES);
    String wrong =
        MAPPING
            .replace("id: id, owner", "id: idd, owner")
            .replace("age: age", "age: born")
            .replace("mail: mail", "mail: words")
            .replace("tags: {elements", "tagz: {elements");
    try (JdbcSource source = new JdbcSource(url, 1, false)) {
      assertThatThrownBy(
              () ->
                  new Migration(
                      source,
                      MappingReader.read(wrong, DESIGN, "mapping.yaml"),
                      DESIGN,
                      MigrationOptions.of(directory.resolve("r")),
                      rows -> {}))
          .isInstanceOf(MigrateException.class)
          .hasMessageContaining("table pages: it has no column 'idd'; it has [ID, OWNER, BODY]")
          .hasMessageContaining("column 'BORN' is TIMESTAMP, which cannot become int")
          .hasMessageContaining("which cannot become text in column 'mail'; list of text holds it")
          .hasMessageContaining("the database has no table 'tagz'; it has [LEAVES");
    }
  }
}
