package org.portolan.bench.telemetry;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The samples of servers and client during a run.
 *
 * @param samples in the order of time
 * @param sources for each kind of figure its meaning and source, or the reason why it is missing,
 *     in sentences for people
 */
public record Telemetry(List<Sample> samples, Map<String, String> sources) {
  public Telemetry {
    samples = List.copyOf(samples);
    sources = Collections.unmodifiableMap(new LinkedHashMap<>(sources));
  }
}
