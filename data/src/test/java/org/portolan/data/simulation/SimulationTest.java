package org.portolan.data.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.data.simulation.Simulation.Outcome;
import org.portolan.engine.simulated.Choices;
import org.portolan.engine.simulated.SimulatedCluster.Kind;

/**
 * Random histories of several processes on clusters that fail, in a simulation that one seed
 * decides. {@code -Dportolan.simulation.seeds=10000} runs more histories on each cluster, {@code
 * -Dportolan.simulation.kinds=ROWS,COLUMNS} runs only some of the clusters, {@code
 * -Dportolan.seed=N} runs one history again.
 */
class SimulationTest {
  private static final int SEEDS = Integer.getInteger("portolan.simulation.seeds", 200);
  private static final int FIRST = Integer.getInteger("portolan.simulation.first", 1);
  private static final Long SEED = Long.getLong("portolan.seed");

  private static final List<String> KINDS =
      List.of(
          System.getProperty("portolan.simulation.kinds", "ROWS,COLUMNS,STORE,EMBEDDED")
              .split(","));

  /** Whether to stop at the first failure, without writing or shortening it. */
  private static final boolean STOP = Boolean.getBoolean("portolan.simulation.stop");

  /** The number of histories from which each kind of fault must have been met. */
  private static final int ENOUGH = 200;

  private static final int REPLAY_EVERY = 25;
  private static final int FAILURES_MAX = STOP ? 1 : 10;
  private static final int LINES = 300;
  private static final Duration SHRINKING = Duration.ofSeconds(30);

  /**
   * More than the number of processors: a simulation's threads wait for each other most of the
   * time.
   */
  private static final int AT_ONCE = 4;

  private static final Path TRACES = Path.of("target", "simulation");

  /**
   * The events that every run of many histories must have met on each cluster of repaired writes.
   */
  private static final List<String> MET =
      List.of(
          "answer: CapabilityException",
          "answer: DuplicateValueException",
          "answer: ItemExistsException",
          "answer: ReferenceException NO_TARGET",
          "answer: ReferenceException REFERRED_TO",
          "answer: UnavailableException",
          "answer: OutOfBoundsException",
          "answer: acknowledged",
          "event: all disks full",
          "event: compaction",
          "event: disk full",
          "event: process cut off",
          "event: process held up after a change",
          "event: process held up after a change, suspended",
          "event: process held up before a change",
          "event: process held up before a change, both clocks standing still",
          "event: process held up before a change, suspended",
          "event: process held up before a read, both clocks standing still",
          "event: process held up before a scan",
          "event: process killed",
          "event: process killed after a change",
          "event: process killed, its change on its way for long",
          "event: process paused",
          "event: power fails after a load",
          "event: process paused with its monotonic clock",
          "event: server restarts",
          "event: wall clock jumps back",
          "event: wall clock jumps forward",
          "fault: ANSWER_LOST",
          "fault: KILLED_AFTER",
          "fault: KILLED_BEFORE",
          "fault: KILLED_LATE",
          "fault: KILLED_PART",
          "fault: LATE",
          "fault: PART_DONE",
          "fault: PART_UNAVAILABLE",
          "fault: REPEATED",
          "fault: REPEATED_LATE",
          "fault: REQUEST_LOST",
          "fault: SLOW",
          "fault: UNAVAILABLE",
          "operation: check",
          "operation: check with repair",
          "operation: item inserted",
          "operation: load",
          "operation: recount",
          "operation: rename",
          "operation: tie",
          "operation: sweep",
          "operation: take",
          "operation: value over a limit",
          "state: call met a server that was down",
          "state: condition of a row did not hold",
          "state: condition of a row did not hold of a fenced session",
          "state: counter folded",
          "state: intent of another process rolled back",
          "state: intent of another process rolled forward",
          "state: extreme read beside writers",
          "state: document refers to a host in the end",
          "state: nothing left of the dead in time",
          "state: tie refers to a host in the end",
          "state: outbox of another process cleared",
          "state: outbox of another process met by a write",
          "state: row changed of a fenced session",
          "state: row locked by an intent",
          "state: row taken for new, and was",
          "state: row taken for new, but was not",
          "state: rows finished by a sweep",
          "state: session fenced",
          "state: write refused by a full disk",
          "state: write made as a part of a group",
          "state: write run again after a conflict");

  private static final Map<Kind, List<String>> MET_BY =
      Map.of(
          Kind.ROWS,
          List.of(
              "event: region moves",
              "state: acknowledged buffered write forgotten",
              "state: check repaired what a forgotten write has left",
              "state: unsynced writes forgotten"),
          Kind.COLUMNS,
          List.of(
              "fault: HALF_WAY",
              "state: change missing on a copy",
              "state: conditional write committed on few copies",
              "state: conditional write completed by the next",
              "state: conditional write left half way",
              "state: write half made because of full disks"));

  @ParameterizedTest
  @EnumSource
  void randomHistory_anyFaults_isAsItsWritersWereTold(Kind kind) {
    assumeThat(KINDS).contains(kind.name());
    Run run = new Run(kind);
    run.all();
    System.out.println(run.summary());
    run.requireRight();
    if (SEED == null && SEEDS >= ENOUGH && !STOP) {
      assertThat(run.met.keySet())
          .containsAll(expected(kind))
          .containsAll(MET_BY.getOrDefault(kind, List.of()));
    }
  }

  private static List<String> expected(Kind kind) {
    return switch (kind) {
      case ROWS, COLUMNS -> MET;
      case STORE -> Expected.OF_TRANSACTIONS;
      case EMBEDDED -> Expected.OF_ONE_PROCESS;
    };
  }

  /** All histories on one cluster. */
  private static final class Run {
    private final Kind kind;
    private final long start = System.nanoTime();
    private final Map<String, Long> met = new TreeMap<>();
    private final ConcurrentLinkedQueue<Outcome> failures = new ConcurrentLinkedQueue<>();
    private final AtomicLong next = new AtomicLong(SEED != null ? SEED : FIRST);
    private final long last = SEED != null ? SEED : FIRST + SEEDS - 1L;

    Run(Kind kind) {
      this.kind = kind;
    }

    void all() {
      ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
      try {
        List<Future<?>> running =
            IntStream.range(0, AT_ONCE)
                .<Future<?>>mapToObj(i -> threads.submit(this::some))
                .toList();
        for (Future<?> future : running) {
          future.get();
        }
      } catch (InterruptedException | ExecutionException e) {
        throw new AssertionError("a simulation could not be run", e);
      } finally {
        threads.shutdownNow();
      }
    }

    private void some() {
      long seed;
      while ((seed = next.getAndIncrement()) <= last && failures.size() < FAILURES_MAX) {
        Outcome outcome = Simulation.run(Choices.of(seed), kind);
        synchronized (met) {
          outcome.log().counts().forEach((what, count) -> met.merge(what, count, Long::sum));
        }
        if (outcome.failed()) {
          failures.add(outcome);
        } else if (seed % REPLAY_EVERY == 0 || SEED != null) {
          requireSame(outcome, Simulation.run(Choices.of(seed), kind));
        }
      }
    }

    private static void requireSame(Outcome outcome, Outcome again) {
      assertThat(again.log().lines())
          .as("seed %d replayed", outcome.choices().seed())
          .isEqualTo(outcome.log().lines());
      assertThat(again.log().digest()).isEqualTo(outcome.log().digest());
    }

    String summary() {
      StringBuilder text = new StringBuilder();
      text.append(kind).append(": seeds to ").append(Math.min(last, next.get())).append(" in ");
      text.append(Duration.ofNanos(System.nanoTime() - start).toMillis()).append(" ms");
      met.forEach((what, count) -> text.append("\n  ").append(what).append(": ").append(count));
      return text.toString();
    }

    void requireRight() {
      if (failures.isEmpty()) {
        if (STOP) {
          System.out.println(kind + ": no failure");
        }
        return;
      }
      if (STOP) {
        Outcome first =
            failures.stream()
                .min(Comparator.comparingLong(failure -> failure.choices().seed()))
                .orElseThrow();
        System.out.println(
            kind + ": first failing seed " + first.choices().seed() + ": " + first.failure());
        throw new AssertionError(title(first), first.failure());
      }
      StringBuilder text = new StringBuilder();
      for (Outcome failure : failures) {
        text.append(title(failure)).append("; its history: ").append(written(failure, ""));
        text.append('\n');
      }
      Outcome shortest = new Shrinker(kind, SHRINKING).shrink(failures.element());
      text.append("The first of them, shortened, ").append(title(shortest));
      text.append("; its history: ").append(written(shortest, "-short")).append(", the end:\n");
      text.append(String.join("\n", shortest.log().last(LINES)));
      throw new AssertionError(text.toString(), shortest.failure());
    }

    private String title(Outcome outcome) {
      return kind + " seed " + outcome.choices().seed() + ": " + outcome.failure().getMessage();
    }

    private Path written(Outcome outcome, String suffix) {
      Path trace = TRACES.resolve(kind + "-" + outcome.choices().seed() + suffix + ".txt");
      try {
        Files.createDirectories(TRACES);
        Files.write(trace, outcome.log().lines());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return trace.toAbsolutePath();
    }
  }
}
