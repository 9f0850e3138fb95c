package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.rehearsal.run.Outcome;

/** Changes of rows that others find take the estimated round trips. */
class JoinedTrialTest {
  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DELETE f FROM phones f JOIN people p ON p.id = f.person_id WHERE p.kind = 'bot'",
        "UPDATE phones f JOIN people p ON p.id = f.person_id SET f.uses = 0 WHERE p.nick = 'x' AND"
            + " f.uses = 3",
        "UPDATE phones f JOIN people p ON p.id = f.person_id SET f.uses = 0 WHERE p.nick = 'x' AND"
            + " f.pos = 1",
        "UPDATE profile f JOIN people p ON p.id = f.person_id SET f.visits = 0 WHERE p.nick = 'x'",
        "DELETE FROM orders WHERE total IN (SELECT id FROM people WHERE nick = 'x')",
        "UPDATE stock s JOIN orders o ON o.id = s.reserved SET s.qty = 0 WHERE o.status = 'new'"
      })
  void change_isTriedAsEstimated(String change) throws Exception {
    Rehearsal.Result result = TwinRows.tried(directory, change + ";\n");
    assertThat(result.outcomes().values()).singleElement().matches(Outcome::isAsEstimated);
  }
}
