package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.advisor.RelationalModel;
import org.portolan.advisor.propose.Choices;
import org.portolan.advisor.propose.Proposal;
import org.portolan.advisor.propose.Proposer;
import org.portolan.advisor.report.Remarks;
import org.portolan.advisor.serve.Served;
import org.portolan.advisor.target.Target;
import org.portolan.rehearsal.run.Outcome;

/** Every statement of every model is executed, finds what it must find, and costs what is said. */
class RehearsalTest {
  private static final Path EXPECTED = Path.of("src/test/resources/testdata/rehearsals");
  private static final Rehearsal.Options SMALL = new Rehearsal.Options(1, 200);

  @TempDir Path directory;

  static Stream<Arguments> proposals() throws IOException {
    return Models.names().stream()
        .flatMap(model -> Stream.of(Target.values()).map(target -> Arguments.of(model, target)));
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("proposals")
  void model_isExecutedAsEstimated(String name, Target target) throws IOException {
    RelationalModel model = Models.read(name);
    Proposal proposal = Proposer.propose(model, target, name, Choices.NONE);
    Rehearsal.Result result = run(proposal, model, "store");
    assertThat(result.findings()).isEmpty();
    result
        .outcomes()
        .forEach(
            (served, outcome) ->
                assertThat(outcome)
                    .as(served.statement().template().text())
                    .matches(Outcome::isAsEstimated));
    if (target == Target.HBASE) {
      expect(name, text(proposal, new RehearsalText(proposal, result)));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"mediawiki", "joins"})
  void secondRun_givesTheSameText(String name) throws IOException {
    RelationalModel model = Models.read(name);
    Proposal proposal = Proposer.propose(model, Target.ROCKSDB, name, Choices.NONE);
    Rehearsal.Result first = run(proposal, model, "first");
    Rehearsal.Result second = run(proposal, model, "second");
    assertThat(text(proposal, new RehearsalText(proposal, second)))
        .isEqualTo(text(proposal, new RehearsalText(proposal, first)));
    assertThat(second.outcomes()).isEqualTo(first.outcomes());
  }

  private Rehearsal.Result run(Proposal proposal, RelationalModel model, String store) {
    return Rehearsal.run(proposal, model, "rocksdb:" + directory.resolve(store), SMALL);
  }

  /** What is said of each statement, with its lines of Java. */
  private static String text(Proposal proposal, Remarks remarks) {
    List<String> lines = new ArrayList<>();
    remarks.summary().forEach(remark -> lines.add(remark.label() + " " + remark.text()));
    for (Served served : proposal.served()) {
      lines.add("");
      lines.add(served.statement().template().text());
      served.refusal().ifPresent(reason -> lines.add("  not served: " + reason));
      remarks.of(served).forEach(remark -> lines.add("  " + remark.label() + ": " + remark.text()));
      remarks.lines(served).forEach(line -> lines.add("    " + line));
    }
    return String.join("\n", lines) + "\n";
  }

  private static void expect(String name, String text) throws IOException {
    Path expected = EXPECTED.resolve(name + ".txt");
    if (Boolean.getBoolean("portolan.testdata.rewrite")) {
      Files.createDirectories(EXPECTED);
      Files.writeString(expected, text);
    }
    assertThat(text).isEqualTo(Files.readString(expected));
  }
}
