package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.advisor.RelationalModel;
import org.portolan.advisor.propose.Choices;
import org.portolan.advisor.propose.Proposal;
import org.portolan.advisor.propose.Proposer;
import org.portolan.advisor.statistics.ColumnStatistics;
import org.portolan.advisor.statistics.DatabaseStatistics;
import org.portolan.advisor.statistics.Source;
import org.portolan.advisor.statistics.TableStatistics;
import org.portolan.advisor.target.Target;
import org.portolan.rehearsal.run.Outcome;

/** Of rows whose values are all null there is no least one, and the trial finds none. */
class LeastOfNullsTest {
  private static final int SEEDS = 3;

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"MIN", "MAX"})
  void endOfNulls_isNoFault(String function) throws Exception {
    RelationalModel model = model("SELECT " + function + "(seen) FROM users WHERE boss = 3;\n");
    Proposal proposal = Proposer.propose(model, Target.ROCKSDB, "users", Choices.NONE);
    for (long seed = 1; seed <= SEEDS; seed++) {
      Rehearsal.Result result =
          Rehearsal.run(
              proposal,
              model,
              "rocksdb:" + directory.resolve("store" + seed),
              new Rehearsal.Options(seed, 50));
      Outcome outcome = result.outcomes().values().iterator().next();
      assertThat(outcome).as("seed " + seed).matches(Outcome::isAsEstimated);
    }
  }

  /** The lines find nothing for a parameter that is null, and neither does the trial. */
  @ParameterizedTest
  @ValueSource(strings = {"seen >= 3", "seen <= 3", "seen > 3"})
  void rangeOfNulls_isNoFault(String range) throws Exception {
    String before = "SELECT id FROM users WHERE boss = 3 ORDER BY seen DESC LIMIT 5;\n";
    for (String others : List.of("", before)) {
      String query = "SELECT COUNT(*) FROM users WHERE boss = 3 AND " + range + ";\n";
      RelationalModel model = model(others + query);
      Proposal proposal = Proposer.propose(model, Target.ROCKSDB, "users", Choices.NONE);
      Rehearsal.Result result =
          Rehearsal.run(
              proposal,
              model,
              "rocksdb:" + Files.createTempDirectory(directory, "store").resolve("of"),
              new Rehearsal.Options(1, 50));
      assertThat(result.findings()).isEmpty();
      assertThat(result.outcomes().values()).allMatch(Outcome::isAsEstimated);
    }
  }

  /** No user was ever seen. */
  private RelationalModel model(String statements) throws Exception {
    RelationalModel read =
        Models.written(
            directory,
            "CREATE TABLE users (id bigint NOT NULL PRIMARY KEY, boss bigint NOT NULL, seen bigint"
                + " NULL);",
            statements);
    TableStatistics users =
        new TableStatistics(
            OptionalLong.of(100_000),
            true,
            OptionalLong.empty(),
            OptionalLong.empty(),
            50,
            Map.of("boss", column(0), "seen", column(1)));
    return new RelationalModel(
        read.files(),
        read.schema(),
        read.workload(),
        read.statements(),
        read.relationships(),
        read.proposedKeys(),
        read.problems(),
        new DatabaseStatistics(
            Map.of("users", users), List.of(), List.of(), List.of(), "for the test"));
  }

  private static ColumnStatistics column(double nullShare) {
    return new ColumnStatistics(
        1_000,
        nullShare,
        8,
        8,
        Optional.empty(),
        Optional.empty(),
        List.of(),
        List.of(),
        Source.ALL_ROWS);
  }
}
