package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.advisor.RelationalReader;
import org.portolan.advisor.propose.Choices;
import org.portolan.advisor.propose.Proposal;
import org.portolan.advisor.propose.Proposer;
import org.portolan.advisor.target.Target;

/** What a database does by itself with a change is told at the statement that makes it. */
class DatabaseActionsTest {
  private static final String SCHEMA =
      """
      CREATE TABLE t (id bigint NOT NULL PRIMARY KEY, a int NOT NULL,
        b int GENERATED ALWAYS AS (`a` * 2) STORED, c int GENERATED ALWAYS AS (b + 1) STORED,
        lc varchar(50) GENERATED ALWAYS AS (concat(lower(`name`), 'n')) VIRTUAL, name varchar(50), n int,
        updated timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
        KEY (b)) ENGINE=InnoDB;
      CREATE TABLE parent (id bigint NOT NULL PRIMARY KEY, code varchar(20) NOT NULL, n int,
        UNIQUE KEY (code)) ENGINE=InnoDB;
      CREATE TABLE child (id bigint NOT NULL PRIMARY KEY, parent_id bigint, code varchar(20), own bigint,
        refused bigint, FOREIGN KEY (parent_id) REFERENCES parent (id) ON DELETE SET NULL,
        FOREIGN KEY (code) REFERENCES parent (code) ON UPDATE CASCADE ON DELETE CASCADE,
        FOREIGN KEY (own) REFERENCES parent (id) ON DELETE CASCADE,
        FOREIGN KEY (refused) REFERENCES parent (id)) ENGINE=InnoDB;
      CREATE TABLE grandchild (id bigint NOT NULL PRIMARY KEY, child_id bigint,
        FOREIGN KEY (child_id) REFERENCES child (id) ON DELETE SET NULL) ENGINE=InnoDB;
      """;

  private static final String SHAPES =
      "t: an entity\nparent: an entity\nchild: an entity\ngrandchild: an entity\n";

  @TempDir Path directory;

  private Proposal propose(String statement) throws Exception {
    Path schema = Files.writeString(directory.resolve("actions.sql"), SCHEMA);
    Path log = Files.writeString(directory.resolve("actions.log.sql"), statement + ";\n");
    Path choices = Files.writeString(directory.resolve("choices.yaml"), SHAPES);
    RelationalReader reader = new RelationalReader();
    reader.readSchema(schema, Optional.empty());
    reader.readLog(log, Optional.empty(), Optional.empty(), count -> {});
    return Proposer.propose(reader.model(), Target.ROCKSDB, "actions", Choices.read(choices));
  }

  private List<String> notes(String statement) throws Exception {
    return propose(statement).served().get(0).notes();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "UPDATE t SET a = 5 WHERE id = 3 | b c updated",
        "UPDATE t SET name = 'x' WHERE id = 3 | lc updated",
        "UPDATE t SET n = 5 WHERE id = 3 | updated",
        "UPDATE t SET a = 5, updated = NOW() WHERE id = 3 | b c",
        "INSERT INTO t (id, a, name) VALUES (1, 2, 'x') | b c lc",
        "INSERT INTO t (id, a, name) VALUES (1, 2, 'x') ON DUPLICATE KEY UPDATE n = 1 | b c lc updated"
      })
  void columnThatTheDatabaseWrote_isToldWithTheChange(String change, String columns)
      throws Exception {
    assertThat(notes(change))
        .filteredOn(note -> note.contains(": the database "))
        .extracting(note -> note.replaceAll("the application (?:computes|writes) (\\w+) .*", "$1"))
        .containsExactly(columns.split(" ", -1));
  }

  @Test
  void generatedColumn_isToldWithItsExpression() throws Exception {
    Proposal proposal = propose("UPDATE t SET a = 5, updated = NOW() WHERE id = 3");
    String note =
        "the application computes b and writes it with the change: the database generated it";
    assertThat(proposal.served().get(0).notes()).anyMatch(any -> any.startsWith(note));
    assertThat(new AccessPathLines(proposal).javaClass("Lines"))
        .hasValueSatisfying(lines -> assertThat(lines).contains("  // " + note));
  }

  @Test
  void rowsThatADeleteReaches_areToldIfNoReferenceKeepsThem() throws Exception {
    assertThat(notes("DELETE FROM parent WHERE id = 3"))
        .filteredOn(note -> note.contains("ON DELETE"))
        .containsExactly(
            "the application sets parent_id to null in the rows of child whose parent_id names a row of"
                + " parent: ON DELETE SET NULL is kept by no reference",
            "the application deletes the rows of child whose code names a row of parent: ON DELETE"
                + " CASCADE is kept by no reference",
            "the application sets child_id to null in the rows of grandchild whose child_id names a row"
                + " of child: ON DELETE SET NULL is kept by no reference");
  }

  @Test
  void keyThatChanges_isToldWithTheRowsThatNameIt() throws Exception {
    assertThat(notes("UPDATE parent SET code = 'x' WHERE id = 3"))
        .filteredOn(note -> note.contains("ON UPDATE"))
        .containsExactly(
            "the application writes the new code to the rows of child whose code names a row of parent:"
                + " ON UPDATE CASCADE is kept by no reference");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UPDATE parent SET n = 5 WHERE id = 3",
        "DELETE FROM grandchild WHERE id = 3",
        "UPDATE child SET code = 'x' WHERE id = 3",
        "SELECT * FROM t WHERE id = 3",
        "DELETE FROM t WHERE id = 3"
      })
  void otherStatements_haveNoSuchNote(String statement) throws Exception {
    assertThat(notes(statement))
        .noneMatch(note -> note.contains("ON DELETE") || note.contains("ON UPDATE"))
        .noneMatch(note -> note.contains("the database "));
  }
}
