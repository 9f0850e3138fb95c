package org.portolan.engine.simulated;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/**
 * All steps of a simulation, and the number of events of each kind. Two runs of one seed have the
 * same log.
 */
public final class SimulationLog {
  private final List<String> lines = new ArrayList<>();
  private final Map<String, Long> met = new TreeMap<>();
  private final Set<String> removable = new LinkedHashSet<>();
  private final CRC32C digest = new CRC32C();

  /** Writes a step down. */
  public synchronized void step(long nanos, String who, String what) {
    String line = pad(lines.size() + 1, 6) + pad(nanos / 1_000, 14) + "us " + who + " " + what;
    lines.add(line);
    digest.update(line.getBytes(StandardCharsets.UTF_8));
  }

  private static String pad(long number, int width) {
    String text = Long.toString(number);
    return " ".repeat(Math.max(0, width - text.length())) + text;
  }

  /** Adds a decision without its own line to the digest. */
  public synchronized void decided(long number) {
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      digest.update((int) (number >>> shift));
    }
  }

  /** Counts a fault that occurred, or a state that was reached. */
  public synchronized void met(String kind) {
    met.merge(kind, 1L, Long::sum);
  }

  /** Notes an event that a shorter history may leave out, see {@link Choices}. */
  public synchronized void happened(String name) {
    removable.add(name);
  }

  /** Returns the steps, numbered, with the microseconds since the beginning. */
  public synchronized List<String> lines() {
    return List.copyOf(lines);
  }

  /** Returns the last steps. */
  public synchronized List<String> last(int count) {
    return List.copyOf(lines.subList(Math.max(0, lines.size() - count), lines.size()));
  }

  /** Returns how often each kind of fault occurred and each state was reached. */
  public synchronized Map<String, Long> counts() {
    return Collections.unmodifiableMap(new TreeMap<>(met));
  }

  /** Returns the events that a shorter history may leave out, in their order. */
  public synchronized List<String> removable() {
    return List.copyOf(removable);
  }

  /** Returns the digest of all steps and decisions. */
  public synchronized long digest() {
    return digest.getValue();
  }
}
