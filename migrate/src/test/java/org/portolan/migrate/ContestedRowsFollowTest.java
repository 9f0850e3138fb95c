package org.portolan.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.data.Store;
import org.portolan.migrate.sql.Database;
import org.portolan.migrate.sql.JdbcSource;
import org.portolan.migrate.sql.KeyedRows.Visibility;

/**
 * Rows of an entity whose keys are equal under the collation of the design only, while a log is
 * followed: the one that the store has stays as long as the database has it, and then another
 * comes, at the latest by the comparison at the end.
 */
class ContestedRowsFollowTest {
  private static final List<String> DEPENDENT = List.of("homes", "posts", "tags");

  @TempDir Path directory;
  private ContestedPeople database;
  private Store store;
  private ChangeApplier applier;
  private final List<RowChange> changes = new ArrayList<>();

  /** What the database has of each person. */
  private final Map<String, String> people = new TreeMap<>();

  private int cities;

  @BeforeEach
  void create() {
    database = new ContestedPeople(directory, false);
    store = database.open();
  }

  @AfterEach
  void close() {
    applier.close();
    store.close();
  }

  private void copy() {
    MigrationSummary unused = database.copy(store);
    changes.clear();
    follow();
  }

  /** Begins to follow, as a process that has not copied. */
  private void follow() {
    try (JdbcSource source = new JdbcSource(database.url(), 1, false)) {
      applier = new ChangeApplier(database.migration(source), store, new Database(database.url()));
      applier.findRivals(source);
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
    database.run(
        "INSERT INTO people VALUES ('%1$s', '%2$s', '%2$s')".formatted(name, city),
        "INSERT INTO homes VALUES ('%s', '%s')".formatted(name, city),
        "INSERT INTO posts VALUES ('%s', 1, '%s')".formatted(name, city),
        "INSERT INTO tags VALUES ('%s', 't%s')".formatted(name, name));
    changed("people", "", name);
    DEPENDENT.forEach(table -> changed(table, "", name));
  }

  private void remove(String name) {
    people.remove(name);
    for (String table : List.of("tags", "posts", "homes", "people")) {
      database.run("DELETE FROM %s WHERE name = '%s'".formatted(table, name));
      changed(table, name, "");
    }
  }

  private void rename(String name, String other) {
    people.put(other, people.remove(name).replace("t" + name, "t" + other));
    database.run("UPDATE people SET name = '%s' WHERE name = '%s'".formatted(other, name));
    changed("people", name, other);
    database.run(
        "UPDATE tags SET name = '%s', tag = 't%s' WHERE name = '%s'".formatted(other, other, name));
    for (String table : DEPENDENT) {
      if (!table.equals("tags")) {
        database.run("UPDATE %s SET name = '%s' WHERE name = '%s'".formatted(table, other, name));
      }
      changed(table, name, other);
    }
  }

  private void move(String name) {
    String city = "c" + cities++;
    people.put(name, "%s %s [(1)%s] [%s]".formatted(city, city, city, "t" + name));
    database.run(
        "UPDATE people SET city = '%1$s', mail = '%1$s' WHERE name = '%2$s'".formatted(city, name),
        "UPDATE homes SET street = '%s' WHERE name = '%s'".formatted(city, name),
        "UPDATE posts SET text = '%s' WHERE name = '%s'".formatted(city, name));
    changed("people", name, name);
    changed("homes", name, name);
    changed("posts", name, name);
  }

  private Map<String, String> stored() {
    return ContestedPeople.people(store, "city", "street", "posts", "tags");
  }

  private Map<String, String> only(String... names) {
    Map<String, String> some = new TreeMap<>();
    List.of(names).forEach(name -> some.put(name, people.get(name)));
    return some;
  }

  /** Ends following, as a switch does, and checks that each row is in the store or rejected. */
  private void cutOver() {
    long before = Long.MAX_VALUE;
    while (applier.waiting() > 0 && applier.waiting() < before) {
      before = applier.waiting();
      applier.retry();
    }
    List<String> differences = new ArrayList<>();
    try (JdbcSource source = new JdbcSource(database.url(), 1, false)) {
      Migration last = database.migration(source);
      long unused = FinalComparison.run(last, store, applier.compared().keySet());
      List<Verification.TableResult> results =
          new Verification(last, store, true, false, each -> differences.add(each.toString()))
              .run();
      assertThat(results).hasSize(6);
    }
    assertThat(differences).allMatch(each -> each.startsWith("missing"));
    Map<String, String> stored = stored();
    Set<String> places = new HashSet<>();
    stored.forEach((name, values) -> assertThat(values).as(name).isEqualTo(people.get(name)));
    stored.keySet().forEach(name -> places.add(place(name)));
    String lines = database.lines().toString();
    for (String name : people.keySet()) {
      assertThat(places).contains(place(name));
      if (!stored.containsKey(name)) {
        assertThat(lines).contains("table:people,key:NAME:" + name + ",");
      }
    }
    StoreChecks.assertClean(store);
  }

  private static String place(String name) {
    return name.toLowerCase(Locale.ROOT).replace("ø", "o");
  }

  @Test
  void rival_thatComesAndGoes_leavesTheRowThatIsThere() {
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
    assertThat(applier.compared())
        .containsOnlyKeys("people", "homes", "phones", "posts", "tags", "labels");
    move("K1");
    move("k1");
    apply();
    assertThat(stored()).isEqualTo(only("k7", "k1"));
    cutOver();
    assertThat(stored()).isEqualTo(only("k7", "k1"));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void rival_comesWhenTheRowThatIsThereGoes(boolean restarted) {
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

  /** Rows that the copy rejected come when their place is free. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void rivalOfTheCopy_comesWhenTheRowThatIsThereGoes(boolean restarted) {
    add("K5");
    add("k5");
    add("K9");
    add("k9");
    add("øre");
    copy();
    assertThat(applier.waiting()).isEqualTo(8);
    if (restarted) {
      restart();
      assertThat(applier.waiting()).isEqualTo(8);
    }
    remove("K5");
    rename("K9", "x");
    rename("øre", "ore");
    apply();
    applier.retry();
    assertThat(stored()).isEqualTo(only("k5", "k9", "ore", "x"));
    assertThat(applier.waiting()).isZero();
    cutOver();
    assertThat(stored()).isEqualTo(only("k5", "k9", "ore", "x"));
  }

  /** The log names both spellings, and the database finds one row by either. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void respelledRow_ofNamesThatTheDatabaseTakesForEqual_comesInItsSpelling(boolean restarted) {
    database.ignoreCase("people");
    add("ab");
    copy();
    // H2 leaves the old spelling in its index if a name changes in its case only.
    database.run("UPDATE people SET name = 'x'", "UPDATE people SET name = 'Ab'");
    changed("people", "ab", "Ab");
    if (restarted) {
      restart();
    }
    apply();
    assertThat(stored()).containsOnlyKeys("Ab");
    people.put("Ab", people.remove("ab"));
    cutOver();
    assertThat(stored()).isEqualTo(only("Ab"));
  }

  /** The row of another spelling was never in the store, or goes and leaves the place to it. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void partsItemsAndElements_ofARowThatGoes_areNotThoseOfAnotherSpelling(boolean restarted) {
    for (String name : List.of("Zoe", "Ann", "Bob")) {
      add(name);
    }
    database.run("DELETE FROM homes", "DELETE FROM posts", "DELETE FROM tags");
    for (String table : List.of("homes", "posts")) {
      String n = table.equals("posts") ? "1, " : "";
      database.run(
          "INSERT INTO %1$s VALUES ('ZOE', %2$s'U'), ('zoe', %2$s'l'), ('Ann', %2$s'x')"
              .formatted(table, n));
    }
    database.run(
        "INSERT INTO tags VALUES ('ZOE', 't'), ('zoe', 't'), ('zoe', 'u'), ('Ann', 'a'),"
            + " ('Bob', 'b'), ('bob', 'b')",
        "INSERT INTO labels VALUES ('ZOE', 1, 't'), ('zoe', 1, 't'), ('zoe', 2, 't')");
    copy();
    assertThat(values("Zoe")).isEqualTo("U [(1)U] [t] [t]");
    assertThat(values("Bob")).isEqualTo("null [] [b] []");
    if (restarted) {
      restart();
    }
    for (String table : List.of("homes", "posts", "tags", "labels")) {
      database.run("DELETE FROM " + table + " WHERE name = 'ZOE'");
      changes.add(of(table, Map.of("NAME", "ZOE", "N", 1L), Map.of()));
    }
    database.run("DELETE FROM tags WHERE name = 'Bob'");
    changes.add(of("tags", Map.of("NAME", "Bob"), Map.of()));
    apply();
    assertThat(values("Zoe")).isEqualTo("l [(1)l] [t, u] [t, t]");
    assertThat(values("Bob")).isEqualTo("null [] [b] []");
    database.run(
        "INSERT INTO homes VALUES ('ann', 'y')",
        "INSERT INTO posts VALUES ('ann', 1, 'y')",
        "INSERT INTO tags VALUES ('ann', 'y')");
    Map<String, Object> ann = Map.of("NAME", "ann", "N", 1L);
    List.of("homes", "posts", "tags").forEach(table -> changes.add(of(table, Map.of(), ann)));
    apply();
    assertThat(values("Ann")).isEqualTo("x [(1)x] [a] []");
    assertThat(applier.waiting()).isEqualTo(3);
    for (String table : List.of("homes", "posts", "tags")) {
      database.run("DELETE FROM " + table + " WHERE name = 'Ann'");
      changes.add(of(table, Map.of("NAME", "Ann", "N", 1L), Map.of()));
    }
    apply();
    assertThat(values("Ann")).isEqualTo("y [(1)y] [y] []");
    assertThat(applier.waiting()).isZero();
  }

  private static RowChange of(String table, Map<String, Object> before, Map<String, Object> after) {
    return RowChange.of("PUBLIC." + table.toUpperCase(Locale.ROOT), before, after);
  }

  private String values(String name) {
    return ContestedPeople.people(store, "street", "posts", "tags", "labels").get(name);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void anyChanges_loseNothing(long seed) {
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
