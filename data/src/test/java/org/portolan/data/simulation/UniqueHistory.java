package org.portolan.data.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.portolan.data.Columns;
import org.portolan.data.DataException;
import org.portolan.data.DuplicateValueException;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.StoreTransaction;
import org.portolan.data.internal.evolve.StoredDesign;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.Design;
import org.portolan.design.evolve.EvolutionState;
import org.portolan.design.evolve.EvolutionState.Step;
import org.portolan.design.evolve.EvolutionState.UnderWay;
import org.portolan.engine.EngineException;
import org.portolan.engine.TableSchema;
import org.portolan.engine.simulated.SimulatedThread;
import org.portolan.types.Tuple;

/**
 * One random history in which a unique index of texts is added while processes that do not know it
 * write pages; processes are held up and die, the one that changes the design too. Each page has
 * one writer, which lets any of the processes make its next write, and so knows what the page may
 * hold.
 *
 * <p>In a history of distinct texts no two pages ever have the same, but texts often pass from one
 * page to another: then nothing may be refused. Otherwise texts clash, and writes may be refused,
 * or the change is given up.
 */
final class UniqueHistory {
  private static final int WRITERS = 3;
  private static final int PAGES_EACH = 3;
  private static final int PROCESSES = 3;
  private static final int CHANGES_MAX = 5;
  private static final String NO_TEXT = "no text";
  private static final String NO_PAGE = "no page";

  private final Scenario story;
  private final Random random;
  private final boolean distinct;
  private final Design target;
  private final Map<String, Integer> met = new TreeMap<>();
  private final List<String> wrong = new ArrayList<>();
  private final Scenario.Writer[] processes = new Scenario.Writer[PROCESSES];

  /** What each page may hold: one text, or several if the outcome of a write is unknown. */
  private final Map<String, Set<String>> possible = new HashMap<>();

  private int opened;
  private boolean ends;

  UniqueHistory(Scenario story, long seed, boolean distinct) {
    this.story = story;
    this.random = new Random(seed);
    this.distinct = distinct;
    this.target = ScenarioDesign.withUniqueTexts(story.design());
  }

  /** Tells the history; returns how often what was met. */
  Map<String, Integer> run() {
    story.turnGuardsOn();
    var control = story.open("control");
    for (int number = 0; number < PROCESSES; number++) {
      processes[number] = story.open("p" + opened++);
    }
    List<SimulatedThread> writing = new ArrayList<>();
    for (int number = 0; number < WRITERS; number++) {
      int writer = number;
      for (int page = 0; page < PAGES_EACH; page++) {
        possible.put(page(writer, page), new HashSet<>(Set.of(NO_PAGE)));
      }
      Random own = new Random(random.nextLong());
      writing.add(control.begin(() -> write(writer, own)));
    }
    story.pass(Duration.ofMillis(random.nextInt(5_000)));
    for (int change = 0; change < CHANGES_MAX && !isInForce(); change++) {
      change();
    }
    story.pass(Duration.ofMillis(random.nextInt(20_000)));
    ends = true;
    writing.forEach(story::join);
    end();
    return met;
  }

  private static String page(int writer, int number) {
    return "page " + writer + "." + number;
  }

  private void met(String what) {
    met.merge(what, 1, Integer::sum);
  }

  // The writers.

  private void write(int writer, Random own) {
    while (!ends) {
      int number = own.nextInt(PROCESSES);
      if (processes[number].process.killed()) {
        processes[number] = story.open("p" + opened++);
      }
      write(processes[number], writer, own);
      story.pass(Duration.ofMillis(own.nextInt(400)));
    }
  }

  private void write(Scenario.Writer process, int writer, Random own) {
    Map<String, String> changes = new HashMap<>();
    String page = page(writer, own.nextInt(PAGES_EACH));
    String other = page(writer, own.nextInt(PAGES_EACH));
    switch (own.nextInt(6)) {
      case 0 -> changes.put(page, NO_PAGE);
      case 1 -> changes.put(page, NO_TEXT);
      case 2 -> {
        boolean known = possible.get(page).size() == 1 && possible.get(other).size() == 1;
        if (known && !page.equals(other)) {
          changes.put(page, possible.get(other).iterator().next());
          changes.put(other, possible.get(page).iterator().next());
        }
      }
      default -> {
        List<String> free = texts(writer);
        if (distinct) {
          for (int each = 0; each < PAGES_EACH; each++) {
            free.removeAll(possible.get(page(writer, each)));
          }
        }
        if (!free.isEmpty()) {
          changes.put(page, free.get(own.nextInt(free.size())));
        }
      }
    }
    if (changes.isEmpty()) {
      return;
    }
    if (own.nextInt(40) == 0) {
      holdUp(process, own);
    }
    boolean stands = own.nextInt(40) == 0;
    make(process, changes, stands ? 1 + own.nextInt(150) : 0);
  }

  private List<String> texts(int writer) {
    List<String> texts = new ArrayList<>();
    for (int number = 0; number <= PAGES_EACH; number++) {
      texts.add((distinct ? "text " + writer + "." : "text ") + number);
    }
    return texts;
  }

  /** The next commit of a process is planned, and sent much later. */
  private static void holdUp(Scenario.Writer process, Random own) {
    Duration wait = Duration.ofMillis(500 + own.nextInt(own.nextBoolean() ? 5_000 : 150_000));
    boolean suspended = own.nextBoolean();
    boolean still = own.nextInt(3) == 0;
    process.beforeWrite(
        "page",
        () -> {
          if (still) {
            process.process.standStill(wait);
          } else {
            process.process.pause(wait, suspended);
          }
        });
  }

  /**
   * @param stillSeconds how long the process stands still within the write, before it reads
   */
  private void make(Scenario.Writer process, Map<String, String> changes, int stillSeconds) {
    Map<String, Set<String>> before = new HashMap<>();
    changes.forEach(
        (page, text) -> {
          before.put(page, possible.get(page));
          Set<String> either = new HashSet<>(possible.get(page));
          either.add(text);
          possible.put(page, either);
        });
    String[] outcome = {"unknown"};
    boolean[] stands = {stillSeconds > 0};
    process.wait(
        () -> {
          try {
            process
                .store()
                .write(
                    transaction -> {
                      if (stands[0]) {
                        stands[0] = false;
                        process.process.standStill(Duration.ofSeconds(stillSeconds));
                        story.pass(Duration.ZERO);
                      }
                      changes.forEach((page, text) -> change(transaction, page, text));
                      return null;
                    });
            outcome[0] = "made";
          } catch (DuplicateValueException e) {
            outcome[0] = "refused";
            if (distinct || !e.index().equals(ScenarioDesign.UNIQUE)) {
              wrong.add("refused although the texts are distinct: " + e.getMessage());
            }
          } catch (DataException | EngineException e) {
            outcome[0] = "failed";
          }
        });
    if (outcome[0].equals("made")) {
      changes.forEach((page, text) -> possible.put(page, new HashSet<>(Set.of(text))));
    } else if (outcome[0].equals("refused")) {
      possible.putAll(before);
    }
    met("write " + outcome[0] + story.step().map(step -> " at " + step).orElse(""));
  }

  private static void change(StoreTransaction transaction, String page, String text) {
    Tuple key = Tuple.of(page);
    if (text.equals(NO_PAGE)) {
      transaction.delete("page", key);
    } else if (text.equals(NO_TEXT)) {
      transaction.put("page", key, Map.of("links", Set.of("none")));
    } else if (!transaction.update("page", key, Map.of("text", text))) {
      transaction.put("page", key, Map.of("text", text));
    }
  }

  // The changes of the design.

  private boolean isInForce() {
    return StoredDesign.of(story.observer()).design().equals(target);
  }

  private Optional<UnderWay> underWay() {
    return StoredDesign.of(story.observer()).evolution().flatMap(EvolutionState::underWay);
  }

  private void change() {
    var evolver = story.open("e" + opened++);
    if (random.nextInt(3) == 0) {
      String table = random.nextBoolean() ? StoreSchema.META_TABLE : "page";
      evolver.diesBefore(table, 1 + random.nextInt(12));
    }
    SimulatedThread thread = evolver.begin(() -> evolve(evolver.store()));
    if (random.nextInt(3) == 0) {
      story.pass(Duration.ofMillis(random.nextInt(25_000)));
      evolver.process.kill();
    }
    if (random.nextInt(3) == 0) {
      story.pass(Duration.ofMillis(random.nextInt(10_000)));
      processes[random.nextInt(PROCESSES)].process.kill();
      met("process killed");
    }
    story.join(thread);
    if (evolver.process.killed()) {
      met("evolver killed" + underWay().map(change -> " at " + change.step()).orElse(""));
    }
    evolver.process.kill();
    story.pass(Duration.ofMillis(random.nextInt(5_000)));
  }

  /** Goes on with the change that is under way or gives it up, or begins one. */
  private void evolve(Store store) {
    Optional<UnderWay> begun = underWay();
    boolean withdrawn =
        begun
            .filter(
                change ->
                    change.step() == Step.WITHDRAWING
                        || change.step() == Step.WITHDRAWN
                        || (!change.step().isTargetInForce() && random.nextInt(3) == 0))
            .isPresent();
    try {
      if (withdrawn) {
        store.cancelEvolution(Scenario.PATIENT);
        met("cancelled at " + begun.get().step());
      } else {
        store.evolve(target, Scenario.PATIENT);
        met(begun.map(change -> "gone on with at " + change.step()).orElse("made"));
      }
    } catch (DataException | EngineException e) {
      if (e.getMessage().contains("rows have the same value")) {
        met("given up for two rows of one value");
        if (distinct) {
          wrong.add("given up although the texts are distinct: " + e.getMessage());
        }
      } else if (e.getMessage().contains("report this as a bug")) {
        wrong.add(e.getMessage());
      } else {
        met("change failed");
      }
    }
  }

  /** Ends what is under way, and judges what is left. */
  private void end() {
    for (int attempt = 0; underWay().isPresent(); attempt++) {
      var last = story.open("last" + attempt);
      last.wait(() -> evolve(last.store()));
      last.process.kill();
      assertThat(attempt).as("attempts to end the change").isLessThan(10);
    }
    assertThat(wrong).isEmpty();
    var judge = story.open("judge");
    if (distinct && !isInForce()) {
      judge.wait(() -> evolve(judge.store()));
      assertThat(wrong).isEmpty();
      assertThat(isInForce()).isTrue();
    }
    boolean inForce = isInForce();
    met(inForce ? "ends with the index" : "ends without the index");
    Map<String, String> texts = new TreeMap<>();
    List<String> titles = new ArrayList<>();
    judge.wait(() -> read(judge.store(), texts, titles));
    possible.forEach(
        (page, all) ->
            assertThat(texts.getOrDefault(page, titles.contains(page) ? NO_TEXT : NO_PAGE))
                .as(page)
                .isIn(all));
    if (inForce) {
      assertThat(texts.values()).doesNotHaveDuplicates();
      var reader = story.open("reader", target);
      reader.wait(() -> requireListed(reader.store(), texts));
    } else {
      assertThat(story.observer().tables().stream().map(TableSchema::name))
          .noneMatch(name -> name.startsWith(ScenarioDesign.UNIQUE));
    }
    story.requireRight(judge, titles.toArray(String[]::new));
  }

  private void read(Store store, Map<String, String> texts, List<String> titles) {
    for (String page : possible.keySet()) {
      Optional<EntityRow> row = store.get("page", Tuple.of(page), Columns.ALL);
      row.ifPresent(found -> titles.add(page));
      row.map(found -> found.text("text")).ifPresent(text -> texts.put(page, text));
    }
  }

  private void requireListed(Store store, Map<String, String> texts) {
    Map<String, List<Tuple>> listed = new HashMap<>();
    texts.forEach((page, text) -> listed.put(text, List.of(Tuple.of(page))));
    for (int writer = 0; writer < WRITERS; writer++) {
      for (String text : texts(writer)) {
        assertThat(store.index(ScenarioDesign.UNIQUE, Tuple.of(text), Paging.first(9)).entries())
            .as(text)
            .isEqualTo(listed.getOrDefault(text, List.of()));
      }
    }
  }
}
