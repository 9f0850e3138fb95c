package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.advisor.serve.Step;
import org.portolan.rehearsal.BesideDatabase.Query;

/** What the application makes of rows, it makes of all their columns that the result names. */
class NeededColumnsTest {
  private static final List<String> COLUMNS = List.of("id", "state", "placed", "total");

  @TempDir Path directory;

  /** The lines find the rows that the database has, with the columns of the result. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT total, COUNT(*) FROM orders WHERE @ GROUP BY 1",
        "SELECT total AS t, COUNT(*) FROM orders WHERE @ GROUP BY t",
        "SELECT COUNT(*) FROM orders WHERE @ GROUP BY lower(state)",
        "SELECT COUNT(*) FROM orders WHERE @ GROUP BY (total)",
        "SELECT date_trunc('day', placed) d, COUNT(*) FROM orders WHERE @ GROUP BY 1",
        "SELECT date_trunc('day', placed) d, COUNT(*) FROM orders WHERE @ GROUP BY d",
        "SELECT COUNT(*) FROM orders WHERE @ GROUP BY date_trunc('day', placed)",
        "SELECT COUNT(CASE WHEN total = 1 THEN 1 END) FROM orders WHERE @",
        "SELECT COUNT(NULLIF(total, 1)) FROM orders WHERE @",
        "SELECT COUNT(COALESCE(placed, total)) FROM orders WHERE @",
        "SELECT COUNT(DISTINCT lower(state)) FROM orders WHERE @",
        "SELECT COUNT(DISTINCT (total, state)) FROM orders WHERE @",
        "SELECT COUNT(*), COUNT(placed) FROM orders WHERE @",
        "SELECT COUNT(*) FILTER (WHERE total = 1) FROM orders WHERE @",
        "SELECT COUNT(*), COUNT(*) FILTER (WHERE total = 1) FROM orders WHERE @",
        "SELECT COUNT(*) FROM orders WHERE @ HAVING MAX(total) > 3",
        "SELECT COUNT(*) FROM (SELECT DISTINCT total FROM orders WHERE @) s",
        "SELECT COUNT(*) FROM (SELECT lower(state) FROM orders WHERE @ GROUP BY 1) s",
        "WITH s AS (SELECT DISTINCT total FROM orders WHERE @) SELECT COUNT(*) FROM s",
        "SELECT DISTINCT ON (total) id FROM orders WHERE @",
        "SELECT DISTINCT ON (lower(state)) id FROM orders WHERE @",
        "SELECT id, ROW_NUMBER() OVER (PARTITION BY state ORDER BY placed) FROM orders WHERE @",
        "SELECT id, ROW_NUMBER() OVER w FROM orders WHERE @ WINDOW w AS (PARTITION BY state)",
        "SELECT o FROM orders o WHERE @",
        "SELECT row_to_json(o) FROM orders o WHERE @",
        "SELECT COUNT(o), MAX(o.total) FROM orders o WHERE @",
        "SELECT id FROM orders WHERE @ ORDER BY lower(state)",
        "SELECT string_agg(id, ',' ORDER BY state) FROM orders WHERE @"
      })
  void result_ofColumns_isMadeOfRows(String statement) throws Exception {
    String text = statement.replace("@", "status = 'NEW'");
    try (BesideDatabase beside = new BesideDatabase(directory, text + ";\n")) {
      beside.find(
          0,
          new Query("orders", COLUMNS, "status = 'NEW'", "", Optional.empty()),
          Map.of("status", "NEW"));
    }
  }

  /** A text that is equal under a collation has the spelling of its row. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT id, status FROM orders WHERE @",
        "SELECT status FROM orders WHERE @ LIMIT 200",
        "SELECT COUNT(*), status FROM orders WHERE @",
        "SELECT DISTINCT status FROM orders WHERE @",
        "SELECT MIN(status) FROM orders WHERE @",
        "SELECT lower(status) FROM orders WHERE @",
        "SELECT s FROM (SELECT status AS s FROM orders WHERE @) t"
      })
  void text_equalUnderACollation_isThatOfTheRow(String statement) throws Exception {
    Query query =
        new Query("orders", List.of("id", "status"), "status = 'NEW'", "", Optional.empty());
    try (BesideDatabase beside =
        new BesideDatabase(directory, statement.replace("@", "status = 'NEW'") + ";\n")) {
      beside.find(0, query, Map.of("status", "NEW"));
    }
  }

  /** So has a key. */
  @ParameterizedTest
  @ValueSource(strings = {"sku = 'S1'", "sku = 'S1' AND wh = 2"})
  void key_equalUnderACollation_isThatOfTheRow(String conditions) throws Exception {
    Query query = new Query("stock", List.of("sku", "wh"), conditions, "", Optional.empty());
    try (BesideDatabase beside = new BesideDatabase(directory, query.text() + ";\n")) {
      beside.find(0, query, Map.of("sku", "S1", "wh", 2));
    }
  }

  /** No counter and no end of an index has the aggregates of groups, nor those of expressions. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT total, COUNT(*) FROM orders GROUP BY 1",
        "SELECT total, SUM(total) FROM orders GROUP BY 1",
        "SELECT state AS s, MAX(placed) FROM orders GROUP BY s",
        "SELECT MAX(placed) FROM orders GROUP BY lower(state)",
        "SELECT COUNT(NULLIF(total, 1)) FROM orders",
        "SELECT COUNT(CASE WHEN total = 1 THEN 1 END) FROM orders",
        "SELECT COUNT(*) FROM (SELECT DISTINCT total FROM orders) s",
        "SELECT COUNT(*), COUNT(*) FILTER (WHERE total = 1) FROM orders"
      })
  void aggregate_ofGroupsOrExpressions_isNotKept(String statement) throws Exception {
    assertThat(TwinRows.propose(directory, statement + ";\n").served().get(0).steps())
        .noneMatch(step -> step.kind() == Step.Kind.COUNT || step.kind() == Step.Kind.SUM)
        .noneMatch(step -> step.kind() == Step.Kind.LIST && step.found() <= 1);
  }

  /** The number of rows needs none of them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT COUNT(*) FROM orders WHERE status = 'new'",
        "SELECT COUNT(1) AS total FROM orders WHERE status = 'new'",
        "SELECT COUNT(id) FROM orders o WHERE o.status = 'new'",
        "SELECT COUNT(*) + 1 FROM orders WHERE status = 'new' AND placed >= 3",
        "SELECT COUNT(*) FROM (SELECT id FROM orders WHERE status = 'new') s"
      })
  void number_ofRows_isThatOfTheKeys(String statement) throws Exception {
    assertThat(TwinRows.propose(directory, statement + ";\n").served().get(0).steps())
        .extracting(Step::kind)
        .containsExactly(Step.Kind.LIST);
  }
}
