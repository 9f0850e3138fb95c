package org.portolan.bench.telemetry;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.portolan.cluster.Cluster;
import org.portolan.cluster.ServerStatus;

/** The processes of a local cluster: their processor time, their deaths and restarts. */
final class ClusterMeter {
  static final String SERVERS = "processor of the servers";

  private final Cluster cluster;
  private final Map<String, Long> processes = new HashMap<>();
  private boolean begun;

  ClusterMeter(Cluster cluster, ServerNames names) {
    this.cluster = cluster;
    cluster.status().forEach(names::learn);
  }

  Meter meter() {
    return new Meter(
        SERVERS,
        "processor time of each server process and of those that it has started, as the operating"
            + " system reports it, of the cluster in "
            + cluster.directory(),
        this::read);
  }

  private void read(Sweep sweep) {
    for (ServerStatus server : cluster.status()) {
      long process = server.pid().orElse(-1);
      Long before = processes.put(server.name(), process);
      if (begun && before != null && before != process) {
        fault(sweep, server, before);
      }
      if (!server.isOfEngine()) {
        continue;
      }
      // A dead server is known to use no processor time; its engine's counters are unknown.
      sweep.has(server.name(), Figure.PROCESSOR_NANOS);
      if (process >= 0) {
        processorNanos(process)
            .forEach(
                (part, nanos) ->
                    sweep.counter(
                        server.name(), Figure.PROCESSOR_NANOS, Long.toString(part), nanos));
      }
    }
    begun = true;
  }

  private static void fault(Sweep sweep, ServerStatus server, long before) {
    if (server.isRunning()) {
      sweep.fault(
          before < 0 ? server.name() + " was started" : server.name() + " died and was started");
    } else if (server.state() == ServerStatus.State.DEAD) {
      sweep.fault(server.name() + " died");
    } else {
      sweep.fault(server.name() + " was stopped");
    }
  }

  /**
   * Returns the processor time so far of a process and of all that it has started, by their
   * numbers: PostgreSQL has a process for each connection.
   */
  static Map<Long, Long> processorNanos(long process) {
    Map<Long, Long> nanos = new HashMap<>();
    ProcessHandle.of(process).stream()
        .flatMap(handle -> Stream.concat(Stream.of(handle), handle.descendants()))
        .forEach(
            handle ->
                handle
                    .info()
                    .totalCpuDuration()
                    .ifPresent(time -> nanos.put(handle.pid(), time.toNanos())));
    return nanos;
  }
}
