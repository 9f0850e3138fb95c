package org.portolan.rehearsal.real;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.portolan.advisor.RelationalModel;
import org.portolan.advisor.propose.Choices;
import org.portolan.advisor.propose.Proposal;
import org.portolan.advisor.propose.Proposer;
import org.portolan.advisor.report.ProposalText;
import org.portolan.advisor.serve.Served;
import org.portolan.advisor.target.Target;
import org.portolan.design.DesignReader;
import org.portolan.design.DesignWriter;
import org.portolan.design.MappingReader;
import org.portolan.design.MappingWriter;
import org.portolan.rehearsal.Rehearsal;
import org.portolan.rehearsal.run.Outcome;

/** Reads an application, proposes a design for it, and executes the proposal. */
final class Trial {
  private static final boolean PRINTED = Boolean.getBoolean("portolan.real.print");

  private static final OperatingSystemMXBean PROCESSOR =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private Trial() {}

  /** Fails at a statement that is neither executed as estimated nor refused with a reason. */
  static void of(Application application, Target target, Path directory) throws IOException {
    long start = System.nanoTime();
    long processor = PROCESSOR.getProcessCpuTime();
    RelationalModel model = application.model(directory);
    Proposal proposal = Proposer.propose(model, target, application.name(), Choices.NONE);
    double seconds = (System.nanoTime() - start) / 1e9;
    processor = PROCESSOR.getProcessCpuTime() - processor;
    isWritten(proposal, model);
    isTheSame(proposal, Proposer.propose(model, target, application.name(), Choices.NONE));
    for (Served one : proposal.served()) {
      assertThat(one.refusal().isPresent() || !one.steps().isEmpty())
          .as(one.statement().template().text())
          .isTrue();
      assertThat(one.refusal().orElse("reason")).isNotBlank();
      assertThat(one.statement().path().isPresent() || one.refusal().isPresent()).isTrue();
    }
    String store = "rocksdb:" + directory.resolve(application.name() + "-" + target) + "?cache=16m";
    Rehearsal.Result result = Rehearsal.run(proposal, model, store, Rehearsal.Options.of(proposal));
    assertThat(result.findings()).isEmpty();
    List<String> wrong = wrong(result.outcomes());
    System.out.printf(
        Locale.ROOT,
        "%s %s: %d tables, %d statements, %d not parsed, %d served, %d executed, %d as estimated, %.0f round trips;"
            + " read and proposed in %.2f s, %.2f s of a processor%n",
        application,
        target.spelling(),
        model.schema().tables().size(),
        proposal.served().size(),
        proposal.served().stream().filter(one -> one.statement().path().isEmpty()).count(),
        result.outcomes().size(),
        result.outcomes().values().stream().filter(Outcome::executed).count(),
        result.outcomes().values().stream().filter(Outcome::isAsEstimated).count(),
        proposal.served().stream().mapToDouble(Served::trips).sum(),
        seconds,
        processor / 1e9);
    if (PRINTED) {
      print(proposal, result);
    }
    assertThat(wrong).as(application + " for " + target.spelling()).isEmpty();
  }

  private static void isWritten(Proposal proposal, RelationalModel model) throws IOException {
    String design = DesignWriter.write(proposal.design());
    assertThat(DesignReader.read(design, "design")).isEqualTo(proposal.design());
    String mapping = MappingWriter.write(proposal.mapping());
    assertThat(MappingReader.read(mapping, proposal.design(), "mapping").tables())
        .hasSameSizeAs(model.schema().tables());
  }

  private static void isTheSame(Proposal proposal, Proposal again) {
    assertThat(ProposalText.of(again, true)).isEqualTo(ProposalText.of(proposal, true));
    assertThat(DesignWriter.write(again.design())).isEqualTo(DesignWriter.write(proposal.design()));
    assertThat(MappingWriter.write(again.mapping()))
        .isEqualTo(MappingWriter.write(proposal.mapping()));
  }

  private static List<String> wrong(Map<Served, Outcome> outcomes) {
    List<String> wrong = new ArrayList<>();
    outcomes.forEach(
        (served, outcome) -> {
          if (outcome.executed() ? !outcome.isAsEstimated() : outcome.reason().isBlank()) {
            wrong.add(served.statement().template().text() + "\n  " + outcome);
          }
        });
    return wrong;
  }

  private static void print(Proposal proposal, Rehearsal.Result result) {
    for (Served one : proposal.served()) {
      String text = one.statement().template().text();
      if (one.statement().path().isEmpty()) {
        System.out.println("  NOT PARSED " + one.statement().failure() + "\n    " + text);
      } else if (one.refusal().isPresent()) {
        System.out.println("  REFUSED " + one.refusal().get() + "\n    " + text);
      } else if (!result.outcomes().get(one).executed()) {
        System.out.println(
            "  NOT EXECUTED " + result.outcomes().get(one).reason() + "\n    " + text);
      } else if (!result.outcomes().get(one).isAsEstimated()) {
        System.out.println(
            "  DIFFERS " + result.outcomes().get(one) + "\n    " + text + "\n    " + one.steps());
      }
    }
  }
}
