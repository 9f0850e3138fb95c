package org.portolan.advisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.portolan.advisor.propose.Choices;
import org.portolan.advisor.propose.Proposal;
import org.portolan.advisor.propose.Proposer;
import org.portolan.advisor.report.ProposalText;
import org.portolan.advisor.target.Target;
import org.portolan.design.cost.EngineCosts;
import org.portolan.design.cost.MeasuredCosts;

/** Proposals by costs that somebody has measured. */
class MeasuredCostsTest {

  private static Proposal propose(MeasuredCosts costs) throws IOException {
    Path wikka =
        ModelTest.models()
            .filter(model -> model.getFileName().toString().equals("wikka"))
            .findFirst()
            .orElseThrow();
    return Proposer.propose(ModelTest.read(wikka), Target.HBASE, costs, "wikka", Choices.NONE);
  }

  private static MeasuredCosts costs(EngineCosts costs) {
    return new MeasuredCosts("hbase", "costs.yaml", "here", costs, OptionalDouble.of(17));
  }

  @Test
  void propose_byOtherCosts_choosesOtherwiseAndAlwaysTheSame() throws IOException {
    MeasuredCosts changesCheap =
        costs(new EngineCosts(0.5, 0.02, 0, 0.003, 0.004, 1.2, 0, 0.15, 0, 0.15, 0.004));
    Proposal usual = propose(changesCheap);
    MeasuredCosts changesDear =
        costs(new EngineCosts(0.001, 0, 0, 0, 0, 1, 0, 100_000, 0, 100_000, 0));
    Proposal other = propose(changesDear);
    assertThat(other.design()).isNotEqualTo(usual.design());
    assertThat(propose(changesDear).design()).isEqualTo(other.design());
    assertThat(propose(changesCheap).design()).isEqualTo(usual.design());
  }

  @Test
  void text_byMeasuredCosts_namesThemAndTheTimeOfAStatement() throws IOException {
    String text =
        ProposalText.of(
            propose(costs(new EngineCosts(1, 0.1, 0, 0.01, 0.01, 2, 0, 0.5, 0, 0.5, 0.01))), false);
    assertThat(text)
        .containsPattern("time +[0-9.]+ ms for a statement on average, by costs.yaml: here")
        .contains("17 %");
    assertThat(ProposalText.of(propose(Target.HBASE.costs()), false)).doesNotContain("  time  ");
  }

  @Test
  void propose_byCostsOfAnotherEngine_isRefused() {
    assertThatThrownBy(() -> propose(Target.CASSANDRA.costs()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("hbase", "cassandra", "calibrate");
  }
}
