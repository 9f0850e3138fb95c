package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.advisor.serve.Served;
import org.portolan.advisor.serve.Step;
import org.portolan.rehearsal.BesideDatabase.Query;
import org.portolan.types.Tuple;

/** Keys of lists by several values do not tell these: a result that needs them is made of rows. */
class ListedValuesTest {
  @TempDir Path directory;

  /** A statement with the rows of orders that its lines find. */
  record Case(String statement, String conditions, Map<String, Object> values) {
    @Override
    public String toString() {
      return statement;
    }
  }

  private static Case of(String statement, String conditions, Object... values) {
    return new Case(
        statement,
        conditions,
        values.length == 2
            ? Map.of((String) values[0], values[1])
            : Map.of((String) values[0], values[1], (String) values[2], values[3]));
  }

  static Stream<Case> ofValues() {
    return Stream.of(
            "SELECT total, COUNT(*) FROM orders WHERE @ GROUP BY total",
            "SELECT total, COUNT(*) FROM orders WHERE @ GROUP BY 1",
            "SELECT total, id FROM orders WHERE @",
            "SELECT DISTINCT total FROM orders WHERE @",
            "SELECT COUNT(DISTINCT total) FROM orders WHERE @",
            "SELECT SUM(total) FROM orders WHERE @",
            "SELECT id FROM orders WHERE @ ORDER BY total",
            "SELECT id FROM orders WHERE @ ORDER BY total DESC, id",
            "SELECT t, COUNT(*) FROM (SELECT total AS t FROM orders WHERE @) s GROUP BY t",
            "SELECT id, ROW_NUMBER() OVER (PARTITION BY total ORDER BY id) FROM orders WHERE @")
        .map(
            text ->
                of(
                    text.replace("@", "total IN (3, 5, 9)"),
                    "total IN (3, 5, 9)",
                    "totalList",
                    List.of(3, 5, 9)));
  }

  static Stream<Case> ofRows() {
    return Stream.of(
            "SELECT p.id, o.id FROM people p JOIN orders o ON o.total = p.id WHERE @",
            "SELECT p.id, COUNT(o.id) FROM people p JOIN orders o ON o.total = p.id WHERE @ GROUP BY"
                + " p.id",
            "SELECT p.id, COUNT(o.id) FROM people p LEFT JOIN orders o ON o.total = p.id WHERE @"
                + " GROUP BY p.id",
            "SELECT o.id FROM people p LEFT JOIN orders o ON o.total = p.id WHERE @",
            "SELECT o.total, o.id FROM people p JOIN orders o ON o.total = p.id WHERE @",
            "SELECT p.id, (SELECT COUNT(*) FROM orders o WHERE o.total = p.id) FROM people p WHERE @",
            "SELECT p.id FROM people p WHERE @ AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.total ="
                + " p.id)",
            "SELECT p.id FROM people p WHERE @ AND (SELECT COUNT(*) FROM orders o WHERE o.total = p.id)"
                + " > 3",
            "SELECT p.id FROM people p LEFT JOIN orders o ON o.total = p.id WHERE @ AND o.id IS NULL",
            "SELECT p.id, x.n FROM people p LEFT JOIN (SELECT total, COUNT(*) n FROM orders GROUP BY"
                + " total) x ON x.total = p.id WHERE @")
        .map(
            text ->
                of(
                    text.replace("@", "p.kind = 'user'"),
                    "total IN (SELECT id FROM people WHERE kind = 'user')",
                    "kind",
                    "user"));
  }

  @ParameterizedTest
  @MethodSource({"ofValues", "ofRows"})
  void result_thatNeedsTheValue_isMadeOfRows(Case of) throws Exception {
    try (BesideDatabase beside = new BesideDatabase(directory, of.statement() + ";\n")) {
      assertThat(beside.hasLines(0)).isTrue();
      beside.find(
          0,
          new Query("orders", List.of("id", "total"), of.conditions(), "", Optional.empty()),
          of.values());
    }
  }

  /** Items do not tell their owners, so those of several owners are kept by these. */
  @ParameterizedTest
  @MethodSource("ofItems")
  void items_ofSeveralOwners_areKeptByOwner(Case of) throws Exception {
    try (BesideDatabase beside = new BesideDatabase(directory, of.statement() + ";\n")) {
      assertThat(beside.hasLines(0)).isTrue();
      beside.find(
          0,
          new Query("phones", List.of("person_id", "pos"), of.conditions(), "", Optional.empty()),
          of.values());
    }
  }

  static Stream<Case> ofItems() {
    List<Long> owners = List.of(1L, 3L, 4L);
    return Stream.of(
        of(
            "SELECT person_id, SUM(uses) FROM phones WHERE person_id IN (1, 3, 4) GROUP BY person_id",
            "person_id IN (1, 3, 4)",
            "personIdList",
            owners),
        of(
            "SELECT * FROM phones WHERE person_id IN (1, 3, 4) AND label = 'home'",
            "person_id IN (1, 3, 4) AND label = 'home'",
            "personIdList",
            owners,
            "label",
            "home"),
        of(
            "SELECT * FROM phones WHERE person_id IN (1, 3, 4) AND pos = 2",
            "person_id IN (1, 3, 4) AND pos = 2",
            "personIdList",
            owners,
            "pos",
            2),
        of(
            "SELECT * FROM phones WHERE (person_id, pos) IN ((3, 1), (3, 2), (4, 2))",
            "(person_id, pos) IN ((3, 1), (3, 2), (4, 2))",
            "personIdAndPosList",
            List.of(Tuple.of(3L, 1), Tuple.of(3L, 2), Tuple.of(4L, 2))),
        of(
            "SELECT p.id, f.number FROM people p JOIN phones f ON f.person_id = p.id WHERE p.kind ="
                + " 'user'",
            "person_id IN (SELECT id FROM people WHERE kind = 'user')",
            "kind",
            "user"),
        of(
            "SELECT p.nick, f.number FROM people p JOIN phones f ON f.person_id = p.id WHERE p.id IN"
                + " (1, 3, 4) AND f.label = 'home'",
            "person_id IN (1, 3, 4) AND label = 'home'",
            "idList",
            owners,
            "label",
            "home"),
        of(
            "SELECT p.nick, f.number FROM people p LEFT JOIN phones f ON f.person_id = p.id AND f.pos"
                + " = 2 WHERE p.id IN (1, 3, 4)",
            "person_id IN (1, 3, 4) AND pos = 2",
            "idList",
            owners,
            "pos",
            2));
  }

  /** A value that the statement or one row tells, and one that the result does not need. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT total, id FROM orders WHERE total = 3",
        "SELECT id FROM orders WHERE total IN (3, 5)",
        "SELECT COUNT(*) FROM orders WHERE total IN (3, 5)",
        "SELECT id FROM orders WHERE total IN (SELECT id FROM people WHERE kind = 'user')",
        "SELECT COUNT(*) FROM orders o WHERE EXISTS (SELECT 1 FROM people p WHERE p.id = o.total AND"
            + " p.kind = 'user')",
        "SELECT o.id FROM people p JOIN orders o ON o.total = p.id WHERE p.kind = 'user'",
        "SELECT p.nick, o.id FROM people p JOIN orders o ON o.total = p.id WHERE p.id = 3"
      })
  void result_thatDoesNotNeedIt_isMadeOfKeys(String statement) throws Exception {
    assertThat(
            served(statement).steps().stream()
                .filter(step -> step.table().equals("orders"))
                .map(Step::kind))
        .containsExactly(Step.Kind.LIST);
  }

  /** Rows of a table that only selects are read where their conditions are the application's. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT o.id FROM people p JOIN orders o ON o.total = p.id WHERE p.kind = 'user' AND p.nick"
            + " LIKE '%a%'",
        "SELECT o.id FROM people p JOIN orders o ON o.total = p.score WHERE p.kind = 'user'",
        "SELECT o.id FROM orders o WHERE o.total IN (SELECT p.id FROM people p JOIN phones f ON"
            + " f.person_id = p.id WHERE p.kind = 'user')",
        "SELECT total FROM orders WHERE total = 3 OR total = 5 OR status = 'new'",
        "SELECT total FROM orders WHERE total = 3 OR status = 'new'"
      })
  void rows_thatBelongTogether_areRead(String statement) throws Exception {
    assertThat(
            served(statement).steps().stream()
                .filter(step -> step.table().equals("orders"))
                .map(Step::kind))
        .contains(Step.Kind.GET);
  }

  private Served served(String statement) throws Exception {
    return TwinRows.served(directory, statement);
  }
}
