package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.advisor.serve.Served;
import org.portolan.advisor.serve.Step;
import org.portolan.rehearsal.BesideDatabase.Query;

/** A page, groups and windows are made of all rows that a subquery finds by itself. */
class ResultsOfSubqueriesTest {
  @TempDir Path directory;

  private Served served(String statement) throws Exception {
    return TwinRows.served(directory, statement);
  }

  /** The lines give all rows of the subquery, and the application checks what is around it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM (SELECT * FROM orders WHERE @ ORDER BY placed DESC LIMIT 5) x WHERE total = 3",
        "SELECT * FROM (SELECT * FROM orders WHERE @ LIMIT 5) x WHERE id = 4",
        "SELECT * FROM (SELECT * FROM orders WHERE @ LIMIT 5) x WHERE total IN (3, 5) AND placed > 3",
        "SELECT * FROM (SELECT * FROM orders WHERE @ LIMIT 5) x WHERE placed IS NULL",
        "SELECT * FROM (SELECT * FROM orders WHERE @ LIMIT 5) x WHERE total <> 3",
        "SELECT * FROM (SELECT * FROM orders WHERE @ ORDER BY id OFFSET 2 ROWS) x WHERE total = 3",
        "SELECT * FROM (SELECT y.* FROM (SELECT * FROM orders WHERE @ LIMIT 5) y) x WHERE total = 3",
        "WITH t AS (SELECT * FROM orders WHERE @ ORDER BY placed LIMIT 5) SELECT * FROM t WHERE total"
            + " = 3",
        "SELECT * FROM (SELECT o.*, ROW_NUMBER() OVER (PARTITION BY state ORDER BY placed) n FROM"
            + " orders o WHERE @) x WHERE total = 3",
        "SELECT * FROM (SELECT o.*, SUM(total) OVER () n FROM orders o WHERE @) x WHERE total = 3",
        "SELECT * FROM (SELECT DISTINCT ON (state) * FROM orders WHERE @ ORDER BY state, placed) x"
            + " WHERE total = 3",
        "SELECT * FROM (SELECT state, total, COUNT(*) n FROM orders WHERE @ GROUP BY state) x WHERE"
            + " total = 3"
      })
  void condition_aroundASubquery_isNotMovedInside(String statement) throws Exception {
    String text = statement.replace("@", "status = 'NEW'");
    try (BesideDatabase beside = new BesideDatabase(directory, text + ";\n")) {
      assertThat(beside.served(0).notes())
          .anyMatch(note -> note.startsWith("the application checks the conditions around"));
      beside.find(
          0,
          new Query("orders", List.of("id", "total"), "status = 'NEW'", "", Optional.empty()),
          Map.of("status", "NEW"));
    }
  }

  /** The rows around a subquery do not find the rows in it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT x.id FROM (SELECT id, total FROM orders WHERE @ LIMIT 5) x JOIN people p ON p.id ="
            + " x.total WHERE p.kind = 'bot'",
        "SELECT x.id FROM (SELECT id, total FROM orders WHERE @ LIMIT 5) x JOIN people p ON p.id ="
            + " x.total WHERE p.id = 3",
        "SELECT * FROM orders WHERE id IN (SELECT id FROM (SELECT id FROM orders WHERE @ ORDER BY"
            + " placed LIMIT 5) t) AND total > 3",
        "SELECT * FROM orders WHERE id IN (SELECT id FROM orders WHERE @ LIMIT 5) AND total > 3",
        "SELECT o.* FROM orders o JOIN (SELECT id FROM orders WHERE @ ORDER BY placed LIMIT 5) x ON"
            + " x.id = o.id WHERE o.total > 3",
        "SELECT o.* FROM orders o JOIN (SELECT id FROM orders WHERE @ ORDER BY placed LIMIT 5) x"
            + " USING (id) WHERE o.total = 3 AND o.id = 6"
      })
  void rowsAroundASubquery_findNoneOfIt(String statement) throws Exception {
    Served served = served(statement.replace("@", "status = 'new'"));
    assertThat(served.steps())
        .filteredOn(step -> step.kind() == Step.Kind.LIST && step.table().equals("orders"))
        .anySatisfy(step -> assertThat(step.by()).containsExactly("status"));
    assertThat(served.notes()).anyMatch(note -> note.contains("the page of a subquery"));
  }

  /** What selects whole groups or windows may be moved inside. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM (SELECT total, COUNT(*) n FROM orders GROUP BY total) x WHERE total = 3",
        "SELECT * FROM (SELECT total t, COUNT(*) n FROM orders GROUP BY 1 HAVING COUNT(*) > 2) x"
            + " WHERE t = 3",
        "SELECT * FROM (SELECT o.*, ROW_NUMBER() OVER (PARTITION BY total ORDER BY placed) n FROM"
            + " orders o) x WHERE total = 3",
        "SELECT * FROM (SELECT * FROM orders) x WHERE total = 3",
        "SELECT * FROM (SELECT DISTINCT total, state FROM orders) x WHERE total = 3"
      })
  void condition_thatSelectsWholeGroups_isMovedInside(String statement) throws Exception {
    assertThat(served(statement).steps().get(0).by()).containsExactly("total");
  }

  /** Each equality of a join finds rows, or is told. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT o.id FROM orders o JOIN people p ON p.id = o.total AND p.id = o.placed WHERE"
            + " o.status = 'new'",
        "SELECT p.id FROM people p JOIN orders o ON o.total = p.id JOIN orders q ON q.placed ="
            + " o.placed AND q.total = p.id WHERE p.kind = 'user'",
        "SELECT p.id FROM people p JOIN orders o ON o.total = p.id WHERE p.id = 3 AND o.total = 3"
      })
  void equality_thatFindsNoRows_isTold(String statement) throws Exception {
    assertThat(served(statement).notes())
        .anyMatch(
            note -> note.matches("the application checks \\w\\.\\w+ = \\w\\.\\w+ of the rows.*"));
  }
}
