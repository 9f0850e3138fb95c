package org.portolan.data.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.data.internal.evolve.StoredDesign;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.evolve.EvolutionState.UnderWay;
import org.portolan.engine.simulated.SimulatedCluster.Kind;
import org.portolan.engine.simulated.SimulatedThread;

/** Processes write and read a counter while one of them changes its shards. */
class ShardScenarioTest {
  private static final String COUNTER = "pages";
  private static final Duration BETWEEN = Duration.ofMillis(200);

  /** A process that inserts pages, or reads their number, until it is told to end. */
  private static final class Load {
    private final Scenario story;
    private final List<SimulatedThread> threads = new ArrayList<>();
    private final List<String> wrong = new ArrayList<>();
    private int begun;
    private int made;
    private int reads;
    private boolean ends;

    Load(Scenario story) {
      this.story = story;
    }

    void insertsBy(Scenario.Writer writer) {
      threads.add(
          writer.begin(
              () -> {
                while (!ends) {
                  writer.put("page " + begun++);
                  made++;
                  story.pass(BETWEEN);
                }
              }));
    }

    void readsBy(Scenario.Writer reader) {
      threads.add(
          reader.begin(
              () -> {
                while (!ends) {
                  int least = made;
                  long value = reader.store().counter(COUNTER);
                  if (value < least || value > begun) {
                    wrong.add(value + " of " + least + " to " + begun + " pages");
                  }
                  reads++;
                  story.pass(BETWEEN);
                }
              }));
    }

    void end() {
      ends = true;
      threads.forEach(story::join);
      assertThat(wrong).as("values that were read").isEmpty();
      assertThat(reads).isGreaterThan(10);
    }

    String[] titles() {
      return Stream.iterate(0, number -> number + 1)
          .limit(begun)
          .map(number -> "page " + number)
          .toArray(String[]::new);
    }
  }

  @ParameterizedTest
  @EnumSource
  void shards_besideWritersAndReadersInOtherProcesses_areReadRightAtEachMoment(Kind kind) {
    Scenario.playOfAny(
        kind,
        story -> {
          story.turnGuardsOn();
          var evolver = story.open("evolver");
          var writer = story.open("writer");
          var reader = story.open("reader");
          Load load = new Load(story);
          load.insertsBy(writer);
          load.readsBy(reader);
          load.readsBy(writer);
          for (int shards : List.of(8, 3, 20, 1)) {
            evolver.wait(() -> evolver.evolve(shards));
          }
          load.end();
          story.requireRight(load.titles());
        });
  }

  /** The process that evolves knows of each step at once, and writes by it. */
  @ParameterizedTest
  @EnumSource
  void moreShards_ofAProcessThatOnlyReads_areReadBeforeTheyAreWritten(Kind kind) {
    Scenario.playOfAny(
        kind,
        story -> {
          story.turnGuardsOn();
          var evolver = story.open("evolver");
          var reader = story.open("reader");
          Load load = new Load(story);
          load.insertsBy(evolver);
          load.readsBy(reader);
          evolver.wait(() -> evolver.evolve(100));
          story.pass(Duration.ofSeconds(5));
          load.end();
          story.requireRight(load.titles());
        });
  }

  @ParameterizedTest
  @EnumSource
  void evolverThatDies_beforeAnyOfItsWrites_leavesTheCounterAsItIs(Kind kind) {
    for (int shards : List.of(7, 2)) {
      AtomicInteger number = new AtomicInteger();
      boolean[] killed = {true};
      while (killed[0]) {
        number.incrementAndGet();
        Scenario.playOfAny(
            kind, "{layout: random(4)}", story -> killed[0] = dies(story, shards, number.get()));
      }
      assertThat(number.get()).as("texts that a change writes").isGreaterThan(5);
    }
  }

  /** Returns whether the change writes that many texts. */
  private static boolean dies(Scenario story, int shards, int number) {
    story.turnGuardsOn();
    var evolver = story.open("evolver");
    var other = story.open("other");
    int[] pages = {0};
    Runnable put =
        () -> {
          for (int count = 0; count < 5; count++) {
            other.put("page " + pages[0]++);
          }
          assertThat(other.store().counter(COUNTER)).isEqualTo(pages[0]);
        };
    other.wait(put);
    // There is something in shards that the design does not have.
    evolver.wait(() -> evolver.evolve(9));
    other.wait(put);
    evolver.wait(() -> evolver.evolve(4));
    other.wait(put);
    evolver.diesBefore(StoreSchema.META_TABLE, number);
    evolver.wait(() -> evolver.evolve(shards));
    boolean killed = evolver.process.killed();
    other.wait(put);
    boolean inForce =
        StoredDesign.of(story.observer())
            .onlineChange()
            .map(UnderWay::step)
            .filter(step -> step.isTargetInForce())
            .isPresent();
    if (killed && number % 2 == 0 && !inForce) {
      other.wait(() -> other.store().cancelEvolution(Scenario.PATIENT));
      other.wait(put);
    }
    other.wait(() -> other.evolve(shards));
    other.wait(put);
    var reader = story.open("reader");
    reader.wait(() -> assertThat(reader.store().counter(COUNTER)).isEqualTo(pages[0]));
    reader.wait(() -> assertThat(reader.store().recount(COUNTER)).isZero());
    reader.wait(() -> assertThat(reader.check(false).isClean()).isTrue());
    return killed;
  }

  /** The design is without transactions for this counter, so additions are made afterwards. */
  @ParameterizedTest
  @EnumSource
  void additionAfterACommit_ofAProcessThatWasSuspended_isMadeToAShardThatIsRead(Kind kind) {
    Scenario.playOfAny(
        kind,
        "{layout: random(6), transactional: false}",
        story -> {
          story.turnGuardsOn();
          var writer = story.open("writer");
          var other = story.open("other");
          // Whichever of the six it is.
          for (int number = 0; number < 8; number++) {
            int page = number;
            writer.wait(() -> writer.put("before " + page));
            writer.beforeWrite(
                "counters", () -> writer.process.pause(Duration.ofMinutes(30), false));
            SimulatedThread late = writer.begin(() -> writer.put("page " + page));
            story.pass(Duration.ofSeconds(5));
            other.wait(() -> other.evolve(1));
            story.join(late);
            other.wait(() -> other.evolve(6));
          }
          story.requireRight(
              Stream.iterate(0, number -> number + 1)
                  .limit(8)
                  .flatMap(number -> Stream.of("before " + number, "page " + number))
                  .toArray(String[]::new));
        });
  }
}
