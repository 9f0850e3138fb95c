package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.ReferenceException;
import org.portolan.rehearsal.run.Outcome;

/** Lines that write sets and columns of their owner. */
class OwnerLinesTest {
  @TempDir Path directory;

  /** A foreign key of the database refuses the row, too. */
  @Test
  void insert_forAnAbsentOwner_isRefusedWithTheNamesOfBoth() throws Exception {
    String log =
        """
        INSERT INTO tags (person_id, tag) VALUES (9, 'x');
        INSERT INTO profile (person_id, bio, visits) VALUES (9, 'b', 1);
        """;
    try (BesideDatabase beside = new BesideDatabase(directory, log)) {
      int ofTags = beside.number("INSERT INTO tags");
      assertThatThrownBy(() -> beside.call(ofTags, Map.of("personId", 9L, "tagsElement", "x")))
          .cause()
          .isInstanceOf(ReferenceException.class)
          .hasMessageContaining("of tags cannot refer to the row (9) of people");
      int ofProfile = beside.number("INSERT INTO profile");
      Map<String, Object> profile = Map.of("bio", "b", "visits", 1);
      assertThatThrownBy(() -> beside.call(ofProfile, Map.of("personId", 9L, "profile", profile)))
          .cause()
          .isInstanceOf(ReferenceException.class)
          .hasMessageContaining("of profile cannot refer to the row (9) of people");
    }
  }

  /** The sets of all owners that an index lists are read at once. */
  @Test
  void deleteOfAnElementOfManyOwners_isTriedAsEstimated() throws Exception {
    String log = "DELETE FROM tags WHERE tag = 'y';\n";
    Rehearsal.Result tried =
        Rehearsal.run(
            TwinRows.propose(directory, log),
            TwinRows.model(directory, log),
            "rocksdb:" + directory.resolve("tried"),
            new Rehearsal.Options(1, 300));
    Outcome outcome = tried.outcomes().values().iterator().next();
    assertThat(outcome).matches(Outcome::isAsEstimated);
    assertThat(outcome.found()).isGreaterThan(10);
  }
}
