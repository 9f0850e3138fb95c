package org.portolan.bench.telemetry;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was seen beside a run.
 *
 * @param samples in the order of time
 * @param sources what each kind of figure is and where it came from, or why there is none, in
 *     sentences for people
 */
public record Telemetry(List<Sample> samples, Map<String, String> sources) {
  /** Of a run beside which nobody looked. */
  public static final Telemetry NONE = new Telemetry(List.of(), Map.of());

  public Telemetry {
    samples = List.copyOf(samples);
    sources = Collections.unmodifiableMap(new LinkedHashMap<>(sources));
  }
}
