package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.portolan.rehearsal.BesideDatabase.Query;

/** The beginning of a text in a list that descends, by the lines beside a database. */
class BeginningsBesideDatabaseTest {
  private static final String DESCENDING =
      "-- weight: 100000\nSELECT id FROM orders WHERE status = 'x' ORDER BY state DESC LIMIT 2;\n";

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "s, '', 0",
    "s, state, 0",
    "s, state, 5",
    "s, '', 5",
    "D, state, 60",
    "op, 'state', 40",
    "x, state, 3",
    "o, placed, 5"
  })
  void list_isReadUpwardsFromIt(String beginning, String order, int limit) throws Exception {
    Query query =
        new Query(
            "orders",
            List.of("id", "state"),
            "status = 'NEW' AND state LIKE '" + beginning + "%'",
            order,
            limit > 0 ? Optional.of(limit) : Optional.empty());
    String log = DESCENDING + query.text() + ";\n";
    try (BesideDatabase beside = new BesideDatabase(directory, log)) {
      assertThat(beside.hasLines(1)).isTrue();
      beside.find(1, query, Map.of("status", "NEW", "fromState", beginning));
      Rehearsal.Result tried =
          Rehearsal.run(
              beside.proposal(),
              TwinRows.model(directory, log),
              "rocksdb:" + directory.resolve("tried"),
              Rehearsal.Options.of(beside.proposal()));
      assertThat(tried.findings()).isEmpty();
    }
  }

  @Test
  void change_isOfItsRows() throws Exception {
    String delete = "DELETE FROM orders WHERE status = 'NEW' AND state LIKE 'S%'";
    try (BesideDatabase beside = new BesideDatabase(directory, DESCENDING + delete + ";\n")) {
      beside.change(1, delete, Map.of("status", "NEW", "fromState", "S"));
    }
  }
}
