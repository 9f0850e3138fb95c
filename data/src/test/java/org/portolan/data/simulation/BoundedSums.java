package org.portolan.data.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.OutOfBoundsException;
import org.portolan.data.Store;
import org.portolan.data.StoreOptions;
import org.portolan.data.Stores;
import org.portolan.data.WriteConflictException;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.engine.Engine;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.UnavailableException;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.simulated.Choices;
import org.portolan.engine.simulated.Scheduler;
import org.portolan.engine.simulated.SimulatedClient;
import org.portolan.engine.simulated.SimulatedClient.Rates;
import org.portolan.engine.simulated.SimulatedCluster;
import org.portolan.engine.simulated.SimulatedCluster.Kind;
import org.portolan.engine.simulated.SimulatedProcess;
import org.portolan.engine.simulated.SimulatedSignal;
import org.portolan.engine.simulated.SimulatedThread;
import org.portolan.engine.simulated.SimulationLog;
import org.portolan.types.Tuple;

/**
 * Writers that add to the same numbers, which have a floor and a ceiling, in virtual time. Each row
 * lists the additions made to it, so it tells their order. The contest fails if an addition that
 * was acknowledged is not there, if one is there twice or was refused, if a sum was ever out of its
 * bounds, or if an addition was refused for a value that the row did not have while it was tried.
 */
final class BoundedSums {
  private static final int WRITES = 10;
  private static final int MIN = 0;
  private static final int MAX = 6;
  private static final List<String> ROWS = List.of("chart", "map");
  private static final long KILL_NANOS_MIN = Duration.ofMillis(20).toNanos();
  private static final long KILL_NANOS_MAX = Duration.ofMillis(300).toNanos();

  private final Kind kind;
  private final int processes;
  private final int writers;
  private final boolean kill;
  private final Choices choices;
  private final Scheduler scheduler;
  private final SimulatedCluster cluster;
  private final List<Member> members = new ArrayList<>();
  private final Map<Long, Addition> additions = new HashMap<>();
  private final List<Refusal> refusals = new ArrayList<>();
  private int conflicts;

  private record Member(SimulatedProcess process, Store store) {}

  /** An addition; of each run of a write, since only one of them may be there. */
  private static final class Addition {
    final int delta;
    final long beginNanos;
    long endNanos = Long.MAX_VALUE;
    boolean acknowledged;
    boolean impossible;

    Addition(int delta, long beginNanos) {
      this.delta = delta;
      this.beginNanos = beginNanos;
    }
  }

  /** A write that was refused for the value of a row. */
  private record Refusal(String row, int value, int delta, long beginNanos, long endNanos) {}

  private BoundedSums(Kind kind, int processes, int writers, boolean kill, long seed) {
    this.kind = kind;
    this.processes = processes;
    this.writers = writers;
    this.kill = kill;
    this.choices = Choices.of(seed);
    this.scheduler = new Scheduler(choices, new SimulationLog());
    this.cluster = SimulatedCluster.of(kind, scheduler, choices);
  }

  /**
   * Runs a contest.
   *
   * @param writers of each process
   * @param kill whether the last process dies at a random moment
   */
  static BoundedSums run(Kind kind, int processes, int writers, boolean kill, long seed) {
    BoundedSums contest = new BoundedSums(kind, processes, writers, kill, seed);
    contest.scheduler.run(contest.scheduler.process("process 0"), contest::drive);
    return contest;
  }

  int refused() {
    return refusals.size();
  }

  /** Returns the number of runs of writes whose additions another run or write has made void. */
  int conflicts() {
    return conflicts;
  }

  private void drive() {
    members.add(member(scheduler.current().process()));
    for (int number = 1; number < processes; number++) {
      members.add(member(scheduler.process("process " + number)));
    }
    Store first = members.get(0).store();
    first.write(
        transaction -> {
          ROWS.forEach(
              row ->
                  transaction.put(
                      "product", Tuple.of(row), Map.of("stock", MIN, "past", List.of())));
          return null;
        });
    List<SimulatedThread> threads = new ArrayList<>();
    for (int number = 0; number < processes * writers; number++) {
      Member member = members.get(number % processes);
      String name = "writer " + number;
      threads.add(
          scheduler.start(member.process(), name, () -> write(member.store(), choices.of(name))));
    }
    if (kill) {
      scheduler.pass(choices.of("kill").nextLong(KILL_NANOS_MIN, KILL_NANOS_MAX));
      members.remove(members.size() - 1).process().kill();
    }
    threads.forEach(thread -> SimulatedSignal.join(scheduler, thread));
    // Longer than the leftovers of a dead process last.
    scheduler.pass(Duration.ofMinutes(5).toNanos());
    ROWS.forEach(row -> judge(first.get("product", Tuple.of(row), Columns.ALL).orElseThrow()));
    additions.forEach(
        (number, addition) ->
            assertThat(addition.acknowledged)
                .as("addition %d was acknowledged and is not there", number)
                .isFalse());
    members.forEach(member -> member.store().close());
  }

  /** Replays the additions of a row, and takes those found out of the ones that are looked for. */
  private void judge(EntityRow row) {
    String name = row.key().text(0);
    List<Integer> sums = new ArrayList<>(List.of(MIN));
    List<Addition> made = new ArrayList<>();
    for (Object number : (List<?>) row.value("past")) {
      Addition addition = additions.remove((Long) number);
      assertThat(addition).as("addition %s of %s, made once", number, name).isNotNull();
      assertThat(addition.impossible).as("addition %s of %s was refused", number, name).isFalse();
      made.add(addition);
      sums.add(sums.get(sums.size() - 1) + addition.delta);
    }
    assertThat(sums).as("sums of %s", name).allMatch(sum -> sum >= MIN && sum <= MAX);
    assertThat(row.value("stock")).as("sum of %s", name).isEqualTo(sums.get(sums.size() - 1));
    for (Refusal refusal : refusals) {
      if (refusal.row().equals(name)) {
        assertThat(hadMeanwhile(refusal, sums, made))
            .as("%s had the value for which %s was made: %s", name, refusal, sums)
            .isTrue();
      }
    }
  }

  private static boolean hadMeanwhile(Refusal refusal, List<Integer> sums, List<Addition> made) {
    for (int position = 0; position < sums.size(); position++) {
      boolean begun = position == 0 || made.get(position - 1).beginNanos <= refusal.endNanos();
      boolean over = position < made.size() && made.get(position).endNanos < refusal.beginNanos();
      if (sums.get(position) == refusal.value() && begun && !over) {
        return true;
      }
    }
    return false;
  }

  private void write(Store store, RandomGenerator random) {
    for (int time = 0; time < WRITES; time++) {
      String row = ROWS.get(random.nextInt(ROWS.size()));
      int delta = (1 + random.nextInt(4)) * (random.nextBoolean() ? 1 : -1);
      long begin = scheduler.nowNanos();
      List<Addition> runs = new ArrayList<>();
      try {
        store.write(
            transaction -> {
              Addition addition = new Addition(delta, scheduler.nowNanos());
              long number = additions.size() + 1L;
              additions.put(number, addition);
              runs.add(addition);
              transaction.add("product", Tuple.of(row), "stock", delta);
              List<Object> past = new ArrayList<>();
              transaction
                  .get("product", Tuple.of(row), Columns.of("past"))
                  .ifPresent(found -> past.addAll((List<?>) found.value("past")));
              past.add(number);
              transaction.update("product", Tuple.of(row), Map.of("past", past));
              return null;
            });
        runs.get(runs.size() - 1).acknowledged = true;
      } catch (OutOfBoundsException refused) {
        int value = refused.value().intValue();
        int sum = value + delta;
        assertThat(sum < MIN || sum > MAX).as("%s + %s is out of bounds", value, delta).isTrue();
        refusals.add(new Refusal(row, value, delta, begin, scheduler.nowNanos()));
        runs.get(runs.size() - 1).impossible = true;
      } catch (WriteConflictException | UnavailableException nothingChanged) {
        runs.forEach(run -> run.impossible = true);
      } catch (OutcomeUnknownException unknown) {
        // The row tells.
      }
      // Only the last run of a write may be there.
      runs.subList(0, Math.max(0, runs.size() - 1)).forEach(run -> run.impossible = true);
      conflicts += Math.max(0, runs.size() - 1);
      runs.forEach(run -> run.endNanos = scheduler.nowNanos());
    }
  }

  private Member member(SimulatedProcess process) {
    SimulatedClient client = new SimulatedClient(scheduler, process, choices, kind, Rates.NONE);
    Engine engine = cluster.connect(client);
    String uri = FixtureEngines.register(() -> engine);
    try {
      StoreOptions options =
          StoreOptions.DEFAULT.in(new SimulatedRuntime(scheduler, process, choices));
      return new Member(process, Stores.openOrCreate(uri, design(), options));
    } finally {
      FixtureEngines.forget(uri);
    }
  }

  private static Design design() {
    return DesignReader.read(
        """
        format: 1
        design: bounded-sums
        entities:
          product:
            key: {sku: text}
            families:
              main: {stock: {type: int, required: true, min: %d, max: %d}}
              past: {past: list of long}
            indexes:
              by_stock: {on: [stock], layout: single}
        """
            .formatted(MIN, MAX),
        "bounded-sums");
  }
}
