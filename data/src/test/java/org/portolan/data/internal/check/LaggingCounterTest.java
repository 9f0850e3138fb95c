package org.portolan.data.internal.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntConsumer;
import org.portolan.data.StillRuntime;
import org.portolan.data.StoreCheck.Options;
import org.portolan.data.StoreCheck.Result;
import org.portolan.data.internal.check.CounterLook.Correction;
import org.portolan.data.internal.check.CounterLook.Counted;
import org.portolan.data.internal.schema.StoreMeta;
import org.portolan.engine.simulated.SimulatedCluster.Kind;

/**
 * Checks of a counter outside the transactions of its rows, on a grid without snapshots and in one
 * process. Writers commit a row at one look of the check, and add to the counter at a later one. A
 * writer that dies in between never adds.
 */
class LaggingCounterTest {
  private static final Duration GUARD = Duration.ofMillis(500);
  private static final Options REPAIR = new Options(true, false, GUARD, 100);
  private static final Options REPORT = new Options(false, false, GUARD, 100);
  private static final int LOOKS = 5;

  private static final String COUNTER = "lagging";

  private final StillRuntime runtime = new StillRuntime(1);
  private final List<String> findings = new ArrayList<>();
  private CountedPages pages;
  private CounterLook looks;

  /** Opens a store of two rows, which are counted. */
  private void open(Kind kind) {
    pages = CountedPages.lagging(kind);
    looks =
        new AtomicCounterLook(
            pages.engine::begin, pages.engine.capabilities(), new ReentrantLock());
    pages.put("A");
    pages.put("B");
    add(2);
  }

  private void add(long delta) {
    pages.add(COUNTER, delta);
  }

  private long value() {
    return pages.value(COUNTER);
  }

  /** Checks the store, and does something after each look; the sixth look corrects. */
  private Result check(Options options, IntConsumer afterLook) {
    AtomicInteger number = new AtomicInteger();
    CounterLook watched =
        (counter, correction, looked) -> {
          Counted counted = looks.look(counter, correction, looked);
          afterLook.accept(number.incrementAndGet());
          return counted;
        };
    return new CheckRun(
            pages.engine,
            pages.engine::begin,
            pages.schema,
            new StoreMeta(pages.engine),
            new AtomicEntryLook(pages.engine::begin, runtime),
            watched,
            options,
            runtime)
        .run(finding -> findings.add(finding.toString()), looked -> {});
  }

  private Result otherCheck() {
    List<String> ofThisCheck = List.copyOf(findings);
    Result result = check(REPAIR, look -> {});
    findings.clear();
    findings.addAll(ofThisCheck);
    return result;
  }

  @OnAtomicEngines
  void checks_twoAtATimeBesideAWriter_correctOnce(Kind kind) {
    open(kind);
    pages.put("C");
    List<Result> other = new ArrayList<>();
    Result result =
        check(
            REPAIR,
            look -> {
              if (look == LOOKS) {
                other.add(otherCheck());
                pages.put("D");
              }
            });
    add(1);
    assertThat(other.get(0).repaired()).isEqualTo(1);
    assertThat(value()).as("A, B, C and D").isEqualTo(4);
    assertThat(result.repaired()).isZero();
    assertThat(result.undecided()).isEqualTo(1);
    assertThat(findings)
        .containsExactly(
            "undecided lagging was corrected by another check meanwhile, and still looks wrong;"
                + " check again when there are fewer writes");
  }

  @OnAtomicEngines
  void checks_twoAtATime_secondFindsTheCorrectedCounterRight(Kind kind) {
    for (int corrected = 1; corrected <= LOOKS; corrected++) {
      open(kind);
      pages.put("C");
      int at = corrected;
      Result result =
          check(
              REPAIR,
              look -> {
                if (look == at) {
                  otherCheck();
                }
              });
      assertThat(value()).isEqualTo(3);
      assertThat(result.isClean()).as("corrected after look %s", at).isTrue();
      assertThat(findings).isEmpty();
    }
  }

  @OnAtomicEngines
  void check_besideARecountAndAWriter_correctsOnce(Kind kind) {
    open(kind);
    pages.put("C");
    check(
        REPAIR,
        look -> {
          if (look == 2) {
            looks.look(pages.counter(COUNTER), Correction.ALL, rows -> {});
            pages.put("D");
          }
        });
    add(1);
    assertThat(value()).isEqualTo(4);
  }

  @OnAtomicEngines
  void check_looksThatContradictEachOther_changesNothing(Kind kind) {
    open(kind);
    pages.put("C");
    Result result =
        check(
            REPAIR,
            look -> {
              if (look == 1) {
                add(1);
                pages.delete("A");
              } else if (look == LOOKS) {
                add(-1);
                pages.put("D");
              }
            });
    assertThat(value()).isEqualTo(3);
    assertThat(result.isClean()).isTrue();
    assertThat(findings).isEmpty();
  }

  @OnAtomicEngines
  void check_lastLookContradictsTheOthers_changesAndReportsNothing(Kind kind) {
    open(kind);
    pages.put("C");
    Result result =
        check(
            REPAIR,
            look -> {
              if (look == LOOKS) {
                add(1);
                pages.delete("A");
              }
            });
    assertThat(value()).isEqualTo(3);
    assertThat(result.isClean()).isTrue();
    assertThat(findings).isEmpty();
  }

  @OnAtomicEngines
  void check_lastLookFindsMore_reportsWhatItCorrects(Kind kind) {
    open(kind);
    pages.put("C");
    Result result =
        check(
            REPAIR,
            look -> {
              if (look == LOOKS) {
                pages.put("D");
              }
            });
    assertThat(value()).isEqualTo(3);
    assertThat(result.missing()).isEqualTo(1);
    assertThat(result.repaired()).isEqualTo(1);
    assertThat(findings).containsExactly("missing lagging counts 2, there are 3 repaired");
  }

  @OnAtomicEngines
  void check_counterThatIsWrong_waitsForTheGuardBeforeEachLookButTheFirst(Kind kind) {
    open(kind);
    pages.put("C");
    List<Long> millis = new ArrayList<>();
    IntConsumer notesTime = look -> millis.add(runtime.wallMillis() - 1);
    check(REPORT, notesTime);
    assertThat(millis).containsExactly(0L, 500L, 1000L, 1500L, 2000L);
    millis.clear();
    check(REPAIR, notesTime);
    assertThat(millis).containsExactly(2000L, 2500L, 3000L, 3500L, 4000L, 4500L);
  }
}
