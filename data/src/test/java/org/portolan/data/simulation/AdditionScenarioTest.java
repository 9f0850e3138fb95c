package org.portolan.data.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Item;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.Design;
import org.portolan.design.evolve.EvolutionState.Step;
import org.portolan.engine.simulated.SimulatedCluster.Kind;
import org.portolan.engine.simulated.SimulatedThread;
import org.portolan.types.Tuple;

/** Processes read and write while one of them adds columns, families, collections, entities. */
class AdditionScenarioTest {
  private static final Duration BETWEEN = Duration.ofMillis(200);
  private static final int PAGES = AdditionStory.PAGES;

  private static Tuple page(int number) {
    return AdditionStory.page(number);
  }

  private static Design grown(Scenario story) {
    return AdditionStory.grown(story);
  }

  private static void awaitStep(Scenario story, Step step) {
    AdditionStory.awaitStep(story, step);
  }

  /** A process of the new design, which alone writes what is new. */
  private static final class Young {
    final Map<Tuple, String> notes = new HashMap<>();
    final Scenario story;
    boolean ends;
    int writes;

    Young(Scenario story) {
      this.story = story;
    }

    void writeBy(Scenario.Writer writer) {
      Store store = writer.store();
      while (!ends) {
        // Each page once: what another process makes null of it stays null.
        if (notes.size() < PAGES) {
          writePage(store, page(notes.size()), "note " + writes);
        }
        Tuple other = Tuple.of("brief " + writes % 3);
        String note = "brief note " + writes;
        store.write(
            transaction -> {
              if (transaction.update("page", other, Map.of("note", note))) {
                transaction.putItem("page", other, "tags", Tuple.of("y"), Map.of("why", note));
              }
              return null;
            });
        writes++;
        story.pass(BETWEEN);
      }
    }

    private void writePage(Store store, Tuple key, String note) {
      if (AdditionStory.write(store, key, 1, note)) {
        notes.put(key, note);
      }
    }

    void requireRight(Store store, AdditionStory.Old old) {
      assertThat(notes).hasSize(PAGES);
      notes.forEach(
          (key, note) -> {
            EntityRow row = store.get("page", key, Columns.ALL).orElseThrow();
            assertThat(row.values())
                .containsEntry("note", note)
                .containsEntry("author", note)
                .containsEntry("hint", note)
                .containsEntry("level", 5)
                .containsEntry("text", old.texts.get(key));
            Optional<Item> tag = store.item("page", key, "tags", Tuple.of("x"));
            assertThat(tag.orElseThrow().text("why")).isEqualTo(note);
            Item noted = store.item("page", key, "notes", Tuple.of(1)).orElseThrow();
            assertThat(noted.values()).isEqualTo(Map.of("rank", 9, "text", old.texts.get(key)));
          });
      assertThat(store.counter("users")).isEqualTo(PAGES);
      assertThat(store.index("by_level", Tuple.of(5), Paging.first(9)).entries()).hasSize(PAGES);
      List<Object> without = new ArrayList<>();
      store.itemsWithoutRow("page", without::add);
      assertThat(without).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource
  void additions_besideWritersOfBothDesigns_loseNothing(Kind kind) {
    Scenario.playOfAny(
        kind,
        story -> {
          story.turnGuardsOn();
          Design target = grown(story);
          var evolver = story.open("evolver");
          var writer = story.open("old");
          AdditionStory.Old old = new AdditionStory.Old(story);
          SimulatedThread writing = writer.begin(() -> old.writeBy(writer));
          story.pass(Duration.ofSeconds(5));
          SimulatedThread changing = evolver.begin(() -> evolver.evolve(target));
          awaitStep(story, Step.SWITCHED);
          var young = story.open("young", target);
          Young newer = new Young(story);
          SimulatedThread more = young.begin(() -> newer.writeBy(young));
          story.join(changing);
          story.pass(Duration.ofSeconds(10));
          old.ends = true;
          newer.ends = true;
          story.join(writing);
          story.join(more);
          assertThat(old.wrong).isEmpty();
          assertThat(old.writes).isGreaterThan(20);
          young.wait(() -> newer.requireRight(young.store(), old));
          // The application is started again with the file that it was deployed with.
          var again = story.open("again");
          again.wait(
              () -> {
                assertThat(again.store().design().entity("user")).isEmpty();
                again.put("page 0", "z");
                old.texts.put(page(0), "page 0");
                again
                    .store()
                    .write(
                        transaction -> {
                          Map<String, Object> text = Map.of("text", "page 0");
                          transaction.putItem("page", page(0), "notes", Tuple.of(1), text);
                          return null;
                        });
                requireUnknown(again.store());
              });
          young.wait(() -> newer.requireRight(young.store(), old));
          again.wait(() -> assertThat(again.check(false).isClean()).isTrue());
          evolver.wait(() -> assertThat(evolver.store().design()).isEqualTo(target));
        });
  }

  private static void requireUnknown(Store store) {
    assertThatThrownBy(() -> store.get("page", page(0), Columns.of("note")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("has no column 'note' of entity 'page'");
    assertThatThrownBy(() -> store.items("page", page(0), "tags", Paging.first(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("has no collection 'tags'");
    assertThatThrownBy(
            () ->
                store.write(
                    transaction -> {
                      transaction.put("user", Tuple.of("a"), Map.of());
                      return null;
                    }))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("has no entity 'user'");
  }

  /** Its write was planned by the design before, or at a step, and arrives when all is over. */
  @ParameterizedTest
  @EnumSource
  void writeOfAProcessThatWasSuspended_throughTheChange_keepsWhatIsNew(Kind kind) {
    Scenario.playOfAny(kind, story -> suspended(story, Optional.empty()));
    for (Step step : List.of(Step.PREPARING, Step.ANNOUNCED, Step.DELETING, Step.WRITING)) {
      Scenario.playOfAny(kind, story -> suspended(story, Optional.of(step)));
    }
  }

  private static void suspended(Scenario story, Optional<Step> moment) {
    story.turnGuardsOn();
    Design target = grown(story);
    var evolver = story.open("evolver");
    var writer = story.open("writer");
    writer.wait(() -> writer.put("page 0", "a"));
    List<SimulatedThread> threads = new ArrayList<>();
    if (moment.isPresent()) {
      threads.add(evolver.begin(() -> evolver.evolve(target)));
      awaitStep(story, moment.get());
      // It learns of the step.
      story.pass(Duration.ofSeconds(1));
    }
    writer.beforeWrite("page", () -> writer.process.pause(Duration.ofMinutes(30), false));
    SimulatedThread late =
        writer.begin(
            () ->
                writer
                    .store()
                    .write(
                        transaction -> {
                          transaction.put("page", page(0), Map.of("text", "late"));
                          return null;
                        }));
    story.pass(Duration.ofSeconds(5));
    if (moment.isEmpty()) {
      threads.add(evolver.begin(() -> evolver.evolve(target)));
    }
    threads.forEach(story::join);
    var young = story.open("young", target);
    young.wait(
        () ->
            young
                .store()
                .write(
                    transaction ->
                        transaction.update("page", page(0), Map.of("note", "n", "author", "a"))));
    story.join(late);
    young.wait(
        () -> {
          EntityRow row = young.store().get("page", page(0), Columns.ALL).orElseThrow();
          assertThat(row.values())
              .containsEntry("text", "late")
              .containsEntry("note", "n")
              .containsEntry("author", "a");
          assertThat(young.check(false).isClean()).isTrue();
        });
  }

  @ParameterizedTest
  @EnumSource
  void evolverThatDies_beforeAnyOfItsTexts_leavesAChangeThatEndsEitherWay(Kind kind) {
    AtomicInteger number = new AtomicInteger();
    boolean[] killed = {true};
    while (killed[0]) {
      number.incrementAndGet();
      Scenario.playOfAny(kind, story -> killed[0] = dies(story, number.get()));
    }
    assertThat(number.get()).as("texts that a change writes").isGreaterThan(7);
  }

  /** Returns whether the change writes that many texts. */
  private static boolean dies(Scenario story, int number) {
    story.turnGuardsOn();
    Design target = grown(story);
    var evolver = story.open("evolver");
    var other = story.open("other");
    other.wait(() -> other.put("page 0", "a"));
    evolver.diesBefore(StoreSchema.META_TABLE, number);
    evolver.wait(() -> evolver.evolve(target));
    boolean killed = evolver.process.killed();
    other.wait(() -> other.put("page 1", "b"));
    boolean inForce = story.step().filter(Step::isTargetInForce).isPresent();
    if (killed && number % 2 == 0 && !inForce) {
      other.wait(() -> other.store().cancelEvolution(Scenario.PATIENT));
      other.wait(() -> other.put("page 2", "b"));
      other.wait(() -> assertThat(other.check(false).isClean()).isTrue());
    }
    other.wait(() -> other.evolve(target));
    other.wait(
        () -> {
          other
              .store()
              .write(
                  transaction -> {
                    transaction.put("page", page(3), Map.of("note", "n", "text", "t"));
                    return transaction.update("page", page(1), Map.of("author", "a"));
                  });
        });
    var late = story.open("late");
    late.wait(() -> late.put("page 3", "c"));
    other.wait(
        () -> {
          EntityRow row = other.store().get("page", page(3), Columns.ALL).orElseThrow();
          assertThat(row.text("note")).isEqualTo("n");
          assertThat(row.text("text")).isEqualTo("page 3");
          assertThat(row.text("hint")).isEqualTo("none");
          assertThat(row.intValue("level")).isEqualTo(3);
          row = other.store().get("page", page(1), Columns.ALL).orElseThrow();
          assertThat(row.text("author")).isEqualTo("a");
          assertThat(row.intValue("level")).isEqualTo(3);
          assertThat(other.check(false).isClean()).isTrue();
        });
    return killed;
  }
}
