package org.portolan.bench.telemetry;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** The readings of all meters at one moment: counters of parts of servers, and faults. */
final class Sweep {
  private final Map<String, Map<Figure, Map<String, Long>>> counters = new LinkedHashMap<>();
  private final Consumer<String> faults;

  Sweep(Consumer<String> faults) {
    this.faults = faults;
  }

  /** Notes that a server has a figure, even if no part has a counter of it. */
  void has(String server, Figure figure) {
    parts(server, figure);
  }

  /** Notes a counter of one part of a server: a process, a connection, a region. */
  void counter(String server, Figure figure, String part, long value) {
    parts(server, figure).merge(part, value, Long::sum);
  }

  private Map<String, Long> parts(String server, Figure figure) {
    return counters
        .computeIfAbsent(server, name -> new EnumMap<>(Figure.class))
        .computeIfAbsent(figure, name -> new LinkedHashMap<>());
  }

  void fault(String text) {
    faults.accept(text);
  }

  Map<String, Map<Figure, Map<String, Long>>> counters() {
    return counters;
  }
}
