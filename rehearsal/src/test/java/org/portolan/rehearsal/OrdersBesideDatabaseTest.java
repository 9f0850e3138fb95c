package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.portolan.advisor.sql.Dialect;
import org.portolan.data.EntityRow;
import org.portolan.data.Item;
import org.portolan.types.Tuple;

/**
 * Queries in an order, by their lines beside a database with the same rows: an application that
 * does what the notes say has the rows of the database in their order.
 */
class OrdersBesideDatabaseTest {
  private static final List<String> ORDERS =
      List.of(
          "placed",
          "placed DESC",
          "placed NULLS LAST",
          "placed NULLS FIRST",
          "placed DESC NULLS LAST",
          "placed DESC NULLS FIRST",
          "total, placed",
          "total DESC, placed NULLS LAST",
          "placed IS NULL, placed",
          "-placed DESC",
          "placed + 0",
          "MOD(total, 3), placed",
          "placed, MOD(total, 3)",
          "CASE WHEN total = 1 THEN 0 ELSE 1 END, placed DESC",
          "state LIKE '%o%' DESC, placed DESC");

  @TempDir Path directory;

  /**
   * A query.
   *
   * @param text without its LIMIT
   */
  record Case(Dialect dialect, String text, int limit, Map<String, Object> values) {
    @Override
    public String toString() {
      return dialect + " " + limited();
    }

    String limited() {
      return text + " LIMIT " + limit;
    }
  }

  static Stream<Case> cases() {
    List<Case> cases = new ArrayList<>();
    for (Dialect dialect : Dialect.values()) {
      for (int limit : List.of(3, 1_000)) {
        for (String order : ORDERS) {
          String of = " ORDER BY " + order + ", id";
          cases.add(
              new Case(
                  dialect,
                  "SELECT id FROM orders WHERE status = 'NEW'" + of,
                  limit,
                  Map.of("status", "NEW")));
          cases.add(
              new Case(
                  dialect,
                  "SELECT id FROM orders WHERE status = 'NEW' AND placed > 7" + of,
                  limit,
                  Map.of("status", "NEW", "fromPlaced", 7)));
        }
        for (String order : List.of("placed DESC, id DESC", "placed, total, id", "id")) {
          cases.add(sides(dialect, order, limit));
        }
        for (String order : List.of("uses", "uses DESC", "MOD(pos, 7)", "label LIKE 'w%' DESC")) {
          cases.add(
              new Case(
                  dialect,
                  "SELECT pos FROM phones WHERE person_id = 3 ORDER BY " + order + ", pos",
                  limit,
                  Map.of("personId", 3L)));
        }
      }
    }
    return cases.stream();
  }

  /**
   * The page behind a row: each side finds its rows in their order, and together they have none.
   */
  private static Case sides(Dialect dialect, String order, int limit) {
    return new Case(
        dialect,
        "SELECT id FROM orders WHERE status = 'NEW' AND (placed < 28 OR (placed = 28 AND id < 50))"
            + " ORDER BY "
            + order,
        limit,
        Map.of("status", "NEW", "toPlaced", 28, "placed", 28, "toId", 50L, "status2", "NEW"));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void query_findsTheRowsOfTheDatabaseInItsOrder(Case of) throws Exception {
    try (BesideDatabase beside =
        new BesideDatabase(directory, of.limited() + ";\n", of.dialect())) {
      List<Object> found = keys(beside.call(0, of.values()));
      List<String> notes = beside.served(0).notes();
      if (isNoted(notes, "the application sorts by") || areTogether(notes, ", and sorts them by")) {
        List<Object> all = values(beside.found(of.text()));
        found.sort(Comparator.comparing(all::indexOf));
      }
      if (isNoted(notes, "the application takes the page")
          || areTogether(notes, "; of these it takes the page")) {
        found = found.subList(0, Math.min(of.limit(), found.size()));
      }
      assertThat(found).as(notes + "").isEqualTo(values(beside.found(of.limited())));
      Rehearsal.Result tried =
          Rehearsal.run(
              beside.proposal(),
              TwinRows.model(directory, of.limited() + ";\n", of.dialect()),
              "rocksdb:" + directory.resolve("tried"),
              Rehearsal.Options.of(beside.proposal()));
      assertThat(tried.findings()).isEmpty();
    }
  }

  private static boolean isNoted(List<String> notes, String beginning) {
    return notes.stream().anyMatch(note -> note.startsWith(beginning));
  }

  /** Whether what the application does with the rows of the sides of an OR is noted. */
  private static boolean areTogether(List<String> notes, String work) {
    return notes.stream().anyMatch(note -> note.contains(" sides of OR ") && note.contains(work));
  }

  private static List<Object> values(List<Map<String, Object>> rows) {
    List<Object> values = new ArrayList<>();
    rows.forEach(row -> values.addAll(row.values()));
    return values;
  }

  private static List<Object> keys(Object found) {
    List<Object> keys = new ArrayList<>();
    for (Object one : (List<?>) found) {
      Tuple key =
          one instanceof EntityRow row
              ? row.key()
              : one instanceof Item item ? item.key() : (Tuple) one;
      keys.add(key.get(0));
    }
    return keys;
  }
}
