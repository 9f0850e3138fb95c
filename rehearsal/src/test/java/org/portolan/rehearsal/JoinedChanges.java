package org.portolan.rehearsal;

import java.util.List;
import java.util.Map;

/** Changes of rows that other rows find. */
final class JoinedChanges {
  private JoinedChanges() {}

  static List<LinesBesideDatabaseTest.Case> cases() {
    return List.of(
        LinesBesideDatabaseTest.of(
            "UPDATE orders SET placed = 77 WHERE total IN (SELECT id FROM people WHERE nick = 'cee')",
            "nick",
            "cee",
            "changedOrders",
            Map.of("placed", 77)),
        LinesBesideDatabaseTest.of(
            "DELETE FROM orders WHERE status = 'new' AND total IN (SELECT id FROM people WHERE kind ="
                + " 'user')",
            "status",
            "new",
            "kind",
            "user"),
        LinesBesideDatabaseTest.of(
            "DELETE FROM orders WHERE total = 3 AND status IN (SELECT p.status FROM orders p WHERE p.id"
                + " IN (4, 6, 7))",
            "total",
            3,
            "idList",
            List.of(4L, 6L, 7L)),
        LinesBesideDatabaseTest.of(
            "DELETE FROM tags WHERE tag IN (SELECT o.tag FROM tags o WHERE o.person_id = 3)",
            "personId",
            3L),
        LinesBesideDatabaseTest.of(
            "DELETE FROM tags WHERE tag <> 'x' AND tag IN (SELECT o.tag FROM tags o WHERE o.person_id"
                + " = 2)",
            "notTag",
            "x",
            "personId",
            2L),
        LinesBesideDatabaseTest.of(
            "UPDATE orders SET placed = 7 WHERE total IN (SELECT p.total FROM orders p WHERE p.total ="
                + " 5 AND p.status = 'gone')",
            "total",
            5,
            "status",
            "gone",
            "changedOrders",
            Map.of("placed", 7)),
        LinesBesideDatabaseTest.of(
            "UPDATE orders SET placed = 7 WHERE total IN (SELECT p.total FROM orders p WHERE p.total ="
                + " 5 AND p.status = 'new')",
            "total",
            5,
            "status",
            "new",
            "changedOrders",
            Map.of("placed", 7)),
        ofSeveral("gone"),
        ofSeveral("new"));
  }

  private static LinesBesideDatabaseTest.Case ofSeveral(String status) {
    return LinesBesideDatabaseTest.of(
        "UPDATE orders SET placed = 7 WHERE total IN (SELECT p.total FROM orders p WHERE p.total IN"
            + " (5, 6) AND p.status = '"
            + status
            + "')",
        "totalList",
        List.of(5, 6),
        "status",
        status,
        "changedOrders",
        Map.of("placed", 7));
  }
}
