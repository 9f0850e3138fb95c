package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.advisor.RelationalModel;
import org.portolan.advisor.propose.Proposal;
import org.portolan.advisor.sql.Dialect;

/** Forms of INSERT that frameworks send are read as the same statement in a plainer form. */
class InsertFormsTest {
  @TempDir Path directory;

  private List<String> lines(String statement) throws Exception {
    return lines(statement, Dialect.MYSQL);
  }

  private List<String> lines(String statement, Dialect dialect) throws Exception {
    Proposal proposal = TwinRows.propose(directory, statement + ";\n", dialect);
    assertThat(proposal.served().get(0).refusal()).isEmpty();
    return new AccessPathLines(proposal).of(proposal.served().get(0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO orders (id, status, state, total) SELECT 3, 'new', 'open', 4 FROM DUAL",
        "INSERT INTO stock (sku, wh, reserved) SELECT 'a', 1, 3 FROM dual WHERE NOT EXISTS (SELECT 1"
            + " FROM stock WHERE sku = 'a' AND wh = 1)",
        "INSERT INTO stock (sku, wh, reserved) SELECT * FROM (SELECT 'a', 1, 3 FROM DUAL) AS x WHERE"
            + " NOT EXISTS (SELECT 1 FROM stock WHERE sku = 'a' AND wh = 1)",
        "SELECT o.id FROM dual d, orders o WHERE o.id = 3"
      })
  void dual_isNoTable(String statement) throws Exception {
    String without = statement.replaceAll("(?i) FROM dual(?! d)", "").replaceAll("dual d, ", "");
    assertThat(lines(statement)).isEqualTo(lines(without));
  }

  /** It is asked of the session, as SELECT 1 is. */
  @ParameterizedTest
  @ValueSource(strings = {"SELECT 1 FROM DUAL", "select 1 from dual", "SELECT NOW() FROM DUAL"})
  void queryOfDualAlone_needsNoTable(String query) throws Exception {
    String other = "SELECT id FROM orders WHERE id = 3;\n";
    assertThat(TwinRows.propose(directory, query + ";\n" + other).served()).hasSize(1);
  }

  @Test
  void dualOfTheSchema_isATable() throws Exception {
    RelationalModel model =
        Models.written(
            directory,
            "CREATE TABLE dual (id bigint NOT NULL PRIMARY KEY);\n",
            "SELECT 1 FROM dual WHERE id = 3;\n");
    assertThat(model.statements().get(0).path().orElseThrow().tables()).hasSize(1);
  }

  /** A row that is met by a key has it: nothing changes but the other columns. */
  @ParameterizedTest
  @ValueSource(strings = {"'s1', 2", "'s9', 9"})
  void keyThatBecomesItself_staysInTheLines(String key) throws Exception {
    String insert =
        "INSERT INTO stock (sku, wh, qty, reserved) VALUES (%s, 4, 8) ON DUPLICATE KEY UPDATE sku ="
            + " VALUES(sku), wh = VALUES(wh), reserved = VALUES(reserved)";
    UpsertedRowsTest.insertStock(directory, insert, key);
    assertThat(lines(insert.formatted(key)))
        .contains("// A row that is there keeps the spelling of its sku.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "people (id, kind, score) VALUES (1, 'a', 2) | (id) DO UPDATE SET id = excluded.id, kind ="
            + " excluded.kind | true",
        "accounts (email, staff) VALUES ('a', TRUE) | (email) DO UPDATE SET email = excluded.email |"
            + " true",
        "accounts (id, email, staff) VALUES (9, 'a', TRUE) | (email) DO UPDATE SET id = excluded.id |"
            + " false"
      })
  void keyOfTheTarget_isNoChange(String insert, String clause, boolean written) throws Exception {
    String statement = "INSERT INTO " + insert + " ON CONFLICT " + clause;
    assertThat(lines(statement, Dialect.POSTGRESQL))
        .satisfies(
            lines ->
                assertThat(lines.get(0).startsWith("// the lines are not written: it changes id"))
                    .isEqualTo(!written));
  }

  /** The database gives the number: the row of each unique key is looked up. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"NULL | a@x", "NULL | q@x", "0 | a@x", "DEFAULT | a@x", "DEFAULT | q@x"})
  void numberThatIsNotGiven_isNoKey(String id, String email) throws Exception {
    String values = "accounts (id, email, staff, name) VALUES (%s, '%s', TRUE, 'new')";
    Map<String, Object> account = new HashMap<>(Map.of("email", email, "staff", true));
    account.put("name", "new");
    String update = " ON DUPLICATE KEY UPDATE name = VALUES(name)";
    String insert = "INSERT INTO " + values.formatted(id, email) + update;
    try (BesideDatabase beside = new BesideDatabase(directory, insert + ";\n")) {
      beside.insert(
          0,
          insert,
          "INSERT INTO " + values.formatted("9", email) + update,
          Map.of("id", 9L, "accounts", account));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"NULL", "0", "DEFAULT"})
  void replacedNumberThatIsNotGiven_isNoKey(String id) throws Exception {
    String with = "REPLACE INTO accounts (id, email, staff) VALUES (" + id + ", 'a', TRUE)";
    String without = "REPLACE INTO accounts (email, staff) VALUES ('a', TRUE)";
    assertThat(lines(with)).isEqualTo(lines(without));
    String all = "REPLACE INTO accounts VALUES (" + id + ", 'a', NULL, 'n', 1, TRUE, TRUE, 1)";
    assertThat(lines(all))
        .anyMatch(line -> line.contains("accounts_by_email"))
        .noneMatch(line -> line.contains("accounts_by_login"))
        .contains("// login is null in each statement of the log: no row is looked up by it.");
  }

  @Test
  void numberThatIsGivenOnce_isAKey() throws Exception {
    String insert = "REPLACE INTO accounts (id, email, staff) VALUES (%s, 'a', TRUE)";
    String given = insert.formatted("7");
    assertThat(lines(insert.formatted("NULL") + ";\n" + given)).isEqualTo(lines(given));
    String rows = insert.formatted("NULL") + ", (7, 'b', TRUE)";
    assertThat(lines(rows)).isEqualTo(lines(given));
    assertThat(lines(insert.formatted("?"))).isEqualTo(lines(given));
  }

  /** A null equals none: only the other key can meet a row. */
  @Test
  void nullOfAUniqueColumn_meetsNoRow() throws Exception {
    String insert =
        "INSERT INTO accounts (login, email, staff) VALUES (NULL, 'a', TRUE) ON DUPLICATE KEY UPDATE"
            + " name = 'x'";
    assertThat(lines(insert))
        .anyMatch(line -> line.contains("accounts_by_email"))
        .noneMatch(line -> line.contains("accounts_by_login"));
  }
}
