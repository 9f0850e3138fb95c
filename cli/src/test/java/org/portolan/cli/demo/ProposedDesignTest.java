package org.portolan.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.advisor.RelationalReader;
import org.portolan.advisor.live.LiveDatabase;
import org.portolan.advisor.log.LogFormat;
import org.portolan.advisor.propose.Choices;
import org.portolan.advisor.propose.Proposal;
import org.portolan.advisor.propose.Proposer;
import org.portolan.advisor.sql.Dialect;
import org.portolan.advisor.target.Target;
import org.portolan.cli.Portolan;
import org.portolan.data.StoreCheck;
import org.portolan.design.DesignWriter;
import org.portolan.design.MappingWriter;
import org.portolan.wiki.Answers;
import org.portolan.wiki.WikiModel;
import org.portolan.wiki.Wikis;
import org.portolan.wiki.jobs.JobThreads;
import org.portolan.wiki.jobs.LinkJobs;
import org.portolan.wiki.storage.WikiStorage;
import org.portolan.wiki.store.HistoryComparison;

/**
 * The model {@code proposed} is what the advisor proposes for the twin, and carries a twin that was
 * migrated. {@code -Dportolan.testdata.rewrite=true} writes the model's design and mapping anew.
 */
class ProposedDesignTest {
  private static final Path WORKLOAD =
      Path.of("src/test/resources/org/portolan/cli/demo/twin-workload.sql");
  private static final Path DESIGNS =
      Path.of("../wiki/src/main/resources/org/portolan/wiki/designs");
  private static final int ACTS = 2_000;
  private static final int STEPS = 160;

  @TempDir Path directory;

  private String twin() {
    return "jdbc:h2:" + directory.resolve("twin");
  }

  @Test
  void proposal_forTheTwinAndARecordedWorkload_isTheModel() throws IOException {
    try (WikiStorage twin = Wikis.openOrCreateStorage(twin())) {
      Story.importHandbook(twin);
      Crowd.generate(twin.wiki());
      Crowd.play(twin.wiki(), 1, ACTS);
    }
    RelationalReader reader = new RelationalReader();
    Proposal proposal;
    try (LiveDatabase database = LiveDatabase.open(twin(), Map.of())) {
      reader.readDatabase(database);
      reader.readLog(WORKLOAD, Optional.of(LogFormat.SQL), Optional.of(Dialect.H2), read -> {});
      proposal =
          Proposer.propose(reader.model(), Target.named("rocksdb"), "wiki-proposed", Choices.NONE);
    }
    String design = DesignWriter.write(proposal.design());
    String mapping = MappingWriter.write(proposal.mapping());
    if (Boolean.getBoolean("portolan.testdata.rewrite")) {
      Files.writeString(DESIGNS.resolve("proposed.yaml"), design);
      Files.writeString(DESIGNS.resolve("proposed-mapping.yaml"), mapping);
    }
    assertThat(proposal.refused()).isEmpty();
    assertThat(design).isEqualTo(WikiModel.PROPOSED.designText());
    assertThat(mapping).isEqualTo(WikiModel.proposedMappingText());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2})
  void twin_afterARandomHistoryAndMigrated_answersAlike(long seed) throws IOException {
    String store = "rocksdb:" + directory.resolve("store");
    Path design = Files.writeString(directory.resolve("d.yaml"), WikiModel.PROPOSED.designText());
    Path mapping = Files.writeString(directory.resolve("m.yaml"), WikiModel.proposedMappingText());
    try (WikiStorage twin = Wikis.openOrCreateStorage(twin())) {
      HistoryComparison.play(twin.wiki(), seed, STEPS);
      StringWriter written = new StringWriter();
      PrintWriter out = new PrintWriter(written, true);
      int status =
          Portolan.run(
              out,
              out,
              "migrate",
              "--from",
              twin(),
              "--to",
              store,
              "--design",
              design.toString(),
              "--mapping",
              mapping.toString(),
              "--rejects",
              directory.resolve("rejects.jsonl").toString(),
              "--verify=full");
      assertThat(status).as("seed %d: %s", seed, written).isZero();
      try (WikiStorage moved = Wikis.openStorage(store)) {
        String when = "seed " + seed + " after the migration";
        assertThat(moved.wiki().jobs(1_000)).as(when).hasSameSizeAs(twin.wiki().jobs(1_000));
        Answers.assertSame(moved.wiki(), twin.wiki(), HistoryComparison.titles(), 3, when);
        // Both go on by the same history, with the ids of pages and people that the twin gave.
        for (WikiStorage each : List.of(twin, moved)) {
          JobThreads.finish(new LinkJobs(each), job -> true, Duration.ZERO, pages -> {});
          HistoryComparison.play(each.wiki(), seed + 100, STEPS);
          JobThreads.finish(new LinkJobs(each), job -> true, Duration.ZERO, pages -> {});
        }
        Answers.assertSame(
            moved.wiki(), twin.wiki(), HistoryComparison.titles(), 5, when + " and later");
        List<String> findings = new ArrayList<>();
        StoreCheck.Options report = new StoreCheck.Options(false, false, Duration.ZERO, 100);
        moved.check(report, finding -> findings.add(finding.toString()), looked -> {});
        assertThat(findings).as(when).isEmpty();
      }
    }
  }
}
