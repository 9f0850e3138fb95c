package org.portolan.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.data.Store;
import org.portolan.migrate.sql.JdbcSource;

/**
 * Rows of an entity that the database tells apart, and whose keys are equal under the collation of
 * the design: one of them is in the store with what belongs to it, and the file of rejects has the
 * others with what belongs to these.
 */
class ContestedRowsTest {
  private static final String[] SHOWN = {"city", "mail", "street", "posts", "tags"};

  @TempDir Path directory;
  private ContestedPeople people;
  private Store store;

  @BeforeEach
  void create() {
    people = new ContestedPeople(directory, false);
    store = people.open();
  }

  @AfterEach
  void close() {
    store.close();
  }

  private void addPerson(String name, String city) {
    people.run(
        "INSERT INTO people VALUES ('%s', '%s', '%s')".formatted(name, city, city),
        "INSERT INTO homes VALUES ('%s', '%s')".formatted(name, city),
        "INSERT INTO posts VALUES ('%s', 1, '%s')".formatted(name, city),
        "INSERT INTO tags VALUES ('%s', '%s')".formatted(name, city));
  }

  private void removePerson(String name) {
    for (String table : List.of("people", "homes", "posts", "tags")) {
      people.run("DELETE FROM " + table + " WHERE name = '" + name + "'");
    }
  }

  /** Copies, or resumes, and returns what the store has, with the new lines of rejects. */
  private Map<String, String> copy() {
    MigrationSummary unused = people.copy(store);
    StoreChecks.assertClean(store);
    return stored(store);
  }

  private List<String> verify(boolean full, boolean repair) {
    return people.verify(store, full, repair);
  }

  private static Map<String, String> stored(Store store) {
    return ContestedPeople.people(store, SHOWN);
  }

  private static String all(String city) {
    return "%s %s %s [(1)%s] [%s]".formatted(city, city, city, city, city);
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
  void resume_rowThatIsInTheStoreStays_untilItGoes(String first, String second, int range) {
    people.inRangesOf(range);
    addPerson(first, "a");
    assertThat(copy()).isEqualTo(Map.of(first, all("a")));

    addPerson(second, "b");
    assertThat(copy()).isEqualTo(Map.of(first, all("a")));
    assertThat(people.lines()).containsAll(rejected(second, first)).hasSize(4);
    assertThat(verify(true, false)).hasSize(4).allMatch(each -> each.startsWith("missing"));

    assertThat(copy()).isEqualTo(Map.of(first, all("a")));
    assertThat(people.lines()).hasSize(4);

    removePerson(first);
    assertThat(copy()).isEqualTo(Map.of(second, all("b")));
    assertThat(people.lines()).isEmpty();
    assertThat(verify(true, false)).isEmpty();
  }

  /** The row that comes first does not fit, so its rival has the place. */
  @Test
  void copy_rivalOfARowThatDoesNotFit_isInTheStore() {
    addPerson("abe", "b");
    people.run("INSERT INTO people VALUES ('aether', 'a', 'b'), ('æther', 'c', 'c')");
    assertThat(copy()).isEqualTo(Map.of("abe", all("b"), "æther", "c c null [] []"));
    assertThat(people.lines()).hasSize(1);
  }

  /** An element that the owner's spelling has too is refused with the name of its rival. */
  @ParameterizedTest
  @ValueSource(ints = {1, 9})
  void copy_elementOfTwoSpellings_thatOfTheOwnerStays(int range) {
    people.inRangesOf(range);
    addPerson("øyvind", "t1");
    people.run("INSERT INTO tags VALUES ('oyvind', 't1')");
    assertThat(copy()).isEqualTo(Map.of("øyvind", all("t1")));
    assertThat(people.lines())
        .singleElement()
        .asString()
        .startsWith("table:tags,key:NAME:oyvind,TAG:t1,")
        .contains("to the key (øyvind");
    assertThat(verify(false, false)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 9})
  void copy_elementsOfARejectedOwner_areNotThoseOfItsRival(int range) {
    people.inRangesOf(range);
    addPerson("oyvind", "a");
    addPerson("øyvind", "b");
    people.run("INSERT INTO tags VALUES ('øyvind', 'a'), ('øyvind', 'admin')");
    assertThat(copy()).isEqualTo(Map.of("oyvind", all("a")));
    assertThat(people.lines())
        .containsAll(rejected("øyvind", "oyvind"))
        .contains(ownersLine("tags", "NAME:øyvind,TAG:admin", "øyvind", "oyvind"))
        .contains(ownersLine("tags", "NAME:øyvind,TAG:a", "øyvind", "oyvind"))
        .hasSize(6);
    assertThat(verify(true, false)).isNotEmpty().allMatch(each -> each.startsWith("missing"));
  }

  /** What was an owner's becomes that of a rejected one, though its own table does not change. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void ownerOfWhatIsInTheStore_comesAndIsRejected(boolean repaired) {
    people.inRangesOf(1);
    addPerson("oyvind", "a");
    removePerson("oyvind");
    people.run(
        "INSERT INTO people VALUES ('oyvind', 'a', 'a')",
        "INSERT INTO homes VALUES ('øyvind', 'b')",
        "INSERT INTO posts VALUES ('øyvind', 1, 'b')",
        "INSERT INTO tags VALUES ('øyvind', 'b')");
    assertThat(copy()).isEqualTo(Map.of("oyvind", "a a b [(1)b] [b]"));
    people.run("INSERT INTO people VALUES ('øyvind', 'b', 'b')");
    if (repaired) {
      assertThat(verify(true, false)).anyMatch(each -> each.startsWith("surplus tags"));
      List<String> unused = verify(true, true);
      assertThat(verify(true, false)).isNotEmpty().allMatch(each -> each.startsWith("missing"));
    } else {
      assertThat(copy()).isEqualTo(Map.of("oyvind", "a a null [] []"));
      assertThat(people.lines()).hasSize(4);
    }
    assertThat(stored(store)).isEqualTo(Map.of("oyvind", "a a null [] []"));
  }

  /** The spelling that stays becomes another one: the resumed store is what a new one would be. */
  @Test
  void resume_spellingOfElementsChanges() {
    people.inRangesOf(1);
    addPerson("oyvind", "o");
    addPerson("øyvind", "t1");
    people.run("INSERT INTO tags VALUES ('oyvind', 't1'), ('øyvind', 't2')");
    Map<String, String> unused = copy();
    people.run(
        "UPDATE tags SET name = 'oyvind' WHERE name = 'øyvind' AND tag = 't2'",
        "DELETE FROM people WHERE name = 'oyvind'");
    Map<String, String> resumed = copy();
    assertThat(resumed).isEqualTo(Map.of("øyvind", "t1 t1 t1 [(1)t1] [t1]"));
    List<String> ofResumed = people.lines();
    try (Store fresh = people.open("fresh")) {
      MigrationSummary summary = people.copy(fresh);
      assertThat(stored(fresh)).isEqualTo(resumed);
      assertThat(people.lines()).isEqualTo(ofResumed).hasSize((int) summary.rejected());
    }
  }

  /** The first one in the order of the table stays, however many threads read. */
  @Test
  void copy_ofRangesThatAreReadInAnyOrder_keepsTheFirst() {
    people.inRangesOf(1);
    for (String name : List.of("Ab", "aB", "ab", "Cd", "cd", "x")) {
      addPerson(name, name);
    }
    try (JdbcSource source = new JdbcSource(people.url(), 1, false)) {
      MigrationSummary unused = people.migration(new LateFirstRange(source)).run(store);
    }
    assertThat(stored(store)).containsOnlyKeys("Ab", "Cd", "x");
  }

  /** The rows of no other owner can be meant, if the database takes the names for equal. */
  @Test
  void copy_ownerOfAnotherSpelling_isThatOfTheDatabase() {
    people.ignoreCase("people");
    addPerson("aether", "a");
    addPerson("æther", "b");
    people.run(
        "INSERT INTO posts VALUES ('Aether', 2, 'c'), ('Æther', 2, 'd'), ('aéther', 2, 'e')",
        "INSERT INTO tags VALUES ('Bo', 'f')",
        "INSERT INTO people VALUES ('bo', 'g', 'g')");
    for (int pass = 0; pass < 2; pass++) {
      assertThat(copy())
          .isEqualTo(Map.of("aether", "a a a [(1)a, (2)c] [a]", "bo", "g g null [] [f]"));
      assertThat(people.lines())
          .contains(ownersLine("posts", "NAME:Æther,N:2", "æther", "aether"))
          .contains(
              "table:posts,key:NAME:aéther,N:2,reason:its owner, the row (aéther) of person, is"
                  + " absent, and several rows are equal to it under the collation, for example"
                  + " (aether)")
          .hasSize(6);
      assertThat(verify(true, false))
          .hasSize(6)
          .contains(
              "missing posts (Æther, 2) its owner, the row (æther) of person, is not in the"
                  + " store: the row (aether) is equal under the collation");
    }
  }

  /** Its reason is in the file of rejects, and here. */
  @Test
  void verify_rowWhoseOwnerIsAbsent_saysSo() {
    people.run("INSERT INTO posts VALUES ('nobody', 1, 'a')");
    Map<String, String> unused = copy();
    assertThat(verify(true, false))
        .containsExactly(
            "missing posts (nobody, 1) its owner, the row (nobody) of person, is absent");
  }
}
