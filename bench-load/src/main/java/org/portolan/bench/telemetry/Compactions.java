package org.portolan.bench.telemetry;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Compactions as events. Compactions seen in consecutive sweeps are one event. If an engine reports
 * only compactions in progress, those that begin and end between two sweeps are not seen.
 */
final class Compactions {
  private final List<RunEvent> events = new ArrayList<>();
  private final TreeSet<String> servers = new TreeSet<>();
  private double from;
  private double until;

  private Compactions() {}

  static List<RunEvent> of(List<Sample> samples) {
    Compactions compactions = new Compactions();
    double before = 0;
    int index = 0;
    while (index < samples.size()) {
      double second = samples.get(index).second();
      List<String> compacting = new ArrayList<>();
      for (; index < samples.size() && samples.get(index).second() == second; index++) {
        if (compacts(samples.get(index))) {
          compacting.add(samples.get(index).server());
        }
      }
      compactions.sweep(before, second, compacting);
      before = second;
    }
    compactions.end();
    return compactions.events;
  }

  private static boolean compacts(Sample sample) {
    return sample.figure(Figure.COMPACTIONS_RUNNING).orElse(0) > 0
        || sample.figure(Figure.COMPACTIONS_ENDED).orElse(0) > 0;
  }

  private void sweep(double before, double second, List<String> compacting) {
    if (compacting.isEmpty()) {
      end();
      return;
    }
    if (servers.isEmpty()) {
      from = before;
    }
    until = second;
    servers.addAll(compacting);
  }

  private void end() {
    if (!servers.isEmpty()) {
      events.add(
          new RunEvent(
              RunEvent.Kind.COMPACTION,
              from,
              until,
              "compaction (" + String.join(", ", servers) + ")"));
      servers.clear();
    }
  }
}
