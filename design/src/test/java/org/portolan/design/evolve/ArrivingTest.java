package org.portolan.design.evolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.portolan.design.CounterDesign;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.evolve.Arriving.Stage;
import org.portolan.design.evolve.EvolutionState.Step;
import org.portolan.design.evolve.EvolutionState.UnderWay;

class ArrivingTest {
  private static final String TEXT =
      """
      format: 1
      design: shop
      entities:
        customer:
          key: {id: text}
          families: {main: {name: text}}
          counters:
            customers: {layout: single}
      """;
  private static final Design OLD = DesignReader.read(TEXT, "shop");
  private static final Design TARGET =
      DesignReader.read(TEXT + "      named: {where: name, layout: single}\n", "shop");

  private static EvolutionState begun(Step first) {
    return new EvolutionState(3, Slots.initial(OLD), Optional.empty())
        .beginning(
            new UnderWay(
                first, TARGET, Renames.NONE, List.of(), Map.of(), Map.of(), false, false, true));
  }

  @Test
  void working_eachStep_countsByOneMarkAndIsOneStageFromItsNeighbours() {
    EvolutionState state = begun(Step.ANNOUNCED);
    Map<Step, Arriving> stages = new EnumMap<>(Step.class);
    for (Step step :
        List.of(Step.ANNOUNCED, Step.DELETING, Step.WRITING, Step.SWITCHED, Step.RETIRING)) {
      if (step != Step.ANNOUNCED) {
        state = state.at(step, state.slots());
      }
      WorkingDesign.of(state, OLD).arriving().forEach(each -> stages.put(step, each));
    }
    assertThat(stages.get(Step.ANNOUNCED).stage()).isEqualTo(Stage.KNOWN);
    assertThat(stages.get(Step.DELETING).stage()).isEqualTo(Stage.FOLLOWED);
    assertThat(stages.get(Step.WRITING).stage()).isEqualTo(Stage.COUNTED);
    assertThat(stages.get(Step.SWITCHED).stage()).isEqualTo(Stage.IN_FORCE);
    assertThat(stages).doesNotContainKey(Step.RETIRING);
    for (Step step : List.of(Step.DELETING, Step.WRITING, Step.SWITCHED)) {
      assertThat(stages.get(step).mark()).as("%s", step).isEqualTo(6);
      assertThat(stages.get(step).counters())
          .extracting(CounterDesign::name)
          .containsExactly("named");
    }
  }

  @Test
  void working_changeThatIsGivenUp_followsNothing() {
    EvolutionState writing = begun(Step.WRITING);
    for (Step step : List.of(Step.WITHDRAWING, Step.WITHDRAWN)) {
      assertThat(WorkingDesign.of(writing.at(step, writing.slots()), OLD).arriving())
          .extracting(Arriving::stage)
          .containsExactly(Stage.KNOWN);
    }
    assertThat(WorkingDesign.of(writing.ended(writing.slots()), OLD).arriving()).isEmpty();
  }
}
