package org.portolan.bench.telemetry;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.portolan.engine.ServerMetrics;
import org.portolan.engine.ServerMetrics.Part;
import org.portolan.engine.ServerMetrics.Server;

/** Requests and compactions of each server, by the engine's own count. */
final class EngineMeter {
  static final String REQUESTS = "requests";

  private static final Map<ServerMetrics.Figure, List<Figure>> FIGURES =
      Map.of(
          ServerMetrics.Figure.READS, List.of(Figure.READS),
          ServerMetrics.Figure.WRITES, List.of(Figure.WRITES),
          ServerMetrics.Figure.COMPACTIONS,
              List.of(Figure.COMPACTIONS_RUNNING, Figure.COMPACTIONS_ENDED));

  private final ServerMetrics metrics;
  private final ServerNames names;
  private final Set<String> silent = new HashSet<>();
  private final Set<String> seen = new HashSet<>();

  EngineMeter(ServerMetrics metrics, ServerNames names) {
    this.metrics = metrics;
    this.names = names;
  }

  Meter meter() {
    return new Meter(REQUESTS, metrics.describe(), this::read);
  }

  private void read(Sweep sweep) {
    Set<String> answered = new HashSet<>();
    for (Server server : metrics.read()) {
      String name = names.of(server.server());
      answered.add(name);
      for (ServerMetrics.Figure counted : metrics.counted()) {
        for (Figure figure : FIGURES.get(counted)) {
          sweep.has(name, figure);
          for (Part part : server.parts()) {
            sweep.counter(name, figure, part.name(), value(part, figure));
          }
        }
      }
    }
    faults(sweep, answered);
  }

  private static long value(Part part, Figure figure) {
    return switch (figure) {
      case READS -> part.reads();
      case WRITES -> part.writes();
      case COMPACTIONS_RUNNING -> part.compactionsRunning();
      default -> part.compactionsEnded();
    };
  }

  /** Ignores the servers of a watched cluster, since {@link ClusterMeter} reports their faults. */
  private void faults(Sweep sweep, Set<String> answered) {
    for (String name : seen) {
      if (!names.knows(name) && !answered.contains(name) && silent.add(name)) {
        sweep.fault(name + " does not answer requests for its counters");
      }
    }
    for (String name : answered) {
      if (silent.remove(name)) {
        sweep.fault(name + " answers again");
      }
    }
    seen.addAll(answered);
  }
}
