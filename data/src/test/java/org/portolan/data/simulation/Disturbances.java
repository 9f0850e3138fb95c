package org.portolan.data.simulation;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.portolan.engine.simulated.Choices;
import org.portolan.engine.simulated.Scheduler;
import org.portolan.engine.simulated.SimulatedCluster;
import org.portolan.engine.simulated.SimulatedProcess;

/** Disturbances of the processes and servers of a history, apart from faults of single calls. */
final class Disturbances {
  /** Removals are remembered for an hour; they may be forgotten a minute later. */
  static final long REMOVALS_MILLIS = 3_660_000;

  private static final int SERVERS = 3;

  /** Sessions are renewed every second, which syncs earlier writes on the same server. */
  private static final long SYNCED_SOON_NANOS = 500_000_000;

  private final Scheduler scheduler;
  private final SimulatedCluster cluster;
  private final Choices choices;
  private final Profile profile;
  private final List<SimulatedProcess> living;

  /**
   * @param living the processes that live now; it changes as they start and end
   */
  Disturbances(
      Scheduler scheduler,
      SimulatedCluster cluster,
      Choices choices,
      Profile profile,
      List<SimulatedProcess> living) {
    this.scheduler = scheduler;
    this.cluster = cluster;
    this.choices = choices;
    this.profile = profile;
    this.living = living;
  }

  /** Disturbs processes and servers from time to time, for as long as a condition holds. */
  void goOn(BooleanSupplier going) {
    for (int number = 0; going.getAsBoolean(); number++) {
      String name = "event " + number;
      RandomGenerator random = choices.of(name);
      scheduler.pass(random.nextLong(2 * profile.eventWait().toNanos() + 1));
      if (going.getAsBoolean() && choices.admits(name)) {
        scheduler.log().happened(name);
        disturb(random);
      }
    }
  }

  /** Now and then lets all servers lose their power before a load is synced. */
  void afterLoad(String operation, RandomGenerator random) {
    String name = "power after " + operation;
    if (!profile.eventWait().isZero() && random.nextInt(4) == 0 && choices.admits(name)) {
      scheduler.log().happened(name);
      scheduler.pass(random.nextLong(SYNCED_SOON_NANOS));
      scheduler.note("POWER of all servers fails");
      scheduler.log().met("event: power fails after a load");
      for (int server = 0; server < SERVERS; server++) {
        restart(server, 1_000 + random.nextLong(5_000));
      }
    }
  }

  private void disturb(RandomGenerator random) {
    Optional<SimulatedProcess> process =
        living.isEmpty()
            ? Optional.empty()
            : Optional.of(living.get(random.nextInt(living.size())));
    int choice = random.nextInt(14);
    if (choice < 8 && process.isPresent()) {
      disturb(process.get(), choice, random);
    } else if (choice < 10) {
      restart(random);
    } else if (choice < 11) {
      moveRegion(random);
    } else if (choice < 12) {
      compact();
    } else {
      fillDisks(random);
    }
  }

  private void restart(RandomGenerator random) {
    int server = random.nextInt(SERVERS);
    long millis = 100 + random.nextLong(random.nextInt(4) == 0 ? 30_000 : 3_000);
    scheduler.note("SERVER " + server + " restarts, down for " + millis + " ms");
    scheduler.log().met("event: server restarts");
    restart(server, millis);
  }

  /** Restarts a server, together with the processes on the same machine. */
  private void restart(int server, long millis) {
    if (cluster.kind() == SimulatedCluster.Kind.EMBEDDED) {
      List.copyOf(living).forEach(SimulatedProcess::kill);
    }
    cluster.restart(server, millis);
  }

  private void moveRegion(RandomGenerator random) {
    int region = random.nextInt(4);
    long millis = 10 + random.nextLong(2_000);
    if (cluster.moveRegion(region, millis)) {
      scheduler.note("REGION " + region + " moves for " + millis + " ms");
      scheduler.log().met("event: region moves");
    }
  }

  /** Has all servers forget the removals that they need not remember any longer. */
  void compact() {
    int purged = cluster.compact(REMOVALS_MILLIS);
    scheduler.note("COMPACTION forgets " + purged + " removals");
    scheduler.log().met("event: compaction");
    if (purged > 0) {
      scheduler.log().met("event: removals expired");
    }
  }

  /** Fills the disk of one server, of two or of all. */
  private void fillDisks(RandomGenerator random) {
    int all = (1 << SERVERS) - 1;
    int one = 1 << random.nextInt(SERVERS);
    int servers =
        switch (random.nextInt(4)) {
          case 0 -> all;
          case 1 -> all & ~one;
          default -> one;
        };
    long millis = 1_000 + random.nextLong(random.nextInt(4) == 0 ? 240_000 : 15_000);
    scheduler.note(
        "DISKS of servers " + Integer.toBinaryString(servers) + " full for " + millis + " ms");
    scheduler.log().met(servers == all ? "event: all disks full" : "event: disk full");
    cluster.fillDisks(servers, millis);
  }

  private void disturb(SimulatedProcess process, int choice, RandomGenerator random) {
    if (choice < 4) {
      long max =
          switch (random.nextInt(10)) {
            case 0 -> 2 * 3_600_000L;
            case 1, 2 -> 240_000L;
            case 3, 4, 5 -> 20_000L;
            default -> 500L;
          };
      long millis = 1 + random.nextLong(max);
      boolean suspended = random.nextBoolean();
      scheduler.note(
          "PAUSE of "
              + process.name()
              + " for "
              + millis
              + " ms"
              + (suspended ? ", suspended" : ""));
      scheduler.log().met("event: process paused" + (suspended ? " with its monotonic clock" : ""));
      process.pause(Duration.ofMillis(millis), suspended);
    } else if (choice < 5) {
      scheduler.note("KILL of " + process.name());
      scheduler.log().met("event: process killed");
      process.kill();
    } else if (choice < 6) {
      long millis = 50 + random.nextLong(15_000);
      scheduler.note("PARTITION cuts off " + process.name() + " for " + millis + " ms");
      scheduler.log().met("event: process cut off");
      process.cutOff(Duration.ofMillis(millis));
    } else {
      long off = profile.wallClocks().toMillis();
      if (off > 0) {
        Duration to = Duration.ofMillis(random.nextLong(-off, off + 1));
        scheduler.note("CLOCK of " + process.name() + " jumps to " + to);
        scheduler
            .log()
            .met(
                "event: wall clock jumps "
                    + (to.compareTo(process.wallOffset()) < 0 ? "back" : "forward"));
        process.moveWallClock(to.minus(process.wallOffset()));
      }
    }
  }
}
