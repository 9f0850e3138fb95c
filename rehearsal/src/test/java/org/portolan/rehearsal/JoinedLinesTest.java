package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The lines of a change of rows that other rows find: on an engine whose writes read the newest
 * rows, one that was listed may have gone to another since.
 */
class JoinedLinesTest {
  @TempDir Path directory;

  /** A list of which a change reads a range ends where no row of a page is in it. */
  @Test
  void rangeThatIsChanged_isReadToItsEnd() throws Exception {
    assertThat(
            new AccessPathLines(
                    TwinRows.propose(directory, "DELETE FROM orders WHERE placed < 12;\n"))
                .javaClass("Lines"))
        .hasValueSatisfying(
            lines ->
                assertThat(lines)
                    .contains(".takeWhile(rows -> rows.isEmpty() || rows.stream().anyMatch(row -> ")
                    .doesNotContain("Paging.LIMIT_MAX"));
  }

  /** So may one by which others are found, which is not changed itself. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "DELETE FROM orders WHERE total IN (SELECT id FROM people WHERE kind = 'bot') | people |"
            + " row.value(\"kind\") instanceof String foundKind",
        "UPDATE stock s JOIN orders o ON o.id = s.reserved SET s.qty = 0 WHERE o.status = 'new' |"
            + " orders | row.value(\"status\") instanceof String foundStatus",
        "UPDATE phones f JOIN people p ON p.id = f.person_id SET f.uses = 0 WHERE p.kind = 'bot' AND"
            + " f.pos = 1 | people | row.value(\"kind\") instanceof String foundKind",
        "DELETE f FROM orders f JOIN orders o ON o.total = f.id WHERE o.placed IS NULL | orders |"
            + " row.value(\"placed\") == null"
      })
  void rowThatFindsOthers_isReadAndComparedAgain(String change, String table, String condition)
      throws Exception {
    assertThat(new AccessPathLines(TwinRows.propose(directory, change + ";\n")).javaClass("Lines"))
        .hasValueSatisfying(
            lines ->
                assertThat(lines)
                    .contains(
                        "transaction.getAll(\"" + table + "\", " + table + "Keys, Columns.ALL)")
                    .containsPattern(
                        "\\.filter\\(row -> .*" + java.util.regex.Pattern.quote(condition)));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "UPDATE orders SET placed = 7 WHERE total IN (SELECT id FROM people WHERE nick = 'cee') |"
            + " row.value(\"total\") instanceof Integer joinedTotal &&"
            + " ordersSet.contains(Tuple.of(joinedTotal))",
        "UPDATE orders o JOIN people p ON p.id = o.total SET o.placed = 7 WHERE p.nick = 'cee' |"
            + " row.value(\"total\") instanceof Integer joinedTotal &&"
            + " ordersSet.contains(Tuple.of(joinedTotal))",
        "DELETE FROM orders WHERE total = 3 AND status IN (SELECT p.status FROM orders p WHERE p.id ="
            + " 4) | seen.contains(Tuple.of(Bytes.wrap(Collations.sortKey("
            + "Collation.ACCENT_AND_CASE_INSENSITIVE, joinedStatus)), joinedTotal))",
        "DELETE o FROM orders o JOIN accounts a ON a.login = o.status WHERE a.email = 'a@x' |"
            + " joinedStatus"
      })
  void rowThatOthersFind_isComparedWithThemAgain(String change, String condition) throws Exception {
    assertThat(new AccessPathLines(TwinRows.propose(directory, change + ";\n")).javaClass("Lines"))
        .hasValueSatisfying(
            lines ->
                assertThat(lines)
                    .containsPattern(
                        "\\.filter\\(row -> .*" + java.util.regex.Pattern.quote(condition)));
  }
}
