package org.portolan.engine.simulated;

import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.portolan.engine.ConflictException;
import org.portolan.engine.EngineException;
import org.portolan.engine.simulated.Client.Fate;
import org.portolan.engine.simulated.Client.Fault;
import org.portolan.engine.simulated.GridWrite.Target;

/** One commit that changes something. */
final class GridCommit {
  private final Grid grid;
  private final Client client;
  private final GridCalls calls;
  private final Fate fate;
  private final RandomGenerator random;
  private final Set<Target> touched;
  private final Set<Target> changed;
  private final Supplier<Map<Target, GridWrite>> decision;

  GridCommit(
      Grid grid,
      Client client,
      GridCalls calls,
      Fate fate,
      Set<Target> touched,
      Set<Target> changed,
      Supplier<Map<Target, GridWrite>> decision) {
    this.grid = grid;
    this.client = client;
    this.calls = calls;
    this.fate = fate;
    this.random = fate.random();
    this.touched = touched;
    this.changed = changed;
    this.decision = decision;
  }

  void run() {
    client.pass(random.nextLong(GridCalls.latency(random)));
    Fault fault = fate.fault();
    if (fault == Fault.KILLED_BEFORE) {
      client.kill();
    }
    if (client.cutOff()) {
      client.pass(GridCalls.TIMEOUT_NANOS);
      throw random.nextBoolean()
          ? calls.unknown(fate, "no server can be reached")
          : calls.unavailable(fate, "no server can be reached");
    }
    if (fault == Fault.UNAVAILABLE || fault == Fault.PART_UNAVAILABLE) {
      throw calls.unavailable(fate, "the servers do not answer, or have rolled it back");
    }
    if (fault == Fault.REQUEST_LOST) {
      client.pass(GridCalls.TIMEOUT_NANOS);
      throw calls.unknown(fate, "no answer");
    }
    if (fault == Fault.LATE) {
      grid.surroundings().later(lateness(), this::arriveLate);
      client.pass(GridCalls.TIMEOUT_NANOS);
      throw calls.unknown(fate, "no answer");
    }
    calls.awaitWritable(fate);
    calls.await(
        fate,
        "commit met another of its rows",
        "timed out behind another commit",
        () -> grid.writable() && isFree());
    try {
      decided(fault);
    } catch (ConflictException conflict) {
      client.done(fate, "CONFLICT " + conflict.keys());
      grid.surroundings().met("state: commit met a conflict");
      throw conflict;
    }
  }

  private boolean isFree() {
    return !grid.locked(touched) && !grid.compared(changed);
  }

  private void decided(Fault fault) {
    if (!grid.hasRoom()) {
      throw withoutRoom();
    }
    if (fault == Fault.HALF_WAY || fault == Fault.PART_DONE || fault == Fault.KILLED_PART) {
      throw leftHalfWay();
    }
    long nanos = grid.commit(decision, random);
    if (fault == Fault.KILLED_AFTER) {
      client.kill();
    }
    client.pass(nanos);
    if (fault == Fault.SLOW) {
      // Calls that take seconds often do so because servers are dying.
      if (random.nextInt(4) == 0) {
        grid.loseMajority(random.nextInt(3), GridCalls.TIMEOUT_NANOS / GridCalls.MILLI);
      }
      client.pass(random.nextLong(GridCalls.TIMEOUT_NANOS));
    }
    if (!grid.writable()) {
      grid.surroundings().met("state: majority lost during a commit");
      throw calls.unknown(fate, "too few servers are up to say that it stays");
    }
    if (fault == Fault.ANSWER_LOST || client.cutOff()) {
      client.pass(random.nextLong(GridCalls.TIMEOUT_NANOS));
      throw calls.unknown(fate, "no answer");
    }
    calls.answer(fate, true, "made");
  }

  /** Rolls back, unless other servers had begun to commit when one found its disk full. */
  private EngineException withoutRoom() {
    if (random.nextInt(4) > 0) {
      grid.surroundings().met("state: write refused by a full disk");
      client.pass(random.nextLong(GridCalls.TIMEOUT_NANOS));
      return calls.unavailable(fate, "the disk of a server is full");
    }
    grid.surroundings().met("state: write half made because of full disks");
    return leftHalfWay();
  }

  private EngineException leftHalfWay() {
    grid.leaveHalfWay(decision, touched, (100 + random.nextLong(15_000)) * GridCalls.MILLI, random);
    if (fate.fault() == Fault.KILLED_PART) {
      client.kill();
    }
    client.pass(random.nextLong(GridCalls.TIMEOUT_NANOS));
    return calls.unknown(fate, "no answer");
  }

  /** Makes the commit late, after its client has given up, if the grid can still make it. */
  private void arriveLate() {
    if (!grid.hasTables(touched)) {
      grid.surroundings().met("state: late commit met a dropped table");
    } else if (grid.writable() && grid.hasRoom() && isFree()) {
      try {
        grid.commit(decision, random);
        grid.surroundings().met("state: commit made late");
      } catch (ConflictException others) {
        grid.surroundings().met("state: late commit met a conflict");
      }
    }
  }

  private long lateness() {
    return switch (random.nextInt(4)) {
      case 0 -> (10 + random.nextLong(2_000)) * GridCalls.MILLI;
      case 1 -> (2_000 + random.nextLong(60_000)) * GridCalls.MILLI;
      default -> GridCalls.TIMEOUT_NANOS + random.nextLong(15_000) * GridCalls.MILLI;
    };
  }
}
