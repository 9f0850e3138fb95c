package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.rehearsal.BesideDatabase.Query;
import org.portolan.types.Tuple;

/** Queries of a table whose rows are elements of sets: an index lists the owners of an element. */
class SetsBesideDatabaseTest {
  private static final Map<String, Object> LIST =
      Map.of("tagList", Arrays.asList("x", "y", "q", "x", null), "kind", "user");

  @TempDir Path directory;

  /** An owner with two of the elements is two rows. */
  @ParameterizedTest
  @ValueSource(strings = {"person_id", "tag", "person_id, tag"})
  void rowsOfSeveralElements_areEachARow(String columns) throws Exception {
    Query query =
        new Query(
            "tags",
            List.of(columns.split(", ", -1)),
            "tag IN ('x', 'y', 'q', 'x', NULL)",
            "",
            Optional.empty());
    try (BesideDatabase beside = new BesideDatabase(directory, query.text() + ";\n")) {
      beside.find(0, query, LIST);
    }
  }

  /** What the application counts and groups has a key for each row, with its element. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT COUNT(*) FROM tags WHERE tag IN ('x', 'y')",
        "SELECT tag, COUNT(*) FROM tags WHERE tag IN ('x', 'y') GROUP BY tag",
        "SELECT COUNT(DISTINCT tag) FROM tags WHERE tag IN ('x', 'y')",
        "SELECT person_id, COUNT(*) c FROM tags WHERE tag IN ('x', 'y') GROUP BY person_id HAVING"
            + " c = 2"
      })
  void countsAndGroups_haveAKeyForEachRow(String query) throws Exception {
    try (BesideDatabase beside = new BesideDatabase(directory, query + ";\n")) {
      assertThat(List.<Object>copyOf((List<?>) beside.call(0, LIST)))
          .containsExactlyInAnyOrder(
              Tuple.of(1L, "x"), Tuple.of(1L, "y"), Tuple.of(2L, "x"), Tuple.of(2L, "y"));
    }
  }

  /** The owners are found once, by the keys of the rows that name them. */
  @Test
  void join_findsTheOwnersOfTheRows() throws Exception {
    String query =
        "SELECT COUNT(*) FROM tags t JOIN people p ON p.id = t.person_id WHERE t.tag IN ('x', 'y')"
            + " AND p.kind = 'user'";
    try (BesideDatabase beside = new BesideDatabase(directory, query + ";\n")) {
      assertThat((List<?>) beside.call(0, LIST)).hasSize(1);
      assertThat(new AccessPathLines(beside.proposal()).of(beside.served(0)))
          .contains(
              "// tagsKeys has, for each row of tags, the key of the owner with the element behind"
                  + " it.");
    }
  }

  /** A set has no order, and the elements of an owner are all read. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT tag FROM tags WHERE person_id = 3 ORDER BY tag | tag",
        "SELECT tag FROM tags WHERE person_id = 3 ORDER BY tag DESC LIMIT 2 | tag desc",
        "SELECT tag FROM tags WHERE person_id = 3 ORDER BY person_id, tag | person_id, tag",
        "SELECT p.id, t.tag FROM people p JOIN tags t ON t.person_id = p.id WHERE p.id = 3 ORDER BY"
            + " t.tag DESC | tag desc",
        "SELECT person_id FROM tags WHERE tag = 'x' ORDER BY person_id LIMIT 2 | person_id"
      })
  void orderOfElements_isTheApplicationsWork(String query, String order) throws Exception {
    assertThat(TwinRows.served(directory, query).notes())
        .contains("the application sorts by " + order);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT tag FROM tags WHERE person_id = 3 ORDER BY person_id",
        "SELECT tag FROM tags WHERE person_id = 3 AND tag = 'x' ORDER BY tag",
        "SELECT person_id FROM tags WHERE tag = 'x' ORDER BY tag"
      })
  void orderByWhatAllElementsHave_isNone(String query) throws Exception {
    assertThat(TwinRows.served(directory, query).notes())
        .noneMatch(note -> note.contains("the application sorts"));
  }
}
