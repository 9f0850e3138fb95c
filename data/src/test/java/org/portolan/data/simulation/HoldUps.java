package org.portolan.data.simulation;

import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.engine.Change;
import org.portolan.engine.Mutation;
import org.portolan.engine.simulated.Choices;
import org.portolan.engine.simulated.Client.Fault;
import org.portolan.engine.simulated.Scheduler;
import org.portolan.engine.simulated.SimulatedClient;
import org.portolan.engine.simulated.SimulatedProcess;

/**
 * Holds a process up around its changes of rows: after it has made sure that it may commit and
 * before the commit is sent, or between the commit and its follow-ups; mostly for longer than other
 * processes take to end its session. Or kills it while its commit is on its way, and lets the
 * commit arrive long after.
 *
 * <p>Both clocks of the process may stand still meanwhile, as those of a paused virtual machine: it
 * does not know that its session has ended.
 */
final class HoldUps implements WriteHook {
  private final Scheduler scheduler;
  private final SimulatedProcess process;
  private final SimulatedClient client;
  private final Choices choices;
  private final Contention contention;
  private final Runnable compaction;
  private final boolean rounds;
  private long changes;
  private long scans;
  private long gets;
  private boolean diesNext;

  HoldUps(
      Scheduler scheduler,
      SimulatedProcess process,
      SimulatedClient client,
      Choices choices,
      Contention contention,
      Runnable compaction,
      boolean rounds) {
    this.scheduler = scheduler;
    this.process = process;
    this.client = client;
    this.choices = choices;
    this.contention = contention;
    this.compaction = compaction;
    this.rounds = rounds;
  }

  private static boolean changesRow(List<Mutation> mutations) {
    return mutations.stream()
        .anyMatch(
            mutation ->
                mutation.condition().isPresent()
                    && mutation.changes().stream()
                        .anyMatch(
                            change ->
                                change instanceof Change.PutColumns put
                                    && put.family().equals(StoreSchema.WRITE_FAMILY)));
  }

  private RandomGenerator chances(String when) {
    String name = "hold-up " + when + " change " + changes + " of " + process.name();
    RandomGenerator random = choices.of(name);
    if (random.nextDouble() >= contention.holdUps() || !choices.admits(name)) {
      return null;
    }
    scheduler.log().happened(name);
    return random;
  }

  @Override
  public void before(List<Mutation> mutations) {
    if (!changesRow(mutations)) {
      return;
    }
    changes++;
    if (diesNext) {
      scheduler.note("DIES after a change that few copies have");
      client.kill();
    }
    RandomGenerator random = chances("before");
    if (random == null) {
      return;
    }
    switch (random.nextInt(8)) {
      case 0, 1 -> {
        scheduler.log().met("event: process killed, its change on its way for long");
        client.wants(Fault.KILLED_LATE);
      }
      case 2 -> {
        holdUp("before", random);
        client.wants(Fault.KILLED_AFTER);
      }
      case 3 -> {
        boolean halfWay = rounds && random.nextBoolean();
        client.wants(halfWay ? Fault.HALF_WAY : Fault.ANSWER_LOST);
        diesNext = halfWay && random.nextBoolean();
      }
      case 4 -> client.wants(Fault.LATE);
      default -> holdUp("before", random);
    }
  }

  /** A check or a sweep is held up between two looks, while others write. */
  @Override
  public void beforeScan() {
    String name = "hold-up before scan " + ++scans + " of " + process.name();
    RandomGenerator random = choices.of(name);
    if (random.nextDouble() < contention.holdUps() / 2 && choices.admits(name)) {
      scheduler.log().happened(name);
      scheduler.log().met("event: process held up before a scan");
      Duration wait = Duration.ofMillis(1 + random.nextLong(20_000));
      scheduler.note("HELD UP before a scan for " + wait);
      process.pause(wait, false);
      scheduler.pass(0);
    }
  }

  /**
   * A process stands still before it reads rows: what it reads is as others have left it, whom it
   * takes for processes of the same design.
   */
  @Override
  public void beforeGet() {
    if (!contention.standStill()) {
      return;
    }
    String name = "hold-up before read " + ++gets + " of " + process.name();
    RandomGenerator random = choices.of(name);
    if (random.nextDouble() < contention.holdUps() / 4 && choices.admits(name)) {
      scheduler.log().happened(name);
      scheduler.log().met("event: process held up before a read, both clocks standing still");
      Duration wait = Duration.ofMillis(60_000 + random.nextLong(240_000));
      scheduler.note("HELD UP before a read for " + wait + ", both clocks stand still");
      process.standStill(wait);
      scheduler.pass(0);
    }
  }

  @Override
  public void after(List<Mutation> mutations) {
    if (changesRow(mutations)) {
      RandomGenerator random = chances("after");
      if (random != null) {
        if (random.nextInt(5) == 0) {
          scheduler.log().met("event: process killed after a change");
          client.kill();
        }
        holdUp("after", random);
      }
    }
  }

  private void holdUp(String when, RandomGenerator random) {
    Duration wait = Duration.ofMillis(millis(random));
    boolean suspended = random.nextBoolean();
    boolean standStill =
        suspended && contention.standStill() && when.equals("before") && random.nextInt(3) > 0;
    if (standStill) {
      wait = wait.plusMinutes(1);
    }
    scheduler.note(
        "HELD UP "
            + when
            + " a change for "
            + wait
            + (standStill ? ", both clocks stand still" : suspended ? ", suspended" : ""));
    scheduler
        .log()
        .met(
            "event: process held up "
                + when
                + " a change"
                + (standStill ? ", both clocks standing still" : suspended ? ", suspended" : ""));
    if (standStill) {
      process.standStill(wait);
    } else {
      process.pause(wait, suspended);
    }
    scheduler.pass(0);
    if (wait.toMillis() > Disturbances.REMOVALS_MILLIS && random.nextBoolean()) {
      compaction.run();
    }
  }

  private long millis(RandomGenerator random) {
    if (contention.lengthy() && random.nextBoolean()) {
      return Disturbances.REMOVALS_MILLIS + random.nextLong(3_600_000);
    }
    return switch (random.nextInt(32)) {
      case 0 -> 1_800_000 + random.nextLong(3_600_000);
      case 1, 2, 3, 4 -> 1 + random.nextLong(20_000);
      case 5, 6, 7, 8 -> 20_000 + random.nextLong(30_000);
      case 9, 10, 11, 12, 13, 14, 15, 16 -> 120_000 + random.nextLong(180_000);
      default -> 45_000 + random.nextLong(75_000);
    };
  }
}
