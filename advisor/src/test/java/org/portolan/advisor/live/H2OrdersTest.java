package org.portolan.advisor.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.portolan.advisor.RelationalReader;
import org.portolan.advisor.propose.Choices;
import org.portolan.advisor.propose.Decision;
import org.portolan.advisor.propose.Proposal;
import org.portolan.advisor.propose.Proposer;
import org.portolan.advisor.target.Target;
import org.portolan.jdbc.Connector;
import org.portolan.jdbc.JdbcUrl;

/** Where H2 sorts nulls, and how it orders texts: its settings say it. */
class H2OrdersTest {
  private static final String SCHEMA =
      """
      create table posts (id bigint primary key, published timestamp, title varchar(100) not null);
      insert into posts values (1, timestamp '2020-01-01 00:00:00', 'a'), (2, null, 'B');
      """;

  private static final String ASCENDING = "SELECT id FROM posts ORDER BY published LIMIT 10";
  private static final String DESCENDING = "SELECT id FROM posts ORDER BY published DESC LIMIT 10";
  private static final String TITLES = "SELECT id FROM posts ORDER BY title LIMIT 10";
  private static final List<String> STATEMENTS = List.of(ASCENDING, DESCENDING, TITLES);
  private static final String BY_LOCALE = "order of title by a locale";

  @TempDir Path directory;

  private String sql() {
    return String.join(";\n", STATEMENTS) + ";\n";
  }

  /** Returns a trace file of the statements. */
  private Path trace() throws Exception {
    StringBuilder lines = new StringBuilder();
    STATEMENTS.forEach(
        statement -> lines.append("/*SQL #:1 t:1*/").append(statement).append(";\n"));
    return Files.writeString(directory.resolve("shop.trace.db"), lines);
  }

  private Proposal live(String url, Path log) throws Exception {
    RelationalReader reader = new RelationalReader();
    try (LiveDatabase database = LiveDatabase.open(url, Map.of())) {
      reader.readDatabase(database);
      reader.readLog(log, Optional.empty(), Optional.empty(), count -> {});
      return propose(reader);
    }
  }

  private static Proposal propose(RelationalReader reader) {
    return Proposer.propose(reader.model(), Target.ROCKSDB, "posts", Choices.NONE);
  }

  private static List<String> sorted(Proposal proposal, String statement) {
    return proposal.served().stream()
        .filter(served -> served.statement().template().text().startsWith(prefix(statement)))
        .flatMap(
            served ->
                served.refusal().isPresent()
                    ? List.of("refused").stream()
                    : served.notes().stream().filter(note -> note.contains("nulls come")))
        .toList();
  }

  /** The template has a question mark for the limit. */
  private static String prefix(String statement) {
    return statement.substring(0, statement.indexOf(" LIMIT")) + " LIMIT";
  }

  private static List<String> lost(Proposal proposal) {
    return proposal.decisions().stream()
        .filter(decision -> decision.kind() == Decision.Kind.LOST)
        .map(Decision::choice)
        .toList();
  }

  /** The database itself is asked, and so is what the proposal says of it. */
  @ParameterizedTest
  @CsvSource({
    "'', true, false",
    ";MODE=MySQL, true, false",
    ";MODE=PostgreSQL, true, false",
    ";DEFAULT_NULL_ORDERING=HIGH, false, true",
    ";DEFAULT_NULL_ORDERING=FIRST, true, true",
    ";DEFAULT_NULL_ORDERING=LAST, false, false"
  })
  void nullsOfALiveDatabase_standWhereItsSettingSays(
      String setting, boolean firstAscending, boolean firstDescending) throws Exception {
    String url = "jdbc:h2:" + directory.resolve("shop") + setting;
    LiveSchemaTest.run(url, SCHEMA);
    assertThat(first(url, ASCENDING)).isEqualTo(firstAscending ? 2 : 1);
    assertThat(first(url, DESCENDING)).isEqualTo(firstDescending ? 2 : 1);
    for (Path log : List.of(trace(), Files.writeString(directory.resolve("queries.sql"), sql()))) {
      Proposal proposal = live(url, log);
      // A store has nulls first in an ascending order, and last in a descending one.
      assertThat(sorted(proposal, ASCENDING)).as(log + "").hasSize(firstAscending ? 0 : 1);
      assertThat(sorted(proposal, DESCENDING)).as(log + "").hasSize(firstDescending ? 1 : 0);
      assertThat(lost(proposal)).isEmpty();
    }
  }

  private static long first(String url, String query) throws Exception {
    try (Connection connection = Connector.of(JdbcUrl.of(url), Map.of()).connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      assertThat(rows.next()).isTrue();
      return rows.getLong(1);
    }
  }

  @Test
  void aScript_isOfH2WhateverItsStatementsLookLike() throws Exception {
    String url = "jdbc:h2:" + directory.resolve("shop");
    LiveSchemaTest.run(url, SCHEMA);
    Proposal proposal = ofScript(url, "SCRIPT TO ");
    assertThat(proposal.files().get(0).form()).isEqualTo("schema, h2");
    assertThat(sorted(proposal, ASCENDING)).isEmpty();
    assertThat(sorted(proposal, DESCENDING)).isEmpty();
    assertThat(lost(proposal)).isEmpty();
  }

  @Test
  void aCollation_isALocale() throws Exception {
    String url = "jdbc:h2:" + directory.resolve("shop");
    LiveSchemaTest.run(url, "set collation english;\n" + SCHEMA);
    assertThat(lost(live(url, trace()))).containsExactly(BY_LOCALE);
    assertThat(lost(ofScript(url, "SCRIPT NODATA TO "))).containsExactly(BY_LOCALE);
    String other = "jdbc:h2:" + directory.resolve("other");
    LiveSchemaTest.run(other, "set collation off;\n" + SCHEMA);
    assertThat(lost(ofScript(other, "SCRIPT NODATA TO "))).isEmpty();
  }

  private Proposal ofScript(String url, String command) throws Exception {
    Path script = directory.resolve("script.sql");
    LiveSchemaTest.run(url, command + "'" + script + "'");
    RelationalReader reader = new RelationalReader();
    reader.readSchema(script, Optional.empty());
    Path log = Files.writeString(directory.resolve("queries.sql"), sql());
    reader.readLog(log, Optional.empty(), Optional.empty(), count -> {});
    return propose(reader);
  }
}
