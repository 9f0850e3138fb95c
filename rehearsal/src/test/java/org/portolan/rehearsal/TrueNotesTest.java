package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.advisor.RelationalModel;
import org.portolan.advisor.propose.Choices;
import org.portolan.advisor.propose.Proposal;
import org.portolan.advisor.propose.Proposer;
import org.portolan.advisor.serve.Served;
import org.portolan.advisor.target.Target;

/** What notes and reasons say is so, and nothing is noted that is no work. */
class TrueNotesTest {
  @TempDir Path directory;

  private Proposal propose(String statement) throws Exception {
    return TwinRows.propose(directory, statement + ";\n");
  }

  private List<String> notes(String statement) throws Exception {
    Served served = propose(statement).served().get(0);
    assertThat(served.refusal()).isEmpty();
    return served.notes();
  }

  private List<String> lines(String statement) throws Exception {
    Proposal proposal = propose(statement);
    return new AccessPathLines(proposal).of(proposal.served().get(0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE people SET score = (SELECT COUNT(*) FROM phones WHERE person_id = 3) WHERE id = 3",
        "UPDATE people SET score = score + (SELECT COUNT(*) FROM phones WHERE person_id = 3) WHERE id"
            + " = 3",
        "UPDATE people SET score = (SELECT SUM(uses) FROM phones f WHERE f.person_id = people.id)"
            + " WHERE id = 3"
      })
  void valueOfASubquery_isTheReasonForNoLines(String change) throws Exception {
    assertThat(lines(change))
        .singleElement()
        .asString()
        .startsWith("// the lines are not written: score is computed from rows of another table");
  }

  @ParameterizedTest
  @ValueSource(strings = {"1=1", "7 = 7", "(1 = 1)", "TRUE"})
  void conditionThatHolds_isNoWork(String condition) throws Exception {
    String rest = "status = 'new' ORDER BY placed LIMIT 5";
    assertThat(lines("SELECT id FROM orders WHERE " + condition + " AND " + rest))
        .isEqualTo(lines("SELECT id FROM orders WHERE " + rest));
    assertThat(notes("SELECT id FROM orders WHERE " + condition + " AND " + rest))
        .isEqualTo(notes("SELECT id FROM orders WHERE " + rest));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1=0", "7 = 8", "FALSE", "'a' = 'a'", "1 <> 1"})
  void conditionThatMayNotHold_isNoted(String condition) throws Exception {
    assertThat(notes("SELECT id FROM orders WHERE status = 'new' AND " + condition))
        .contains("the application checks a condition that names no column");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "id, placed | 2 | placed",
        "id, placed AS p | p | placed",
        "id, placed AS p | 2 DESC | placed DESC",
        "id | 1 | id",
        "o.id, o.total, o.placed | 2, 3 DESC | total, placed DESC"
      })
  void orderByAPlace_isThatOfItsColumn(String columns, String place, String column)
      throws Exception {
    String beginning = "SELECT " + columns + " FROM orders o WHERE status = 'new' ORDER BY ";
    assertThat(lines(beginning + place + " LIMIT 5"))
        .isEqualTo(lines(beginning + column + " LIMIT 5"));
    assertThat(notes(beginning + place + " LIMIT 5"))
        .isEqualTo(notes(beginning + column + " LIMIT 5"));
  }

  /** A part of the order that no column gives decides which rows are on the page. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "lower(state), placed",
        "placed, RAND()",
        "2 + 1",
        "3, placed",
        "placed IS NULL, placed",
        "4"
      })
  void orderByAnExpression_leavesThePageToTheApplication(String order) throws Exception {
    String query =
        "SELECT id, placed, total * 2 FROM orders WHERE status = 'new' ORDER BY "
            + order
            + " LIMIT 5";
    assertThat(notes(query))
        .contains("the application takes the page: LIMIT ends no read here")
        .anyMatch(note -> note.startsWith("the application sorts by "));
    assertThat(String.join("\n", lines(query))).doesNotContain("first(5)", "limit(5)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "COUNT(*) FILTER (WHERE placed = 1) | count",
        "id, ROW_NUMBER() OVER (PARTITION BY total ORDER BY placed) | row_number over a window",
        "id, COUNT(*) OVER () | count over a window",
        "PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY placed) | percentile_cont"
      })
  void functionOfSeveralRows_isNamed(String columns, String named) throws Exception {
    assertThat(notes("SELECT " + columns + " FROM orders WHERE status = 'new'"))
        .contains("the application computes " + named)
        .noneMatch(note -> note.contains("by an expression"));
  }

  @Test
  void windowOfWhichAPageIsTaken_isOfAllRows() throws Exception {
    assertThat(
            notes(
                "SELECT id, COUNT(*) OVER () FROM orders WHERE status = 'new' ORDER BY placed LIMIT 5"))
        .contains("the application takes the page: LIMIT ends no read here");
  }

  /** The page after a row begins at the value of its first column. */
  @Test
  void pageAfterARow_isEnteredAtItsFirstColumn() throws Exception {
    String query =
        "SELECT * FROM orders WHERE status = 'new' AND (placed, id) < (7, 50) ORDER BY placed DESC, id"
            + " DESC LIMIT 10";
    assertThat(notes(query))
        .containsExactly(
            "the application checks placed, id",
            "the application takes the page: LIMIT ends no read here");
    assertThat(String.join("\n", lines(query)))
        .contains("Tuple.of(status), Tuple.of(toPlaced), page)")
        .contains("foundPlaced.compareTo(toPlaced) <= 0")
        .doesNotContain("limit(10)", "first(10)");
  }

  /** A query for whether there is a row has as many rows as it finds. */
  @Test
  void pageOfAConstant_isThatOfItsRows() throws Exception {
    String page = "the application takes the page: LIMIT ends no read here";
    String query = "SELECT 1 AS one FROM orders WHERE status = 'new' AND LOWER(state) = 'sent'";
    assertThat(notes(query + " LIMIT 2")).contains(page);
    assertThat(notes(query + " ORDER BY RAND() LIMIT 1"))
        .contains(page)
        .anyMatch(note -> note.startsWith("the application sorts by RAND()"));
    assertThat(notes("SELECT 1 FROM orders WHERE id = 3 LIMIT 1")).isEmpty();
    assertThat(notes("SELECT 1, COUNT(*) FROM orders WHERE status = 'new' LIMIT 1"))
        .doesNotContain(page);
  }

  /** One list is read where one value finds it, whatever else compares the column. */
  @Test
  void listedColumnThatFindsNothing_isNoListOfItsOwn() throws Exception {
    String query =
        "SELECT id FROM orders WHERE status = 'new' AND placed > 3 AND placed IN (4, 5, 6) ORDER BY"
            + " placed LIMIT 5";
    Proposal proposal = propose(PagesBesideDatabaseTest.ASCENDING + query);
    Served served = proposal.served().get(1);
    assertThat(String.join("\n", new AccessPathLines(proposal).of(served))).contains("limit(5)");
    assertThat(served.notes())
        .noneMatch(note -> note.startsWith("the rows come value by value"))
        .noneMatch(note -> note.startsWith("the application takes the page"));
  }

  /** Keys show where the range of a key ends. */
  @Test
  void rangeOfKeys_isReadToItsEnd() throws Exception {
    for (String query :
        List.of(
            "SELECT MIN(id) FROM orders WHERE id < 50", "SELECT id FROM orders WHERE id < 50")) {
      assertThat(notes(query)).noneMatch(note -> note.startsWith("the list ends at no value"));
    }
  }

  @Test
  void limitZero_isNoted() throws Exception {
    String none = "LIMIT 0 wants no row: the lines of Java find some, so do not call them for it";
    assertThat(notes("SELECT * FROM orders WHERE status = 'new' ORDER BY placed LIMIT 0"))
        .contains(none);
    assertThat(notes("SELECT * FROM orders WHERE id = 3 LIMIT 0")).contains(none);
    assertThat(notes("SELECT * FROM orders WHERE id = 3 LIMIT 1")).isEmpty();
  }

  /** REPLACE deletes rows: it keeps no value of them. */
  @Test
  void replace_readsNoRowToChangeIt() throws Exception {
    assertThat(notes("REPLACE INTO people (id, nick, kind, score) VALUES (1, 'a', 'b', 1)"))
        .isEmpty();
    assertThat(notes("REPLACE INTO profile (person_id, visits) VALUES (1, 2)"))
        .containsExactly(
            "the application sets bio to what a new row has: REPLACE keeps no old value");
  }

  @Test
  void replace_ofARowWithAnEqualUniqueValue_isNoted() throws Exception {
    RelationalModel model =
        Models.written(
            directory,
            "CREATE TABLE options (id bigint NOT NULL PRIMARY KEY, name varchar(40) NOT NULL, value"
                + " text, UNIQUE KEY by_name (name)) ENGINE=InnoDB;",
            "REPLACE INTO options (id, name, value) VALUES (1, 'a', 'b');\n");
    Proposal proposal = Proposer.propose(model, Target.ROCKSDB, "options", Choices.NONE);
    assertThat(proposal.served().get(0).notes())
        .containsExactly(
            "the application deletes a row with the same name under another key, as REPLACE does:"
                + " put throws DuplicateValueException");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "total WITH ROLLUP",
        "total, placed WITH ROLLUP",
        "ROLLUP (total, placed)",
        "total, CUBE (placed)",
        "GROUPING SETS ((total), (placed), ())"
      })
  void totals_areTheApplicationsWork(String groups) throws Exception {
    String query = "SELECT total, placed, COUNT(*) FROM orders WHERE status = 'new' GROUP BY ";
    String totals = "the application adds the rows of totals, as ROLLUP, CUBE or GROUPING SETS say";
    assertThat(notes(query + groups)).contains(totals);
    assertThat(notes(query + "total, placed")).doesNotContain(totals);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "phones (person_id, pos, number, label) VALUES (3, 1, 'x', 'y') | an item that exists stays as"
            + " it is, and putItem replaces it: the application reads it first, in a round trip more",
        "profile (person_id, visits) VALUES (3, 1) | what exists in the owner's row stays as it is, and"
            + " the lines replace it: the application looks there first"
      })
  void ignoredRowOfAnOwner_isReadFirst(String row, String note) throws Exception {
    assertThat(notes("INSERT IGNORE INTO " + row)).containsExactly(note);
    assertThat(notes("INSERT INTO " + row + " ON CONFLICT DO NOTHING")).containsExactly(note);
    assertThat(notes("INSERT INTO " + row)).hasSize(1).doesNotContain(note);
  }

  @Test
  void ignoredElement_stays() throws Exception {
    assertThat(notes("INSERT IGNORE INTO tags (person_id, tag) VALUES (3, 'z')")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "NOT EXISTS (SELECT 1 FROM stock s WHERE s.qty = orders.total) | stock",
        "total NOT IN (SELECT f.uses FROM phones f JOIN people p ON p.id = f.person_id WHERE p.kind ="
            + " 'bot') | phones, people",
        "(placed = 3 OR EXISTS (SELECT 1 FROM stock s WHERE s.qty = orders.total)) | stock",
        "placed = (SELECT MAX(s.qty) FROM stock s WHERE s.wh = orders.total) | stock"
      })
  void subqueryOfACondition_isNamedByItsTables(String condition, String tables) throws Exception {
    String note = "the application checks a condition by the rows of a subquery of " + tables;
    String query =
        "SELECT id, (SELECT nick FROM people WHERE id = 3) FROM orders WHERE status = 'new'";
    assertThat(notes(query + " AND " + condition)).contains(note);
  }
}
