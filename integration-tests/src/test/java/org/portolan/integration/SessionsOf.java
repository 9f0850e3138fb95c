package org.portolan.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.portolan.data.Store;
import org.portolan.data.internal.session.SessionRecord;
import org.portolan.data.internal.session.Sessions;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.UnavailableException;

/** The sessions of some processes at a store on an engine of rows, read from the store. */
final class SessionsOf implements AutoCloseable {
  private final Engine engine;
  private final Sessions sessions;
  private final Set<String> owners;

  SessionsOf(String uri, List<ProcessHandle> processes) {
    engine = Engines.open(uri, OpenMode.EXISTING);
    sessions = new Sessions(engine, List.of());
    owners = processes.stream().map(process -> "pid " + process.pid()).collect(Collectors.toSet());
  }

  private Set<Long> all() {
    return sessions.all().stream()
        .filter(session -> owners.contains(session.owner()))
        .map(SessionRecord::id)
        .collect(Collectors.toSet());
  }

  /** Returns the number of each session; fails unless each process has one. */
  Set<Long> joined() {
    Set<Long> joined = all();
    assertThat(joined).as("sessions of " + owners).hasSameSizeAs(owners);
    return joined;
  }

  /** Returns the latest time at which one of the sessions was renewed, by its own wall clock. */
  Instant renewed() {
    return sessions.all().stream()
        .filter(session -> owners.contains(session.owner()))
        .map(session -> Instant.ofEpochMilli(session.renewedMillis()))
        .max(Comparator.naturalOrder())
        .orElseThrow();
  }

  /** Sweeps until others have ended the sessions, finished their rows and removed them. */
  void awaitEnded(Store sweeping) {
    long end = System.nanoTime() + Observation.HANG.toNanos();
    while (!isEnded(sweeping)) {
      assertThat(System.nanoTime()).as("sessions of %s are not ended", owners).isLessThan(end);
      try {
        TimeUnit.SECONDS.sleep(1);
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
        throw new AssertionError("interrupted while sessions were ended", stop);
      }
    }
  }

  /** Reads the sessions and sweeps; if the store does not answer now, it may do so later. */
  private boolean isEnded(Store sweeping) {
    try {
      if (all().isEmpty()) {
        return true;
      }
      sweeping.sweep();
    } catch (UnavailableException notNow) {
      System.out.println("sessions are looked at again: " + notNow.getMessage());
    }
    return false;
  }

  @Override
  public void close() {
    engine.close();
  }
}
