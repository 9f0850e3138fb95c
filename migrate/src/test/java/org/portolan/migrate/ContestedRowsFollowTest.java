package org.portolan.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
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
import org.portolan.migrate.sql.Database;
import org.portolan.migrate.sql.JdbcSource;
import org.portolan.migrate.sql.KeyedRows.Visibility;
import org.portolan.types.Tuple;

/**
 * Rows of an entity whose keys are equal under the collation of the design only, while a log is
 * followed: the one that the store has stays as long as the database has it, and then another
 * comes, at the latest by the comparison at the end.
 */
class ContestedRowsFollowTest {
  private static final Design DESIGN =
      DesignReader.read(
          """
          format: 1
          design: people
          entities:
            person:
              key: {name: {type: text, collation: ai_ci}}
              families:
                main: {city: text, tags: set of text}
                home: {street: text}
              collections:
                posts: {key: {n: int}, columns: {text: text}}
              indexes:
                by_city: {on: [city], unique: true}
          """,
          "people.yaml");

  private static final Mapping MAPPING =
      MappingReader.read(
          """
          format: 1
          design: people
          tables:
            people: {entity: person, columns: {name: name, city: city}}
            homes: {part: person, owner: [name], columns: {street: street}}
            posts: {collection: person.posts, owner: [name], columns: {n: n, text: text}}
            tags: {elements: person.tags, owner: [name], element: tag}
          """,
          DESIGN,
          "mapping.yaml");

  private static final List<String> DEPENDENT = List.of("homes", "posts", "tags");

  @TempDir Path directory;
  private String url;
  private Store store;
  private ChangeApplier applier;
  private final List<RowChange> changes = new ArrayList<>();

  /** What the database has of each person. */
  private final Map<String, String> people = new TreeMap<>();

  private int cities;

  @BeforeEach
  void create() {
    url = "jdbc:h2:" + directory.resolve("db");
    run(
        "CREATE TABLE people (name VARCHAR(20) PRIMARY KEY, city VARCHAR(9))",
        "CREATE TABLE homes (name VARCHAR(20) PRIMARY KEY, street VARCHAR(9))",
        "CREATE TABLE posts (name VARCHAR(20), n INT, text VARCHAR(9), PRIMARY KEY (name, n))",
        "CREATE TABLE tags (name VARCHAR(20), tag VARCHAR(9), PRIMARY KEY (name, tag))");
    store = Stores.openOrCreate("rocksdb:" + directory.resolve("store"), DESIGN);
  }

  @AfterEach
  void close() {
    applier.close();
    store.close();
  }

  private void run(String... statements) {
    Databases.run(url, List.of(statements));
  }

  private Path rejects() {
    return directory.resolve("rejects.jsonl");
  }

  private Migration migration(JdbcSource source) {
    return new Migration(
        source, MAPPING, DESIGN, MigrationOptions.of(rejects()).resuming(), rows -> {});
  }

  private void copy() {
    try (JdbcSource source = new JdbcSource(url, 1, false)) {
      MigrationSummary unused = migration(source).run(store);
    }
    changes.clear();
    follow();
  }

  /** Begins to follow, as a process that has not copied. */
  private void follow() {
    try (JdbcSource source = new JdbcSource(url, 1, false)) {
      applier = new ChangeApplier(migration(source), store, new Database(url));
    }
  }

  private void restart() {
    FollowNote note = FollowNote.begun("db", "place").at("place", applier);
    applier.close();
    follow();
    applier.resume(note);
  }

  private void apply() {
    applier.apply(changes, Visibility.SURE);
    changes.clear();
  }

  private void changed(String table, String before, String after) {
    String name = "PUBLIC." + table.toUpperCase(Locale.ROOT);
    changes.add(RowChange.of(name, key(table, before), key(table, after)));
  }

  private static Map<String, Object> key(String table, String name) {
    return name.isEmpty()
        ? Map.of()
        : table.equals("posts")
            ? Map.of("NAME", name, "N", 1L)
            : table.equals("tags") ? Map.of("NAME", name, "TAG", "t" + name) : Map.of("NAME", name);
  }

  private void add(String name) {
    String city = "c" + cities++;
    people.put(name, "%s %s [(1)%s] [%s]".formatted(city, city, city, "t" + name));
    run(
        "INSERT INTO people VALUES ('%s', '%s')".formatted(name, city),
        "INSERT INTO homes VALUES ('%s', '%s')".formatted(name, city),
        "INSERT INTO posts VALUES ('%s', 1, '%s')".formatted(name, city),
        "INSERT INTO tags VALUES ('%s', 't%s')".formatted(name, name));
    changed("people", "", name);
    DEPENDENT.forEach(table -> changed(table, "", name));
  }

  private void remove(String name) {
    people.remove(name);
    for (String table : List.of("tags", "posts", "homes", "people")) {
      run("DELETE FROM %s WHERE name = '%s'".formatted(table, name));
      changed(table, name, "");
    }
  }

  private void rename(String name, String other) {
    people.put(other, people.remove(name).replace("t" + name, "t" + other));
    run("UPDATE people SET name = '%s' WHERE name = '%s'".formatted(other, name));
    changed("people", name, other);
    run("UPDATE tags SET name = '%s', tag = 't%s' WHERE name = '%s'".formatted(other, other, name));
    for (String table : DEPENDENT) {
      if (!table.equals("tags")) {
        run("UPDATE %s SET name = '%s' WHERE name = '%s'".formatted(table, other, name));
      }
      changed(table, name, other);
    }
  }

  private void move(String name) {
    String city = "c" + cities++;
    people.put(name, "%s %s [(1)%s] [%s]".formatted(city, city, city, "t" + name));
    run(
        "UPDATE people SET city = '%s' WHERE name = '%s'".formatted(city, name),
        "UPDATE homes SET street = '%s' WHERE name = '%s'".formatted(city, name),
        "UPDATE posts SET text = '%s' WHERE name = '%s'".formatted(city, name));
    changed("people", name, name);
    changed("homes", name, name);
    changed("posts", name, name);
  }

  private Map<String, String> stored() {
    Map<String, String> stored = new TreeMap<>();
    for (EntityRow row :
        store.scan("person", Tuple.EMPTY, Columns.ALL, Paging.first(99)).entries()) {
      List<Object> posts = new ArrayList<>();
      store
          .items("person", row.key(), "posts", Paging.first(99))
          .entries()
          .forEach(item -> posts.add(item.key() + "" + item.value("text")));
      Object tags = row.value("tags");
      stored.put(
          (String) row.key().get(0),
          "%s %s %s %s"
              .formatted(
                  row.value("city"),
                  row.value("street"),
                  posts,
                  tags == null ? "[]" : new TreeSet<>((Set<?>) tags)));
    }
    return stored;
  }

  private Map<String, String> only(String... names) {
    Map<String, String> some = new TreeMap<>();
    List.of(names).forEach(name -> some.put(name, people.get(name)));
    return some;
  }

  /** Ends following, as a switch does, and checks that each row is in the store or rejected. */
  private void cutOver() throws Exception {
    long before = Long.MAX_VALUE;
    while (applier.waiting() > 0 && applier.waiting() < before) {
      before = applier.waiting();
      applier.retry();
    }
    List<String> differences = new ArrayList<>();
    try (JdbcSource source = new JdbcSource(url, 1, false)) {
      Migration last = migration(source);
      long unused = FinalComparison.run(last, store, applier.compared().keySet());
      List<Verification.TableResult> results =
          new Verification(last, store, true, false, each -> differences.add(each.toString()))
              .run();
      assertThat(results).hasSize(4);
    }
    assertThat(differences).allMatch(each -> each.startsWith("missing"));
    Map<String, String> stored = stored();
    Set<String> places = new HashSet<>();
    stored.forEach((name, values) -> assertThat(values).as(name).isEqualTo(people.get(name)));
    stored.keySet().forEach(name -> places.add(place(name)));
    String lines = Files.exists(rejects()) ? Files.readString(rejects()) : "";
    for (String name : people.keySet()) {
      assertThat(places).contains(place(name));
      if (!stored.containsKey(name)) {
        assertThat(lines).contains("{\"table\":\"people\",\"key\":{\"NAME\":\"" + name + "\"}");
      }
    }
    StoreChecks.assertClean(store);
  }

  private static String place(String name) {
    return name.toLowerCase(Locale.ROOT).replace("ø", "o");
  }

  @Test
  void rival_thatComesAndGoes_leavesTheRowThatIsThere() throws Exception {
    add("k7");
    add("k1");
    copy();
    add("K7");
    apply();
    assertThat(stored()).isEqualTo(only("k7", "k1"));
    assertThat(applier.waiting()).isEqualTo(4);
    assertThat(applier.exampleOfWaiting().orElseThrow())
        .isEqualTo("people [K7]: the key (k7), already there, is equal under the collation");
    remove("K7");
    add("K1");
    apply();
    assertThat(stored()).isEqualTo(only("k7", "k1"));
    assertThat(applier.waiting()).isEqualTo(4);
    assertThat(applier.compared()).containsOnlyKeys("people", "homes", "posts", "tags");
    move("K1");
    move("k1");
    apply();
    assertThat(stored()).isEqualTo(only("k7", "k1"));
    cutOver();
    assertThat(stored()).isEqualTo(only("k7", "k1"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void rival_comesWhenTheRowThatIsThereGoes(boolean restarted) throws Exception {
    add("k1");
    add("k2");
    add("k3");
    add("k4");
    add("k5");
    copy();
    add("K1");
    add("K2");
    apply();
    if (restarted) {
      restart();
    }
    remove("k1");
    rename("k2", "z2");
    remove("k3");
    add("K3");
    rename("k4", "K4");
    rename("k5", "tmp");
    add("K5");
    rename("tmp", "k5");
    apply();
    applier.retry();
    assertThat(stored()).isEqualTo(only("K1", "K2", "z2", "K3", "K4", "k5"));
    cutOver();
    assertThat(stored()).isEqualTo(only("K1", "K2", "z2", "K3", "K4", "k5"));
  }

  /** Of the row that the copy rejected, nobody who follows knows. */
  @Test
  void rivalOfTheCopy_isThereAfterTheEnd() throws Exception {
    add("K5");
    add("k5");
    add("K9");
    add("k9");
    add("øre");
    copy();
    remove("K5");
    rename("K9", "x");
    rename("øre", "ore");
    apply();
    cutOver();
    assertThat(stored()).isEqualTo(only("k5", "k9", "ore", "x"));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void anyChanges_loseNothing(long seed) throws Exception {
    Random random = new Random(seed);
    List<String> names = List.of("ab", "Ab", "AB", "aB", "ø", "Ø", "o", "O", "z");
    names.stream().filter(name -> random.nextBoolean()).forEach(this::add);
    copy();
    for (int step = 0; step < 12; step++) {
      Map<String, String> before = stored();
      Set<String> moved = new HashSet<>();
      for (int change = random.nextInt(4); change >= 0; change--) {
        String name = names.get(random.nextInt(names.size()));
        String other = names.get(random.nextInt(names.size()));
        if (!people.containsKey(name)) {
          add(name);
        } else if (random.nextInt(3) == 0) {
          move(name);
        } else {
          moved.add(name);
          if (people.containsKey(other) || random.nextBoolean()) {
            remove(name);
          } else {
            rename(name, other);
          }
        }
      }
      apply();
      Set<String> after = stored().keySet();
      assertThat(after)
          .containsAll(
              before.keySet().stream()
                  .filter(name -> people.containsKey(name) && !moved.contains(name))
                  .toList());
      if (random.nextInt(4) == 0) {
        restart();
      }
    }
    cutOver();
  }
}
