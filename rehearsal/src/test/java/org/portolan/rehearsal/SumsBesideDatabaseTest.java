package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The lines of sums that counters keep have what the database returns. */
class SumsBesideDatabaseTest {
  private static final String NULL =
      "the sum of no rows, or of nulls alone, is 0 here, and null in the database";

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SUM(score) AS s FROM people",
        "SUM(visits) AS s FROM accounts",
        "SUM(reserved) AS s FROM stock"
      })
  void sumOfAllRows_isThatOfTheDatabase(String sum) throws Exception {
    try (BesideDatabase beside = new BesideDatabase(directory, "SELECT " + sum + ";\n")) {
      Object expected = beside.found("SELECT " + sum).get(0).get("s");
      assertThat(beside.call(0, Map.of())).hasToString(expected.toString());
      assertThat(beside.served(0).notes()).containsExactly(NULL);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"COALESCE(SUM(score), 0)", "IFNULL(SUM(visits), 0)"})
  void sumThatIsNeverNull_hasNoNote(String sum) throws Exception {
    String table = sum.contains("score") ? "people" : "accounts";
    assertThat(TwinRows.served(directory, "SELECT " + sum + " FROM " + table).notes()).isEmpty();
  }
}
