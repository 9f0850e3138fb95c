package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.advisor.propose.Proposal;
import org.portolan.advisor.sql.Dialect;

/**
 * Changes that take values from a subquery or a list in FROM: each row gets other values, so that
 * one map of values cannot serve all rows.
 */
class ChangesByResultsTest {
  private static final String SUMS =
      "(SELECT person_id, SUM(uses) AS t FROM phones WHERE person_id IN (1, 3) GROUP BY person_id) s";

  private static final String MAXIMA =
      "(SELECT id, MAX(score) AS t FROM people WHERE nick = 'ann' GROUP BY id) s";

  @TempDir Path directory;

  private List<String> lines(String statement, Dialect dialect) throws Exception {
    Proposal proposal = TwinRows.propose(directory, statement + ";\n", dialect);
    assertThat(proposal.served().get(0).refusal()).isEmpty();
    return new AccessPathLines(proposal).of(proposal.served().get(0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SET total = s.t FROM " + SUMS + " WHERE s.person_id = o.id",
        "SET total = t FROM " + SUMS + " WHERE s.person_id = o.id",
        "SET total = o.total + s.t FROM " + SUMS + " WHERE s.person_id = o.id",
        "SET total = COALESCE(s.t, 0) FROM " + SUMS + " WHERE s.person_id = o.id",
        "SET (placed, total) = (3, s.t) FROM " + SUMS + " WHERE s.person_id = o.id",
        "SET total = r.n FROM (SELECT id, ROW_NUMBER() OVER (ORDER BY placed) AS n FROM orders WHERE"
            + " status = 'new') r WHERE r.id = o.id",
        "SET total = v.t FROM (VALUES (5, 1), (6, 2)) AS v (id, t) WHERE o.id = v.id AND o.status ="
            + " 'new'",
        "SET total = v.t FROM unnest(ARRAY[5, 6], ARRAY[1, 2]) AS v (id, t) WHERE o.id = v.id AND"
            + " o.status = 'new'",
        "SET total = v FROM generate_series(3, 9) v WHERE o.status = 'new'"
      })
  void valueOfAResult_hasNoLines(String change) throws Exception {
    String update = "UPDATE orders o " + change;
    assertThat(lines(update, Dialect.POSTGRESQL))
        .singleElement()
        .asString()
        .startsWith("// the lines are not written: total is computed from rows of another table");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "WITH s AS (SELECT person_id, SUM(uses) AS t FROM phones WHERE person_id IN (1, 3) GROUP BY"
            + " person_id) UPDATE orders SET total = s.t FROM s WHERE s.person_id = orders.id",
        "WITH v (id, t) AS (VALUES (5, 1), (6, 2)) UPDATE orders SET total = v.t FROM v WHERE v.id ="
            + " orders.id AND status = 'new'"
      })
  void valueOfAResultOfWith_hasNoLines(String change) throws Exception {
    assertThat(lines(change, Dialect.POSTGRESQL))
        .singleElement()
        .asString()
        .startsWith("// the lines are not written: total is computed from rows of another table");
  }

  @ParameterizedTest
  @ValueSource(strings = {"s.t", "t", "o.total + s.t", "IFNULL(s.t, 0)"})
  void valueOfAResultThatIsJoined_hasNoLines(String value) throws Exception {
    String update =
        "UPDATE orders o JOIN " + SUMS + " ON s.person_id = o.id SET o.total = " + value;
    assertThat(lines(update, Dialect.MYSQL))
        .singleElement()
        .asString()
        .startsWith("// the lines are not written: total is computed from rows of another table");
  }

  @ParameterizedTest
  @ValueSource(strings = {"o.placed < s.t", "o.placed = s.t", "s.t > o.placed + 1", "o.placed < t"})
  void conditionOnAResult_hasNoLines(String condition) throws Exception {
    String delete =
        "DELETE FROM orders o USING " + SUMS + " WHERE s.person_id = o.id AND " + condition;
    assertThat(lines(delete, Dialect.POSTGRESQL))
        .singleElement()
        .asString()
        .startsWith(
            "// the lines are not written: a condition is on what a subquery makes of its rows");
  }

  /** The rows of a result may select those that get values of the statement. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE orders o SET total = 3 FROM " + MAXIMA + " WHERE s.id = o.total",
        "UPDATE orders o SET total = o.placed FROM " + MAXIMA + " WHERE s.id = o.total",
        "UPDATE orders o SET total = 3 FROM (VALUES (5), (6)) AS v (id) WHERE o.id = v.id AND"
            + " o.status = 'new'",
        "DELETE FROM orders o USING " + MAXIMA + " WHERE s.id = o.total AND o.placed < 3"
      })
  void rowsThatAResultSelects_areChanged(String change) throws Exception {
    assertThat(lines(change, Dialect.POSTGRESQL))
        .noneMatch(line -> line.contains("the lines are not written"));
  }
}
