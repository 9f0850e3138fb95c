package org.portolan.data.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.data.DuplicateValueException;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.design.Design;
import org.portolan.design.evolve.EvolutionState.Step;
import org.portolan.engine.simulated.SimulatedCluster.Kind;
import org.portolan.engine.simulated.SimulatedThread;
import org.portolan.types.Tuple;

/** A process is suspended before its commit, while others add a unique index of texts. */
class UniqueScenarioTest {
  private static final Tuple PAGE = Tuple.of("page 0");

  /** Its write was planned by the design before, or at a step, and arrives when all is over. */
  @ParameterizedTest
  @EnumSource
  void textOfAProcessThatWasSuspended_throughTheChange_isInTheIndex(Kind kind) {
    Scenario.playOfAny(kind, story -> suspended(story, Optional.empty(), "late"));
    for (Step step : List.of(Step.ANNOUNCED, Step.DELETING, Step.WRITING)) {
      Scenario.playOfAny(kind, story -> suspended(story, Optional.of(step), "late"));
    }
  }

  /** When it arrives, another page has the text. */
  @ParameterizedTest
  @EnumSource
  void textThatAnotherPageHasByThen_isRefused(Kind kind) {
    Scenario.playOfAny(kind, story -> suspended(story, Optional.empty(), "taken"));
    for (Step step : List.of(Step.ANNOUNCED, Step.DELETING, Step.WRITING)) {
      Scenario.playOfAny(kind, story -> suspended(story, Optional.of(step), "taken"));
    }
  }

  private static void suspended(Scenario story, Optional<Step> moment, String text) {
    story.turnGuardsOn();
    Design target = ScenarioDesign.withUniqueTexts(story.design());
    var evolver = story.open("evolver");
    var writer = story.open("writer");
    // A row without a text, which the writer has not registered.
    evolver.wait(() -> write(evolver.store(), PAGE, Map.of("text", "first")));
    evolver.wait(() -> write(evolver.store(), PAGE, Map.of()));
    evolver.wait(() -> write(evolver.store(), Tuple.of("page 1"), Map.of("text", "taken")));
    List<SimulatedThread> threads = new ArrayList<>();
    if (moment.isPresent()) {
      threads.add(evolver.begin(() -> evolver.evolve(target)));
      AdditionStory.awaitStep(story, moment.get());
      // It learns of the step.
      story.pass(Duration.ofSeconds(1));
    }
    boolean[] refused = new boolean[1];
    writer.beforeWrite("page", () -> writer.process.pause(Duration.ofMinutes(30), false));
    SimulatedThread late =
        writer.begin(
            () -> {
              try {
                // Of a column that no index has by the design before: so it is not registered.
                writer
                    .store()
                    .write(transaction -> transaction.update("page", PAGE, Map.of("text", text)));
              } catch (DuplicateValueException e) {
                refused[0] = true;
              }
            });
    story.pass(Duration.ofSeconds(5));
    if (moment.isEmpty()) {
      threads.add(evolver.begin(() -> evolver.evolve(target)));
    }
    threads.forEach(story::join);
    story.join(late);
    var reader = story.open("reader", target);
    reader.wait(
        () -> {
          List<Tuple> owners =
              reader
                  .store()
                  .index(ScenarioDesign.UNIQUE, Tuple.of(text), Paging.first(9))
                  .entries();
          boolean taken = text.equals("taken");
          assertThat(owners).containsExactly(taken ? Tuple.of("page 1") : PAGE);
          assertThat(refused[0]).isEqualTo(taken);
          assertThat(reader.check(false).isClean()).isTrue();
        });
  }

  private static void write(Store store, Tuple key, Map<String, Object> values) {
    store.write(
        transaction -> {
          transaction.put("page", key, values);
          return null;
        });
  }
}
