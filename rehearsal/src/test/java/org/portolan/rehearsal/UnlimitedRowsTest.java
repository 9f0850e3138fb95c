package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.advisor.propose.Proposal;

/** LIMIT with a number that no result has, or with none, takes all rows. */
class UnlimitedRowsTest {
  private static final String QUERY =
      "SELECT id FROM orders WHERE status = 'new' AND state = 'open' ORDER BY placed";

  private static final String PAGE = "the application takes the page: LIMIT ends no read here";

  @TempDir Path directory;

  private List<String> lines(Proposal proposal) {
    return new AccessPathLines(proposal).of(proposal.served().get(0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "LIMIT 5, 18446744073709551615",
        "LIMIT 18446744073709551615 OFFSET 5",
        "LIMIT 18446744073709551615",
        "LIMIT 9223372036854775807",
        "LIMIT 0, 2147483647",
        "LIMIT NULL",
        "LIMIT ALL",
        "LIMIT ALL OFFSET 5"
      })
  void noLimit_readsTheWholeList(String limit) throws Exception {
    Proposal limited = TwinRows.propose(directory, QUERY + " " + limit + ";\n");
    assertThat(lines(limited)).isEqualTo(lines(TwinRows.propose(directory, QUERY + ";\n")));
    assertThat(limited.served().get(0).notes()).doesNotContain(PAGE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"LIMIT 5, 7", "LIMIT 7 OFFSET 5", "LIMIT 7", "FETCH FIRST 7 ROWS ONLY"})
  void limit_endsTheRead(String limit) throws Exception {
    assertThat(String.join("\n", lines(TwinRows.propose(directory, QUERY + " " + limit + ";\n"))))
        .containsAnyOf("first(7)", "limit(7)");
  }

  /** The first of the logged statements with a limit tells it. */
  @ParameterizedTest
  @ValueSource(strings = {"18446744073709551615", "NULL"})
  void limitOfSomeStatements_isOne(String none) throws Exception {
    String log = QUERY + " LIMIT " + none + ";\n" + QUERY + " LIMIT 7;\n";
    assertThat(String.join("\n", lines(TwinRows.propose(directory, log))))
        .containsAnyOf("first(7)", "limit(7)");
  }
}
