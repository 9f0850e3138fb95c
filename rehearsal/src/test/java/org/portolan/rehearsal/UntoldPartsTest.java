package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.advisor.propose.Proposal;
import org.portolan.advisor.serve.LineChecks;
import org.portolan.advisor.serve.Served;
import org.portolan.advisor.serve.Step;

/** Queries that say more than their lines do: a note leaves each part to the application. */
class UntoldPartsTest {
  @TempDir Path directory;

  private Served served(String query) throws Exception {
    return TwinRows.served(directory, query);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "3 IN (placed, total) | placed total",
        "3 NOT IN (placed, total) | placed total",
        "3 IN (COALESCE(placed, 1), total) | placed total",
        "placed IN (3, total) | placed total",
        "placed IN (total + 1, 3) | placed total",
        "placed >= total + 1 | placed total",
        "placed = total + 1 | placed total",
        "placed + 1 <= total | placed total",
        "placed BETWEEN total + 1 AND total + 4 | placed total",
        "placed <=> 3 | placed",
        "state = 1 | state",
        "placed > 3.5 | placed",
        "(placed = 3 XOR total = 4) | placed total",
        "placed > ALL (SELECT uses FROM phones WHERE person_id = 3) | placed",
        "placed = (SELECT MAX(p.score) FROM people p WHERE p.id = orders.total) | placed",
        "placed = CASE total WHEN 1 THEN 2 END | placed total",
        "state = 'open' COLLATE utf8mb4_bin | state",
        "state LIKE 'o!%' ESCAPE '!' | state",
        "state LIKE 'o%n' | state",
        "(placed, total) < (3, 4) | placed total",
        "placed + INTERVAL total DAY > NOW() | placed total"
      })
  void condition_thatIsNotCompared_isLeftToTheApplication(String condition, String columns)
      throws Exception {
    Served served = served("SELECT id FROM orders WHERE status = 'new' AND " + condition);
    for (String column : columns.split(" ", -1)) {
      assertThat(LineChecks.isLeft(served.notes(), column)).as(served.notes() + "").isTrue();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT id, placed AS p FROM orders WHERE status = 'new' HAVING p > 3 | HAVING",
        "SELECT total, COUNT(*) c FROM orders WHERE status = 'new' GROUP BY total HAVING c > 3 |"
            + " HAVING",
        "SELECT id FROM orders WHERE status = 'new' AND RAND() < 0.5 | names no column",
        "SELECT id FROM orders WHERE status = 'new' AND 1 = 2 | names no column",
        "SELECT id FROM orders WHERE status = 'new' AND NOT EXISTS (SELECT 1 FROM people WHERE"
            + " people.id = orders.total) | rows of a subquery",
        "SELECT id FROM orders WHERE status = 'new' AND placed > (SELECT MAX(uses) FROM phones WHERE"
            + " person_id = 3) | gives the result of a subquery",
        "SELECT id FROM orders WHERE status = 'new' UNION SELECT id FROM orders WHERE status = 'old'"
            + " | UNION",
        "SELECT t.id FROM (SELECT id, total FROM orders WHERE status = 'new' ORDER BY placed LIMIT 3)"
            + " t WHERE t.total = 3 | page of a subquery",
        "SELECT id FROM orders WHERE status = 'new' AND total IN (SELECT id FROM people WHERE"
            + " kind = 'bot' LIMIT 2) | page of a subquery",
        "SELECT p.id FROM orders p JOIN (SELECT id FROM orders WHERE status = 'new' ORDER BY placed"
            + " DESC LIMIT 10) t ON t.id = p.id | page of a subquery",
        "SELECT x.id FROM (SELECT id, total FROM orders WHERE status = 'new' ORDER BY placed LIMIT 5)"
            + " x ORDER BY x.total DESC LIMIT 2 | page of a subquery",
        "SELECT COUNT(*) FROM (SELECT id FROM orders WHERE status = 'new' LIMIT 5) x | page of a"
            + " subquery",
        "SELECT x.id FROM (SELECT id FROM orders WHERE status = 'new' LIMIT 5) x LIMIT 9 | page of a"
            + " subquery",
        "SELECT id FROM orders WHERE status = 'new' AND placed[1] = 3 | checks placed",
        "SELECT id FROM orders FOR SYSTEM_TIME AS OF NOW() WHERE status = 'new' | clause",
        "SELECT DISTINCT ON (total) id FROM orders WHERE status = 'new' ORDER BY total |"
            + " DISTINCT ON",
        "SELECT id FROM orders WHERE status = 'new' ORDER BY placed FETCH FIRST 3 ROWS WITH TIES |"
            + " tie with",
        "SELECT id FROM orders WHERE status = 'new' LIMIT 3 FOR UPDATE SKIP LOCKED | SKIP LOCKED",
        "SELECT p.id FROM people p LEFT JOIN profile f ON f.person_id = p.id AND p.kind = 'bot' WHERE"
            + " p.id = 3 | outer join",
        "SELECT p.id FROM people p JOIN phones f ON f.person_id = p.id AND f.uses > p.score WHERE"
            + " p.id = 3 | several tables",
        "INSERT INTO orders (id, status) VALUES (1, 'a') ON CONFLICT (id) DO UPDATE SET status = 'b'"
            + " WHERE orders.total > 3 | DO UPDATE"
      })
  void partOfAStatement_thatNoStepServes_isNoted(String query, String noted) throws Exception {
    assertThat(served(query).notes())
        .anyMatch(note -> note.startsWith("the application ") && note.contains(noted));
  }

  /** Rows that DISTINCT ON takes may be equal. */
  @Test
  void distinctOn_returnsEqualRows() throws Exception {
    assertThat(served("SELECT DISTINCT ON (total) placed FROM orders WHERE status = 'new'").notes())
        .noneMatch(note -> note.contains("equal rows once"));
    assertThat(served("SELECT DISTINCT placed FROM orders WHERE status = 'new'").notes())
        .contains("the application returns equal rows once");
  }

  /** Lines change the right rows, and a note tells what they do not do. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "UPDATE orders SET total = total + 1 WHERE id = 3 RETURNING total | RETURNING",
        "DELETE FROM orders WHERE id = 3 RETURNING * | RETURNING",
        "INSERT INTO orders (id, status) VALUES (1, 'a') RETURNING id | RETURNING",
        "INSERT INTO orders (id, status) VALUES (1, 'a') ON CONFLICT (id) DO UPDATE SET status ="
            + " excluded.status RETURNING id | RETURNING",
        "INSERT INTO orders (id, status, total) VALUES (1, 'a', (SELECT MAX(total) FROM orders WHERE"
            + " status = 'new')) | subquery",
        "INSERT INTO orders (id, status, total) VALUES (1, 'a', 1 + (SELECT total FROM orders WHERE"
            + " id = 3)) | subquery",
        "UPDATE IGNORE orders SET total = 3 WHERE id = 3 | IGNORE",
        "DELETE IGNORE FROM orders WHERE id = 3 | IGNORE"
      })
  void partOfAChange_thatItsLinesDoNotDo_isNoted(String change, String noted) throws Exception {
    Proposal proposal = TwinRows.propose(directory, change + ";\n");
    Served served = proposal.served().get(0);
    assertThat(served.notes())
        .anyMatch(note -> note.startsWith("the application ") && note.contains(noted));
    assertThat(new AccessPathLines(proposal).of(served))
        .hasSizeGreaterThan(1)
        .noneMatch(line -> line.contains("the lines are not written"));
  }

  /** The lines of a DELETE compare the elements, but for what they cannot. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "tag = 'x' | false",
        "tag IN ('x', 'y') | false",
        "tag LIKE 'x%' | false",
        "tag = '5' | false",
        "tag = 5 | true",
        "tag IN ('x', 5) | true",
        "tag LIKE '%x' | true"
      })
  void elements_areComparedByTheLines(String condition, boolean left) throws Exception {
    Served served = served("DELETE FROM tags WHERE person_id = 3 AND " + condition);
    assertThat(LineChecks.isLeft(served.notes(), "tag")).isEqualTo(left);
  }

  /** Nor do they compare items with numbers of another type, be it by their keys. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "number = 5 | number",
        "pos = 1.5 | pos",
        "pos IN (1, 2.5) | pos",
        "pos = 1 AND number > 3 | number",
        "label BETWEEN 1 AND 2 | label"
      })
  void items_areNotComparedWithNumbersOfAnotherType(String condition, String column)
      throws Exception {
    String change = "DELETE FROM phones WHERE person_id = 3 AND " + condition + ";\n";
    Proposal proposal = TwinRows.propose(directory, change);
    Served served = proposal.served().get(0);
    assertThat(LineChecks.isLeft(served.notes(), column)).as(served.notes() + "").isTrue();
    assertThat(new AccessPathLines(proposal).of(served))
        .anyMatch(line -> line.contains("phonesMeets.test"))
        .noneMatch(line -> line.contains("value(\"" + column + "\")"));
  }

  /** Rows around a subquery that were not found by its rows may have none there. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT * FROM orders o WHERE status = 'new' AND EXISTS (SELECT 1 FROM people p WHERE p.id ="
            + " o.total AND p.nick LIKE '%x') | people",
        "SELECT * FROM orders WHERE status = 'new' AND EXISTS (SELECT 1 FROM people WHERE id = 3) |"
            + " people",
        "SELECT * FROM people p WHERE p.id = 3 AND EXISTS (SELECT 1 FROM orders o WHERE o.total = p.id"
            + " AND o.status = 'new') | orders"
      })
  void subquery_whoseRowsFindNoneAroundIt_isNoted(String query, String table) throws Exception {
    assertThat(served(query).notes())
        .contains(
            "the application leaves out the rows for which the subquery finds none of " + table);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM orders WHERE id IN (SELECT score FROM people WHERE id = 3)",
        "SELECT * FROM people WHERE id IN (SELECT total FROM orders WHERE status = 'new')",
        "SELECT * FROM people p WHERE EXISTS (SELECT 1 FROM orders o WHERE o.total = p.id AND o.status ="
            + " 'new')",
        "SELECT * FROM phones f WHERE f.person_id = 3 AND EXISTS (SELECT 1 FROM people p WHERE p.id ="
            + " f.person_id)",
        "SELECT * FROM orders o WHERE o.status = 'new'"
      })
  void subquery_thatFindsTheRowsAroundIt_isNotNoted(String query) throws Exception {
    assertThat(served(query).notes()).noneMatch(note -> note.contains("leaves out the rows"));
  }

  /** A subquery that is all of FROM may have the page. */
  @Test
  void pageOfASubquery_thatIsTheWholeResult_isAPageOfTheList() throws Exception {
    String query =
        "SELECT x.* FROM (SELECT id, placed FROM orders WHERE status = 'new' ORDER BY placed LIMIT 3)"
            + " x;\n";
    assertThat(new AccessPathLines(TwinRows.propose(directory, query)).javaClass("Lines"))
        .hasValueSatisfying(lines -> assertThat(lines).contains("Paging.first(3)"));
  }

  /** No counter has the number of rows that meet a condition. */
  @ParameterizedTest
  @ValueSource(strings = {"RAND() < 0.5", "1 = 2", "3 IN (total, placed)"})
  void count_ofRowsThatMeetACondition_isNoCounter(String condition) throws Exception {
    String query = "SELECT COUNT(*) FROM orders WHERE " + condition + ";\n";
    assertThat(TwinRows.propose(directory, query).served().get(0).steps())
        .noneMatch(step -> step.kind() == Step.Kind.COUNT);
  }

  /** A page of the list has rows that the application leaves out. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "RAND() < 0.5",
        "3 IN (total, placed)",
        "EXISTS (SELECT 1 FROM phones WHERE person_id = 3 GROUP BY label HAVING COUNT(*) > 1)"
      })
  void page_ofWhichTheApplicationLeavesOutRows_isNoPageOfTheList(String condition)
      throws Exception {
    String query = "SELECT id FROM orders WHERE status = 'new' AND " + condition + " LIMIT 2;\n";
    assertThat(new AccessPathLines(TwinRows.propose(directory, query)).javaClass("Lines"))
        .hasValueSatisfying(
            lines -> assertThat(lines).doesNotContain(".limit(2)", "Paging.first(2)"));
  }

  /** WHERE leaves out the rows that an outer join keeps, so any side may find the other. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT o.id FROM orders o LEFT JOIN people p ON p.id = o.total WHERE p.kind = 'bot'",
        "SELECT o.id FROM orders o LEFT JOIN people p ON p.id = o.total LEFT JOIN people q ON q.score"
            + " = p.score WHERE q.id = 3",
        "SELECT o.id FROM orders o LEFT JOIN (people p JOIN people q ON q.score = p.score) ON p.id ="
            + " o.total WHERE q.id = 3"
      })
  void outerJoin_whoseEmptyRowsAreLeftOut_isAnInnerOne(String query) throws Exception {
    assertThat(served(query).steps().get(0).table()).isEqualTo("people");
  }

  /** A condition within one side leaves out no row of the other. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT o.id FROM orders o LEFT JOIN (SELECT id FROM people WHERE nick = 'ann') p ON p.id ="
            + " o.total WHERE o.status = 'new'",
        "SELECT o.id FROM orders o LEFT JOIN (people p JOIN people q ON q.id = p.id AND q.id = 3) ON"
            + " p.id = o.total WHERE o.status = 'new'"
      })
  void conditionWithinASide_leavesTheOther(String query) throws Exception {
    assertThat(served(query).steps().get(0).table()).isEqualTo("orders");
  }

  /** The rows of an outer join's other side, and those around a subquery, are found without it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT o.id FROM orders o LEFT JOIN people p ON p.id = o.total AND p.nick = 'ann' WHERE"
            + " o.status = 'new'",
        "SELECT o.id FROM people p RIGHT JOIN orders o ON p.id = o.total AND p.nick = 'ann' WHERE"
            + " o.status = 'new'",
        "SELECT id FROM orders WHERE status = 'new' AND NOT EXISTS (SELECT 1 FROM people p WHERE"
            + " p.id = orders.total AND p.nick = 'ann')",
        "SELECT id, (SELECT kind FROM people p WHERE p.id = orders.total AND p.nick = 'ann') FROM"
            + " orders WHERE status = 'new'"
      })
  void rowsThatHaveNoOthers_areFoundFirst(String query) throws Exception {
    List<Step> steps = served(query).steps();
    assertThat(steps.get(0).table()).isEqualTo("orders");
  }
}
