package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Ranges of a decimal whose ends have more digits than the column, by their lines beside a
 * database: a count may read keys alone, which do not show the values that are not in the range.
 */
class DecimalEndsBesideDatabaseTest {
  private static final String BEFORE =
      "-- weight: 100000\nSELECT id FROM people WHERE kind = 'x' ORDER BY score LIMIT 2;\n";

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    ">=, 1.001",
    ">=, 1",
    ">=, 3.9999",
    ">, 1.001",
    ">, 0.999",
    ">, 4",
    "<=, 3.999",
    "<=, 4.001",
    "<=, 4",
    "<, 4.001",
    "<, 3.999",
    "<, 1",
    ">=, -1.005",
    "<=, -1.005"
  })
  void range_hasWhatTheDatabaseCounts(String operator, BigDecimal end) throws Exception {
    Map<String, Object> values = Map.of("kind", "user", "fromScore", end, "toScore", end);
    for (String before : List.of(BEFORE, BEFORE.replace("score LIMIT", "score DESC LIMIT"))) {
      for (String selected : List.of("COUNT(*)", "id", "score")) {
        String rows = " FROM people WHERE kind = 'user' AND score " + operator + " " + end;
        String query = "SELECT " + selected + rows;
        Path twin = Files.createTempDirectory(directory, "twin");
        try (BesideDatabase beside = new BesideDatabase(twin, before + query + ";\n")) {
          Object number = beside.found("SELECT COUNT(*)" + rows).get(0).values().iterator().next();
          assertThat((List<?>) beside.call(1, values))
              .as(before + query)
              .hasSize(((Number) number).intValue());
        }
      }
    }
  }
}
