package org.portolan.data.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.StoreMismatchException;
import org.portolan.data.StoreTransaction;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.Design;
import org.portolan.design.evolve.EvolutionState.Step;
import org.portolan.engine.simulated.SimulatedCluster.Kind;
import org.portolan.engine.simulated.SimulatedThread;
import org.portolan.types.Tuple;

/**
 * Processes read and write while one of them drops columns, a family, a collection, counters and an
 * entity: a process that uses them reads what it has written until its uses fail.
 */
class DropScenarioTest {
  private static final int PAGES = AdditionStory.PAGES;

  private static Tuple page(int number) {
    return AdditionStory.page(number);
  }

  @ParameterizedTest
  @EnumSource
  void drops_besideWritersOfBothDesigns_areReadRightOrRefused(Kind kind) {
    Scenario.playOfAny(
        kind,
        story -> {
          story.turnGuardsOn();
          Design grown = AdditionStory.grown(story);
          var evolver = story.open("evolver");
          evolver.wait(() -> evolver.evolve(grown));
          var writer = story.open("old");
          AdditionStory.Old old = new AdditionStory.Old(story);
          SimulatedThread writing = writer.begin(() -> old.writeBy(writer));
          var user = story.open("full", grown);
          UserOfDropped full =
              new UserOfDropped(story, List.of("note", "author", "level", "hint", "size"));
          SimulatedThread using = user.begin(() -> full.useBy(user));
          story.pass(Duration.ofSeconds(5));
          evolver.wait(() -> evolver.evolve(story.design()));
          story.pass(Duration.ofSeconds(10));
          full.ends = true;
          old.ends = true;
          story.join(using);
          story.join(writing);
          assertThat(full.wrong).isEmpty();
          assertThat(old.wrong).isEmpty();
          assertThat(full.notes).hasSize(PAGES);
          assertThat(full.refused).isGreaterThan(5);
          evolver.wait(() -> requireDropped(evolver, old));
          evolver.wait(() -> requireNothingBack(evolver, grown));
        });
  }

  /** Requires that all is as if the application had never used what was dropped. */
  private static void requireDropped(Scenario.Writer evolver, AdditionStory.Old old) {
    Store store = evolver.store();
    old.texts.forEach(
        (key, text) -> {
          EntityRow row = store.get("page", key, Columns.ALL).orElseThrow();
          assertThat(row.values().keySet()).containsExactlyInAnyOrder("text", "links");
          assertThat(row.text("text")).isEqualTo(text);
        });
    List<Object> without = new ArrayList<>();
    store.itemsWithoutRow("page", without::add);
    assertThat(without).isEmpty();
    assertThat(evolver.check(false).isClean()).isTrue();
  }

  /** Adds everything again under the same names. */
  private static void requireNothingBack(Scenario.Writer evolver, Design grown) {
    evolver.evolve(grown);
    Store store = evolver.store();
    for (int number = 0; number < PAGES; number++) {
      EntityRow row = store.get("page", page(number), Columns.ALL).orElseThrow();
      assertThat(row.values())
          .containsEntry("note", null)
          .containsEntry("author", null)
          .containsEntry("hint", null)
          .containsEntry("size", null)
          .containsEntry("level", 3);
      assertThat(store.items("page", page(number), "tags", Paging.first(9)).entries()).isEmpty();
      store
          .items("page", page(number), "notes", Paging.first(9))
          .entries()
          .forEach(item -> assertThat(item.values()).containsEntry("rank", null));
    }
    assertThat(store.scanStored("user", Columns.ALL, Paging.first(9)).entries()).isEmpty();
    assertThat(store.counter("users")).isZero();
    assertThat(store.index("user_of_mail", Tuple.of("same"), Paging.first(9)).entries()).isEmpty();
    assertThat(evolver.check(false).isClean()).isTrue();
  }

  /** Something is dropped and something is added by one change, with the fill of an index. */
  @ParameterizedTest
  @EnumSource
  void dropsAndAdditionsAtOnce_besideWriters_loseNothingElse(Kind kind) {
    Scenario.playOfAny(
        kind,
        story -> {
          story.turnGuardsOn();
          Design grown = AdditionStory.grown(story);
          Design other = AdditionStory.mixed(story);
          var evolver = story.open("evolver");
          evolver.wait(() -> evolver.evolve(grown));
          var writer = story.open("old");
          AdditionStory.Old old = new AdditionStory.Old(story);
          SimulatedThread writing = writer.begin(() -> old.writeBy(writer));
          var user = story.open("full", grown);
          UserOfDropped full = new UserOfDropped(story, List.of("author", "level", "hint", "size"));
          SimulatedThread using = user.begin(() -> full.useBy(user));
          story.pass(Duration.ofSeconds(5));
          evolver.wait(() -> evolver.evolve(other));
          story.pass(Duration.ofSeconds(5));
          full.ends = true;
          old.ends = true;
          story.join(using);
          story.join(writing);
          assertThat(full.wrong).isEmpty();
          assertThat(old.wrong).isEmpty();
          var young = story.open("young", other);
          young.wait(
              () -> {
                full.notes.forEach(
                    (key, note) -> {
                      // What stays has the value that it had when its application was refused.
                      EntityRow row = young.store().get("page", key, Columns.ALL).orElseThrow();
                      assertThat(row.values().keySet())
                          .containsExactlyInAnyOrder("text", "links", "note", "mark");
                      assertThat(row.text("note")).isEqualTo(note);
                      assertThat(row.text("mark")).isEqualTo("m");
                      assertThat(row.text("text")).isEqualTo(old.texts.get(key));
                    });
                assertThat(
                        young.store().index("by_mark", Tuple.of("m"), Paging.first(99)).entries())
                    .hasSizeGreaterThanOrEqualTo(PAGES);
                assertThat(young.check(false).isClean()).isTrue();
              });
        });
  }

  /** Its write was planned by the design before, or at a step, and arrives when all is over. */
  @ParameterizedTest
  @EnumSource
  void writeOfAProcessThatWasSuspended_throughTheChange_isRefusedOrLosesNothing(Kind kind) {
    for (Optional<Step> moment :
        List.of(Optional.<Step>empty(), Optional.of(Step.SWITCHED), Optional.of(Step.RETIRING))) {
      for (boolean uses : List.of(true, false)) {
        Scenario.playOfAny(kind, story -> suspended(story, moment, uses));
      }
    }
  }

  private static void suspended(Scenario story, Optional<Step> moment, boolean uses) {
    story.turnGuardsOn();
    Design grown = AdditionStory.grown(story);
    var evolver = story.open("evolver");
    evolver.wait(() -> evolver.evolve(grown));
    var writer = uses ? story.open("writer", grown) : story.open("writer");
    writer.wait(() -> writer.put("page 0", "a"));
    List<SimulatedThread> threads = new ArrayList<>();
    if (moment.isPresent()) {
      threads.add(evolver.begin(() -> evolver.evolve(story.design())));
      AdditionStory.awaitStep(story, moment.get());
      // It learns of the step.
      story.pass(Duration.ofSeconds(1));
    }
    writer.beforeWrite("page", () -> writer.process.pause(Duration.ofMinutes(30), false));
    List<String> failures = new ArrayList<>();
    SimulatedThread late =
        writer.begin(
            () -> {
              try {
                writer.store().write(transaction -> put(transaction, uses));
              } catch (IllegalArgumentException e) {
                failures.add(e.getMessage());
              }
            });
    story.pass(Duration.ofSeconds(5));
    if (moment.isEmpty()) {
      threads.add(evolver.begin(() -> evolver.evolve(story.design())));
    }
    threads.forEach(story::join);
    story.join(late);
    assertThat(failures).hasSize(uses ? 1 : 0);
    evolver.wait(
        () -> {
          Store store = evolver.store();
          EntityRow row = store.get("page", page(0), Columns.ALL).orElseThrow();
          assertThat(row.values().keySet()).containsExactlyInAnyOrder("text", "links");
          assertThat(row.text("text")).isEqualTo(uses ? "page 0" : "late");
          assertThat(evolver.check(false).isClean()).isTrue();
        });
    evolver.wait(
        () -> {
          evolver.evolve(grown);
          Store store = evolver.store();
          EntityRow row = store.get("page", page(0), Columns.ALL).orElseThrow();
          assertThat(row.values()).containsEntry("note", null).containsEntry("author", null);
          assertThat(store.items("page", page(0), "tags", Paging.first(9)).entries()).isEmpty();
          assertThat(store.counter("users")).isZero();
          assertThat(evolver.check(false).isClean()).isTrue();
        });
  }

  private static Object put(StoreTransaction transaction, boolean uses) {
    if (uses) {
      transaction.put(
          "page", page(0), Map.of("text", "late", "note", "n", "author", "a", "hint", "h"));
      transaction.putItem("page", page(0), "tags", Tuple.of("x"), Map.of("why", "w"));
      transaction.put("user", Tuple.of("u"), Map.of("mail", "m"));
    } else {
      transaction.put("page", page(0), Map.of("text", "late"));
    }
    return null;
  }

  @ParameterizedTest
  @EnumSource
  void evolverThatDies_beforeAnyOfItsTexts_leavesADropThatEnds(Kind kind) {
    AtomicInteger number = new AtomicInteger();
    boolean[] killed = {true};
    while (killed[0]) {
      number.incrementAndGet();
      Scenario.playOfAny(kind, story -> killed[0] = dies(story, number.get()));
    }
    assertThat(number.get()).as("texts that a change writes").isGreaterThan(4);
  }

  /** Returns whether the change writes that many texts. */
  private static boolean dies(Scenario story, int number) {
    story.turnGuardsOn();
    Design grown = AdditionStory.grown(story);
    var evolver = story.open("evolver");
    evolver.wait(() -> evolver.evolve(grown));
    var other = story.open("other", grown);
    other.wait(() -> other.store().write(transaction -> put(transaction, true)));
    evolver.diesBefore(StoreSchema.META_TABLE, number);
    evolver.wait(() -> evolver.evolve(story.design()));
    boolean killed = evolver.process.killed();
    other.wait(() -> other.put("page 1", "b"));
    other.wait(() -> assertThat(other.check(false).isClean()).isTrue());
    other.wait(() -> other.evolve(story.design()));
    var late = story.open("late");
    late.wait(() -> late.put("page 2", "c"));
    other.wait(
        () -> {
          List<Object> without = new ArrayList<>();
          other.store().itemsWithoutRow("page", without::add);
          assertThat(without).isEmpty();
          assertThat(other.check(false).isClean()).isTrue();
          assertThat(other.store().design()).isEqualTo(story.design());
          other.evolve(grown);
          EntityRow row = other.store().get("page", page(0), Columns.ALL).orElseThrow();
          assertThat(row.values())
              .containsEntry("note", null)
              .containsEntry("text", "late")
              .containsEntry("level", 3);
          assertThat(other.store().counter("users")).isZero();
          assertThat(other.check(false).isClean()).isTrue();
        });
    return killed;
  }

  /** What a process adds that does not see the counter any more counts for one that does. */
  @ParameterizedTest
  @EnumSource
  void counterThatIsDropped_countsWhileAProcessReadsIt(Kind kind) {
    Scenario.playOfAny(
        kind,
        story -> {
          story.turnGuardsOn();
          Design without = ScenarioDesign.withoutCounter(story.design(), "all_notes");
          var evolver = story.open("evolver");
          var reader = story.open("reader");
          reader.wait(() -> reader.put("page 0"));
          SimulatedThread change = evolver.begin(() -> evolver.evolve(without));
          AdditionStory.awaitStep(story, Step.SWITCHED);
          evolver.wait(() -> putNote(evolver, 1));
          // It looks for a new design every two seconds.
          reader.wait(() -> assertThat(reader.store().counter("all_notes")).isEqualTo(1));
          story.join(change);
          reader.wait(
              () -> {
                putNote(reader, 2);
                assertThatThrownBy(() -> reader.store().counter("all_notes"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("no counter 'all_notes' any more");
                assertThat(reader.check(false).isClean()).isTrue();
              });
        });
  }

  private static void putNote(Scenario.Writer writer, int number) {
    writer
        .store()
        .write(
            transaction -> {
              Map<String, Object> note = Map.of("text", "note");
              transaction.putItem("page", page(0), "notes", Tuple.of(number), note);
              return null;
            });
  }

  /** A process that works by the step after must finish what it has left. */
  @ParameterizedTest
  @EnumSource
  void deletionOfAProcessThatDies_withWhatIsDroppedInItsOutbox_isFinished(Kind kind) {
    Scenario.play(
        kind,
        story -> {
          Design grown = AdditionStory.grown(story);
          var evolver = story.open("evolver");
          evolver.wait(() -> evolver.evolve(grown));
          var user = story.open("full", grown);
          user.wait(() -> user.store().write(transaction -> put(transaction, true)));
          var writer = story.open("writer");
          SimulatedThread change = evolver.begin(() -> evolver.evolve(story.design()));
          AdditionStory.awaitStep(story, Step.SWITCHED);
          story.pass(Duration.ofSeconds(5));
          writer.diesBefore("by_note", 1);
          writer.wait(
              () -> writer.store().write(transaction -> transaction.delete("page", page(0))));
          assertThat(writer.process.killed()).isTrue();
          story.join(change);
          assertThat(story.step()).isEmpty();
          evolver.wait(
              () -> {
                assertThat(evolver.store().get("page", page(0), Columns.ALL)).isEmpty();
                assertThat(evolver.store().counter("pages")).isZero();
                List<Object> without = new ArrayList<>();
                evolver.store().itemsWithoutRow("page", without::add);
                assertThat(without).isEmpty();
                assertThat(evolver.check(false).isClean()).isTrue();
              });
        });
  }

  @ParameterizedTest
  @EnumSource
  void designThatNamesWhatWasDropped_isRefusedAtOpening(Kind kind) {
    Scenario.playOfAny(
        kind,
        story -> {
          story.turnGuardsOn();
          Design grown = AdditionStory.grown(story);
          var evolver = story.open("evolver");
          evolver.wait(() -> evolver.evolve(grown));
          // It learns of each step within two seconds.
          var unused = story.open("other");
          SimulatedThread change = evolver.begin(() -> evolver.evolve(story.design()));
          AdditionStory.awaitStep(story, Step.SWITCHED);
          assertThatThrownBy(() -> story.open("full", grown))
              .isInstanceOf(StoreMismatchException.class)
              .hasMessageContaining("hint");
          story.join(change);
          assertThatThrownBy(() -> story.open("full", grown))
              .isInstanceOf(StoreMismatchException.class);
        });
  }
}
