package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.portolan.advisor.propose.Proposal;
import org.portolan.advisor.serve.Served;
import org.portolan.data.EntityRow;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.types.Tuple;

/**
 * The lines of a change, called with its values, beside the same statement on a database with the
 * same rows: both return the same number, and leave the same rows.
 */
class LinesBesideDatabaseTest {
  @TempDir Path directory;
  private TwinRows rows;

  /**
   * A statement.
   *
   * @param literal with the values that the database executes
   * @param values those that the lines are given, by the names of their parameters
   */
  record Case(String literal, Map<String, Object> values) {
    @Override
    public String toString() {
      return literal;
    }
  }

  static Case of(String literal, Object... values) {
    Map<String, Object> named = new HashMap<>();
    for (int place = 0; place < values.length; place += 2) {
      named.put((String) values[place], values[place + 1]);
    }
    return new Case(literal, named);
  }

  private static Predicate<EntityRow> row(String column, Predicate<Object> test) {
    return row -> test.test(row.value(column));
  }

  static List<Case> cases() {
    return List.of(
        of(
            "DELETE FROM phones WHERE person_id IN (1, 2, 3) AND pos = 1",
            "personIdList",
            List.of(1L, 2L, 3L),
            "pos",
            1),
        of("DELETE FROM phones WHERE person_id = 3 AND pos = 2", "personId", 3L, "pos", 2),
        of(
            "DELETE FROM phones WHERE person_id = 3 AND pos IN (1, 3, 9)",
            "personId",
            3L,
            "posList",
            List.of(1, 3, 9)),
        of(
            "DELETE FROM phones WHERE person_id IN (1, 3) AND label = 'home'",
            "personIdList",
            List.of(1L, 3L),
            "label",
            "home"),
        of(
            "DELETE FROM phones WHERE person_id = 3 AND label <> 'home'",
            "personId",
            3L,
            "notLabel",
            "home"),
        of(
            "DELETE FROM phones WHERE (person_id, pos) IN ((1, 1), (3, 2))",
            "personIdAndPosList",
            List.of(Tuple.of(1L, 1), Tuple.of(3L, 2))),
        of(
            "UPDATE phones SET label = 'work' WHERE person_id = 3 AND label = 'home'",
            "personId",
            3L,
            "label",
            "home",
            "changedPhones",
            Map.of("label", "work")),
        of(
            "UPDATE phones SET uses = uses + 2 WHERE person_id IN (1, 3)",
            "personIdList",
            List.of(1L, 3L),
            "addedUses",
            2L),
        of("DELETE FROM tags WHERE person_id = 1", "personId", 1L),
        of("DELETE FROM stock WHERE sku = 's4' AND wh > 20", "sku", "s4", "fromWh", 20),
        of(
            "DELETE FROM tags WHERE person_id = 1 AND tag LIKE '%x%'",
            "personId", 1L, "tagsMeets", (Predicate<Object>) "x"::equals),
        of(
            "UPDATE profile SET visits = visits + 1 WHERE person_id = 3 AND visits = 5",
            "personId",
            3L,
            "visits",
            5,
            "addedVisits",
            1L),
        of(
            "DELETE FROM phones WHERE person_id IN (SELECT id FROM people WHERE nick = 'cee')",
            "nick",
            "cee"),
        of(
            "UPDATE stock SET qty = qty + 1, reserved = 5 WHERE sku IN ('s1', 'S1', 's3') AND wh ="
                + " 1",
            "skuList",
            List.of("s1", "S1", "s3"),
            "wh",
            1,
            "addedQty",
            1L,
            "newReserved",
            5),
        of(
            "DELETE FROM stock WHERE sku IN ('s1', 'S1') AND wh = 1",
            "skuList",
            List.of("s1", "S1"),
            "wh",
            1),
        of(
            "UPDATE people SET score = 1 WHERE id = 3 LIMIT 1",
            "id",
            3L,
            "newScore",
            new BigDecimal("1.00")),
        of(
            "UPDATE people SET score = 1 WHERE id IN (1, 3) AND nick LIKE '%n'",
            "idList",
            List.of(1L, 3L),
            "peopleMeets",
            row("nick", nick -> nick != null && nick.toString().endsWith("n")),
            "newScore",
            new BigDecimal("1.00")),
        of("DELETE FROM stock WHERE sku = 's1' AND wh <> 2", "sku", "s1", "notWh", 2),
        of(
            "DELETE FROM stock WHERE sku = 's1' AND wh = 1 AND wh <> 1",
            "sku",
            "s1",
            "wh",
            1,
            "notWh",
            1),
        of(
            "DELETE FROM tags WHERE person_id = 1 AND tag IN ('x', 'y')",
            "personId",
            1L,
            "tagList",
            List.of("x", "y")),
        of(
            "DELETE FROM tags WHERE person_id IN (1, 2) AND tag = 'x'",
            "personIdList",
            List.of(1L, 2L),
            "tag",
            "x"),
        of("DELETE FROM tags WHERE person_id = 1 AND tag <> 'x'", "personId", 1L, "notTag", "x"),
        of("DELETE FROM tags WHERE tag = 'y'", "tag", "y"),
        of(
            "DELETE FROM stock WHERE (sku, wh) IN (('s1', 2), ('s2', 1))",
            "skuAndWhList",
            List.of(Tuple.of("s1", 2), Tuple.of("s2", 1))),
        of(
            "DELETE FROM stock WHERE sku = 's1' AND (wh, qty) IN ((1, 5), (1, 6), (3, 5), (3, 6))",
            "sku",
            "s1",
            "whAndQtyList",
            List.of(Tuple.of(1, 5), Tuple.of(1, 6), Tuple.of(3, 5), Tuple.of(3, 6))),
        of(
            "DELETE FROM stock WHERE sku = 's1' AND (wh, qty) IN ((1, 6), (3, 6))",
            "sku",
            "s1",
            "whAndQtyList",
            List.of(Tuple.of(1, 6), Tuple.of(3, 6))),
        of(
            "UPDATE stock SET reserved = 7 WHERE (sku, wh) IN (('s1', 2), ('s2', 1))",
            "skuAndWhList",
            List.of(Tuple.of("s1", 2), Tuple.of("s2", 1)),
            "newReserved",
            7),
        of(
            "UPDATE stock SET reserved = 9 WHERE sku IN ('s1', 'S1', 's2') AND wh = 1 AND"
                + " reserved > 0",
            "skuList",
            List.of("s1", "S1", "s2"),
            "wh",
            1,
            "fromReserved",
            0,
            "newReserved",
            9),
        of(
            "UPDATE stock SET qty = qty + 1 WHERE sku = 's3' AND wh = 1",
            "sku",
            "s3",
            "wh",
            1,
            "addedQty",
            1L),
        of(
            "UPDATE stock SET qty = qty + 1 WHERE sku = 's1' AND wh = 1",
            "sku",
            "s1",
            "wh",
            1,
            "addedQty",
            1L),
        of(
            "UPDATE stock SET qty = qty - 2 WHERE sku = 's1' AND wh = 1 AND qty = 5",
            "sku",
            "s1",
            "wh",
            1,
            "qty",
            5,
            "addedQty",
            -2L),
        of(
            "UPDATE stock SET qty = 20 - qty WHERE sku = 's1' AND wh = 1",
            "sku",
            "s1",
            "wh",
            1,
            "newQty",
            (Function<EntityRow, Object>) row -> 20 - (Integer) row.value("qty")),
        of(
            "UPDATE people SET score = 3 WHERE id = 3 AND kind <> 'bot'",
            "id",
            3L,
            "notKind",
            "bot",
            "newScore",
            new BigDecimal("3.00")),
        of(
            "UPDATE people SET score = 3 WHERE id = 1 AND kind <> 'bot'",
            "id",
            1L,
            "notKind",
            "bot",
            "newScore",
            new BigDecimal("3.00")),
        of(
            "UPDATE people SET score = 3 WHERE id IN (1, 2, 3) AND kind NOT IN ('bot', 'root')",
            "idList",
            List.of(1L, 2L, 3L),
            "notKindList",
            List.of("bot", "root"),
            "newScore",
            new BigDecimal("3.00")),
        of(
            "UPDATE people SET score = 3 WHERE id IN (1, 2, 3) AND nick <> 'ann'",
            "idList",
            List.of(1L, 2L, 3L),
            "notNick",
            "ann",
            "newScore",
            new BigDecimal("3.00")),
        of(
            "UPDATE people SET score = 3 WHERE id IN (1, 2, 3) AND NOT (kind = 'bot')",
            "idList",
            List.of(1L, 2L, 3L),
            "peopleMeets",
            row("kind", kind -> !kind.equals("bot")),
            "newScore",
            new BigDecimal("3.00")),
        of(
            "DELETE FROM stock WHERE sku = 's1' AND (qty = 5 OR reserved = 0)",
            "sku",
            "s1",
            "stockMeets",
            row("qty", Integer.valueOf(5)::equals).or(row("reserved", Integer.valueOf(0)::equals))),
        of(
            "UPDATE profile SET bio = 'z' WHERE person_id IN (1, 2, 3) AND visits <> 4",
            "personIdList",
            List.of(1L, 2L, 3L),
            "notVisits",
            4,
            "changedProfile",
            Map.of("bio", "z")));
  }

  static List<String> refused() {
    return List.of(
        "DELETE FROM people WHERE kind = 'bot' LIMIT 1",
        "DELETE FROM stock WHERE sku = 's1' AND NOT EXISTS"
            + " (SELECT 1 FROM accounts a WHERE a.login = stock.sku)",
        "DELETE FROM stock WHERE sku = 's1' AND wh = 1 AND EXISTS"
            + " (SELECT 1 FROM accounts a WHERE a.login = stock.sku)",
        "DELETE FROM stock WHERE sku = 's1' AND wh = 1 AND EXISTS"
            + " (SELECT 1 FROM people p WHERE p.id = 9)",
        "UPDATE stock SET reserved = 1 WHERE sku = 's1' AND wh = 1 AND reserved IN"
            + " (SELECT uses FROM phones WHERE person_id = 3)",
        "UPDATE phones SET pos = 9 WHERE person_id = 3 AND pos = 2",
        "UPDATE phones SET pos = pos + 1 WHERE person_id = 3 AND pos > 2",
        "UPDATE stock SET wh = 9 WHERE sku = 's1' AND wh = 2",
        "UPDATE tags SET tag = 'q' WHERE person_id = 1 AND tag = 'x'",
        "DELETE FROM phones WHERE person_id IN (1, 2) AND person_id <> 2 AND pos = 1",
        "UPDATE people p JOIN phones f ON f.person_id = p.id SET p.score = f.uses WHERE p.id = 3",
        "DELETE FROM tags WHERE tag = 'x' AND person_id > 1",
        "DELETE FROM tags WHERE (person_id, tag) IN ((1, 'x'), (2, 'y'))",
        "UPDATE stock SET reserved = 1 WHERE sku = 's1' AND wh = 1 AND 1 = 2");
  }

  @BeforeEach
  void open() throws SQLException {
    rows = new TwinRows();
  }

  @AfterEach
  void close() throws SQLException {
    rows.close();
  }

  private Proposal propose(String statements) throws Exception {
    return TwinRows.propose(directory, statements);
  }

  @ParameterizedTest
  @MethodSource({
    "cases",
    "org.portolan.rehearsal.FurtherChanges#longLists",
    "org.portolan.rehearsal.FurtherChanges#computed",
    "org.portolan.rehearsal.FurtherChanges#further",
    "org.portolan.rehearsal.FurtherChanges#beginnings",
    "org.portolan.rehearsal.JoinedChanges#cases",
    "org.portolan.rehearsal.OtherConditions#cases",
    "org.portolan.rehearsal.OtherConditions#computed",
    "org.portolan.rehearsal.TruthConditions#cases",
    "org.portolan.rehearsal.OtherConditions#spellings"
  })
  void change_doesWhatTheDatabaseDoes(Case of) throws Exception {
    Proposal proposal = propose(of.literal() + ";\n");
    Class<?> lines =
        CompiledLines.load(proposal, Files.createDirectory(directory.resolve("classes")));
    Method method = CompiledLines.method(lines, 1).orElseThrow();
    try (Store store =
        Stores.openOrCreate("rocksdb:" + directory.resolve("store"), proposal.design())) {
      rows.fill(store);
      assertThat(TwinRows.of(store)).isEqualTo(rows.ofDatabase());
      Object[] given = CompiledLines.arguments(method, store, of.values());
      assertThat(given).hasSize(of.values().size() + 1);
      assertThat(method.invoke(null, given)).isEqualTo(rows.execute(of.literal()));
      assertThat(TwinRows.of(store)).isEqualTo(rows.ofDatabase());
    }
  }

  /** Lines that leave out a condition would change rows that do not meet it. */
  @ParameterizedTest
  @MethodSource({"refused", "org.portolan.rehearsal.OtherConditions#refused"})
  void condition_thatIsNotCompared_getsAReasonForLines(String literal) throws Exception {
    Proposal proposal = propose(literal + ";\n");
    Served served = proposal.served().get(0);
    assertThat(served.refusal()).isEmpty();
    assertThat(new AccessPathLines(proposal).of(served))
        .singleElement()
        .asString()
        .startsWith("// the lines are not written: ");
    assertThat(new AccessPathLines(proposal).javaClass("Lines").orElse(""))
        .contains("// the lines are not written: ")
        .doesNotContain("statement1");
  }
}
