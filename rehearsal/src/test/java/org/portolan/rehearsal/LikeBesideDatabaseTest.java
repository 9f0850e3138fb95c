package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.portolan.advisor.propose.Proposal;
import org.portolan.advisor.serve.LineChecks;
import org.portolan.advisor.serve.Served;
import org.portolan.data.EntityRow;

/** Statements with LIKE: their patterns have several forms, and the lines of each are its own. */
class LikeBesideDatabaseTest {
  private static final String CHANGE =
      "UPDATE orders SET total = 77 WHERE status = 'new' AND state ";

  @TempDir Path directory;

  /** The pattern that the log has first decides nothing for the others. */
  @ParameterizedTest
  @CsvSource({"0", "1", "2", "3"})
  void patternsOfSeveralForms_inAnyOrder_haveTheLinesOfTheirForms(int first) throws Exception {
    List<String> patterns = List.of("o%", "open", "%en%", "o_e%");
    List<String> beginnings = List.of("o", "open", "", "o");
    StringBuilder log = new StringBuilder();
    for (int place = 0; place < 4; place++) {
      log.append(CHANGE).append("LIKE '").append(patterns.get((first + place) % 4)).append("';\n");
    }
    for (int place = 0; place < 4; place++) {
      Path own = Files.createDirectory(directory.resolve("" + place));
      try (BesideDatabase beside = new BesideDatabase(own, log.toString())) {
        String pattern = patterns.get(place);
        Map<String, Object> values = new HashMap<>();
        values.put("status", "new");
        values.put("newTotal", 77);
        values.put("fromState", beginnings.get(place));
        values.put("ordersMeets", meets(pattern));
        int number = number(beside.proposal(), pattern);
        beside.change(number, CHANGE + "LIKE '" + pattern + "'", values);
      }
    }
  }

  private static Predicate<EntityRow> meets(String pattern) {
    Pattern texts =
        Pattern.compile(pattern.replace("%", ".*").replace("_", "."), Pattern.CASE_INSENSITIVE);
    return row -> texts.matcher((String) row.value("state")).matches();
  }

  private static int number(Proposal proposal, String pattern) {
    for (int number = 0; number < proposal.served().size(); number++) {
      if (proposal
          .served()
          .get(number)
          .statement()
          .template()
          .examples()
          .get(0)
          .text()
          .contains("'" + pattern + "'")) {
        return number;
      }
    }
    throw new AssertionError(pattern);
  }

  /** A placeholder tells no pattern, so no range of the text is read. */
  @Test
  void placeholder_tellsNoBeginning() throws Exception {
    String query = "SELECT id FROM orders WHERE status = ? AND state LIKE ?;\n";
    Proposal proposal = TwinRows.propose(directory, query + query.replaceFirst("\\?", "'n'"));
    Served served = proposal.served().get(0);
    assertThat(proposal.served()).hasSize(1);
    assertThat(LineChecks.isLeft(served.notes(), "state")).isTrue();
    assertThat(new AccessPathLines(proposal).of(served))
        .noneMatch(line -> line.contains("fromState"));
  }
}
