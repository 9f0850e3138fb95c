package org.portolan.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.data.Store;
import org.portolan.data.Stores;
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
  private static final String[] SHOWN = {"street", "number", "posts", "tags", "labels"};

  @TempDir Path directory;
  private ContestedPeople people;

  @BeforeEach
  void fill() {
    people = new ContestedPeople(directory, true);
    people.inRangesOf(1);
    people.run(
        // The first owner is spelled as the later of its parts, the second as none of them.
        "INSERT INTO people (tenant, name, city) VALUES"
            + " (1, 'øyvind', 'Oslo'), (1, 'RENÉ', 'Paris'), (1, 'bo', 'Ry'),"
            + " (2, 'oyvind', 'Bergen')",
        "INSERT INTO homes VALUES (1, 'oyvind', 'x'), (1, 'øyvind', 'a'), (1, 'rené', 'x'),"
            + " (1, 'rene', 'b'), (1, 'BO', 'c'), (2, 'oyvind', 'd')",
        "INSERT INTO phones VALUES (1, 'oyvind', '7'), (1, 'øyvind', '8')",
        "INSERT INTO posts VALUES (1, 'oyvind', 1, 'x'), (1, 'øyvind', 1, 'a'),"
            + " (1, 'oyvind', 2, 'b'), (1, 'rené', 1, 'x'), (1, 'rene', 1, 'c'), (1, 'BO', 1, 'd')",
        "INSERT INTO tags VALUES (1, 'oyvind', 'x'), (1, 'øyvind', 'a'), (1, 'øyvind', 'b'),"
            + " (1, 'BO', 'c'), (1, 'bo', 'd')",
        "INSERT INTO labels VALUES (1, 'oyvind', 1, 'x'), (1, 'øyvind', 1, 'x'),"
            + " (1, 'øyvind', 2, 'y'), (1, 'øyvind', 3, 'x'), (1, 'rené', 1, 'x'),"
            + " (1, 'rene', 1, 'z')");
  }

  private Map<String, String> stored(Store store) {
    return ContestedPeople.people(store, SHOWN);
  }

  private static final Map<String, String> KEPT =
      Map.of(
          "(1, øyvind)", "a 8 [(1)a, (2)b] [a, b] [x, y, x]",
          "(1, RENÉ)", "b null [(1)c] [] [z]",
          "(1, bo)", "c null [(1)d] [d] []",
          "(2, oyvind)", "d null [] [] []");

  private static String line(String table, String key, String refused, String kept) {
    return "table:"
        + table
        + ",key:"
        + key
        + ",reason:the key "
        + refused
        + " is equal under the collation of its owner to the key "
        + kept
        + " of another row, and the store has that one";
  }

  private static final List<String> REJECTED =
      List.of(
          line("homes", "TENANT:1,NAME:oyvind", "(1, oyvind)", "(1, øyvind)"),
          line("homes", "TENANT:1,NAME:rené", "(1, rené)", "(1, rene)"),
          line("labels", "TENANT:1,NAME:oyvind", "(1, oyvind)", "(1, øyvind)"),
          line("labels", "TENANT:1,NAME:rené", "(1, rené)", "(1, rene)"),
          line("phones", "TENANT:1,NAME:oyvind", "(1, oyvind)", "(1, øyvind)"),
          line("posts", "TENANT:1,NAME:oyvind,N:1", "(1, oyvind, 1)", "(1, øyvind, 1)"),
          line("posts", "TENANT:1,NAME:rené,N:1", "(1, rené, 1)", "(1, rene, 1)"),
          line("tags", "TENANT:1,NAME:BO,TAG:c", "(1, BO)", "(1, bo)"),
          line("tags", "TENANT:1,NAME:oyvind,TAG:x", "(1, oyvind)", "(1, øyvind)"));

  @ParameterizedTest
  @EnumSource(Kinds.class)
  void copy_keepsOneOfThem_andRejectsTheOthers(Kinds kind) {
    try (Store store = Stores.openOrCreate(kind.uri(directory, "contested"), people.design())) {
      MigrationSummary summary = people.copy(store);
      if (kind == Kinds.EMBEDDED || kind == Kinds.ROWS) {
        assertThat(stored(store)).isEqualTo(KEPT);
      }
      assertThat(people.lines()).isEqualTo(REJECTED);
      assertThat(summary.rejected()).isEqualTo(REJECTED.size());
      StoreChecks.assertClean(store);
    }
  }

  /** Rows that are read together are no other case than rows that are read apart. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 99})
  void secondPassAndRepair_keepTheSameOnes(int range) {
    people.inRangesOf(range);
    try (Store store = people.open()) {
      for (int pass = 0; pass < 2; pass++) {
        MigrationSummary unused = people.copy(store);
        assertThat(stored(store)).isEqualTo(KEPT);
        assertThat(people.lines()).isEqualTo(REJECTED);
      }
      store.write(
          transaction -> {
            Tuple key = Tuple.of(1, "øyvind");
            Map<String, Object> wrong = Map.of("street", "wrong", "labels", List.of("wrong"));
            boolean unused = transaction.update("person", key, wrong);
            transaction.deleteItem("person", key, "posts", Tuple.of(1));
            return null;
          });
      assertThat(people.verify(store, true, true))
          .contains(
              "different homes (1, øyvind) street: database a, store wrong repaired",
              "missing posts (1, øyvind, 1) repaired",
              "missing homes (1, rené) the key (1, rené) is equal under the collation of its owner"
                  + " to the key (1, rene) of another row, and the store has that one");
      assertThat(stored(store)).isEqualTo(KEPT);
      StoreChecks.assertClean(store);
    }
  }

  /** Rows that are different would forbid a switch, and rejected ones may stay behind. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void verification_byAnotherProcess_findsTheRejectedOnesMissing(boolean full) {
    try (Store store = people.open()) {
      MigrationSummary unused = people.copy(store);
      assertThat(people.verify(store, full, false))
          .hasSize(REJECTED.size())
          .allMatch(each -> each.startsWith("missing"))
          .allMatch(each -> each.contains("is equal under the collation"));
    }
  }

  /** As a row of the database comes or goes, the row that stays may be another one. */
  @Test
  void secondPass_theRowThatStaysIsAnother() {
    try (Store store = people.open()) {
      MigrationSummary unused = people.copy(store);
      people.run(
          "DELETE FROM homes WHERE tenant = 1 AND name = 'øyvind'",
          "DELETE FROM phones WHERE tenant = 1 AND name = 'øyvind'",
          "DELETE FROM posts WHERE tenant = 1 AND name = 'øyvind'",
          "DELETE FROM labels WHERE tenant = 1 AND name = 'øyvind'",
          "INSERT INTO posts VALUES (1, 'bo', 1, 'e')");
      MigrationSummary again = people.copy(store);
      assertThat(again.rejected()).isPositive();
      assertThat(stored(store))
          .containsEntry("(1, øyvind)", "x 7 [(1)x, (2)b] [a, b] [x]")
          .containsEntry("(1, bo)", "c null [(1)e] [d] []");
    }
  }

  /** The database takes these names for equal, so that they are one owner. */
  @ParameterizedTest
  @ValueSource(ints = {1, 99})
  void elements_ofNamesThatTheDatabaseTakesForEqual_areTogether(int range) {
    people.inRangesOf(range);
    people.run("DELETE FROM labels", "DELETE FROM tags");
    people.ignoreCase("labels");
    people.ignoreCase("tags");
    people.run(
        "INSERT INTO labels VALUES (1, 'BO', 1, 'x'), (1, 'bo', 2, 'y'), (1, 'Bo', 3, 'x'),"
            + " (1, 'bö', 1, 'z')",
        "INSERT INTO tags VALUES (1, 'Bo', 'x'), (1, 'bO', 'y'), (1, 'bö', 'z')");
    try (Store store = people.open()) {
      for (int pass = 0; pass < 2; pass++) {
        MigrationSummary unused = people.copy(store);
        assertThat(stored(store)).containsEntry("(1, bo)", "c null [(1)d] [x, y] [x, y, x]");
        assertThat(people.lines().toString())
            .contains("table:labels,key:TENANT:1,NAME:bö,reason:the key (1, bö) is equal")
            .contains("table:tags,key:TENANT:1,NAME:bö,TAG:z,reason:the key (1, bö) is equal");
        assertThat(people.lines().stream().filter(line -> line.matches("table:(labels|tags).*")))
            .hasSize(2);
      }
      assertThat(people.verify(store, true, false)).noneMatch(each -> each.contains("different"));
    }
  }

  /** Nothing of it can be in the store, so its rival has the place. */
  @Test
  void partWithoutAValue_claimsNothing() {
    people.run(
        "DELETE FROM homes",
        "INSERT INTO homes VALUES (1, 'bo', NULL), (1, 'BO', 'real'), (1, 'øyvind', NULL)");
    try (Store store = people.open()) {
      for (int pass = 0; pass < 2; pass++) {
        MigrationSummary unused = people.copy(store);
        assertThat(stored(store)).containsEntry("(1, bo)", "real null [(1)d] [d] []");
        assertThat(people.lines()).noneMatch(line -> line.contains("homes"));
        assertThat(people.verify(store, true, false)).noneMatch(line -> line.contains("homes"));
      }
      Map<String, Object> nothing = Collections.singletonMap("street", null);
      store.write(transaction -> transaction.update("person", Tuple.of(1, "bo"), nothing));
      assertThat(people.verify(store, true, true))
          .contains("missing homes (1, BO) street: database real, store null repaired");
      assertThat(stored(store)).containsEntry("(1, bo)", "real null [(1)d] [d] []");
    }
  }

  private static Map<String, Object> key(String name) {
    return Map.of("TENANT", 1L, "NAME", name);
  }

  private static Map<String, Object> key(String name, long n) {
    return Map.of("TENANT", 1L, "NAME", name, "N", n);
  }

  @Test
  void follow_keepsOneOfThem_whateverComesAndGoes() {
    people.inRangesOf(10_000);
    Store store = people.open();
    MigrationSummary unused = people.copy(store);
    ChangeApplier applier;
    try (JdbcSource source = new JdbcSource(people.url(), 1, false)) {
      applier = new ChangeApplier(people.migration(source), store, new Database(people.url()));
      applier.findRivals(source);
    }
    try (store;
        applier) {
      people.run("UPDATE homes SET street = street || '2'", "UPDATE posts SET text = text || '2'");
      applier.apply(
          List.of(
              RowChange.of("PUBLIC.HOMES", key("oyvind"), key("oyvind")),
              RowChange.of("PUBLIC.HOMES", key("rené"), key("rené")),
              RowChange.of("PUBLIC.POSTS", key("øyvind", 1), key("øyvind", 1)),
              RowChange.of("PUBLIC.POSTS", key("oyvind", 1), key("oyvind", 1))),
          Visibility.SURE);
      assertThat(stored(store))
          .containsEntry("(1, øyvind)", "a2 8 [(1)a2, (2)b] [a, b] [x, y, x]")
          .containsEntry("(1, RENÉ)", "b2 null [(1)c2] [] [z]");
      assertThat(applier.waiting()).isEqualTo(REJECTED.size());
      assertThat(applier.exampleOfWaiting().orElseThrow())
          .contains("(1, oyvind) is equal under the collation of its owner to the key (1, øyvind)");

      // A row that was alone until now.
      people.run(
          "INSERT INTO homes VALUES (1, 'bo', 'e')", "DELETE FROM posts WHERE name = 'oyvind'");
      applier.apply(
          List.of(
              RowChange.of("PUBLIC.HOMES", Map.of(), key("bo")),
              RowChange.of("PUBLIC.POSTS", key("oyvind", 1), Map.of()),
              RowChange.of("PUBLIC.POSTS", key("oyvind", 2), Map.of())),
          Visibility.SURE);
      assertThat(stored(store))
          .containsEntry("(1, øyvind)", "a2 8 [(1)a2] [a, b] [x, y, x]")
          .containsEntry("(1, bo)", "e null [(1)d] [d] []");

      // Those that stayed go, and the others come.
      people.run("DELETE FROM homes WHERE name IN ('bo', 'øyvind')");
      applier.apply(
          List.of(
              RowChange.of("PUBLIC.HOMES", key("bo"), Map.of()),
              RowChange.of("PUBLIC.HOMES", key("øyvind"), Map.of())),
          Visibility.SURE);
      assertThat(stored(store))
          .containsEntry("(1, øyvind)", "x2 8 [(1)a2] [a, b] [x, y, x]")
          .containsEntry("(1, bo)", "c2 null [(1)d] [d] []");

      people.run("DELETE FROM homes WHERE tenant = 1");
      applier.apply(
          List.of(
              RowChange.of("PUBLIC.HOMES", key("BO"), Map.of()),
              RowChange.of("PUBLIC.HOMES", key("rené"), Map.of()),
              RowChange.of("PUBLIC.HOMES", key("rene"), Map.of()),
              RowChange.of("PUBLIC.HOMES", key("oyvind"), Map.of())),
          Visibility.SURE);
      assertThat(stored(store))
          .containsEntry("(1, øyvind)", "null 8 [(1)a2] [a, b] [x, y, x]")
          .containsEntry("(1, RENÉ)", "null null [(1)c2] [] [z]")
          .containsEntry("(1, bo)", "null null [(1)d] [d] []");
      // Those of phones, posts, tags and labels that the copy rejected.
      assertThat(applier.waiting()).isEqualTo(6);
      StoreChecks.assertClean(store);
    }
  }
}
