package org.portolan.rehearsal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.portolan.data.EntityRow;
import org.portolan.rehearsal.BesideDatabase.Query;
import org.portolan.rehearsal.LinesBesideDatabaseTest.Case;

/** Columns that are conditions by themselves: booleans, and the numbers of MySQL. */
final class TruthConditions {
  /** Those that compare one column with a constant. */
  static final List<String> COMPARED =
      List.of(
          "admin",
          "(admin)",
          "NOT admin",
          "NOT (admin)",
          "NOT NOT admin",
          "admin IS TRUE",
          "admin IS FALSE",
          "(NOT admin) IS TRUE",
          "staff",
          "NOT staff",
          "staff IS NOT TRUE",
          "staff IS NOT FALSE",
          "NOT (staff IS FALSE)",
          "(staff IS NOT TRUE) IS FALSE",
          "admin AND staff",
          "admin AND NOT staff",
          "accounts.admin",
          "NOT `accounts`.`admin`",
          "active",
          "NOT active",
          "active IS TRUE",
          "active IS FALSE",
          "active AND admin");

  /** Those that null meets, too, and those that a column is compared with twice. */
  static final List<String> LEFT =
      List.of(
          "admin IS NOT TRUE",
          "admin IS NOT FALSE",
          "NOT (admin IS TRUE)",
          "(admin IS TRUE) IS FALSE",
          "active IS NOT TRUE",
          "NOT (active IS FALSE)",
          "admin AND NOT admin",
          "admin AND admin",
          "NOT admin IS TRUE",
          "admin = (NOT staff)");

  private TruthConditions() {}

  /** Queries by a condition alone, and beside a look-up of the row. */
  static Stream<Query> queries() {
    return COMPARED.stream()
        .flatMap(condition -> Stream.of(condition, "id IN (1, 2, 3, 4) AND " + condition))
        .map(TruthConditions::query);
  }

  static Query query(String conditions) {
    List<String> columns = List.of("id", "email", "admin", "staff", "active");
    return new Query("accounts", columns, conditions, "", Optional.empty());
  }

  /** Changes with a condition, of which the lines need no more than the rows' keys. */
  static List<Case> cases() {
    List<Case> cases = new ArrayList<>();
    List<Long> ids = List.of(1L, 2L, 3L, 4L);
    for (String condition : COMPARED) {
      String where = " WHERE id IN (1, 2, 3, 4) AND " + condition;
      cases.add(LinesBesideDatabaseTest.of("DELETE FROM accounts" + where, "idList", ids));
      cases.add(
          LinesBesideDatabaseTest.of(
              "UPDATE accounts SET name = 'x'" + where,
              "idList",
              ids,
              "changedAccounts",
              Map.of("name", "x")));
    }
    cases.add(
        LinesBesideDatabaseTest.of(
            "DELETE FROM accounts WHERE id IN (1, 2, 3, 4) AND active <> 2 AND active",
            "idList",
            ids,
            "notActive",
            2));
    for (String condition : LEFT) {
      cases.add(
          LinesBesideDatabaseTest.of(
              "DELETE FROM accounts WHERE id IN (1, 2, 3, 4) AND " + condition,
              "idList",
              ids,
              "accountsMeets",
              meets(condition)));
    }
    return cases;
  }

  private static Predicate<EntityRow> meets(String condition) {
    return row -> {
      String text = condition;
      for (String column : List.of("admin", "staff", "active")) {
        String type = column.equals("active") ? "int" : "boolean";
        String value = "CAST(" + row.value(column) + " AS " + type + ")";
        text = text.replaceAll("\\b" + column + "\\b", value);
      }
      return TwinRows.holds(text);
    };
  }
}
