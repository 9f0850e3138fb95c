package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.advisor.RelationalModel;
import org.portolan.advisor.propose.Choices;
import org.portolan.advisor.propose.Proposal;
import org.portolan.advisor.propose.Proposer;
import org.portolan.advisor.serve.LineChecks;
import org.portolan.advisor.serve.Served;
import org.portolan.advisor.sql.Dialect;
import org.portolan.advisor.target.Target;

/** MySQL compares a text with a number as numbers, and so the lines do not compare them. */
class NumberComparisonsTest {
  private static final String SCHEMA =
      """
      CREATE TABLE options (id bigint NOT NULL PRIMARY KEY, name varchar(191) NOT NULL,
        value longtext NOT NULL, kind enum('open', 'sent') NOT NULL, flags set('a', 'b') NOT NULL,
        bytes varbinary(20) NOT NULL, document json NOT NULL, day date NOT NULL,
        clock time NOT NULL, moment datetime NOT NULL, n int NOT NULL, price decimal(10,2) NOT NULL,
        flag bool NOT NULL, UNIQUE KEY (name), KEY (n), KEY (kind)) ENGINE=InnoDB;
      CREATE TABLE pairs (k varchar(50) NOT NULL PRIMARY KEY, v varchar(100), n int) ENGINE=InnoDB;
      """;

  private static final String NOTED =
      " with a number of another type, as the database does: both as numbers";

  @TempDir Path directory;

  private Proposal propose(String statements, Dialect dialect) throws Exception {
    Path choices =
        Files.writeString(
            directory.resolve("choices.yaml"), "options: an entity\npairs: an entity\n");
    RelationalModel model =
        Models.written(directory, SCHEMA, statements + ";\n", Optional.of(dialect));
    return Proposer.propose(model, Target.ROCKSDB, "numbers", Choices.read(choices));
  }

  private static String note(String column) {
    return "the application compares " + column + NOTED;
  }

  private Served served(String statements) throws Exception {
    return propose(statements, Dialect.MYSQL).served().get(0);
  }

  private List<String> lines(String statement) throws Exception {
    Proposal proposal = propose(statement, Dialect.MYSQL);
    return new AccessPathLines(proposal).of(proposal.served().get(0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "value = 0 | value",
        "value = -5 | value",
        "value = + 5 | value",
        "(value) = (5) | value",
        "3 = value | value",
        "value < 1700000000 | value",
        "1.5 >= value | value",
        "value <> 0 | value",
        "value != 1e3 | value",
        "value = TRUE | value",
        "FALSE = value | value",
        "value IN (0, 'a') | value",
        "value IN ('a', 'b', 'c', false) | value",
        "value NOT IN ('x', 0) | value",
        "value BETWEEN 3 AND 9 | value",
        "value BETWEEN '3' AND 9 | value",
        "(value = 0 OR value = 'x') | value",
        "(value = 'x' OR value IN ('y', 7)) | value",
        "(name, value) = ('a', 5) | value",
        "(name, value) IN (('a', 'b'), ('c', 0)) | name value",
        "(value, name) < (5, 'x') | value name",
        "value = 1 + 1 | value",
        "value < UNIX_TIMESTAMP() - 60 | value",
        "value < UNIX_TIMESTAMP() | value",
        "value = COALESCE('x', 3) | value",
        "value = (SELECT n FROM pairs WHERE k = 'a') | value",
        "value = (SELECT COUNT(*) FROM pairs WHERE v = 'a') | value",
        "value IN (SELECT SUM(n) FROM pairs WHERE v = 'a') | value",
        "n > (SELECT AVG(n) FROM pairs WHERE v = 'a') | n",
        "value = (SELECT MAX(n) FROM pairs WHERE v = 'a') | value",
        "value = (SELECT MIN(p.n) FROM pairs p WHERE p.v = 'a') | value",
        "value = (SELECT COALESCE(MAX(n), 0) FROM pairs WHERE v = 'a') | value",
        "value IN (SELECT MAX(n) FROM pairs WHERE v = 'a') | value",
        "n = (SELECT price FROM options WHERE id = 4) | n",
        "n = (SELECT MAX(o.price) FROM options o WHERE o.id = 4) | n",
        "n > (SELECT SUM(price) FROM options WHERE kind = 'open') | n",
        "value = ISNULL('x') | value",
        "value = INTERVAL(5, 1, 10) | value",
        "value = ORD('x') | value",
        "n > SIN(3) | n",
        "value = CAST('3' AS SIGNED) | value",
        "value = CAST('3' AS DECIMAL(10, 2)) | value",
        "kind = 1 | kind",
        "flags = 3 | flags",
        "bytes = 3 | bytes",
        "document = 3 | document",
        "day > 20240101 | day",
        "day > CURDATE() - 7 | day",
        "clock > 103000 | clock",
        "n > 3.5 | n",
        "n = 3.0 | n",
        "n = -3.5 | n",
        "n IN (1, 2.5) | n",
        "n BETWEEN 1 AND 3.5 | n",
        "n > 7 / 2 | n",
        "n > 1e1 | n",
        "flag = 0.5 | flag"
      })
  void numberOfAnotherType_isComparedByTheApplication(String condition, String columns)
      throws Exception {
    Served query = served("SELECT id FROM options WHERE n = 3 AND " + condition + " LIMIT 2");
    assertThat(query.notes()).anyMatch(note -> note.contains(NOTED));
    for (String column : columns.split(" ", -1)) {
      assertThat(LineChecks.isLeft(query.notes(), column)).as(query.notes() + "").isTrue();
    }
    assertThat(lines("SELECT id FROM options WHERE n = 3 AND " + condition + " LIMIT 2"))
        .noneMatch(line -> line.contains("first(2)"));
    for (String change : List.of("DELETE FROM options", "UPDATE options SET price = 3")) {
      List<String> lines = lines(change + " WHERE id = 3 AND " + condition);
      boolean refused = condition.contains("SELECT");
      assertThat(lines)
          .anyMatch(
              line -> line.contains(refused ? "the lines are not written: " : "optionsMeets.test"));
      for (String column : columns.split(" ", -1)) {
        assertThat(lines).noneMatch(line -> line.contains("value(\"" + column + "\")"));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "n = '5'",
        "n > '5'",
        "n = 5",
        "n IN (1, '2')",
        "n = TRUE",
        "n BETWEEN -1 AND 3",
        "value = '0'",
        "value < '1700000000'",
        "value = ?",
        "value IN (?, ?)",
        "value = 0x41",
        "value = X'41'",
        "value = NULL",
        "value = CONCAT('a', 1)",
        "value = LEFT('abc', 2)",
        "value LIKE '5%'",
        "price > 3.5",
        "price = 3",
        "n = (SELECT MAX(n) FROM pairs WHERE k = 'a')",
        "n = (SELECT SUM(n) FROM pairs WHERE k = 'a')",
        "value = (SELECT MAX(v) FROM pairs WHERE k = 'a')",
        "price = (SELECT MAX(n) FROM pairs WHERE k = 'a')",
        "flag = TRUE",
        "flag = 1",
        "moment > 20240101",
        "moment > NOW() - INTERVAL 7 DAY",
        "day > '2024-01-01'",
        "day > CURDATE() - INTERVAL 7 DAY",
        "kind = 'open'"
      })
  void valueOfTheColumnsType_isComparedByTheLines(String condition) throws Exception {
    Served served = served("SELECT id FROM options WHERE id = 3 AND " + condition);
    assertThat(served.notes())
        .noneMatch(note -> note.contains(NOTED))
        .noneMatch(note -> note.startsWith("the application checks"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"value = 0", "n > 3.5", "value IN (0, 1)", "day > 20240101"})
  void statementOfPostgreSql_isNotConverted(String condition) throws Exception {
    Proposal proposal =
        propose("SELECT id FROM options WHERE id = 3 AND " + condition, Dialect.POSTGRESQL);
    String column = condition.split(" ", 2)[0];
    assertThat(proposal.served().get(0).notes())
        .containsExactly("the lines of Java check " + column + " on the rows they read");
  }

  /** Neither a key nor an index finds the texts that are equal to a number. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT v FROM pairs WHERE k = 5",
        "SELECT v FROM pairs WHERE k IN (5, 6)",
        "SELECT v FROM pairs WHERE k IN ('a', 6)",
        "SELECT v FROM pairs WHERE v = 5",
        "SELECT n FROM options WHERE name = 0",
        "SELECT n FROM options WHERE name BETWEEN 3 AND 9",
        "SELECT n FROM options WHERE kind = 2",
        "SELECT n FROM options WHERE id IN (SELECT n FROM pairs WHERE k = 5)",
        "SELECT COUNT(*) FROM options WHERE kind = 1",
        "DELETE FROM pairs WHERE k = 5",
        "UPDATE pairs SET n = 3 WHERE k = 5",
        "DELETE FROM options WHERE name = 0"
      })
  void keysAndIndexes_doNotServeIt(String statement) throws Exception {
    Served served = served(statement);
    assertThat(served.refusal())
        .hasValueSatisfying(
            refusal ->
                assertThat(refusal)
                    .startsWith("it reads every row of ")
                    .contains(" with a number of another type as numbers ('05' = 5), and no key"));
  }

  @Test
  void sideOfAnOr_isLeftToTheApplication() throws Exception {
    Served served = served("SELECT id FROM options WHERE n = 3 AND (value = 0 OR name = 'x')");
    assertThat(served.notes()).contains("the application checks value, name");
    Served split = served("SELECT n FROM options WHERE name = 'x' OR (id = 3 AND value = 0)");
    assertThat(split.notes()).contains(note("value"), "the application checks value");
    List<String> lines = lines("DELETE FROM options WHERE id = 3 AND (value = 0 OR name = 'x')");
    assertThat(lines).anyMatch(line -> line.contains("optionsMeets.test"));
  }

  @Test
  void oneStatementOfMany_tellsThatTheOthersHaveNumbers() throws Exception {
    String statements =
        IntStream.range(0, 40)
            .mapToObj(place -> "SELECT n FROM options WHERE id = 1 AND value = 'v" + place + "';\n")
            .collect(Collectors.joining());
    assertThat(served(statements).notes()).noneMatch(note -> note.contains(NOTED));
    assertThat(served(statements + "SELECT n FROM options WHERE id = 1 AND value = 7").notes())
        .contains(note("value"));
  }

  /** The parser wants a name or a text after AS, and gets the first statement. */
  @Test
  void templateThatTheParserRefuses_hasTheNumbersOfAllStatements() throws Exception {
    String query = "SELECT name AS 'x' FROM options WHERE n = 3 AND value = %s;\n";
    String texts = query.formatted("'x'");
    assertThat(served(texts + texts).notes()).noneMatch(note -> note.contains(NOTED));
    for (String number : List.of("0", "1.5")) {
      assertThat(served(query.formatted(number) + texts).notes()).contains(note("value"));
      assertThat(served(texts + query.formatted(number)).notes()).contains(note("value"));
    }
    assertThat(served(texts + texts.replace("n = 3", "n = 3.5")).refusal())
        .hasValueSatisfying(
            refusal -> assertThat(refusal).contains("the database compares n with"));
  }

  @Test
  void longList_tellsItsNumbers() throws Exception {
    String texts =
        IntStream.range(0, 2_000)
            .mapToObj(place -> "'v" + place + "', ")
            .collect(Collectors.joining());
    assertThat(served("SELECT id FROM options WHERE id = 1 AND value IN (" + texts + "0)").notes())
        .contains(note("value"));
  }

  @Test
  void joinAndHaving_compareAsTheirPlaceSays() throws Exception {
    String join = "SELECT p.v FROM options o JOIN pairs p ON p.n = o.n AND p.v = %s WHERE o.id = 3";
    assertThat(served(join.formatted("0")).notes()).contains(note("v"), "the application checks v");
    assertThat(served(join.formatted("'0'")).notes()).noneMatch(note -> note.contains(NOTED));
    assertThat(served("SELECT name FROM options WHERE n = 3 GROUP BY name HAVING name = 0").notes())
        .contains("the application checks HAVING")
        .noneMatch(note -> note.contains(NOTED));
  }
}
