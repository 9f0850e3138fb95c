package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.advisor.RelationalModel;
import org.portolan.advisor.propose.Choices;
import org.portolan.advisor.propose.Proposal;
import org.portolan.advisor.propose.Proposer;
import org.portolan.advisor.serve.Served;
import org.portolan.advisor.target.Target;
import org.portolan.rehearsal.run.Outcome;

/**
 * Random small applications, each for one target. More: {@code -Dportolan.applications=N}; one of
 * them again: {@code -Dportolan.applications=1 -Dportolan.seed=N}.
 */
class RandomRehearsalTest {
  private static final int APPLICATIONS = Integer.getInteger("portolan.applications", 12);
  private static final long SEED = Long.getLong("portolan.seed", 0);

  @TempDir Path directory;

  @Test
  void applications_areExecutedAsEstimated() throws IOException {
    int executed = 0;
    for (long seed = SEED; seed < SEED + APPLICATIONS; seed++) {
      for (Target target : Target.values()) {
        executed += executed(seed, target);
      }
    }
    assertThat(executed).isGreaterThan(APPLICATIONS);
  }

  /** The items of each row are read, and the rows that refer to them, which go with them. */
  @Test
  void deletionsOfSeveralRows_areExecutedAsEstimated() throws IOException {
    assertThat(executed(146, Target.HBASE)).isPositive();
    assertThat(executed(155, Target.ROCKSDB)).isPositive();
  }

  private int executed(long seed, Target target) throws IOException {
    Path place = Files.createDirectories(directory.resolve(seed + target.spelling()));
    RelationalModel model = RandomApplication.model(seed, place);
    Proposal proposal = Proposer.propose(model, target, "random", Choices.NONE);
    String name = "-Dportolan.seed=" + seed + " for " + target.spelling();
    Rehearsal.Result result =
        Rehearsal.run(
            proposal,
            model,
            "rocksdb:" + place.resolve("store") + "?cache=16m",
            new Rehearsal.Options(seed, 100));
    assertThat(result.findings()).as(name).isEmpty();
    int executed = 0;
    for (Map.Entry<Served, Outcome> entry : result.outcomes().entrySet()) {
      Outcome outcome = entry.getValue();
      executed += outcome.executed() ? 1 : 0;
      assertThat(outcome)
          .as(name + ": " + entry.getKey().statement().template().text())
          .matches(any -> any.isAsEstimated() || isRightlyRefused(any));
    }
    CompiledLines.of(proposal, name);
    return executed;
  }

  /** A row that others refer to is not deleted, and no rows can be made for some statements. */
  private static boolean isRightlyRefused(Outcome outcome) {
    return !outcome.executed()
        && Optional.of(outcome.reason())
            .filter(reason -> reason.contains("refers to it") || !reason.contains("refuses"))
            .isPresent();
  }
}
