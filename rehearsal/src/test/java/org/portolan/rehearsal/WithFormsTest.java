package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.advisor.propose.Proposal;
import org.portolan.advisor.serve.Served;
import org.portolan.advisor.sql.Dialect;

/** What WITH names, and other statements that PostgreSQL has. */
class WithFormsTest {
  @TempDir Path directory;

  private Served served(String statement) throws Exception {
    return TwinRows.propose(directory, statement + ";\n", Dialect.POSTGRESQL).served().get(0);
  }

  private List<String> lines(String statement) throws Exception {
    Proposal proposal = TwinRows.propose(directory, statement + ";\n", Dialect.POSTGRESQL);
    assertThat(proposal.served().get(0).refusal()).isEmpty();
    return new AccessPathLines(proposal).of(proposal.served().get(0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "WITH up AS (UPDATE stock SET qty = qty + 1 WHERE sku = 'a' AND wh = 1 RETURNING *) INSERT"
            + " INTO stock (sku, wh, qty, reserved) SELECT 'a', 1, 1, 0 WHERE NOT EXISTS (SELECT 1"
            + " FROM up)",
        "WITH up AS (UPDATE stock SET qty = 3 WHERE sku = 'a' RETURNING wh), del AS (DELETE FROM"
            + " orders WHERE id IN (SELECT wh FROM up)) SELECT * FROM up",
        "WITH gone AS (DELETE FROM tags WHERE person_id = 3 RETURNING tag) INSERT INTO tags"
            + " (person_id, tag) SELECT 4, tag FROM gone"
      })
  void changeByTheRowsOfAnother_isNotServed(String statement) throws Exception {
    assertThat(served(statement).refusal())
        .hasValueSatisfying(
            reason ->
                assertThat(reason)
                    .startsWith(
                        "what it writes depends on the rows that a change within WITH returns"));
  }

  @Test
  void queryBeforeAnInsert_isSeenByIt() throws Exception {
    String insert = "INSERT INTO tags (person_id, tag) SELECT 4, tag FROM ";
    assertThat(lines("WITH old AS (SELECT tag FROM tags WHERE person_id = 3) " + insert + "old"))
        .isEqualTo(lines(insert + "(SELECT tag FROM tags WHERE person_id = 3) old"))
        .hasSizeGreaterThan(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "WITH RECURSIVE t AS (SELECT id, total FROM orders WHERE id = 3 UNION ALL SELECT o.id, o.total"
            + " FROM orders o JOIN t ON o.total = t.id) SELECT * FROM t",
        "WITH RECURSIVE t (n) AS (SELECT 1 UNION SELECT o.total FROM orders o, t WHERE o.id = t.n)"
            + " DELETE FROM orders WHERE id IN (SELECT n FROM t)"
      })
  void recursion_isNotServed(String statement) throws Exception {
    assertThat(served(statement).refusal())
        .hasValueSatisfying(reason -> assertThat(reason).startsWith("it is recursive"));
  }

  /** The word alone makes no recursion. */
  @Test
  void queryThatDoesNotNameItself_isServed() throws Exception {
    String query = "WITH%s t AS (SELECT nick FROM people WHERE id = 3) SELECT * FROM t";
    assertThat(served(query.formatted(" RECURSIVE")).steps())
        .isEqualTo(served(query.formatted("")).steps())
        .isNotEmpty();
  }

  /**
   * Without RECURSIVE, the name of a table is that of the table within a query of the same name.
   */
  @Test
  void queryWithTheNameOfItsTable_isNoRecursion() throws Exception {
    String with = "WITH %1$s AS (SELECT nick FROM people WHERE id = 3) SELECT nick FROM %1$s";
    assertThat(lines(with.formatted("people")))
        .isEqualTo(lines(with.formatted("others")))
        .singleElement()
        .asString()
        .contains("store.get(\"people\"");
  }

  @Test
  void table_isAllOfItsRows() throws Exception {
    String page = " ORDER BY sku, wh LIMIT 3";
    List<Served> served =
        TwinRows.propose(
                directory,
                "SELECT * FROM stock%1$s;\nSELECT * FROM orders;\nTABLE stock%1$s;\nTABLE orders;\n"
                    .formatted(page),
                Dialect.POSTGRESQL)
            .served();
    assertThat(served).hasSize(4);
    for (String table : List.of("stock", "orders")) {
      List<Served> both =
          served.stream().filter(one -> one.statement().template().text().contains(table)).toList();
      assertThat(both.get(1).steps()).isEqualTo(both.get(0).steps());
      assertThat(both.get(1).refusal()).isEqualTo(both.get(0).refusal());
    }
  }

  @Test
  void valueOfASubquery_isWhyThereAreNoLines() throws Exception {
    assertThat(
            lines(
                "INSERT INTO accounts (email, staff) VALUES ('a', TRUE) ON CONFLICT (email) DO UPDATE"
                    + " SET visits = (SELECT score FROM people WHERE id = 1)"))
        .singleElement()
        .asString()
        .startsWith("// the lines are not written: visits is computed from rows of another table");
  }
}
