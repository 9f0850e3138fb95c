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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
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
import org.portolan.types.Tuple;

/**
 * Rows of an entity that the database tells apart, and whose keys are equal under the collation of
 * the design: one of them is in the store with what belongs to it, and the file of rejects has the
 * others with what belongs to these.
 */
class ContestedRowsTest {
  private static final Design DESIGN =
      DesignReader.read(
          """
          format: 1
          design: people
          entities:
            person:
              key: {name: {type: text, collation: ai_ci}}
              families:
                main: {city: text, mail: text, tags: set of text}
                home: {street: text}
              collections:
                posts: {key: {n: int}, columns: {text: text}}
              indexes:
                by_mail: {on: [mail], unique: true}
          """,
          "people.yaml");

  private static final Mapping MAPPING =
      MappingReader.read(
          """
          format: 1
          design: people
          tables:
            people: {entity: person, columns: {name: name, city: city, mail: mail}}
            homes: {part: person, owner: [name], columns: {street: street}}
            posts: {collection: person.posts, owner: [name], columns: {n: n, text: text}}
            tags: {elements: person.tags, owner: [name], element: tag}
          """,
          DESIGN,
          "mapping.yaml");

  @TempDir Path directory;
  private String url;
  private int rangeRows = 10_000;

  @BeforeEach
  void create() {
    url = "jdbc:h2:" + directory.resolve("db");
    run(
        "CREATE TABLE people (name VARCHAR(20) PRIMARY KEY, city VARCHAR(9), mail VARCHAR(9))",
        "CREATE TABLE homes (name VARCHAR(20) PRIMARY KEY, street VARCHAR(9))",
        "CREATE TABLE posts (name VARCHAR(20), n INT, text VARCHAR(9), PRIMARY KEY (name, n))",
        "CREATE TABLE tags (name VARCHAR(20), tag VARCHAR(9), PRIMARY KEY (name, tag))");
  }

  private void run(String... statements) {
    Databases.run(url, List.of(statements));
  }

  private void addPerson(String name, String city) {
    run(
        "INSERT INTO people VALUES ('%s', '%s', '%s')".formatted(name, city, city),
        "INSERT INTO homes VALUES ('%s', '%s')".formatted(name, city),
        "INSERT INTO posts VALUES ('%s', 1, '%s')".formatted(name, city),
        "INSERT INTO tags VALUES ('%s', '%s')".formatted(name, city));
  }

  private void removePerson(String name) {
    for (String table : List.of("people", "homes", "posts", "tags")) {
      run("DELETE FROM " + table + " WHERE name = '" + name + "'");
    }
  }

  private Path rejects() {
    return directory.resolve("rejects.jsonl");
  }

  private Store open() {
    return Stores.openOrCreate("rocksdb:" + directory.resolve("store"), DESIGN);
  }

  private Migration migration(JdbcSource source) {
    return new Migration(
        source,
        MAPPING,
        DESIGN,
        MigrationOptions.of(rejects()).resuming().inRangesOf(rangeRows),
        rows -> {});
  }

  /** Copies, or resumes, and returns what the store has, with the new lines of rejects. */
  private Map<String, String> copy() throws Exception {
    Files.deleteIfExists(rejects());
    try (JdbcSource source = new JdbcSource(url, 1, false);
        Store store = open()) {
      MigrationSummary unused = migration(source).run(store);
      StoreChecks.assertClean(store);
      return people(store);
    }
  }

  private List<String> verify(boolean full, boolean repair) {
    List<String> differences = new ArrayList<>();
    try (JdbcSource source = new JdbcSource(url, 1, false);
        Store store = open()) {
      List<Verification.TableResult> unused =
          new Verification(
                  migration(source), store, full, repair, each -> differences.add(each.toString()))
              .run();
    }
    return differences;
  }

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
          (String) row.key().get(0),
          "%s %s %s %s %s"
              .formatted(
                  row.value("city"),
                  row.value("mail"),
                  row.value("street"),
                  posts,
                  tags == null ? "[]" : new TreeSet<>((Set<?>) tags)));
    }
    return people;
  }

  private static String all(String city) {
    return "%s %s %s [(1)%s] [%s]".formatted(city, city, city, city, city);
  }

  private List<String> lines() throws Exception {
    return Files.exists(rejects())
        ? Files.readAllLines(rejects()).stream()
            .map(line -> line.replaceFirst(",\"values\":.*", "").replaceAll("[{}\"]", ""))
            .map(line -> line.replace("column:NAME,", ""))
            .sorted()
            .toList()
        : List.of();
  }

  private static String ownersLine(String table, String key, String refused, String kept) {
    return "table:%s,key:%s,reason:its owner, the row (%s) of person, is not in the store: the row (%s) is equal under the collation"
        .formatted(table, key, refused, kept);
  }

  private static List<String> rejected(String refused, String kept) {
    return List.of(
        partLine("homes", "NAME:" + refused, "(" + refused + ")", "(" + kept + ")"),
        "table:people,key:NAME:%s,reason:the key (%s), already there, is equal under the collation"
            .formatted(refused, kept),
        partLine("posts", "NAME:" + refused + ",N:1", refused, kept));
  }

  private static String partLine(String table, String key, String refused, String kept) {
    return ownersLine(table, key, refused.replaceAll("[()]", ""), kept.replaceAll("[()]", ""));
  }

  /** Whatever the order in which the two are read, and whether together or apart. */
  @ParameterizedTest
  @CsvSource({"æther,aether,9", "æther,aether,1", "aether,æther,9", "aether,æther,1"})
  void resume_rowThatIsInTheStoreStays_untilItGoes(String first, String second, int range)
      throws Exception {
    rangeRows = range;
    addPerson(first, "a");
    assertThat(copy()).isEqualTo(Map.of(first, all("a")));

    addPerson(second, "b");
    assertThat(copy()).isEqualTo(Map.of(first, all("a")));
    assertThat(lines()).containsAll(rejected(second, first)).hasSize(4);
    assertThat(verify(true, false)).hasSize(4).allMatch(each -> each.startsWith("missing"));

    assertThat(copy()).isEqualTo(Map.of(first, all("a")));
    assertThat(lines()).hasSize(4);

    removePerson(first);
    assertThat(copy()).isEqualTo(Map.of(second, all("b")));
    assertThat(lines()).isEmpty();
    assertThat(verify(true, false)).isEmpty();
  }

  /** The row that comes first does not fit, so its rival has the place. */
  @Test
  void copy_rivalOfARowThatDoesNotFit_isInTheStore() throws Exception {
    addPerson("abe", "b");
    run("INSERT INTO people VALUES ('aether', 'a', 'b'), ('æther', 'c', 'c')");
    assertThat(copy()).isEqualTo(Map.of("abe", all("b"), "æther", "c c null [] []"));
    assertThat(lines()).hasSize(1);
  }

  /** An element that the owner's spelling has too is refused with the name of its rival. */
  @ParameterizedTest
  @ValueSource(ints = {1, 9})
  void copy_elementOfTwoSpellings_thatOfTheOwnerStays(int range) throws Exception {
    rangeRows = range;
    addPerson("øyvind", "t1");
    run("INSERT INTO tags VALUES ('oyvind', 't1')");
    assertThat(copy()).isEqualTo(Map.of("øyvind", all("t1")));
    assertThat(lines())
        .singleElement()
        .asString()
        .startsWith("table:tags,key:NAME:oyvind,TAG:t1,")
        .contains("to the key (øyvind");
    assertThat(verify(false, false)).hasSize(range == 1 ? 1 : 0);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 9})
  void copy_elementsOfARejectedOwner_areNotThoseOfItsRival(int range) throws Exception {
    rangeRows = range;
    addPerson("oyvind", "a");
    addPerson("øyvind", "b");
    run("INSERT INTO tags VALUES ('øyvind', 'a'), ('øyvind', 'admin')");
    assertThat(copy()).isEqualTo(Map.of("oyvind", all("a")));
    assertThat(lines())
        .containsAll(rejected("øyvind", "oyvind"))
        .contains(ownersLine("tags", "NAME:øyvind,TAG:admin", "øyvind", "oyvind"))
        .contains(ownersLine("tags", "NAME:øyvind,TAG:a", "øyvind", "oyvind"))
        .hasSize(6);
    assertThat(verify(true, false)).isNotEmpty().allMatch(each -> each.startsWith("missing"));
  }

  /** What was an owner's becomes that of a rejected one, though its own table does not change. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void ownerOfWhatIsInTheStore_comesAndIsRejected(boolean repaired) throws Exception {
    rangeRows = 1;
    addPerson("oyvind", "a");
    removePerson("oyvind");
    run(
        "INSERT INTO people VALUES ('oyvind', 'a', 'a')",
        "INSERT INTO homes VALUES ('øyvind', 'b')",
        "INSERT INTO posts VALUES ('øyvind', 1, 'b')",
        "INSERT INTO tags VALUES ('øyvind', 'b')");
    assertThat(copy()).isEqualTo(Map.of("oyvind", "a a b [(1)b] [b]"));
    run("INSERT INTO people VALUES ('øyvind', 'b', 'b')");
    if (repaired) {
      assertThat(verify(true, false)).anyMatch(each -> each.startsWith("surplus tags"));
      List<String> unused = verify(true, true);
      assertThat(verify(true, false)).isNotEmpty().allMatch(each -> each.startsWith("missing"));
    } else {
      assertThat(copy()).isEqualTo(Map.of("oyvind", "a a null [] []"));
      assertThat(lines()).hasSize(4);
    }
    try (Store store = open()) {
      assertThat(people(store)).isEqualTo(Map.of("oyvind", "a a null [] []"));
    }
  }

  /** The spelling that stays becomes another one: the resumed store is what a new one would be. */
  @Test
  void resume_spellingOfElementsChanges() throws Exception {
    rangeRows = 1;
    addPerson("oyvind", "o");
    addPerson("øyvind", "t1");
    run("INSERT INTO tags VALUES ('oyvind', 't1'), ('øyvind', 't2')");
    Map<String, String> unused = copy();
    run(
        "UPDATE tags SET name = 'oyvind' WHERE name = 'øyvind' AND tag = 't2'",
        "DELETE FROM people WHERE name = 'oyvind'");
    Map<String, String> resumed = copy();
    assertThat(resumed).isEqualTo(Map.of("øyvind", "t1 t1 t1 [(1)t1] [t1]"));
    List<String> ofResumed = lines();
    try (JdbcSource source = new JdbcSource(url, 1, false);
        Store fresh = Stores.openOrCreate("rocksdb:" + directory.resolve("fresh"), DESIGN)) {
      Files.delete(rejects());
      MigrationSummary summary = migration(source).run(fresh);
      assertThat(people(fresh)).isEqualTo(resumed);
      assertThat(lines()).isEqualTo(ofResumed).hasSize((int) summary.rejected());
    }
  }
}
