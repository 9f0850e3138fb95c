package org.portolan.rehearsal;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.portolan.data.EntityRow;
import org.portolan.rehearsal.LinesBesideDatabaseTest.Case;

/** Changes with conditions that compare a column with no plain values. */
final class OtherConditions {
  private static final List<String> OF_STOCK =
      List.of(
          "1 IN (wh, qty)",
          "3 NOT IN (wh, qty)",
          "6 = qty + reserved",
          "qty IN (3, reserved + 4)",
          "qty IN (reserved, wh)",
          "qty >= reserved + 4",
          "qty BETWEEN reserved + 1 AND reserved + 4",
          "qty BETWEEN 1 AND reserved + 4",
          "qty BETWEEN SYMMETRIC 9 AND 5",
          "qty = CASE WHEN wh = 1 THEN 5 ELSE 6 END",
          "(wh = 1) = (reserved = 1)",
          "(wh = 1) IS NOT TRUE",
          "qty IS NOT DISTINCT FROM 5",
          "qty IS DISTINCT FROM 5",
          "ABS(qty) = ABS(5)",
          "qty > 5.5",
          "qty NOT IN (5.5, 6)",
          "COALESCE(qty, 5) = 5",
          "3 BETWEEN wh AND qty",
          "NOT (qty > 5)");

  private OtherConditions() {}

  /** The old value of a column decides: two writers must not both find enough. */
  static List<Case> computed() {
    return List.of(
        LinesBesideDatabaseTest.of(
            "UPDATE stock SET reserved = reserved + 1 WHERE sku = 's1' AND wh = 3 AND qty >= reserved"
                + " + 2",
            "sku",
            "s1",
            "wh",
            3,
            "stockMeets",
            meets("qty >= reserved + 2"),
            "addedReserved",
            1L),
        LinesBesideDatabaseTest.of(
            "UPDATE stock SET qty = 0 WHERE sku = 's1' AND qty + 1 < 6 + reserved AND wh <> 2",
            "sku",
            "s1",
            "notWh",
            2,
            "stockMeets",
            meets("qty + 1 < 6 + reserved"),
            "changedStock",
            Map.of("qty", 0)));
  }

  /** Other ways to write comparisons with plain values. */
  static List<Case> spellings() {
    return List.of(
        LinesBesideDatabaseTest.of(
            "DELETE FROM stock WHERE sku = 's1' AND wh <> ALL(ARRAY[1, 3])",
            "sku",
            "s1",
            "notWhList",
            List.of(1, 3)),
        LinesBesideDatabaseTest.of(
            "DELETE FROM tags WHERE person_id = 1 AND tag <> ALL(ARRAY['x', 'q'])",
            "personId",
            1L,
            "notTagList",
            List.of("x", "q")),
        LinesBesideDatabaseTest.of(
            "UPDATE stock SET qty = 8 WHERE sku = 's1' AND reserved IS NOT DISTINCT FROM 4",
            "sku",
            "s1",
            "reserved",
            4,
            "changedStock",
            Map.of("qty", 8)),
        LinesBesideDatabaseTest.of(
            "DELETE FROM stock WHERE sku = 's1' AND (wh, qty) < (2, 6)",
            "sku",
            "s1",
            "toWh",
            2,
            "stockMeets",
            meets("(wh, qty) < (2, 6)")),
        LinesBesideDatabaseTest.of(
            "DELETE FROM orders WHERE status = 'new' AND (placed, total) >= (20, 5)",
            "status",
            "new",
            "fromPlaced",
            20,
            "ordersMeets",
            (Predicate<EntityRow>)
                row ->
                    row.value("placed") instanceof Integer placed
                        && (placed > 20 || (placed == 20 && (Integer) row.value("total") >= 5))),
        LinesBesideDatabaseTest.of(
            "DELETE FROM stock WHERE 1=1 AND sku = 's1' AND (7 = 7) AND TRUE AND wh = 2",
            "sku",
            "s1",
            "wh",
            2));
  }

  /** A condition, with what the caller tells of a row: the database says for which it holds. */
  static List<Case> cases() {
    return OF_STOCK.stream()
        .map(
            condition ->
                LinesBesideDatabaseTest.of(
                    "DELETE FROM stock WHERE sku = 's1' AND " + condition,
                    "sku",
                    "s1",
                    "stockMeets",
                    meets(condition)))
        .toList();
  }

  private static Predicate<EntityRow> meets(String condition) {
    return row -> {
      int wh = (Integer) row.key().get(1);
      Integer qty = (Integer) row.value("qty");
      int reserved = (Integer) row.value("reserved");
      return TwinRows.holds(
          condition
              .replaceAll("\\bwh\\b", "" + wh)
              .replaceAll("\\bqty\\b", "CAST(" + qty + " AS int)")
              .replaceAll("\\breserved\\b", "" + reserved));
    };
  }

  /** Changes that have no lines. */
  static List<String> refused() {
    return List.of(
        "DELETE f, p FROM phones f JOIN people p ON p.id = f.person_id WHERE p.id = 5",
        "UPDATE phones f JOIN people p ON p.id = f.person_id SET f.label = 'x', p.kind = 'y'"
            + " WHERE p.id = 3",
        "DELETE FROM stock WHERE sku = 's1' AND wh = 1 AND qty = ANY (SELECT uses FROM phones WHERE person_id ="
            + " 3)",
        "DELETE FROM stock WHERE sku = 's1' AND qty > ALL (SELECT uses FROM phones WHERE person_id ="
            + " 3)",
        "DELETE FROM stock WHERE sku = 's1' AND qty > (SELECT MAX(uses) FROM phones WHERE person_id ="
            + " 3)",
        "DELETE FROM stock WHERE sku = 's1' AND qty = (SELECT MAX(f.uses) FROM phones f WHERE"
            + " f.person_id = stock.wh)",
        "DELETE FROM stock WHERE sku = 's1' AND wh IN (SELECT MAX(uses) FROM phones WHERE person_id ="
            + " 3)",
        "DELETE FROM stock WHERE sku = 's1' AND wh IN (SELECT pos FROM phones WHERE person_id = 3"
            + " UNION SELECT pos FROM phones WHERE person_id = 1)",
        "DELETE FROM phones WHERE person_id IN (SELECT id FROM people WHERE nick = 'cee' GROUP BY id"
            + " HAVING COUNT(*) > 1)",
        "DELETE FROM stock WHERE sku = 's1' AND RAND() < 0.5",
        "UPDATE people p JOIN phones f ON f.person_id = p.id AND f.uses > p.score SET f.label = 'x'"
            + " WHERE p.id = 3",
        "UPDATE people p LEFT JOIN phones f ON f.person_id = p.id AND p.kind = 'bot' SET f.label ="
            + " 'x' WHERE p.id = 3",
        "UPDATE stock SET qty = qty + 1, reserved = qty WHERE sku = 's1' AND wh = 1",
        "UPDATE stock SET qty = 3, reserved = reserved + qty WHERE sku = 's1' AND wh = 1",
        "DELETE FROM stock WHERE sku = 's1' AND wh = 1 AND 7 = 8",
        "DELETE FROM stock WHERE sku = 's1' AND wh = 1 AND FALSE",
        "UPDATE people SET kind = 'x', kind = 'y' WHERE id = 3",
        "UPDATE people SET kind = 'x', colour = 'red' WHERE id = 3");
  }
}
