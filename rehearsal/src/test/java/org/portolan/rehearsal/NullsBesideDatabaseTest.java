package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.portolan.rehearsal.BesideDatabase.Query;
import org.portolan.types.Tuple;

/**
 * Statements that compare a column with null, by their lines beside a database: nothing agrees with
 * a null, and nothing differs from it.
 */
class NullsBesideDatabaseTest {
  @TempDir Path directory;

  /**
   * A statement.
   *
   * @param query empty of a change
   * @param values those that the lines are given, by the names of their parameters
   */
  record Case(Optional<Query> query, String text, Map<String, Object> values) {
    @Override
    public String toString() {
      return text;
    }
  }

  private static Case of(String text, Object... values) {
    return new Case(Optional.empty(), text, named(values));
  }

  private static Case orders(String conditions, String order, int limit, Object... values) {
    Optional<Integer> rows = limit > 0 ? Optional.of(limit) : Optional.empty();
    Query query = new Query("orders", List.of("id", "placed"), conditions, order, rows);
    return new Case(Optional.of(query), query.text(), named(values));
  }

  /** A query that an index serves alone. */
  private static Case ids(String conditions, String order, int limit, Object... values) {
    Optional<Integer> rows = limit > 0 ? Optional.of(limit) : Optional.empty();
    Query query = new Query("orders", List.of("id"), conditions, order, rows);
    return new Case(Optional.of(query), query.text(), named(values));
  }

  private static Map<String, Object> named(Object... values) {
    Map<String, Object> named = new HashMap<>();
    for (int place = 0; place < values.length; place += 2) {
      named.put((String) values[place], values[place + 1]);
    }
    return named;
  }

  /** Columns that are compared on the rows that a key finds. */
  static List<Case> compared() {
    String stock = "DELETE FROM stock WHERE sku = 's1' AND ";
    String person = "UPDATE people SET score = 9 WHERE id = 1 AND ";
    BigDecimal nine = new BigDecimal("9");
    return List.of(
        of(stock + "qty <> NULL", "sku", "s1", "notQty", null),
        of(stock + "qty NOT IN (5, NULL)", "sku", "s1", "notQtyList", Arrays.asList(5, null)),
        of(stock + "qty NOT IN (4, 7)", "sku", "s1", "notQtyList", List.of(4, 7)),
        of(stock + "qty > NULL", "sku", "s1", "fromQty", null),
        of(stock + "qty <= NULL", "sku", "s1", "toQty", null),
        of(stock + "qty BETWEEN 1 AND NULL", "sku", "s1", "fromQty", 1, "toQty", null),
        of(stock + "wh <> NULL", "sku", "s1", "notWh", null),
        of(stock + "qty > 1 AND qty > NULL", "sku", "s1", "fromQty", 1, "fromQty2", null),
        of(
            stock + "qty <> 1 AND qty <> NULL AND qty NOT IN (7) AND qty NOT IN (NULL, 8)",
            "sku",
            "s1",
            "notQty",
            1,
            "notQty2",
            null,
            "notQtyList",
            List.of(7),
            "notQtyList2",
            Arrays.asList(null, 8)),
        of(
            stock + "(wh, qty) IN ((1, NULL), (3, 6))",
            "sku",
            "s1",
            "whAndQtyList",
            List.of(Tuple.of(1, null), Tuple.of(3, 6))),
        of(person + "kind <> NULL", "id", 1L, "notKind", null, "newScore", nine),
        of(person + "score = NULL", "id", 1L, "score", null, "newScore", nine),
        of(person + "score <> NULL", "id", 1L, "notScore", null, "newScore", nine),
        of(person + "score > NULL", "id", 1L, "fromScore", null, "newScore", nine),
        of(
            person + "score IN (NULL, 1)",
            "id",
            1L,
            "scoreList",
            Arrays.asList(null, new BigDecimal("1")),
            "newScore",
            nine),
        of(
            "UPDATE orders SET total = 3 WHERE id = 5 AND state = NULL",
            "id",
            5L,
            "state",
            null,
            "newTotal",
            3),
        of(
            "DELETE FROM orders WHERE status = 'new' AND state <> NULL",
            "status",
            "new",
            "notState",
            null),
        of(
            "DELETE FROM orders WHERE status = 'new' AND state IN (NULL, 'OPEN')",
            "status",
            "new",
            "stateList",
            Arrays.asList(null, "OPEN")),
        of(
            "DELETE FROM orders WHERE status = 'new' AND state NOT IN (NULL, 'OPEN')",
            "status",
            "new",
            "notStateList",
            Arrays.asList(null, "OPEN")),
        of(
            "DELETE FROM phones WHERE person_id = 3 AND pos <> NULL",
            "personId",
            3L,
            "notPos",
            null),
        of(
            "DELETE FROM phones WHERE person_id = 3 AND label > NULL",
            "personId",
            3L,
            "fromLabel",
            null),
        of("DELETE FROM tags WHERE person_id = 1 AND tag <> NULL", "personId", 1L, "notTag", null),
        of(
            "DELETE FROM tags WHERE person_id = 1 AND tag NOT IN ('x', NULL)",
            "personId",
            1L,
            "notTagList",
            Arrays.asList("x", null)),
        of("DELETE FROM tags WHERE person_id = 1 AND tag > NULL", "personId", 1L, "fromTags", null),
        of(
            "UPDATE profile SET visits = visits + 1 WHERE person_id = 3 AND visits <> NULL",
            "personId",
            3L,
            "notVisits",
            null,
            "addedVisits",
            1L));
  }

  /** Columns by which a key, an index or an end of it finds the rows. */
  static List<Case> finding() {
    String is = "status = 'new' AND ";
    return List.of(
        of(
            "UPDATE stock SET reserved = 1 WHERE sku IN ('s1', NULL) AND wh = 2",
            "skuList",
            Arrays.asList("s1", null),
            "wh",
            2,
            "newReserved",
            1),
        of(
            "DELETE FROM orders WHERE status IN ('new', NULL)",
            "statusList",
            Arrays.asList("new", null)),
        of(
            "DELETE FROM phones WHERE person_id = 3 AND pos IN (2, NULL)",
            "personId",
            3L,
            "posList",
            Arrays.asList(2, null)),
        of("DELETE FROM tags WHERE person_id = 1 AND tag = NULL", "personId", 1L, "tag", null),
        of(
            "DELETE FROM people WHERE score IN (4, NULL) AND kind = 'bot'",
            "scoreList",
            Arrays.asList(new BigDecimal("4"), null),
            "kind",
            "bot",
            "noProfile",
            Map.of()),
        of(
            "UPDATE people SET nick = 'z' WHERE (kind, score) IN (('root', 3), ('bot', NULL), ('root',"
                + " 2))",
            "kindAndScoreList",
            List.of(
                Tuple.of("root", new BigDecimal("3")),
                Tuple.of("bot", null),
                Tuple.of("root", new BigDecimal("2"))),
            "changedPeople",
            Map.of("nick", "z")),
        of(
            "DELETE FROM orders WHERE status = 'new' AND placed > NULL",
            "status",
            "new",
            "fromPlaced",
            null),
        orders(is + "placed > NULL", "placed", 3, "status", "new", "fromPlaced", null),
        orders(is + "placed >= NULL", "placed", 0, "status", "new", "fromPlaced", null),
        orders(is + "total >= NULL", "total", 3, "status", "new", "fromTotal", null),
        orders(is + "total < NULL", "total DESC", 3, "status", "new", "toTotal", null),
        orders(is + "placed < NULL", "placed DESC", 3, "status", "new", "toPlaced", null),
        orders(is + "placed <= NULL", "placed DESC", 3, "status", "new", "toPlaced", null),
        orders(is + "placed < NULL", "placed", 3, "status", "new", "toPlaced", null),
        orders(
            is + "placed BETWEEN NULL AND 20",
            "placed",
            3,
            "status",
            "new",
            "fromPlaced",
            null,
            "toPlaced",
            20),
        orders(
            is + "placed BETWEEN 3 AND NULL",
            "placed",
            0,
            "status",
            "new",
            "fromPlaced",
            3,
            "toPlaced",
            null),
        orders(
            is + "placed > 3 AND placed > NULL",
            "placed",
            3,
            "status",
            "new",
            "fromPlaced",
            3,
            "fromPlaced2",
            null),
        orders(
            is + "placed > NULL AND placed > NULL",
            "placed",
            3,
            "status",
            "new",
            "fromPlaced",
            null,
            "fromPlaced2",
            null),
        ids(is + "placed >= NULL", "placed", 3, "status", "new", "fromPlaced", null),
        ids(is + "placed >= NULL", "", 0, "status", "new", "fromPlaced", null),
        ids(is + "placed <= NULL", "placed DESC", 0, "status", "new", "toPlaced", null),
        ids(is + "total >= NULL", "total", 3, "status", "new", "fromTotal", null),
        orders("status IN ('new', NULL)", "", 0, "statusList", Arrays.asList("new", null)));
  }

  /** Statements by a key or a value of an index that is null: the store tells of the column. */
  static List<Case> refused() {
    return List.of(
        of("DELETE FROM people WHERE id = NULL", "id", null, "noProfile", Map.of()),
        of(
            "UPDATE stock SET reserved = 1 WHERE sku = NULL AND wh = 1",
            "sku",
            null,
            "wh",
            1,
            "newReserved",
            1),
        of("DELETE FROM stock WHERE sku = NULL", "sku", null),
        of("DELETE FROM orders WHERE status = NULL", "status", null),
        of(
            "UPDATE people SET nick = 'z' WHERE score = NULL",
            "score",
            null,
            "changedPeople",
            Map.of()),
        of("DELETE FROM people WHERE score = NULL", "score", null, "noProfile", Map.of()),
        of("DELETE FROM phones WHERE person_id = NULL", "personId", null),
        of("DELETE FROM phones WHERE person_id = 3 AND pos = NULL", "personId", 3L, "pos", null),
        of("DELETE FROM tags WHERE tag = NULL", "tag", null),
        of(
            "UPDATE profile SET bio = 'z' WHERE person_id = NULL",
            "personId",
            null,
            "changedProfile",
            Map.of("bio", "z")),
        orders("status = NULL", "placed", 3, "status", null),
        orders("status = NULL", "", 0, "status", null));
  }

  @ParameterizedTest
  @MethodSource("refused")
  void keyThatIsNull_isRefused(Case of) throws Exception {
    try (BesideDatabase beside = new BesideDatabase(directory, of.text() + ";\n")) {
      assertThatThrownBy(() -> beside.call(0, of.values()))
          .rootCause()
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("must not be null");
    }
  }

  @ParameterizedTest
  @MethodSource({"compared", "finding"})
  void null_agreesWithNothing(Case of) throws Exception {
    try (BesideDatabase beside = new BesideDatabase(directory, of.text() + ";\n")) {
      assertThat(beside.hasLines(0)).isTrue();
      if (of.query().isPresent()) {
        beside.find(0, of.query().get(), of.values());
      } else {
        beside.change(0, of.text(), of.values());
      }
    }
  }
}
