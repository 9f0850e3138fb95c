package org.portolan.data.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.data.DataException;
import org.portolan.engine.simulated.SimulatedCluster.Kind;
import org.portolan.engine.simulated.SimulatedThread;
import org.portolan.types.Tuple;

/**
 * A process whose clocks both stand still in the middle of a write, as those of a paused virtual
 * machine, while others take it for dead and change the design. It goes on as if nothing had
 * happened: it reads, registers and commits rows. Whether its next renewal comes first, which shows
 * it that its session has ended, depends on the order of its threads.
 */
class FrozenProcessTest {
  private static final int SEEDS = Integer.getInteger("portolan.frozen.seeds", 12);
  private static final Duration STILL = Duration.ofMinutes(15);
  private static final String SIX_SHARDS = "{layout: random(6)}";

  /** Freezes the process whenever it is told to within a write. */
  private static final class Frozen {
    private final Scenario story;
    private final Scenario.Writer writer;
    private final List<SimulatedThread> writes = new ArrayList<>();
    private boolean stands = true;

    Frozen(Scenario story) {
      this.story = story;
      this.writer = story.open("frozen");
    }

    /** Puts a page; the process stands still before it reads any row that the page needs. */
    void put(String title, String text, String... links) {
      store(
          () ->
              writer
                  .store()
                  .write(
                      transaction -> {
                        stand();
                        transaction.put(
                            "page", Tuple.of(title), Map.of("text", text, "links", Set.of(links)));
                        return null;
                      }));
    }

    /** Changes the text of a page; stands still before it reads the page. */
    void update(String title, String text) {
      store(
          () ->
              writer
                  .store()
                  .write(
                      transaction -> {
                        stand();
                        return transaction.update("page", Tuple.of(title), Map.of("text", text));
                      }));
    }

    /** An attempt that is refused begins anew, by the design in force. */
    private void stand() {
      if (stands) {
        stands = false;
        writer.process.standStill(STILL);
        story.pass(Duration.ZERO);
      }
    }

    private void store(Runnable write) {
      stands = true;
      writes.add(writer.begin(write));
      story.pass(Duration.ofSeconds(1));
    }

    /** Waits for the writes, and until nothing of them is under way. */
    void end() {
      writes.forEach(story::join);
      story.pass(Duration.ofMinutes(10));
    }
  }

  /** Tells a story with many orders of threads. */
  private static void play(Kind kind, String counter, Consumer<Scenario> story) {
    for (long seed = 1; seed <= SEEDS; seed++) {
      long decided = seed;
      try {
        Scenario.play(kind, counter, seed, story);
      } catch (AssertionError e) {
        throw new AssertionError("seed " + decided + ": " + e.getMessage(), e);
      }
    }
  }

  /** Its own row was changed by the end of its session; it reads the row as it is then. */
  @ParameterizedTest
  @EnumSource(names = {"ROWS", "COLUMNS"})
  void registeredRow_readAnew_isNotWrittenByTheOldDesign(Kind kind) {
    play(
        kind,
        SIX_SHARDS,
        story -> {
          var frozen = new Frozen(story);
          frozen.writer.wait(() -> frozen.writer.put("page", "old"));
          frozen.put("page", "new", "young");
          var other = story.open("other");
          other.wait(() -> other.evolveIndexes(true, true));
          frozen.end();
          story.requireRight(other, "page");
        });
  }

  /** Another process has written the row since. */
  @ParameterizedTest
  @EnumSource(names = {"ROWS", "COLUMNS"})
  void registeredRow_writtenByOthersMeanwhile_isNotWrittenByTheOldDesign(Kind kind) {
    play(
        kind,
        SIX_SHARDS,
        story -> {
          var frozen = new Frozen(story);
          frozen.writer.wait(() -> frozen.writer.put("page", "old"));
          frozen.put("page", "new", "young");
          var other = story.open("other");
          other.wait(() -> other.evolveIndexes(true, true));
          other.wait(() -> other.put("page", "other"));
          frozen.end();
          story.requireRight(other, "page");
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"ROWS", "COLUMNS"})
  void newRow_registeredAfterItsSessionHasEnded_isNotInsertedByTheOldDesign(Kind kind) {
    play(
        kind,
        SIX_SHARDS,
        story -> {
          var frozen = new Frozen(story);
          frozen.writer.wait(() -> frozen.writer.put("page", "old"));
          frozen.put("new", "new", "link");
          var other = story.open("other");
          other.wait(() -> other.evolveIndexes(true, true));
          frozen.end();
          story.requireRight(other, "page", "new");
        });
  }

  /** Such a row is not registered: by the old design, its write leaves nothing to do. */
  @ParameterizedTest
  @EnumSource(names = {"ROWS", "COLUMNS"})
  void rowWithoutEntries_thatGetsSome_isNotWrittenByTheOldDesign(Kind kind) {
    play(
        kind,
        SIX_SHARDS,
        story -> {
          var other = story.open("other");
          other.wait(() -> other.put("page"));
          other.wait(() -> other.put("second"));
          var frozen = new Frozen(story);
          frozen.writer.wait(() -> frozen.writer.put("third"));
          frozen.update("page", "new");
          other.wait(() -> other.evolveIndexes(true, true));
          other.wait(() -> other.put("second", "link"));
          frozen.end();
          story.requireRight(other, "page", "second", "third");
        });
  }

  @ParameterizedTest
  @EnumSource(names = {"ROWS", "COLUMNS"})
  void newRow_countedInAShardThatIsGone_isCounted(Kind kind) {
    play(
        kind,
        SIX_SHARDS,
        story -> {
          var frozen = new Frozen(story);
          frozen.writer.wait(() -> frozen.writer.put("page"));
          frozen.put("new", "new");
          var other = story.open("other");
          other.wait(() -> other.evolve(1));
          frozen.end();
          story.requireRight(other, "page", "new");
        });
  }

  /** By the old design nothing follows from its write, so the row is not registered. */
  @ParameterizedTest
  @EnumSource(names = {"ROWS", "COLUMNS"})
  void rowThatGetsCounters_isNotWrittenByTheOldDesign(Kind kind) {
    play(
        kind,
        SIX_SHARDS,
        story -> {
          var other = story.open("other");
          other.wait(() -> other.put("second"));
          other.wait(
              () ->
                  other
                      .store()
                      .write(
                          transaction -> {
                            transaction.put("page", Tuple.of("page"), Map.of());
                            return null;
                          }));
          var frozen = new Frozen(story);
          frozen.writer.wait(() -> frozen.writer.put("third"));
          frozen.update("page", "new");
          other.wait(() -> other.evolve(ScenarioDesign.withMoreCounters(story.design())));
          other.wait(() -> other.put("second", "link"));
          frozen.end();
          other.wait(() -> assertThat(other.store().counter("texts")).isEqualTo(3));
          story.requireRight(other, "page", "second", "third");
        });
  }

  /** A check with repair compares the counter by the shards that it knows. */
  @ParameterizedTest
  @EnumSource(names = {"ROWS", "COLUMNS"})
  void recount_byFewerShardsThanThereAre_correctsNothing(Kind kind) {
    play(
        kind,
        "{layout: single}",
        story -> {
          var frozen = new Frozen(story);
          frozen.writer.wait(() -> frozen.writer.put("page"));
          story.pass(Duration.ofSeconds(10));
          frozen.store(
              () -> {
                frozen.writer.beforeScan(frozen::stand);
                try {
                  frozen.writer.store().recount("pages");
                } catch (DataException e) {
                  assertThat(e).hasMessageContaining("run it again");
                }
              });
          var other = story.open("other");
          other.wait(() -> other.evolve(30));
          for (int number = 0; number < 8; number++) {
            int page = number;
            other.wait(() -> other.put("page " + page));
          }
          frozen.end();
          story.requireRight(
              other, "page", "page 0", "page 1", "page 2", "page 3", "page 4", "page 5", "page 6",
              "page 7");
        });
  }
}
