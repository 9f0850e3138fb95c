package org.portolan.data.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.portolan.data.internal.evolve.StoredDesign;
import org.portolan.data.internal.process.Guarding;
import org.portolan.data.internal.schema.StoreMeta;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.evolve.EvolutionState.Step;
import org.portolan.engine.simulated.SimulatedCluster.Kind;
import org.portolan.engine.simulated.SimulatedThread;
import org.portolan.types.Tuple;

/** Processes at a store on servers that chooses the layout of an index. */
class AutoScenarioTest {
  private static final String TURN = "note auto turn";
  private static final String FIRST = "object single";
  private static final Duration BETWEEN = Duration.ofMillis(400);
  private static final Duration LONG = Duration.ofMinutes(20);
  private static final int LOADED = 1_500;
  private static final int TOGETHER = 100;

  private static final Design DESIGN =
      DesignReader.read(
          """
          format: 1
          design: scenario
          entities:
            page:
              key: {title: text}
              key-layout: plain
              families: {main: {text: text, links: set of text}}
              indexes: {backlinks: {on: [links], layout: auto object single}}
          """,
          "scenario");

  /** A process that lists more and more pages under one value. */
  private static final class Lister {
    private final Scenario story;
    private final Scenario.Writer writer;
    private final SimulatedThread thread;
    private boolean ends;

    Lister(Scenario story, String name) {
      this.story = story;
      this.writer = story.open(name, DESIGN);
      this.thread = writer.begin(() -> list(name));
    }

    private void list(String name) {
      for (int page = 0; !ends; page++) {
        put(writer, name + " " + page);
        story.pass(BETWEEN);
      }
    }

    void end() {
      ends = true;
      story.join(thread);
    }
  }

  private static void put(Scenario.Writer writer, String... titles) {
    writer
        .store()
        .write(
            transaction -> {
              for (String title : titles) {
                transaction.put(
                    "page", Tuple.of(title), Map.of("text", title, "links", Set.of("hub")));
              }
              return null;
            });
  }

  private static void prepare(Scenario story) {
    Scenario.Writer creator = story.open("creator", DESIGN);
    creator.wait(
        () -> {
          for (int from = 0; from < LOADED; from += TOGETHER) {
            List<String> titles = new ArrayList<>();
            for (int page = from; page < from + TOGETHER; page++) {
              titles.add("page " + page);
            }
            put(creator, titles.toArray(String[]::new));
          }
          creator.store().close();
        });
    creator.process.kill();
    boolean unused = Guarding.turn(story.observer(), true);
  }

  private static String layout(Scenario story) {
    return StoredDesign.of(story.observer())
        .design()
        .entities()
        .get(0)
        .indexes()
        .get(0)
        .layout()
        .spelling();
  }

  private static Optional<String> text(Scenario story, String name) {
    return new StoreMeta(story.observer()).read(name);
  }

  private static String note(Scenario story) {
    return text(story, "note auto backlinks").orElse("");
  }

  private static List<String> moves(Scenario story) {
    return note(story).lines().filter(line -> line.contains("Z moved ")).toList();
  }

  /** Waits for a move that is complete. */
  private static void awaitMove(Scenario story) {
    for (int look = 0; look < LONG.toSeconds(); look++) {
      if (!layout(story).equals(FIRST) && story.step().isEmpty()) {
        return;
      }
      story.pass(Duration.ofSeconds(1));
    }
    throw new AssertionError("nothing moved: " + note(story));
  }

  private static void awaitStep(Scenario story, Step step) {
    for (int look = 0; look < 20 * LONG.toSeconds(); look++) {
      if (story.step().filter(at -> at == step).isPresent()) {
        return;
      }
      story.pass(Duration.ofMillis(50));
    }
    throw new AssertionError("step " + step + " was not reached: " + note(story));
  }

  private static void requireClean(Scenario.Writer writer) {
    writer.wait(() -> assertThat(writer.check(false).isClean()).isTrue());
  }

  @Test
  void oneProcessDecides_byWhatTheOthersDo_andIsReplacedWhenDead() {
    Scenario.playOfAny(
        Kind.STORE,
        story -> {
          prepare(story);
          Scenario.Writer idle = story.open("idle", DESIGN);
          story.pass(Duration.ofSeconds(5));
          Lister one = new Lister(story, "one");
          Lister other = new Lister(story, "other");
          awaitMove(story);
          story.pass(Duration.ofSeconds(10));

          assertThat(text(story, TURN).orElseThrow()).startsWith("idle decides\n");
          assertThat(moves(story)).hasSize(1);
          idle.process.kill();
          story.pass(Duration.ofMinutes(2));
          assertThat(text(story, TURN).orElseThrow()).startsWith("idle decides\n");
          story.pass(Duration.ofMinutes(13));

          assertThat(text(story, TURN).orElseThrow()).matches("(?s)(one|other) decides\n.*");
          assertThat(note(story)).contains("Z: in 2 processes ");
          one.end();
          other.end();
          requireClean(one.writer);
        });
  }

  @Test
  void moveOfAProcessThatDied_isCompletedByTheNext() {
    Scenario.playOfAny(
        Kind.STORE,
        story -> {
          prepare(story);
          Scenario.Writer idle = story.open("idle", DESIGN);
          story.pass(Duration.ofSeconds(5));
          Lister one = new Lister(story, "one");
          Lister other = new Lister(story, "other");
          awaitStep(story, Step.SWITCHED);
          idle.process.kill();

          awaitMove(story);

          assertThat(text(story, TURN).orElseThrow()).matches("(?s)(one|other) decides\n.*");
          one.end();
          other.end();
          requireClean(other.writer);
        });
  }

  /** The process stands still between the renewal of its turn and the move that it has decided. */
  @Test
  void processHeldUpBeforeItsMove_movesNothingAfterAnotherHas() {
    Scenario.playOfAny(
        Kind.STORE,
        story -> {
          prepare(story);
          Scenario.Writer held = story.open("held up", DESIGN);
          long[] renewed = {0};
          boolean[] stood = {false};
          held.afterEachWrite(
              StoreSchema.META_TABLE,
              Tuple.of(TURN),
              () -> {
                long now = held.process.monotonicNanos();
                boolean second = now - renewed[0] < Duration.ofSeconds(10).toNanos();
                renewed[0] = now;
                if (second && !stood[0]) {
                  stood[0] = true;
                  held.process.standStill(LONG);
                  story.pass(Duration.ZERO);
                }
              });
          story.pass(Duration.ofSeconds(5));
          Lister one = new Lister(story, "one");
          awaitMove(story);
          story.pass(Duration.ofSeconds(10));
          String moved = layout(story);
          List<String> told = moves(story);
          assertThat(stood).containsExactly(true);
          assertThat(text(story, TURN).orElseThrow()).startsWith("one decides\n");
          story.pass(LONG.multipliedBy(2));

          assertThat(told).hasSize(1);
          assertThat(moves(story)).isEqualTo(told);
          assertThat(layout(story)).isEqualTo(moved);
          one.end();
          requireClean(one.writer);
        });
  }
}
