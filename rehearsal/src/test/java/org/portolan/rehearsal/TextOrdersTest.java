package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.advisor.RelationalReader;
import org.portolan.advisor.propose.Choices;
import org.portolan.advisor.propose.Proposal;
import org.portolan.advisor.propose.Proposer;
import org.portolan.advisor.serve.LineChecks;
import org.portolan.advisor.serve.Served;
import org.portolan.advisor.sql.Dialect;
import org.portolan.advisor.target.Target;

/**
 * Columns that are kept as texts and have another order in the database, and dates beside moments:
 * the lines do not compare them, and no list is taken for their order.
 */
class TextOrdersTest {
  private static final String SCHEMA =
      """
      CREATE TYPE priority AS ENUM ('low', 'medium', 'high');
      CREATE TYPE step AS ENUM ('a', 'b', 'c');
      CREATE TABLE tickets (id bigint PRIMARY KEY, user_id bigint NOT NULL, ttl interval NOT NULL,
        ip inet NOT NULL, net cidr NOT NULL, price money NOT NULL, clock time with time zone NOT NULL,
        prio priority NOT NULL, step step NOT NULL, due date NOT NULL, at timestamptz NOT NULL,
        code uuid NOT NULL, start time NOT NULL);
      """;

  private static final String MYSQL =
      """
      CREATE TABLE tickets (id bigint NOT NULL PRIMARY KEY, user_id bigint NOT NULL,
        prio enum('low', 'medium', 'high') NOT NULL, due date NOT NULL) ENGINE=InnoDB;
      """;

  @TempDir Path directory;

  private Proposal propose(String schema, String statement, Dialect dialect) throws Exception {
    Path of = Files.writeString(directory.resolve("tickets.sql"), schema);
    Path log = Files.writeString(directory.resolve("tickets.log.sql"), statement + ";\n");
    RelationalReader reader = new RelationalReader();
    reader.readSchema(of, Optional.of(dialect));
    reader.readLog(log, Optional.empty(), Optional.of(dialect), count -> {});
    return Proposer.propose(reader.model(), Target.ROCKSDB, "tickets", Choices.NONE);
  }

  private Proposal propose(String statement) throws Exception {
    return propose(SCHEMA, statement, Dialect.POSTGRESQL);
  }

  private static String lines(Proposal proposal) {
    return String.join("\n", new AccessPathLines(proposal).of(proposal.served().get(0)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ttl < INTERVAL '10 days'",
        "ttl BETWEEN '1 day' AND '3 days'",
        "'1 day' <= ttl",
        "ip > '10.0.0.9'",
        "net <= '10.0.0.0/8'",
        "price > '3.5'",
        "clock >= '10:00:00+02'",
        "prio < 'high'",
        "(prio, id) < ('high', 5)",
        "due < now()",
        "due >= now() - INTERVAL '3 days'",
        "due <= LOCALTIMESTAMP",
        "due < CURRENT_TIMESTAMP",
        "due = CAST('2024-01-01 12:00:00' AS timestamp)"
      })
  void range_isNoComparisonOfTheLines(String condition) throws Exception {
    String column = condition.replaceAll("^(\\('?|'1 day' <= )?(\\w+).*", "$2");
    Proposal query = propose("SELECT id FROM tickets WHERE user_id = 3 AND " + condition);
    Served served = query.served().get(0);
    assertThat(LineChecks.isLeft(served.notes(), column)).as(served.notes() + "").isTrue();
    for (String change : List.of("DELETE FROM tickets", "UPDATE tickets SET at = now()")) {
      String lines = lines(propose(change + " WHERE user_id = 3 AND " + condition));
      assertThat(lines)
          .contains("ticketsMeets.test")
          .contains(column)
          .doesNotContain("value(\"" + column + "\")");
    }
    assertThat(propose("SELECT id FROM tickets WHERE " + condition).served().get(0).refusal())
        .isPresent();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "due < '2024-01-01'",
        "due <= CURRENT_DATE",
        "due < CAST(now() AS date)",
        "due BETWEEN DATE '2024-01-01' AND CURRENT_DATE",
        "at < now()",
        "step > 'a'",
        "prio = 'low'",
        "prio IN ('low', 'high')",
        "ip <> '10.0.0.1'",
        "code > '0e9a2c33-0000-0000-0000-000000000000'",
        "start >= '10:00:00'"
      })
  void otherComparison_isOneOfTheLines(String condition) throws Exception {
    Proposal query = propose("SELECT id FROM tickets WHERE user_id = 3 AND " + condition);
    assertThat(query.served().get(0).notes())
        .noneMatch(note -> note.startsWith("the application checks"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ttl", "ip DESC", "net", "price", "clock", "prio", "prio DESC, id"})
  void order_isTheApplications(String order) throws Exception {
    Proposal proposal =
        propose("SELECT * FROM tickets WHERE user_id = 3 ORDER BY " + order + " LIMIT 5");
    assertThat(proposal.served().get(0).notes())
        .contains("the application takes the page: LIMIT ends no read here")
        .anyMatch(
            note ->
                note.startsWith("the application sorts by " + order)
                    && note.endsWith(
                        "an index has it in the order of its texts, which is another"));
    assertThat(lines(proposal)).doesNotContain("first(5)", "limit(5)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"due", "at DESC", "step", "code", "start"})
  void orderOfTheTexts_isThatOfAList(String order) throws Exception {
    Proposal proposal =
        propose("SELECT * FROM tickets WHERE user_id = 3 ORDER BY " + order + " LIMIT 5");
    assertThat(proposal.served().get(0).notes()).isEmpty();
  }

  @Test
  void extremes_areComputed() throws Exception {
    for (String column : List.of("ttl", "ip", "prio")) {
      String query = "SELECT max(" + column + ") FROM tickets WHERE user_id = 3";
      assertThat(propose(query).served().get(0).notes()).contains("the application computes max");
    }
    for (String column : List.of("due", "step")) {
      String query = "SELECT max(" + column + ") FROM tickets WHERE user_id = 3";
      assertThat(propose(query).served().get(0).notes()).isEmpty();
    }
  }

  /** MySQL compares an enum as a text, and orders it by the place of its value. */
  @Test
  void enumOfMysql_isComparedAsAText() throws Exception {
    String query = "SELECT id FROM tickets WHERE user_id = 3 AND ";
    assertThat(propose(MYSQL, query + "prio < 'low'", Dialect.MYSQL).served().get(0).notes())
        .noneMatch(note -> note.startsWith("the application checks"));
    assertThat(
            propose(MYSQL, query + "id > 0 ORDER BY prio LIMIT 5", Dialect.MYSQL)
                .served()
                .get(0)
                .notes())
        .anyMatch(note -> note.startsWith("the application sorts by prio: "));
    assertThat(propose(MYSQL, query + "due >= NOW()", Dialect.MYSQL).served().get(0).notes())
        .contains("the application checks due");
  }
}
