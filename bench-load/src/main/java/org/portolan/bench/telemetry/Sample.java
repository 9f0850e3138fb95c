package org.portolan.bench.telemetry;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The figures of one server at one moment of a run.
 *
 * @param second since the beginning of the run, warm-up included
 * @param server its name in the cluster, or its address
 * @param role its role, for example {@code region-server}; empty if unknown
 * @param figures the figures that were seen
 */
public record Sample(double second, String server, String role, Map<Figure, Long> figures) {
  /** The name under which the generator's own process is sampled. */
  public static final String CLIENT = "client";

  public Sample {
    Map<Figure, Long> copy = new EnumMap<>(Figure.class);
    copy.putAll(figures);
    figures = Collections.unmodifiableMap(copy);
  }

  /** Returns a figure, empty if it was not seen. */
  public OptionalLong figure(Figure figure) {
    Long value = figures.get(figure);
    return value == null ? OptionalLong.empty() : OptionalLong.of(value);
  }
}
