package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.advisor.RelationalModel;
import org.portolan.advisor.propose.Choices;
import org.portolan.advisor.propose.Proposal;
import org.portolan.advisor.propose.Proposer;
import org.portolan.advisor.target.Target;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.types.Tuple;

/** Dates of MySQL that are never null there, and null in a store where they were zero. */
class ZeroDatesTest {
  private static final String SCHEMA =
      """
      CREATE TABLE comments (id bigint NOT NULL AUTO_INCREMENT PRIMARY KEY,
        state varchar(20) COLLATE utf8mb4_bin NOT NULL, text longtext NOT NULL,
        date_gmt datetime NOT NULL DEFAULT '0000-00-00 00:00:00') ENGINE=InnoDB;
      """;

  private static final String NOTE =
      "a zero date of date_gmt, less than each date in the database, is null here and meets no"
          + " comparison";

  /** More rows without a date than a page of the compiled lines has. */
  private static final int WITHOUT = 20;

  private static final Instant END = Instant.parse("2024-01-01T00:00:00Z");

  @TempDir Path directory;

  private Proposal propose(String statement) throws Exception {
    RelationalModel model = Models.written(directory, SCHEMA, statement + ";\n");
    return Proposer.propose(model, Target.ROCKSDB, "comments", Choices.NONE);
  }

  private static void fill(Store store) {
    store.write(
        transaction -> {
          for (long id = 1; id <= WITHOUT; id++) {
            transaction.put("comments", Tuple.of(id), Map.of("state", "spam", "text", "x" + id));
          }
          for (long id = WITHOUT + 1; id <= WITHOUT + 6; id++) {
            Instant date = END.plusSeconds((id % 2 == 0 ? -1 : 1) * id);
            transaction.put(
                "comments",
                Tuple.of(id),
                Map.of("state", "spam", "text", "x" + id, "date_gmt", date));
          }
          return null;
        });
  }

  /** Calls the lines of a statement on rows of which three are before the end and three behind. */
  private Object call(String statement) throws Exception {
    Proposal proposal = propose(statement);
    Class<?> lines =
        CompiledLines.returning(proposal, Files.createDirectory(directory.resolve("classes")));
    Method method = CompiledLines.method(lines, 1).orElseThrow();
    try (Store store =
        Stores.openOrCreate("rocksdb:" + directory.resolve("store"), proposal.design())) {
      fill(store);
      return method.invoke(
          null,
          Arrays.stream(method.getParameters())
              .map(
                  each ->
                      each.getType() == Store.class
                          ? store
                          : each.getType() == String.class ? "spam" : END)
              .toArray());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT id FROM comments WHERE date_gmt < '2024-01-01' ORDER BY date_gmt LIMIT 5",
        "SELECT id FROM comments WHERE date_gmt < '2024-01-01' ORDER BY date_gmt DESC LIMIT 5",
        "SELECT * FROM comments WHERE state = 'spam' AND date_gmt < '2024-01-01'",
        "SELECT COUNT(*) FROM comments WHERE state = 'spam' AND date_gmt < '2024-01-01'",
        "SELECT COUNT(*) FROM comments WHERE state = 'spam' AND date_gmt >= '2024-01-01'"
      })
  void query_findsTheDatesOfTheRange(String query) throws Exception {
    assertThat((List<?>) call(query)).hasSize(3);
  }

  @Test
  void delete_deletesTheDatesOfTheRange() throws Exception {
    assertThat(
            call("DELETE FROM comments WHERE state = 'spam' AND date_gmt < '2024-01-01 00:00:00'"))
        .isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT id FROM comments WHERE date_gmt = '0000-00-00 00:00:00'",
        "SELECT id FROM comments WHERE id = 3 AND date_gmt <> '0000-00-00 00:00:00'",
        "SELECT id FROM comments WHERE id = 3 AND date_gmt IN ('2024-01-01', '2025-01-01')",
        "SELECT id FROM comments WHERE id = 3 AND YEAR(date_gmt) = 2024",
        "DELETE FROM comments WHERE state = 'spam' AND date_gmt < '2024-01-01 00:00:00'"
      })
  void comparison_isNoted(String statement) throws Exception {
    assertThat(propose(statement).served().get(0).notes()).containsOnlyOnce(NOTE);
  }

  @Test
  void leastDate_isNoted() throws Exception {
    String note = "a zero date of date_gmt, less than each date in the database, is null here";
    assertThat(propose("SELECT MIN(date_gmt) FROM comments").served().get(0).notes())
        .containsExactly(note);
    assertThat(propose("SELECT MAX(date_gmt) FROM comments").served().get(0).notes()).isEmpty();
  }

  @Test
  void statementThatComparesNone_isNot() throws Exception {
    assertThat(propose("SELECT date_gmt FROM comments WHERE id = 3").served().get(0).notes())
        .isEmpty();
  }

  /** A new value may be null, which no Map.of takes. */
  @Test
  void newValue_mayBeNull() throws Exception {
    Proposal proposal = propose("UPDATE comments SET date_gmt = '2024-01-01' WHERE id = 3");
    assertThat(String.join("\n", new AccessPathLines(proposal).of(proposal.served().get(0))))
        .contains("changedComments")
        .doesNotContain("Map.of(");
  }
}
