package org.portolan.data.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.portolan.data.Columns;
import org.portolan.data.ConflictStatistics.Groups;
import org.portolan.data.Store;
import org.portolan.data.StoreTransaction;
import org.portolan.data.WriteConflictException;
import org.portolan.engine.simulated.Scheduler;
import org.portolan.engine.simulated.SimulatedCluster.Kind;
import org.portolan.types.Tuple;

/**
 * Writers that all change the same rows, in virtual time. Each row counts its writes; the contest
 * fails if a write that was acknowledged is lost, if one is there twice, or if the rows differ.
 */
final class Contest {
  private static final int WRITES = 8;

  private static final String DESIGN =
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
      """;

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
  private final Crowd crowd;
  private final Scheduler scheduler;
  private boolean disturbed;
  private int acknowledged;
  private int givenUp;
  private long retries;
  private Groups groups = Groups.NONE;
  private long nanosToLast;
  private long longestNanos;

  private Contest(Plan plan, long seed) {
    this.plan = plan;
    this.crowd = new Crowd(plan.kind(), seed);
    this.scheduler = crowd.scheduler();
  }

  static Contest run(Plan plan, long seed) {
    Contest contest = new Contest(plan, seed);
    contest.crowd.run(contest::drive);
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
    crowd.open(plan.processes(), "contended", DESIGN);
    long start = scheduler.nowNanos();
    crowd.start(plan.writers(), "writer", this::write);
    if (plan.kill()) {
      crowd.killLast(crowd.choices().of("kill").nextLong(KILL_NANOS_MIN, KILL_NANOS_MAX));
      disturbed = crowd.interrupted();
    }
    crowd.join();
    nanosToLast -= start;
    retries = crowd.stores().stream().mapToLong(Contest::retries).sum();
    groups = crowd.groups();
    requireEveryWriteOnce();
    crowd.close();
  }

  private void requireEveryWriteOnce() {
    Store store = crowd.store();
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

  private void write(Store store, String name) {
    boolean[] held = {false};
    for (int number = 0; number < WRITES; number++) {
      int[] runs = {0, number};
      Set<String> links = Set.of("common", name + "/" + number % 2);
      long begin = scheduler.nowNanos();
      try {
        store.write(
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
