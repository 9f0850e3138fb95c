package org.portolan.data.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.data.StoreTransaction;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.Design;
import org.portolan.design.evolve.EvolutionState.Step;
import org.portolan.engine.simulated.SimulatedCluster.Kind;
import org.portolan.engine.simulated.SimulatedThread;
import org.portolan.types.Tuple;

/** Processes write pages while one of them adds counters of them. */
class CounterScenarioTest {
  private static final Duration BETWEEN = Duration.ofMillis(150);
  private static final int PAGES = 25;

  /** A process that changes pages of its own in any way, and knows which there are. */
  private static final class Load {
    final Map<String, Boolean> pages = new TreeMap<>();
    private final Scenario story;
    private final String prefix;
    private final Random random;
    private boolean ends;
    private int writes;

    Load(Scenario story, String prefix, int seed) {
      this.story = story;
      this.prefix = prefix;
      this.random = new Random(seed);
    }

    void writeBy(Scenario.Writer writer) {
      while (!ends) {
        write(writer);
        story.pass(BETWEEN);
      }
    }

    /** Changes one or two pages: puts, deletes or updates them. */
    void write(Scenario.Writer writer) {
      Map<String, Integer> changes = new HashMap<>();
      for (int count = 1 + random.nextInt(2); count > 0; count--) {
        changes.put(prefix + random.nextInt(PAGES), random.nextInt(5));
      }
      writer
          .store()
          .write(
              transaction -> {
                changes.forEach((title, kind) -> change(transaction, title, kind));
                return null;
              });
      changes.forEach(this::changed);
      writes++;
    }

    private static void change(StoreTransaction transaction, String title, int kind) {
      Tuple key = Tuple.of(title);
      switch (kind) {
        case 0 -> transaction.delete("page", key);
        case 1 -> transaction.put("page", key, Map.of());
        case 2 -> transaction.update("page", key, text(null));
        case 3 -> transaction.update("page", key, text("updated"));
        default -> transaction.put("page", key, Map.of("text", title));
      }
    }

    private static Map<String, Object> text(String text) {
      Map<String, Object> values = new HashMap<>();
      values.put("text", text);
      return values;
    }

    private void changed(String title, int kind) {
      switch (kind) {
        case 0 -> pages.remove(title);
        case 1 -> pages.put(title, false);
        case 2 -> pages.computeIfPresent(title, (any, before) -> false);
        case 3 -> pages.computeIfPresent(title, (any, before) -> true);
        default -> pages.put(title, true);
      }
    }

    int texts() {
      return (int) pages.values().stream().filter(each -> each).count();
    }
  }

  private static Design grown(Scenario story) {
    return ScenarioDesign.withMoreCounters(story.design());
  }

  private static void requireRight(Scenario story, Scenario.Writer observer, Load... loads) {
    Map<String, Boolean> all = new TreeMap<>();
    int texts = 0;
    for (Load load : loads) {
      all.putAll(load.pages);
      texts += load.texts();
    }
    int expected = texts;
    story.pass(Duration.ofMinutes(10));
    story.requireRight(observer, all.keySet().toArray(String[]::new));
    observer.wait(
        () -> {
          assertThat(observer.store().counter("more")).as("more").isEqualTo(all.size());
          assertThat(observer.store().counter("texts")).as("texts").isEqualTo(expected);
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"ROWS", "COLUMNS"})
  void counters_besideWritersInOtherProcesses_countEachRowOnce(Kind kind) {
    Scenario.play(
        kind,
        story -> {
          var evolver = story.open("evolver");
          var one = story.open("one");
          var two = story.open("two");
          Load first = new Load(story, "a", 1);
          Load second = new Load(story, "b", 2);
          SimulatedThread writing = one.begin(() -> first.writeBy(one));
          SimulatedThread more = two.begin(() -> second.writeBy(two));
          story.pass(Duration.ofSeconds(10));
          for (int round = 0; round < 3; round++) {
            // Each time under the names that were given up before.
            evolver.wait(() -> evolver.evolve(grown(story)));
            story.pass(Duration.ofSeconds(1));
            evolver.wait(() -> evolver.evolve(story.design()));
          }
          evolver.wait(() -> evolver.evolve(grown(story)));
          first.ends = true;
          second.ends = true;
          story.join(writing);
          story.join(more);
          assertThat(first.writes).isGreaterThan(100);
          requireRight(story, evolver, first, second);
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"ROWS", "COLUMNS"})
  void evolverThatDies_beforeAnyOfItsWrites_leavesTheStoreAsItIsOrTheCountersRight(Kind kind) {
    for (String table : List.of(StoreSchema.META_TABLE, "page", "counters")) {
      int[] number = {0};
      boolean[] killed = {true};
      while (killed[0]) {
        number[0]++;
        Scenario.play(kind, story -> killed[0] = dies(story, table, number[0]));
      }
      assertThat(number[0]).as("writes to %s", table).isGreaterThan(1);
    }
  }

  /** Returns whether the change makes that many writes. */
  private static boolean dies(Scenario story, String table, int number) {
    var evolver = story.open("evolver");
    var other = story.open("other");
    Load load = new Load(story, "p", number);
    Runnable writes =
        () -> {
          for (int count = 0; count < 15; count++) {
            load.write(other);
          }
        };
    other.wait(writes);
    other.wait(writes);
    evolver.diesBefore(table, number);
    evolver.wait(() -> evolver.evolve(grown(story)));
    boolean killed = evolver.process.killed();
    other.wait(writes);
    boolean revocable = story.step().filter(step -> !step.isTargetInForce()).isPresent();
    if (killed && number % 2 == 0 && revocable) {
      other.wait(() -> other.store().cancelEvolution(Scenario.PATIENT));
      other.wait(writes);
      other.wait(
          () ->
              assertThatThrownBy(() -> other.store().counter("more"))
                  .hasMessageContaining("no counter 'more'"));
      other.wait(() -> assertThat(other.check(false).isClean()).isTrue());
    }
    other.wait(() -> other.evolve(grown(story)));
    other.wait(writes);
    requireRight(story, other, load);
    return killed;
  }

  /** A process that is suspended at any step is fenced, and its writes come late. */
  @ParameterizedTest
  @EnumSource(names = {"ROWS", "COLUMNS"})
  void writerThatIsSuspended_atEachStep_countsItsRowOnce(Kind kind) {
    for (Step step : List.of(Step.ANNOUNCED, Step.DELETING, Step.WRITING, Step.SWITCHED)) {
      for (String table : List.of("page", "counters")) {
        Scenario.play(
            kind,
            story -> {
              var evolver = story.open("evolver");
              var writer = story.open("writer");
              Load load = new Load(story, "p", 7);
              for (int count = 0; count < 20; count++) {
                writer.wait(() -> load.write(writer));
              }
              SimulatedThread changing = evolver.begin(() -> evolver.evolve(grown(story)));
              AdditionStory.awaitStep(story, step);
              writer.beforeWrite(table, () -> writer.process.pause(Duration.ofMinutes(30), false));
              SimulatedThread late =
                  writer.begin(
                      () -> {
                        for (int count = 0; count < 5; count++) {
                          load.write(writer);
                        }
                      });
              story.join(changing);
              story.join(late);
              requireRight(story, evolver, load);
            });
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"STORE"})
  void counter_whereNoMomentShowsAllRows_isRefused(Kind kind) {
    Scenario.playOfAny(
        kind,
        story -> {
          story.turnGuardsOn();
          var evolver = story.open("evolver");
          evolver.wait(
              () ->
                  assertThatThrownBy(() -> evolver.evolve(grown(story)))
                      .isInstanceOf(IllegalArgumentException.class)
                      .hasMessageContaining("shows no moment"));
        });
  }
}
