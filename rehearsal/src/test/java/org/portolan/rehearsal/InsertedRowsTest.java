package org.portolan.rehearsal;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.types.Tuple;

/** The lines of INSERT … SELECT write all rows that are found, whatever the table became. */
class InsertedRowsTest {
  @TempDir Path directory;

  private void insert(String statement, Map<String, Object> values) throws Exception {
    try (BesideDatabase beside = new BesideDatabase(directory, statement + ";\n")) {
      beside.insert(0, statement, values);
    }
  }

  @Test
  void elements_areAllAdded() throws Exception {
    insert(
        "INSERT INTO tags (person_id, tag) SELECT 4, tag FROM tags WHERE person_id = 1",
        Map.of("personId", 1L, "newTags", Map.of(Tuple.of(4L), Set.of("x", "y", "z"))));
  }

  @Test
  void items_areAllPut() throws Exception {
    Map<Tuple, Map<String, Object>> items =
        Map.of(
            Tuple.of(2), Map.of("number", "a", "label", "home"),
            Tuple.of(3), Map.of("number", "a", "label", "work"));
    insert(
        "INSERT INTO phones (person_id, pos, number, label) SELECT 1, pos, 'a', label FROM phones"
            + " WHERE person_id = 3 AND pos > 1",
        Map.of("personId", 3L, "fromPos", 1, "newPhones", Map.of(Tuple.of(1L), items)));
  }

  @Test
  void columnsOfOwners_areAllSet() throws Exception {
    insert(
        "INSERT INTO profile (person_id, bio, visits) SELECT id, kind, 1 FROM people WHERE id IN"
            + " (2, 4)",
        Map.of(
            "idList",
            List.of(2L, 4L),
            "newProfile",
            Map.of(
                Tuple.of(2L), Map.of("bio", "root", "visits", 1),
                Tuple.of(4L), Map.of("bio", "user", "visits", 1))));
  }
}
