package org.portolan.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.DesignWriter;
import org.portolan.design.MappingReader;
import org.portolan.migrate.sql.JdbcSource;
import org.portolan.types.Tuple;

/** A second pass over a database that has changed, and repairs: the store has what it has. */
class SecondPassTest {
  private static final Design DESIGN =
      DesignReader.read(
          """
          format: 1
          design: second
          entities:
            user:
              key: {id: long}
              families:
                main:
                  mail: text
                  name: {type: text, required: true}
                  street: text
              collections:
                posts: {key: {n: int}, storage: rows, columns: {text: text}}
              indexes:
                user_by_mail: {on: [mail], unique: true}
            login:
              key: {id: long}
              families: {main: {name: {type: text, required: true}}}
              collections:
                uses: {key: {n: int}, storage: rows, columns: {text: text}}
              indexes:
                login_by_name: {on: [name], unique: true}
            word:
              key: {word: {type: text, collation: ai_ci}}
              families: {main: {meaning: text}}
              collections:
                forms:
                  key: {form: text}
                  storage: rows
                  columns: {number: int}
            node:
              key: {id: long}
              families: {main: {parent: long}}
              references: {parent: {on: [parent], to: node, on-delete: restrict}}
            page:
              key: {id: long}
              families: {main: {owner: long}}
              collections:
                lines: {key: {n: int}, storage: rows, columns: {text: text}}
              references: {owner: {on: [owner], to: user, on-delete: restrict}}
            husband:
              key: {id: long}
              families: {main: {wife: long}}
              references: {wife: {on: [wife], to: wife, on-delete: restrict}}
            wife:
              key: {id: long}
              families: {main: {husband: long}}
              references: {husband: {on: [husband], to: husband, on-delete: restrict}}
          """,
          "second.yaml");

  private static final String MAPPING =
      """
      format: 1
      design: second
      tables:
        users: {entity: user, columns: {id: id, mail: mail, name: name}}
        streets: {part: user, owner: [id], columns: {street: street}}
        posts: {collection: user.posts, owner: [who], columns: {n: n, text: text}}
        logins: {entity: login, columns: {id: id, name: name}}
        uses: {collection: login.uses, owner: [login], columns: {n: n, text: text}}
        words: {entity: word, columns: {word: word, meaning: meaning}}
        forms: {collection: word.forms, owner: [word], columns: {form: form, number: number}}
        nodes: {entity: node, columns: {id: id, parent: parent}}
        pages: {entity: page, columns: {id: id, owner: owner}}
        lines: {collection: page.lines, owner: [page], columns: {n: n, text: text}}
        husbands: {entity: husband, columns: {id: id, wife: wife}}
        wives: {entity: wife, columns: {id: id, husband: husband}}
      """;

  @TempDir Path directory;
  private String url;
  private String uri;

  @BeforeEach
  void createTables() {
    url = "jdbc:h2:" + directory.resolve("db");
    uri = Kinds.EMBEDDED.uri(directory, "store");
    run(
        "CREATE TABLE users (id BIGINT PRIMARY KEY, mail VARCHAR(20), name VARCHAR(20))",
        "CREATE TABLE streets (id BIGINT PRIMARY KEY, street VARCHAR(20))",
        "CREATE TABLE posts (who BIGINT, n INT, text VARCHAR(20), PRIMARY KEY (who, n))",
        "CREATE TABLE logins (id BIGINT PRIMARY KEY, name VARCHAR(20))",
        "CREATE TABLE uses (login BIGINT, n INT, text VARCHAR(20), PRIMARY KEY (login, n))",
        "CREATE TABLE words (word VARCHAR_IGNORECASE(20) PRIMARY KEY, meaning VARCHAR(20))",
        "CREATE TABLE forms (word VARCHAR_IGNORECASE(20), form VARCHAR_IGNORECASE(20),"
            + " number INT, PRIMARY KEY (word, form))",
        "CREATE TABLE nodes (id BIGINT PRIMARY KEY, parent BIGINT)",
        "CREATE TABLE pages (id BIGINT PRIMARY KEY, owner BIGINT)",
        "CREATE TABLE lines (page BIGINT, n INT, text VARCHAR(20), PRIMARY KEY (page, n))",
        "CREATE TABLE husbands (id BIGINT PRIMARY KEY, wife BIGINT)",
        "CREATE TABLE wives (id BIGINT PRIMARY KEY, husband BIGINT)");
  }

  private void run(String... statements) {
    Databases.run(url, List.of(statements));
  }

  private Design design = DESIGN;

  private Store store() {
    return Stores.openOrCreate(uri, design);
  }

  private Path rejects() {
    return directory.resolve("rejects.jsonl");
  }

  private Migration migration(JdbcSource source) {
    MigrationOptions options = MigrationOptions.of(rejects()).inRangesOf(100).resuming();
    return new Migration(
        source, MappingReader.read(MAPPING, design, "mapping.yaml"), design, options, rows -> {});
  }

  private MigrationSummary migrate() {
    try (JdbcSource source = new JdbcSource(url, 1, false);
        Store store = store()) {
      return migration(source).run(store);
    }
  }

  /** Returns the differences, each as a line. */
  private List<String> verify(boolean full, boolean repair) {
    List<String> lines = new ArrayList<>();
    try (JdbcSource source = new JdbcSource(url, 1, false);
        Store store = store()) {
      List<Verification.TableResult> unused =
          new Verification(
                  migration(source), store, full, repair, each -> lines.add(each.toString()))
              .run();
      StoreChecks.assertClean(store);
    }
    return lines;
  }

  private List<Long> keys(String entity) {
    try (Store store = store()) {
      return Paging.first(500).stream(page -> store.scanStored(entity, Columns.NONE, page))
          .map(row -> (Long) row.key().get(0))
          .sorted()
          .toList();
    }
  }

  private EntityRow row(String entity, Object key) {
    try (Store store = store()) {
      return store.get(entity, Tuple.of(key), Columns.ALL).orElseThrow();
    }
  }

  private List<String> items(String entity, Object key, String collection) {
    try (Store store = store()) {
      return store.items(entity, Tuple.of(key), collection, Paging.first(99)).entries().stream()
          .map(item -> item.key() + " " + item.values())
          .toList();
    }
  }

  private List<String> rejected() throws Exception {
    return Files.exists(rejects())
        ? Files.readAllLines(rejects()).stream()
            .map(line -> line.replaceAll("[{}\"]", ""))
            .map(line -> line.replaceAll("table:|key:|column:[^,]*,|reason:|,values:.*", ""))
            .toList()
        : List.of();
  }

  @ParameterizedTest
  @ValueSource(strings = {"X - 1", "X + 1"})
  void chain_deletedInTheDatabase_isDeleted(String parent) throws Exception {
    run("INSERT INTO nodes SELECT X, " + parent + " FROM SYSTEM_RANGE(2, 1500)");
    run("INSERT INTO nodes VALUES (1, NULL), (1501, NULL)");
    assertThat(migrate().rejected()).isZero();
    run("DELETE FROM nodes WHERE id > 300 AND id < 1200", "UPDATE nodes SET parent = NULL");
    MigrationSummary second = migrate();
    assertThat(second.deleted()).isEqualTo(899);
    assertThat(second.rejected()).isZero();
    assertThat(keys("node"))
        .containsExactlyElementsOf(
            LongStream.rangeClosed(1, 1501).filter(id -> id <= 300 || id >= 1200).boxed().toList());
    assertThat(verify(true, false)).isEmpty();
  }

  @Test
  void chain_surplus_isDeletedByOneRepair() {
    run("INSERT INTO nodes SELECT X, X - 1 FROM SYSTEM_RANGE(2, 800)");
    run("INSERT INTO nodes VALUES (1, NULL)");
    assertThat(migrate().rejected()).isZero();
    run("DELETE FROM nodes WHERE id > 300");
    assertThat(verify(true, true))
        .hasSize(500)
        .allMatch(line -> line.matches("surplus nodes \\(\\d+\\) repaired"));
    assertThat(verify(true, false)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(value = Kinds.class, names = "UNORDERED", mode = EnumSource.Mode.EXCLUDE)
  void ringOfTwoTables_deletedInTheDatabase_isDeleted(Kinds kind) {
    uri = kind.uri(directory, "store");
    run("INSERT INTO husbands VALUES (1, 7), (2, 8)", "INSERT INTO wives VALUES (7, 1), (8, 2)");
    assertThat(migrate().rejected()).isZero();
    run("DELETE FROM husbands WHERE id = 1", "DELETE FROM wives WHERE id = 7");
    assertThat(migrate().deleted()).isEqualTo(2);
    assertThat(keys("husband")).containsExactly(2L);
    assertThat(keys("wife")).containsExactly(8L);
  }

  @ParameterizedTest
  @EnumSource(value = Kinds.class, names = "UNORDERED", mode = EnumSource.Mode.EXCLUDE)
  void uniqueValues_thatChangeHands_areRight(Kinds kind) throws Exception {
    uri = kind.uri(directory, "store");
    run("INSERT INTO users SELECT X, 'mail' || X, 'n' FROM SYSTEM_RANGE(1, 1000)");
    assertThat(migrate().rejected()).isZero();
    run(
        "DELETE FROM users WHERE id = 990",
        "UPDATE users SET mail = 'mail990' WHERE id = 5", // of a row that is gone
        "UPDATE users SET mail = 'mail' || (1010 - id) WHERE id IN (10, 1000)", // a swap
        "UPDATE users SET mail = 'mail' || (id + 1) WHERE id BETWEEN 200 AND 799",
        "UPDATE users SET mail = NULL WHERE id = 800",
        "INSERT INTO users VALUES (-1, 'mail200', 'n')");
    MigrationSummary second = migrate();
    assertThat(rejected()).isEmpty();
    assertThat(second.deleted()).isOne();
    assertThat(verify(true, false)).isEmpty();
  }

  @Test
  void uniqueValues_thatCannotBeNull_areFreedByDeletion() throws Exception {
    run("INSERT INTO logins SELECT X, 'n' || X FROM SYSTEM_RANGE(1, 300)");
    run("INSERT INTO uses SELECT X, 1, 'old' FROM SYSTEM_RANGE(1, 300)");
    assertThat(migrate().rejected()).isZero();
    run(
        "DELETE FROM logins WHERE id IN (290, 291)",
        "DELETE FROM uses WHERE login = 290", // the use of 291 has no owner any more
        "INSERT INTO logins VALUES (0, 'n290')");
    MigrationSummary second = migrate();
    assertThat(rejected())
        .containsExactly("uses,LOGIN:291,N:1,its owner, the row (291) of login, is absent");
    assertThat(second.toString()).contains(" rejected=1 ").contains(" deleted=2 ");
    assertThat(verify(true, false))
        .containsExactly("missing uses (291, 1) its owner, the row (291) of login, is absent");
    assertThat(items("login", 7L, "uses")).containsExactly("(1) {text=old}");
  }

  @Test
  void repair_freesUniqueValues_beforeItWrites() {
    run("INSERT INTO users SELECT X, 'mail' || X, 'n' FROM SYSTEM_RANGE(1, 1000)");
    assertThat(migrate().rejected()).isZero();
    run(
        "DELETE FROM users WHERE id = 990",
        "INSERT INTO users VALUES (2000, 'mail990', 'n')",
        "UPDATE users SET mail = 'mail' || (1010 - id) WHERE id IN (10, 1000)",
        "UPDATE users SET mail = NULL WHERE id = 30");
    assertThat(verify(true, true))
        .containsExactlyInAnyOrder(
            "missing users (2000) repaired",
            "different users (10) mail: database mail1000, store mail10 repaired",
            "different users (1000) mail: database mail10, store mail1000 repaired",
            "different users (30) mail: database null, store mail30 repaired",
            "surplus users (990) repaired");
    assertThat(verify(true, false)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void key_spelledAnew_isSpelledAnewInTheStore(boolean repaired) throws Exception {
    run(
        "INSERT INTO words VALUES ('Key1', 'one'), ('Key2', 'two')",
        "INSERT INTO forms VALUES ('Key1', 'Keys', 1), ('key2', 'Keys', 2)");
    assertThat(migrate().rejected()).isZero();
    run(
        "DELETE FROM words WHERE word = 'key1'", // H2 updates no text to an equal one
        "INSERT INTO words VALUES ('KEY1', 'uno')");
    if (repaired) {
      assertThat(verify(true, true))
          .containsExactlyInAnyOrder(
              "different words (KEY1) is spelled (Key1) repaired",
              "different words (KEY1) meaning: database uno, store one repaired");
    } else {
      assertThat(migrate().rejected()).isZero();
    }
    assertThat(row("word", "key1").key()).isEqualTo(Tuple.of("KEY1"));
    assertThat(row("word", "key1").value("meaning")).isEqualTo("uno");
    assertThat(items("word", "key1", "forms")).containsExactly("(Keys) {number=1}");
    assertThat(items("word", "key2", "forms")).containsExactly("(Keys) {number=2}");
    assertThat(verify(true, false)).isEmpty();
  }

  /** The collation of the design may take keys for equal that the database tells apart. */
  @Test
  void keys_equalUnderTheCollationOnly_areMissingAndNotDifferent() throws Exception {
    run("INSERT INTO words VALUES ('ss', 'one'), ('\u00df', 'two'), ('x', 'three')");
    assertThat(migrate().rejected()).isOne();
    assertThat(migrate().rejected()).isOne();
    assertThat(rejected())
        .hasSize(2)
        .allMatch(
            line ->
                line.equals(
                    "words,WORD:\u00df,the key (ss), already there, is equal under the collation"));
    String missing = "missing words (\u00df) the collation of the key takes it for equal to (ss)";
    assertThat(verify(true, false)).containsExactly(missing);
    assertThat(verify(false, true)).containsExactly(missing);
  }

  /** Foreign keys may have been off in the database. */
  @ParameterizedTest
  @EnumSource(value = Kinds.class, names = "UNORDERED", mode = EnumSource.Mode.EXCLUDE)
  void rowsThatReferToADeletedRow_areRejected(Kinds kind) throws Exception {
    uri = kind.uri(directory, "store");
    run(
        "INSERT INTO users SELECT X, NULL, 'n' FROM SYSTEM_RANGE(1, 300)",
        "INSERT INTO streets SELECT X, 'street' FROM SYSTEM_RANGE(1, 300)",
        "INSERT INTO posts SELECT X, 1, 'post' FROM SYSTEM_RANGE(1, 300)",
        "INSERT INTO pages SELECT X, X FROM SYSTEM_RANGE(1, 300)",
        "INSERT INTO lines SELECT X, 1, 'line' FROM SYSTEM_RANGE(1, 300)");
    assertThat(migrate().rejected()).isZero();
    run("DELETE FROM users WHERE id = 7");
    MigrationSummary second = migrate();
    assertThat(second.toString()).contains(" rejected=4 ").contains(" deleted=1 ");
    assertThat(second.read()).isEqualTo(second.written() + second.rejected());
    assertThat(rejected())
        .containsExactlyInAnyOrder(
            "streets,id:7,its owner, the row (7) of user, is absent",
            "posts,id:7,n:1,its owner, the row (7) of user, is absent",
            "pages,id:7,refers to the row (7) of user, which is absent (reference owner)",
            "lines,id:7,n:1,its owner was rejected: it refers to the row (7) of user, which is"
                + " absent (reference owner)");
    assertThat(keys("user")).doesNotContain(7L).hasSize(299);
    assertThat(keys("page")).doesNotContain(7L).hasSize(299);
    assertThat(verify(true, false)).hasSize(4).allMatch(line -> line.startsWith("missing"));
    run("INSERT INTO users VALUES (7, NULL, 'again')");
    assertThat(migrate().rejected()).isZero();
    assertThat(verify(true, false)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"restrict", "cascade"})
  void rowsThatReferToAnotherRowNow_stayWithTheirItems(String action) throws Exception {
    design =
        DesignReader.read(
            DesignWriter.write(DESIGN)
                .replaceFirst("to: user, on-delete: restrict", "to: user, on-delete: " + action),
            "second.yaml");
    run(
        "INSERT INTO users SELECT X, 'mail' || X, 'n' FROM SYSTEM_RANGE(1, 300)",
        "INSERT INTO pages SELECT X, X FROM SYSTEM_RANGE(1, 300)",
        "INSERT INTO lines SELECT X, 1, 'line' FROM SYSTEM_RANGE(1, 300)");
    assertThat(migrate().rejected()).isZero();
    run("UPDATE pages SET owner = 8 WHERE id = 7", "DELETE FROM users WHERE id = 7");
    MigrationSummary second = migrate();
    assertThat(second.rejected()).isZero();
    assertThat(second.deleted()).isOne();
    assertThat(items("page", 7L, "lines")).hasSize(1);
    assertThat(verify(true, false)).isEmpty();
  }

  /** Otherwise the store would have what the database had once. */
  @Test
  void row_thatFitsNoMore_isRejectedAndGoesFromTheStore() throws Exception {
    run(
        "INSERT INTO users VALUES (1, NULL, 'a'), (2, NULL, 'b')",
        "INSERT INTO posts VALUES (2, 1, 'x')",
        "INSERT INTO pages VALUES (1, 2)");
    assertThat(migrate().rejected()).isZero();
    run("UPDATE users SET name = NULL WHERE id = 2");
    MigrationSummary second = migrate();
    assertThat(second.rejected()).isEqualTo(3);
    assertThat(keys("user")).containsExactly(1L);
    assertThat(keys("page")).isEmpty();
    run("UPDATE users SET name = 'c' WHERE id = 2");
    assertThat(migrate().rejected()).isZero();
    assertThat(verify(true, false)).isEmpty();
  }

  @Test
  void resume_fromAnotherDatabase_isRefused() throws Exception {
    run("INSERT INTO users VALUES (1, NULL, 'a'), (2, NULL, 'b')");
    assertThat(migrate().rejected()).isZero();
    String first = url;
    url = "jdbc:h2:" + directory.resolve("other");
    String script = "'" + directory.resolve("script.sql") + "'";
    Databases.run(first, List.of("SCRIPT TO " + script));
    run("RUNSCRIPT FROM " + script, "DELETE FROM users WHERE id = 1");
    assertThatThrownBy(this::migrate)
        .isInstanceOf(MigrateException.class)
        .hasMessageContaining("it began with the database h2 " + directory.resolve("db"))
        .hasMessageContaining("give --moved if it is the same database in another place");
    assertThat(keys("user")).containsExactly(1L, 2L);
    try (JdbcSource source = new JdbcSource(url, 1, false);
        Store store = store()) {
      MigrationOptions options = MigrationOptions.of(rejects()).resuming().fromMoved();
      MigrationSummary moved =
          new Migration(
                  source, MappingReader.read(MAPPING, design, "m"), design, options, rows -> {})
              .run(store);
      assertThat(moved.deleted()).isOne();
    }
    assertThat(migrate().kept()).isOne();
  }

  @Test
  void tablesThatTheMappingForgets_andEmptyParts_areNoted() {
    run(
        "CREATE TABLE forgotten (id BIGINT PRIMARY KEY)",
        "INSERT INTO forgotten VALUES (1), (2), (3)",
        "INSERT INTO users VALUES (1, NULL, 'a'), (2, NULL, 'b')",
        "INSERT INTO streets VALUES (1, 'street'), (2, NULL)");
    assertThat(migrate().notes())
        .containsExactly(
            "not in the mapping, and not moved: FORGOTTEN (about 3 rows)",
            "table streets: 1 rows have no value in any column that is moved; nothing of them is in"
                + " the store, and they do not come back");
  }

  @Test
  void unfinishedLineOfRejects_isRemoved() throws Exception {
    run("INSERT INTO users VALUES (1, NULL, NULL)");
    assertThat(migrate().rejected()).isOne();
    String line = Files.readString(rejects());
    assertThat(migrate().rejected()).isOne();
    assertThat(Files.readString(rejects())).isEqualTo(line + line);
    for (int length : new int[] {1, 3, 20, line.length() - 1}) {
      Files.writeString(rejects(), line + line.substring(0, length));
      assertThat(migrate().rejected()).isOne();
      assertThat(Files.readString(rejects())).isEqualTo(line + line);
    }
    Files.writeString(rejects(), "notes of somebody");
    assertThat(migrate().rejected()).isOne();
    assertThat(Files.readString(rejects())).isEqualTo("notes of somebody\n" + line);
  }

  @Test
  void keys_thatNoRowMayHave_areMissing() {
    run(
        "ALTER TABLE words ALTER COLUMN word VARCHAR_IGNORECASE(100000)",
        "INSERT INTO words VALUES ('x', 'fits'), (REPEAT('long ', 20000), 'does not')",
        "ALTER TABLE forms ALTER COLUMN word VARCHAR_IGNORECASE(100000)",
        "INSERT INTO forms VALUES (REPEAT('long ', 20000), 'form', 1)");
    assertThat(migrate().rejected()).isEqualTo(2);
    assertThat(migrate().rejected()).isEqualTo(2);
    assertThat(verify(true, false).toString()).contains("missing words (long long");
  }
}
