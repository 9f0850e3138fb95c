package org.portolan.data.survival;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.portolan.data.history.Model;
import org.portolan.data.history.RandomDesign;
import org.portolan.design.Design;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Engine;
import org.portolan.engine.fixture.ClientKilledError;

/**
 * The faults that every write must survive on every engine. An engine's module extends this class.
 * {@code -Dportolan.histories=1000} runs more histories, and tries every way to go on after every
 * fault; {@code -Dportolan.seed=N} runs a failed one again.
 */
public abstract class SurvivalContract {
  private static final int CALLS_OF_UPKEEP = 8;

  private static Thread.UncaughtExceptionHandler before;

  /** Returns a new, empty store of the engine; each call returns a different one. */
  protected abstract Engine openEmpty();

  /** Returns the default number of random designs. */
  protected int designs() {
    return 1;
  }

  /**
   * Returns how much is tried at each call: everything if more histories than usual are requested.
   */
  protected Thoroughness thoroughness() {
    return Integer.getInteger("portolan.histories") == null
        ? Thoroughness.EVERY_FAULT
        : Thoroughness.ALL;
  }

  /** Returns the default number of histories of several clients. */
  protected int histories() {
    return 8;
  }

  /** Silences the background threads of a dead client, which die by the same error as expected. */
  @BeforeAll
  static void letTheDeadBeSilent() {
    before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, failure) -> {
          if (!(failure instanceof ClientKilledError)) {
            failure.printStackTrace();
          }
        });
  }

  @AfterAll
  static void hearThemAgain() {
    Thread.setDefaultUncaughtExceptionHandler(before);
  }

  private IntStream seeds(int usual) {
    Integer seed = Integer.getInteger("portolan.seed");
    return seed != null
        ? IntStream.of(seed)
        : IntStream.range(0, Integer.getInteger("portolan.histories", usual))
            .map(number -> firstSeed() + number);
  }

  /** Returns the first seed of a run: by default, every run tries the same. */
  protected int firstSeed() {
    return 0;
  }

  @TestFactory
  Stream<DynamicTest> write_interruptedAtEveryStep_isThereAsAWholeOrNotAtAll() {
    return seeds(designs())
        .mapToObj(seed -> DynamicTest.dynamicTest("seed " + seed, () -> everyStep(seed)));
  }

  private void everyStep(int seed) {
    Figures figures = new Figures();
    proved(
        seed,
        figures,
        engine -> RandomDesign.fitting(engine, seed),
        store -> {
          Plans plans = Plans.from(seed, store.design(), some -> !some.all().isEmpty());
          steps(store, plans.all(), plans.before(), seed, thoroughness(), figures);
        });
    assertThat(figures.kills()).isPositive();
  }

  private void steps(
      StoreUnderTest store,
      List<Plan> plans,
      Model before,
      int seed,
      Thoroughness thoroughness,
      Figures figures) {
    Model current = new Model(store.design());
    for (Plan plan : thoroughness.writes(plans, new Random(seed))) {
      try (EveryStep every =
          new EveryStep(store, plan, before, current, seed, thoroughness, figures)) {
        current = every.run();
      }
    }
  }

  @TestFactory
  Stream<DynamicTest> upkeep_interruptedAtEveryStep_comesToTheSameEnd() {
    return seeds(designs())
        .mapToObj(seed -> DynamicTest.dynamicTest("seed " + seed, () -> everyUpkeep(seed)));
  }

  private void everyUpkeep(int seed) {
    Figures figures = new Figures();
    proved(
        seed,
        figures,
        engine -> RandomDesign.fitting(engine, seed),
        store -> {
          Plans plans = new Plans(store.design(), seed);
          upkeep(store, plans.unfinished(), plans.before(), seed, some(Integer.MAX_VALUE), figures);
        });
    assertThat(figures.kills()).isPositive();
  }

  /** Tries writes that take, pass on and respell unique values under a collation. */
  @TestFactory
  Stream<DynamicTest> collatedUniqueValues_interruptedAtEveryStep_areOfOneRowEach() {
    return seeds(designs())
        .map(SurvivalContract::withCollatedUniqueValues)
        .mapToObj(seed -> DynamicTest.dynamicTest("seed " + seed, () -> collatedUnique(seed)));
  }

  /** Returns the next seed whose design has such values, whatever the engine can do. */
  private static int withCollatedUniqueValues(int seed) {
    int next = seed;
    while (RandomDesign.collatedUnique(RandomDesign.of(next))
        .filter(index -> index.on().contains("label"))
        .isEmpty()) {
      next++;
    }
    return next;
  }

  private void collatedUnique(int seed) {
    Figures figures = new Figures();
    proved(
        seed,
        figures,
        engine -> RandomDesign.fitting(engine, seed),
        store -> {
          Plans plans = Plans.from(seed, store.design(), some -> some.ofUniqueValues().size() == 3);
          steps(
              store,
              plans.ofUniqueValues(),
              plans.before(),
              seed,
              some(Integer.MAX_VALUE),
              figures);
        });
    assertThat(figures.kills()).isPositive();
  }

  private void upkeep(
      StoreUnderTest store,
      List<Plan> plans,
      Model before,
      int seed,
      Thoroughness thoroughness,
      Figures figures) {
    List<Plan> some = thoroughness.unfinished(plans, new Random(seed));
    try (EveryUpkeep every = new EveryUpkeep(store, some, before, seed, thoroughness, figures)) {
      every.run();
    }
  }

  @TestFactory
  Stream<DynamicTest> references_writeInterruptedAtEveryStep_neverReferToNothing() {
    return ofReferences(
        (store, seed, figures) -> {
          ReferencePlans plans = new ReferencePlans(store.design());
          steps(store, plans.all(), plans.before(), seed, some(Integer.MAX_VALUE), figures);
        });
  }

  @TestFactory
  Stream<DynamicTest> references_upkeepInterruptedAtEveryStep_comesToTheSameEnd() {
    return ofReferences(
        (store, seed, figures) -> {
          ReferencePlans plans = new ReferencePlans(store.design());
          upkeep(store, plans.unfinished(), plans.before(), seed, some(CALLS_OF_UPKEEP), figures);
        });
  }

  @TestFactory
  Stream<DynamicTest> deletionWithManyRows_killedAtEveryStep_isMadeAgain() {
    return ofReferences(
        (store, seed, figures) -> {
          ReferencePlans plans = new ReferencePlans(store.design());
          try (EveryCascade every = new EveryCascade(store, plans, seed, thoroughness(), figures)) {
            every.run();
          }
        });
  }

  /**
   * Returns how much is tried at upkeep and at the writes of references and of collated unique
   * values: a kill and two more faults at each call, if no more histories than usual are requested.
   * The writes of random designs try every fault.
   */
  private Thoroughness some(int callsMax) {
    return thoroughness().equals(Thoroughness.EVERY_FAULT)
        ? new Thoroughness(3, 1, callsMax, Integer.MAX_VALUE, Integer.MAX_VALUE)
        : thoroughness();
  }

  /** A proof on a store of rows that refer to each other. */
  private interface ReferenceProof {
    void run(StoreUnderTest store, int seed, Figures figures);
  }

  private Stream<DynamicTest> ofReferences(ReferenceProof proof) {
    return seeds(designs())
        .mapToObj(
            seed ->
                DynamicTest.dynamicTest(
                    "seed " + seed,
                    () -> {
                      Figures figures = new Figures();
                      proved(
                          seed,
                          figures,
                          ReferencePlans::design,
                          store -> proof.run(store, seed, figures));
                      assertThat(figures.kills()).isPositive();
                    }));
  }

  /** Runs a proof on an empty store, and prints its coverage. */
  private void proved(
      int seed,
      Figures figures,
      Function<Capabilities, Design> designFor,
      Consumer<StoreUnderTest> proof) {
    long startNanos = System.nanoTime();
    Engine engine = openEmpty();
    Design design = designFor.apply(engine.capabilities());
    try (StoreUnderTest store = new StoreUnderTest(engine, design)) {
      proof.accept(store);
    } catch (AssertionError | RuntimeException failure) {
      throw failed(seed, failure);
    }
    System.out.println(
        testName()
            + " design="
            + design.name()
            + " seed="
            + seed
            + " "
            + figures
            + " milliseconds="
            + (System.nanoTime() - startNanos) / 1_000_000);
  }

  /** Returns a failure whose message names every cause, for a summary shows the message alone. */
  private AssertionError failed(int seed, Throwable failure) {
    StringBuilder message =
        new StringBuilder("run again with -Dportolan.seed=" + seed + " -Dtest=" + testName());
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      message.append("\n  because ").append(cause);
    }
    return new AssertionError(message.toString(), failure);
  }

  /** Returns the name by which Maven runs this test. */
  protected String testName() {
    return getClass().getSimpleName();
  }

  @TestFactory
  Stream<DynamicTest> histories_ofFailingClients_loseNothingAndInventNothing() {
    return seeds(histories())
        .mapToObj(seed -> DynamicTest.dynamicTest("seed " + seed, () -> history(seed)));
  }

  private void history(int seed) throws InterruptedException {
    Engine engine = openEmpty();
    Design design = Chronicle.design(engine.capabilities());
    try (StoreUnderTest store = new StoreUnderTest(engine, design)) {
      new ConcurrentHistory(store, seed).run();
    } catch (AssertionError | RuntimeException failure) {
      throw failed(seed, failure);
    }
  }
}
