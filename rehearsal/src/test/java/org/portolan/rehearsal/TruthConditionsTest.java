package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.advisor.serve.LineChecks;
import org.portolan.advisor.serve.Served;
import org.portolan.advisor.serve.Step;
import org.portolan.rehearsal.BesideDatabase.Query;

/** Queries by columns that are conditions by themselves. */
class TruthConditionsTest {
  @TempDir Path directory;

  static Stream<Query> queries() {
    return TruthConditions.queries();
  }

  @ParameterizedTest
  @MethodSource("queries")
  void query_findsWhatTheDatabaseFinds(Query query) throws Exception {
    Map<String, Object> values = Map.of("idList", List.of(1L, 2L, 3L, 4L));
    String log = "-- weight: 1000\n" + query.text() + ";\n";
    try (BesideDatabase beside = new BesideDatabase(directory, log)) {
      if (query.conditions().startsWith("id IN")) {
        assertThat(beside.served(0).notes()).noneMatch(note -> note.startsWith("the application"));
      }
      if (beside.served(0).refusal().isEmpty()) {
        beside.find(0, query, values);
      } else {
        assertThat(query.conditions()).startsWith("active");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "admin",
        "NOT admin",
        "admin IS TRUE",
        "admin IS FALSE",
        "staff IS NOT TRUE",
        "NOT active"
      })
  void query_isServedByAnIndex(String condition) throws Exception {
    String query = "SELECT * FROM accounts WHERE " + condition + " LIMIT 10;\n";
    Served served = TwinRows.propose(directory, query).served().get(0);
    assertThat(served.refusal()).isEmpty();
    assertThat(served.steps())
        .extracting(Step::kind)
        .containsExactly(Step.Kind.LIST, Step.Kind.GET);
    assertThat(served.notes()).isEmpty();
  }

  /** Null meets these conditions, and no index lists it beside the others. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "admin IS NOT TRUE",
        "admin IS NOT FALSE",
        "NOT (admin IS TRUE)",
        "(admin IS TRUE) IS FALSE",
        "admin AND NOT admin"
      })
  void condition_thatIsNoComparison_isLeftToTheApplication(String condition) throws Exception {
    String query = "SELECT * FROM accounts WHERE id IN (1, 2) AND " + condition + ";\n";
    Served served = TwinRows.propose(directory, query).served().get(0);
    assertThat(LineChecks.isLeft(served.notes(), "admin")).as(served.notes() + "").isTrue();
  }

  /** A row that an outer join does not find is none of these. */
  @Test
  void outerJoin_keepsRowsWithoutOthers() throws Exception {
    String query =
        "SELECT o.id FROM orders o LEFT JOIN accounts a ON a.id = o.total WHERE o.status = 'new' AND"
            + " a.staff IS NOT TRUE;\n";
    Served served = TwinRows.propose(directory, query).served().get(0);
    assertThat(served.steps().get(0).table()).isEqualTo("orders");
    assertThat(LineChecks.isLeft(served.notes(), "staff")).as(served.notes() + "").isTrue();
  }
}
