package org.portolan.data.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.portolan.data.Columns;
import org.portolan.data.ConflictStatistics.Groups;
import org.portolan.data.Store;
import org.portolan.data.StoreOptions;
import org.portolan.data.StoreTransaction;
import org.portolan.data.Stores;
import org.portolan.data.WriteConflictException;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.engine.Engine;
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
 * Writers that all change the same rows, in virtual time. Each row counts its writes; the contest
 * fails if a write that was acknowledged is lost, if one is there twice, or if the rows differ.
 */
final class Contest {
  private static final int WRITES = 8;

  private static final long KILL_NANOS_MIN = Duration.ofMillis(20).toNanos();
  private static final long KILL_NANOS_MAX = Duration.ofMillis(200).toNanos();

  /** How long the writer of {@link Plan#holdUp} is held up. */
  static final long LONG_NANOS = Duration.ofMinutes(10).toNanos();

  /**
   * A contest.
   *
   * @param writers of each process
   * @param pages the rows that each write changes
   * @param holdUp whether one writer is held up for long in its second attempt, when it has the
   *     turn
   * @param kill whether the last process dies at a random moment of its writes
   * @param ownRow whether each write also inserts a row that no other one changes, as an order
   *     beside its product
   */
  record Plan(
      Kind kind,
      int processes,
      int writers,
      List<String> pages,
      boolean holdUp,
      boolean kill,
      boolean ownRow) {
    Plan(Kind kind, int processes, int writers) {
      this(kind, processes, writers, List.of("Riga"), false, false, false);
    }

    Plan withOwnRows() {
      return new Plan(kind, processes, writers, pages, holdUp, kill, true);
    }

    Plan withHoldUp() {
      return new Plan(kind, processes, writers, pages, true, kill, ownRow);
    }

    Plan withKill() {
      return new Plan(kind, processes, writers, pages, holdUp, true, ownRow);
    }

    Plan on(String... titles) {
      return new Plan(kind, processes, writers, List.of(titles), holdUp, kill, ownRow);
    }

    int writes() {
      return processes * writers * WRITES;
    }
  }

  private final Plan plan;
  private final Choices choices;
  private final Scheduler scheduler;
  private final SimulatedCluster cluster;
  private final List<Member> members = new ArrayList<>();
  private boolean disturbed;
  private int acknowledged;
  private int givenUp;
  private long retries;
  private Groups groups = Groups.NONE;
  private long nanosToLast;
  private long longestNanos;

  private record Member(SimulatedProcess process, SimulatedClient client, Store store) {}

  private Contest(Plan plan, long seed) {
    this.plan = plan;
    this.choices = Choices.of(seed);
    this.scheduler = new Scheduler(choices, new SimulationLog());
    this.cluster = SimulatedCluster.of(plan.kind(), scheduler, choices);
  }

  static Contest run(Plan plan, long seed) {
    Contest contest = new Contest(plan, seed);
    contest.scheduler.run(contest.scheduler.process("process 0"), contest::drive);
    return contest;
  }

  /** Returns whether the writer that is to be held up or killed was. */
  boolean disturbed() {
    return disturbed;
  }

  int givenUp() {
    return givenUp;
  }

  long retries() {
    return retries;
  }

  /** Returns the writes acknowledged in a second, on average over the contest. */
  double writesPerSecond() {
    return acknowledged * 1e9 / nanosToLast;
  }

  /** Returns the commits of several writes together, of all processes. */
  Groups groups() {
    return groups;
  }

  /** Returns the time to the end of the last write, without those of a writer held up. */
  long nanosToLast() {
    return nanosToLast;
  }

  /** Returns the time of the longest write, without those of a writer held up or killed. */
  long longestNanos() {
    return longestNanos;
  }

  private void drive() {
    members.add(member(scheduler.current().process()));
    for (int number = 1; number < plan.processes(); number++) {
      members.add(member(scheduler.process("process " + number)));
    }
    long start = scheduler.nowNanos();
    List<SimulatedThread> threads = new ArrayList<>();
    for (int number = 0; number < plan.processes() * plan.writers(); number++) {
      Member member = members.get(number % plan.processes());
      String name = "writer " + number;
      threads.add(scheduler.start(member.process(), name, () -> write(member, name)));
    }
    if (plan.kill()) {
      scheduler.pass(choices.of("kill").nextLong(KILL_NANOS_MIN, KILL_NANOS_MAX));
      Member last = members.remove(members.size() - 1);
      disturbed = threads.stream().anyMatch(thread -> !thread.ended());
      last.process().kill();
    }
    threads.forEach(thread -> SimulatedSignal.join(scheduler, thread));
    nanosToLast -= start;
    for (Member member : members) {
      retries += retries(member.store());
      Groups more = member.store().conflicts().groups();
      groups = new Groups(groups.commits() + more.commits(), groups.writes() + more.writes());
    }
    requireEveryWriteOnce();
    members.forEach(member -> member.store().close());
  }

  private void requireEveryWriteOnce() {
    Store store = members.get(0).store();
    List<Object> versions =
        plan.pages().stream()
            .map(page -> store.get("page", Tuple.of(page), Columns.ALL).orElseThrow())
            .map(row -> row.value("version"))
            .toList();
    assertThat(Set.copyOf(versions)).as("versions of all rows").hasSize(1);
    long unanswered = plan.kill() ? plan.writers() : 0;
    assertThat((Long) versions.get(0)).isBetween((long) acknowledged, acknowledged + unanswered);
  }

  private static long retries(Store store) {
    return store.conflicts().retries().values().stream().mapToLong(count -> count).sum();
  }

  private Member member(SimulatedProcess process) {
    SimulatedClient client =
        new SimulatedClient(scheduler, process, choices, plan.kind(), Rates.NONE);
    Engine engine = cluster.connect(client);
    String uri = FixtureEngines.register(() -> engine);
    try {
      Store store =
          Stores.openOrCreate(
              uri,
              design(cluster.capabilities().items()),
              StoreOptions.DEFAULT.in(new SimulatedRuntime(scheduler, process, choices)));
      return new Member(process, client, store);
    } finally {
      FixtureEngines.forget(uri);
    }
  }

  private static Design design(boolean items) {
    return DesignReader.read(
        """
        format: 1
        design: contended
        entities:
          page:
            key: {title: text}
            key-layout: plain
            families:
              main: {version: long, links: set of text}
            indexes:
              backlinks: {on: [links], layout: %s single}
        """
            .formatted(items ? "cells" : "object"),
        "contended");
  }

  private void write(Member member, String name) {
    boolean[] held = {false};
    for (int number = 0; number < WRITES; number++) {
      int[] runs = {0, number};
      Set<String> links = Set.of("common", name + "/" + number % 2);
      long begin = scheduler.nowNanos();
      try {
        member
            .store()
            .write(
                transaction -> {
                  if (++runs[0] == 2 && plan.holdUp() && !disturbed) {
                    disturbed = true;
                    held[0] = true;
                    scheduler.pass(LONG_NANOS);
                  }
                  change(transaction, links);
                  if (plan.ownRow()) {
                    String order = name + "#" + runs[1];
                    transaction.insert("page", Tuple.of(order), Map.of("links", links));
                  }
                  return null;
                });
        acknowledged++;
      } catch (WriteConflictException e) {
        givenUp++;
      }
      if (!held[0]) {
        longestNanos = Math.max(longestNanos, scheduler.nowNanos() - begin);
      }
    }
    if (!held[0]) {
      nanosToLast = Math.max(nanosToLast, scheduler.nowNanos());
    }
  }

  private void change(StoreTransaction transaction, Set<String> links) {
    for (String page : plan.pages()) {
      long version =
          transaction
              .get("page", Tuple.of(page), Columns.ALL)
              .map(row -> (Long) row.value("version"))
              .orElse(0L);
      transaction.put("page", Tuple.of(page), Map.of("version", version + 1, "links", links));
    }
  }
}
