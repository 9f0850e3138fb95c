package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.portolan.rehearsal.PagesBesideDatabaseTest.ASCENDING;
import static org.portolan.rehearsal.PagesBesideDatabaseTest.DESCENDING;
import static org.portolan.rehearsal.PagesBesideDatabaseTest.orders;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.rehearsal.PagesBesideDatabaseTest.Case;

/** Ranges of an index that has nulls at one of its ends, by their lines beside a database. */
class NullEndsBesideDatabaseTest {
  @TempDir Path directory;

  /** Ranges of lists whose nulls stand at the end from which they are read. */
  static List<Case> cases() {
    String is = "status = 'NEW' AND ";
    String both =
        "-- weight: 100000\nSELECT id FROM orders WHERE status = 'x' ORDER BY placed DESC, id DESC"
            + " LIMIT 2;\n";
    String several = "status IN ('new', 'paid') AND ";
    List<String> statuses = List.of("new", "paid");
    Object[] belowAll = {"fromPlaced", -5, "toPlaced", 9, "statusList", statuses};
    Object[] within = {"fromPlaced", 4, "toPlaced", 9};
    return List.of(
        orders(DESCENDING, is + "placed >= -5 AND placed < 9", "placed", 4, belowAll),
        orders(DESCENDING, is + "placed >= -5 AND placed < 9", "placed", 60, belowAll),
        orders(DESCENDING, is + "placed BETWEEN -5 AND 9", "placed", 4, belowAll),
        orders(DESCENDING, is + "placed BETWEEN -5 AND 9", "placed", 0, belowAll),
        orders(DESCENDING, is + "placed BETWEEN -5 AND 9", "placed DESC", 4, belowAll),
        orders(DESCENDING, is + "placed > -5 AND placed <= 9", "placed", 4, belowAll),
        orders(DESCENDING, is + "placed >= 4 AND placed < 9", "placed", 9, within),
        orders(DESCENDING, several + "placed BETWEEN -5 AND 9", "placed", 4, belowAll),
        orders(DESCENDING, several + "placed >= -5 AND placed < 9", "placed", 0, belowAll),
        orders(both, is + "placed >= -5 AND placed < 9", "placed, id", 4, belowAll),
        orders(ASCENDING, is + "placed >= -5 AND placed < 9", "placed", 4, belowAll),
        orders(ASCENDING, is + "placed BETWEEN -5 AND 9", "placed DESC", 40, belowAll),
        orders(DESCENDING, is + "placed <= 9", "placed", 40, belowAll),
        orders(DESCENDING, is + "placed <= 9", "placed DESC", 40, belowAll),
        orders(DESCENDING, is + "placed <= 9", "", 0, belowAll));
  }

  @ParameterizedTest
  @MethodSource("cases")
  void range_findsWhatTheDatabaseFinds(Case of) throws Exception {
    String log = of.before() + of.query().text() + ";\n";
    try (BesideDatabase beside = new BesideDatabase(directory, log)) {
      beside.find(1, of.query(), of.values());
    }
  }

  /** A list whose nulls stand at its own end has more than a range that goes on to there. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "status = 'NEW' AND placed <= 9",
        "status = 'NEW' AND placed < 9",
        "status IN ('new', 'paid') AND placed <= 9",
        "status = 'NEW' AND placed >= 30",
        "status = 'NEW' AND placed IS NOT NULL",
        "status = 'NEW' AND placed <= 9 AND placed IS NOT NULL"
      })
  void count_leavesOutNulls(String conditions) throws Exception {
    Map<String, Object> values =
        Map.of(
            "status", "NEW", "statusList", List.of("new", "paid"), "toPlaced", 9, "fromPlaced", 30);
    for (String before : List.of(DESCENDING, ASCENDING)) {
      for (String selected : List.of("COUNT(*)", "id")) {
        String query = "SELECT " + selected + " FROM orders WHERE " + conditions;
        Path twin = Files.createTempDirectory(directory, "twin");
        try (BesideDatabase beside = new BesideDatabase(twin, before + query + ";\n")) {
          String counted = query.replace("SELECT id", "SELECT COUNT(*)");
          Object number = beside.found(counted).get(0).values().iterator().next();
          assertThat((List<?>) beside.call(1, values))
              .as(before + query)
              .hasSize(((Number) number).intValue());
        }
      }
    }
  }
}
