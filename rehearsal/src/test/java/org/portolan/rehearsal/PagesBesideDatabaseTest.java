package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.portolan.rehearsal.BesideDatabase.Query;

/**
 * Queries of a page or a range, by their lines beside a database with the same rows: they find the
 * same rows in the same order, from both ends of a list, and tried they find them, too.
 */
class PagesBesideDatabaseTest {
  /** Lets the design have an index in the order that most queries do not want. */
  static final String DESCENDING =
      "-- weight: 100000\nSELECT id FROM orders WHERE status = 'x' ORDER BY placed DESC LIMIT 2;\n";

  static final String ASCENDING = DESCENDING.replace(" DESC", "");

  @TempDir Path directory;

  /**
   * A query.
   *
   * @param before the statements before it in the log
   * @param values those that the lines are given
   */
  record Case(String before, Query query, Map<String, Object> values) {
    @Override
    public String toString() {
      return (before.contains("DESC") ? "descending index: " : "") + query.text();
    }
  }

  private static Case phones(String conditions, String order, int limit, Object... values) {
    List<String> columns = List.of("pos", "number");
    return of("", "phones", columns, "person_id = 4 AND " + conditions, order, limit, values);
  }

  static Case orders(String before, String conditions, String order, int limit, Object... values) {
    return of(before, "orders", List.of("id", "placed"), conditions, order, limit, values);
  }

  private static Case of(
      String before,
      String table,
      List<String> columns,
      String conditions,
      String order,
      int limit,
      Object... values) {
    Map<String, Object> named = new HashMap<>();
    named.put("personId", 4L);
    named.put("status", "NEW");
    for (int place = 0; place < values.length; place += 2) {
      named.put((String) values[place], values[place + 1]);
    }
    Optional<Integer> rows = limit > 0 ? Optional.of(limit) : Optional.empty();
    return new Case(before, new Query(table, columns, conditions, order, rows), named);
  }

  static List<Case> cases() {
    String is = "status = 'NEW' AND ";
    return List.of(
        phones("pos > 200", "pos", 3, "fromPos", 200),
        phones("pos >= 3", "pos", 2, "fromPos", 3),
        phones("pos < 4", "pos DESC", 2, "toPos", 4),
        phones("pos <= 2", "pos DESC", 5, "toPos", 2),
        phones("pos < 4", "pos", 9, "toPos", 4),
        phones("pos > 248", "pos DESC", 9, "fromPos", 248),
        phones("pos BETWEEN 100 AND 103", "pos", 9, "fromPos", 100, "toPos", 103),
        phones("uses = 3 AND pos > 10", "pos", 2, "uses", 3, "fromPos", 10),
        phones("pos > 247", "pos DESC", 0, "fromPos", 247),
        orders(DESCENDING, is + "placed > 20", "placed", 2, "fromPlaced", 20),
        orders(DESCENDING, is + "placed >= 21", "placed", 3, "fromPlaced", 21),
        orders(DESCENDING, is + "placed < 21", "placed DESC", 3, "toPlaced", 21),
        orders(DESCENDING, is + "placed <= 21", "placed DESC", 2, "toPlaced", 21),
        orders(DESCENDING, is + "placed < 4", "placed", 9, "toPlaced", 4),
        orders(DESCENDING, is + "placed > 36", "placed DESC", 9, "fromPlaced", 36),
        orders(
            DESCENDING,
            is + "placed BETWEEN 3 AND 9",
            "placed",
            20,
            "fromPlaced",
            3,
            "toPlaced",
            9),
        orders(
            DESCENDING, is + "placed BETWEEN 3 AND 9", "placed", 0, "fromPlaced", 3, "toPlaced", 9),
        orders(ASCENDING, is + "placed > 20", "placed", 1, "fromPlaced", 20),
        orders(ASCENDING, is + "placed > 20", "placed", 4, "fromPlaced", 20),
        orders(ASCENDING, is + "placed <= 21", "placed DESC", 3, "toPlaced", 21),
        orders(ASCENDING, is + "placed < 21", "placed DESC", 3, "toPlaced", 21),
        orders(ASCENDING, is + "placed < 4", "placed", 9, "toPlaced", 4),
        orders(ASCENDING, is + "placed <= 9", "placed DESC", 0, "toPlaced", 9),
        orders(
            ASCENDING,
            "status IN ('new', 'paid', 'NEW') AND placed > 20",
            "placed",
            3,
            "statusList",
            List.of("new", "paid", "NEW"),
            "fromPlaced",
            20),
        orders(
            DESCENDING,
            "status IN ('new', 'paid')",
            "placed",
            3,
            "statusList",
            List.of("new", "paid")),
        orders(
            ASCENDING,
            "status IN ('new', 'paid') AND placed > 20",
            "placed",
            0,
            "statusList",
            List.of("new", "paid"),
            "fromPlaced",
            20),
        orders("", "id > 40", "id", 2, "fromId", 40L),
        orders("", "id <= 40", "id DESC", 2, "toId", 40L),
        orders("", is + "state = 'SENT'", "placed", 5, "state", "SENT"),
        orders("", "state = 'DONE'", "id", 3, "state", "DONE"),
        orders("", "id = 3 AND state <> 'Sent'", "", 0, "id", 3L, "notState", "Sent"),
        of(
            "",
            "stock",
            List.of("wh", "qty"),
            "sku = 'S4' AND wh > 120",
            "wh",
            3,
            "sku",
            "S4",
            "fromWh",
            120),
        of(
            "",
            "stock",
            List.of("wh", "qty"),
            "sku = 's4' AND wh < 5",
            "wh DESC",
            2,
            "sku",
            "s4",
            "toWh",
            5),
        orders("", is + "total >= 0", "", 0, "fromTotal", 0),
        orders("", is + "total = 7 AND placed > 0", "placed", 20_000, "total", 7, "fromPlaced", 0),
        orders(ASCENDING, is + "placed <= 21", "placed DESC", 20_000, "toPlaced", 21),
        orders(
            DESCENDING,
            "status IN ('new', 'paid')",
            "placed",
            20_000,
            "statusList",
            List.of("new", "paid")),
        orders("", "status IN ('new', 'paid')", "", 0, "statusList", List.of("new", "paid")),
        orders("", "id > 5", "", 0, "fromId", 5L),
        phones("uses = 3", "pos", 0, "uses", 3),
        phones("pos >= 200", "pos", 20_000, "fromPos", 200),
        of(
            "",
            "phones",
            List.of("number"),
            "person_id IN (1, 2, 3) AND label = 'home'",
            "",
            0,
            "personIdList",
            List.of(1L, 2L, 3L),
            "label",
            "home"),
        of(
            "",
            "phones",
            List.of("pos", "number"),
            "person_id IN (3, 4)",
            "",
            0,
            "personIdList",
            List.of(3L, 4L)),
        of(
            "",
            "stock",
            List.of("wh", "qty"),
            "sku = 'S4' AND qty > 9",
            "",
            0,
            "sku",
            "S4",
            "fromQty",
            9),
        of(
            "",
            "stock",
            List.of("wh", "qty"),
            "sku IN ('s1', 's4')",
            "",
            0,
            "skuList",
            List.of("s1", "s4")));
  }

  /** Several conditions on one column: the key or the index serves one of them. */
  static List<Case> further() {
    String is = "status = 'NEW' AND ";
    String within = is + "placed BETWEEN 3 AND 30 AND placed > 9";
    Object[] ends = {"fromPlaced", 3, "toPlaced", 30, "fromPlaced2", 9};
    return List.of(
        orders(ASCENDING, within, "placed", 4, ends),
        orders(DESCENDING, within, "placed", 4, ends),
        orders(ASCENDING, within, "placed DESC", 9, ends),
        orders("", within, "", 0, ends),
        orders(
            "",
            is + "placed <= 30 AND placed < 30",
            "placed DESC",
            5,
            "toPlaced",
            30,
            "toPlaced2",
            30),
        orders(
            "", is + "placed > 3 AND placed > 9", "placed", 3, "fromPlaced", 3, "fromPlaced2", 9),
        orders(
            "", is + "placed > 9 AND placed > 3", "placed", 3, "fromPlaced", 9, "fromPlaced2", 3),
        orders(
            "",
            is + "placed > 3 AND placed IN (2, 3, 7, 21)",
            "placed",
            9,
            "fromPlaced",
            3,
            "placedList",
            List.of(2, 3, 7, 21)),
        orders("", is + "status = 'paid'", "placed", 3, "status2", "paid"),
        orders("", is + "status = 'new'", "placed", 3, "status2", "new"),
        orders("", "id = 3 AND id > 5", "", 0, "id", 3L, "fromId", 5L),
        orders(
            "",
            is + "placed <> 7 AND placed <> 21 AND placed > 3",
            "placed",
            4,
            "notPlaced",
            7,
            "notPlaced2",
            21,
            "fromPlaced",
            3),
        phones("pos > 5 AND pos >= 9", "pos", 3, "fromPos", 9, "fromPos2", 5),
        phones("pos = 3 AND pos > 5", "", 0, "pos", 3, "fromPos", 5),
        phones("pos IN (3, 7, 8) AND pos > 5", "", 0, "posList", List.of(3, 7, 8), "fromPos", 5));
  }

  /** Lists of texts with a beginning, by LIKE. */
  static List<Case> beginnings() {
    String is = "status = 'NEW' AND ";
    List<String> states = List.of("id", "state");
    return List.of(
        of("", "orders", states, is + "state LIKE 's%'", "", 0, "fromState", "S"),
        of("", "orders", states, is + "state LIKE 'SE%'", "state", 9, "fromState", "se"),
        of("", "orders", states, is + "state LIKE 'd%'", "placed", 9, "fromState", "d"),
        of("", "stock", List.of("wh", "qty"), "sku LIKE 's4%'", "sku", 0, "fromSku", "S4"),
        of("", "stock", List.of("wh", "qty"), "sku LIKE 's2%'", "sku", 9, "fromSku", "s2"),
        people("kind = 'user' AND nick LIKE 'a%'", "user"),
        people("kind = 'user' AND nick LIKE 'A%'", "user"),
        people("kind IN ('user', 'bot') AND nick LIKE 'c%'", "bot"),
        phonesOf(3, "label LIKE 'w%'", "pos", 2, "w"),
        phonesOf(3, "label LIKE 'h%'", "", 0, "h"),
        phonesOf(4, "label LIKE 'w%'", "pos", 4, "w"));
  }

  private static Case phonesOf(
      long person, String conditions, String order, int limit, String beginning) {
    return of(
        "",
        "phones",
        List.of("pos", "uses"),
        "person_id = " + person + " AND " + conditions,
        order,
        limit,
        "personId",
        person,
        "fromLabel",
        beginning);
  }

  private static Case people(String conditions, String kind) {
    int beginning = conditions.indexOf("LIKE '") + 6;
    return of(
        "",
        "people",
        List.of("id", "nick"),
        conditions,
        "",
        0,
        "kind",
        kind,
        "kindList",
        List.of("user", kind),
        "fromNick",
        conditions.substring(beginning, beginning + 1));
  }

  /** Decimals have the digits of their column where an index is read, whatever a query gives. */
  static List<Case> decimals() {
    return List.of(
        scores("score > 1.5", "score", "fromScore", "1.5"),
        scores("score > 3.999", "score", "fromScore", "3.999"),
        scores("score >= 4.001", "score", "fromScore", "4.001"),
        scores("score < 4.001", "score DESC", "toScore", "4.001"),
        scores("score <= 3.999", "score DESC", "toScore", "3.999"),
        scores("score <= 4", "score", "toScore", "4"),
        scores("score = 4", "", "score", "4"));
  }

  private static Case scores(String condition, String order, String name, String value) {
    return of(
        "",
        "people",
        // A value that the query gives is not read.
        condition.startsWith("score = ") ? List.of("id") : List.of("id", "score"),
        "kind = 'user' AND " + condition,
        order,
        2,
        "kind",
        "user",
        name,
        new BigDecimal(value));
  }

  /** The lines read a list of items for each owner. */
  @Test
  void pageOfSeveralLists_isTakenByTheApplication() throws Exception {
    String page = "SELECT pos FROM phones WHERE person_id IN (3, 4) ORDER BY pos LIMIT 3;\n";
    assertThat(TwinRows.propose(directory, page).served().get(0).notes())
        .anyMatch(note -> note.startsWith("the application takes the page"));
  }

  /** What is known of a column is compared; the rest is left to the application, by a note. */
  @Test
  void conditionOfWhichNothingIsKnown_isNotedBesideOneThatIsServed() throws Exception {
    String list =
        "SELECT id FROM orders WHERE status = 'new' AND placed > 3 AND placed % 2 = 0"
            + " ORDER BY placed LIMIT 3;\n";
    assertThat(TwinRows.propose(directory, list).served().get(0).notes())
        .contains("the application checks placed");
    String likes = "SELECT id FROM orders WHERE status = 'new' AND status LIKE '%w';\n";
    assertThat(TwinRows.propose(directory, likes).served().get(0).notes())
        .contains("the application checks status");
  }

  @ParameterizedTest
  @MethodSource({"cases", "further", "beginnings", "decimals"})
  void query_findsWhatTheDatabaseFinds(Case of) throws Exception {
    String log = of.before() + of.query().text() + ";\n";
    try (BesideDatabase beside = new BesideDatabase(directory, log)) {
      beside.find(of.before().isEmpty() ? 0 : 1, of.query(), of.values());
      Rehearsal.Result tried =
          Rehearsal.run(
              beside.proposal(),
              TwinRows.model(directory, log),
              "rocksdb:" + directory.resolve("tried"),
              Rehearsal.Options.of(beside.proposal()));
      assertThat(tried.findings()).isEmpty();
      tried
          .outcomes()
          .forEach(
              (served, outcome) ->
                  assertThat(outcome)
                      .as(served.statement().template().text())
                      .matches(any -> any.isAsEstimated()));
    }
  }

  /** The lines of a page of items read from a value say what they read. */
  @Test
  void pageOfItemsFromAValue_isNoted() throws Exception {
    String page = "SELECT pos FROM phones WHERE person_id = 4 AND pos > 3 ORDER BY pos LIMIT 2;\n";
    assertThat(TwinRows.propose(directory, page).served().get(0).notes())
        .anyMatch(note -> note.startsWith("no read of items begins at a value of pos"));
  }
}
