package org.portolan.rehearsal;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.portolan.data.EntityRow;
import org.portolan.data.Item;

/** Changes whose values come from the rows, and those with several conditions on one column. */
final class FurtherChanges {
  private FurtherChanges() {}

  private static Function<EntityRow, Object> row(Function<EntityRow, Object> value) {
    return value;
  }

  private static Function<Item, Object> item(Function<Item, Object> value) {
    return value;
  }

  /** New values that are computed from the old ones. */
  static List<LinesBesideDatabaseTest.Case> computed() {
    return List.of(
        LinesBesideDatabaseTest.of(
            "UPDATE people SET nick = CONCAT(nick, 'x') WHERE id IN (1, 3)",
            "idList",
            List.of(1L, 3L),
            "newNick",
            row(row -> row.value("nick") + "x")),
        LinesBesideDatabaseTest.of(
            "UPDATE stock SET reserved = reserved * 2, qty = 8 WHERE sku = 's1'",
            "sku",
            "s1",
            "newReserved",
            row(row -> (Integer) row.value("reserved") * 2),
            "changedStock",
            Map.of("qty", 8)),
        LinesBesideDatabaseTest.of(
            "UPDATE stock SET qty = reserved WHERE sku IN ('s1', 's2') AND wh = 1",
            "skuList",
            List.of("s1", "s2"),
            "wh",
            1),
        LinesBesideDatabaseTest.of("UPDATE stock SET qty = wh WHERE sku = 's1'", "sku", "s1"),
        LinesBesideDatabaseTest.of(
            "UPDATE stock SET (qty, reserved) = (reserved, qty) WHERE sku = 's1' AND wh = 3",
            "sku",
            "s1",
            "wh",
            3,
            "newQty",
            row(row -> row.value("reserved")),
            "newReserved",
            row(row -> row.value("qty"))),
        LinesBesideDatabaseTest.of(
            "UPDATE stock SET reserved = reserved + wh WHERE sku = 's1'",
            "sku",
            "s1",
            "newReserved",
            row(row -> (Integer) row.value("reserved") + (Integer) row.key().get(1))),
        LinesBesideDatabaseTest.of(
            "UPDATE stock SET reserved = 2 + (reserved) - 1 WHERE sku = 's1' AND wh = 3",
            "sku",
            "s1",
            "wh",
            3,
            "addedReserved",
            1L),
        LinesBesideDatabaseTest.of(
            "UPDATE phones SET uses = pos WHERE person_id = 3", "personId", 3L),
        LinesBesideDatabaseTest.of(
            "UPDATE phones SET uses = pos * 2, label = 'w' WHERE person_id IN (1, 3)",
            "personIdList",
            List.of(1L, 3L),
            "newUses",
            item(item -> (Integer) item.key().get(0) * 2),
            "changedPhones",
            Map.of("label", "w")),
        LinesBesideDatabaseTest.of(
            "UPDATE profile SET visits = visits * 2 WHERE person_id = 3",
            "personId",
            3L,
            "newVisits",
            row(row -> (Integer) row.value("visits") * 2)));
  }

  /** Several conditions on one column, and decimals with other digits than their columns. */
  static List<LinesBesideDatabaseTest.Case> further() {
    return List.of(
        LinesBesideDatabaseTest.of(
            "DELETE FROM stock WHERE sku = 's1' AND wh = 1 AND wh > 2",
            "sku",
            "s1",
            "wh",
            1,
            "fromWh",
            2),
        LinesBesideDatabaseTest.of(
            "DELETE FROM stock WHERE sku = 's1' AND wh >= 1 AND wh > 1",
            "sku",
            "s1",
            "fromWh",
            1,
            "fromWh2",
            1),
        LinesBesideDatabaseTest.of(
            "DELETE FROM orders WHERE status = 'new' AND status = 'paid'",
            "status",
            "new",
            "status2",
            "paid"),
        LinesBesideDatabaseTest.of(
            "DELETE FROM orders WHERE status = 'new' AND status IN ('Paid', 'NEW')",
            "status",
            "new",
            "statusList",
            List.of("Paid", "NEW")),
        LinesBesideDatabaseTest.of(
            "UPDATE stock SET reserved = 1 WHERE sku = 's1' AND wh IN (1, 2) AND wh = 1",
            "sku",
            "s1",
            "wh",
            1,
            "whList",
            List.of(1, 2),
            "newReserved",
            1),
        LinesBesideDatabaseTest.of(
            "DELETE FROM tags WHERE tag = 'x' AND tag IN ('x', 'y')",
            "tag",
            "x",
            "tagList",
            List.of("x", "y")),
        LinesBesideDatabaseTest.of(
            "DELETE FROM orders WHERE status = 'new' AND status = 'New'",
            "status",
            "new",
            "status2",
            "New"),
        LinesBesideDatabaseTest.of(
            "UPDATE orders SET total = 3 WHERE status = 'new' AND placed > 3 AND placed > 20",
            "status",
            "new",
            "fromPlaced",
            3,
            "fromPlaced2",
            20,
            "newTotal",
            3),
        LinesBesideDatabaseTest.of(
            "DELETE FROM phones WHERE person_id = 3 AND pos <> 1 AND pos <> 2",
            "personId",
            3L,
            "notPos",
            1,
            "notPos2",
            2),
        LinesBesideDatabaseTest.of(
            "UPDATE people SET score = score + 1.5 WHERE id = 1",
            "id",
            1L,
            "addedScore",
            new BigDecimal("1.5")),
        LinesBesideDatabaseTest.of(
            "UPDATE people SET score = 7 WHERE id = 1 AND score < 1000.125",
            "id",
            1L,
            "toScore",
            new BigDecimal("1000.125"),
            "newScore",
            new BigDecimal("7")),
        LinesBesideDatabaseTest.of(
            "DELETE FROM orders WHERE id IN (1, 2, 3, 4) AND id IN (3, 4, 5)",
            "idList",
            List.of(1L, 2L, 3L, 4L),
            "idList2",
            List.of(3L, 4L, 5L)));
  }

  /** Changes of texts with a beginning, by LIKE: the same text begins the list and is compared. */
  static List<LinesBesideDatabaseTest.Case> beginnings() {
    return List.of(
        LinesBesideDatabaseTest.of(
            "UPDATE people SET score = 9 WHERE kind = 'user' AND nick LIKE 'a%'",
            "kind", "user", "fromNick", "a", "newScore", new BigDecimal("9")),
        LinesBesideDatabaseTest.of(
            "UPDATE people SET score = 9 WHERE kind = 'user' AND nick LIKE 'a%n'",
            "kind",
            "user",
            "fromNick",
            "a",
            "peopleMeets",
            (Predicate<EntityRow>) row -> ("" + row.value("nick")).endsWith("n"),
            "newScore",
            new BigDecimal("9")),
        LinesBesideDatabaseTest.of(
            "UPDATE people SET score = 9 WHERE kind = 'user' AND nick LIKE 'a_n%'",
            "kind",
            "user",
            "fromNick",
            "a",
            "peopleMeets",
            (Predicate<EntityRow>) row -> ("" + row.value("nick")).startsWith("n", 2),
            "newScore",
            new BigDecimal("9")),
        LinesBesideDatabaseTest.of(
            "UPDATE people SET score = 9 WHERE kind = 'user' AND nick LIKE 'ann'",
            "kind",
            "user",
            "fromNick",
            "ann",
            "peopleMeets",
            (Predicate<EntityRow>) row -> "ann".equals(row.value("nick")),
            "newScore",
            new BigDecimal("9")),
        LinesBesideDatabaseTest.of(
            "UPDATE people SET score = 9 WHERE kind = 'user' AND nick LIKE '_n\\_'",
            "kind",
            "user",
            "peopleMeets",
            (Predicate<EntityRow>) row -> ("" + row.value("nick")).matches(".n_"),
            "newScore",
            new BigDecimal("9")),
        LinesBesideDatabaseTest.of(
            "DELETE FROM orders WHERE status = 'new' AND state LIKE 'S%'",
            "status", "new", "fromState", "s"),
        LinesBesideDatabaseTest.of(
            "DELETE FROM phones WHERE person_id = 3 AND label LIKE 'w%'",
            "personId", 3L, "fromLabel", "w"),
        LinesBesideDatabaseTest.of(
            "DELETE FROM tags WHERE person_id = 1 AND tag LIKE 'x%'",
            "personId", 1L, "fromTags", "x"));
  }

  /** Changes of lists of several pages; some move the rows within the list. */
  static List<LinesBesideDatabaseTest.Case> longLists() {
    return List.of(
        LinesBesideDatabaseTest.of("DELETE FROM phones WHERE person_id = 4", "personId", 4L),
        LinesBesideDatabaseTest.of(
            "DELETE FROM phones WHERE person_id = 4 AND pos > 230", "personId", 4L, "fromPos", 230),
        LinesBesideDatabaseTest.of(
            "DELETE FROM phones WHERE person_id IN (3, 4) AND label = 'home'",
            "personIdList",
            List.of(3L, 4L),
            "label",
            "home"),
        LinesBesideDatabaseTest.of(
            "UPDATE phones SET uses = uses + 2 WHERE person_id = 4",
            "personId",
            4L,
            "addedUses",
            2L),
        LinesBesideDatabaseTest.of(
            "UPDATE phones SET uses = uses + 2 WHERE person_id IN (1, 4)",
            "personIdList",
            List.of(1L, 4L),
            "addedUses",
            2L),
        LinesBesideDatabaseTest.of("DELETE FROM stock WHERE sku = 's4'", "sku", "s4"),
        LinesBesideDatabaseTest.of(
            "UPDATE stock SET reserved = reserved + 1 WHERE sku = 's4'",
            "sku",
            "s4",
            "addedReserved",
            1L),
        LinesBesideDatabaseTest.of("DELETE FROM orders WHERE status = 'new'", "status", "new"),
        LinesBesideDatabaseTest.of(
            "DELETE FROM orders WHERE status IN ('new', 'paid')",
            "statusList",
            List.of("new", "paid")),
        LinesBesideDatabaseTest.of(
            "UPDATE orders SET placed = placed + 100 WHERE status = 'new' AND placed > 3",
            "status",
            "new",
            "fromPlaced",
            3,
            "addedPlaced",
            100L),
        LinesBesideDatabaseTest.of(
            "UPDATE orders SET total = 3 WHERE status = 'new' AND total > 5",
            "status",
            "new",
            "fromTotal",
            5,
            "newTotal",
            3),
        LinesBesideDatabaseTest.of("DELETE FROM orders WHERE placed < 12", "toPlaced", 12),
        LinesBesideDatabaseTest.of(
            "DELETE FROM orders WHERE placed > 5 AND placed <= 12",
            "fromPlaced",
            5,
            "toPlaced",
            12),
        LinesBesideDatabaseTest.of(
            "UPDATE orders SET placed = placed + 3 WHERE status = 'new' AND placed BETWEEN 5 AND 20",
            "status",
            "new",
            "fromPlaced",
            5,
            "toPlaced",
            20,
            "addedPlaced",
            3L));
  }
}
