package org.portolan.bench.hostile.attack;

import java.util.Map;
import java.util.TreeMap;

/**
 * What one kind of hostile client got: how often each outcome, and how long it took. Thread-safe.
 */
public final class Tally {
  private final Map<String, Long> outcomes = new TreeMap<>();
  private long nanosTotal;
  private long nanosMax;

  synchronized void add(String outcome, long nanos) {
    outcomes.merge(outcome, 1L, Long::sum);
    nanosTotal += nanos;
    nanosMax = Math.max(nanosMax, nanos);
  }

  /** Returns one word: outcomes with their counts, and milliseconds in all and at most. */
  synchronized String encoded() {
    StringBuilder text = new StringBuilder();
    outcomes.forEach(
        (outcome, count) -> text.append(outcome).append('=').append(count).append(','));
    return text + "total=" + nanosTotal / 1_000_000 + ",max=" + nanosMax / 1_000_000;
  }

  /** Adds what {@link #encoded} returned. */
  public synchronized void addEncoded(String text) {
    for (String pair : text.split(",", -1)) {
      int equals = pair.indexOf('=');
      String name = pair.substring(0, equals);
      long count = Long.parseLong(pair.substring(equals + 1));
      switch (name) {
        case "total" -> nanosTotal += count * 1_000_000;
        case "max" -> nanosMax = Math.max(nanosMax, count * 1_000_000);
        default -> outcomes.merge(name, count, Long::sum);
      }
    }
  }

  /** Returns the outcomes with their counts, by name. */
  public synchronized Map<String, Long> outcomes() {
    return new TreeMap<>(outcomes);
  }

  public synchronized long count() {
    return outcomes.values().stream().mapToLong(Long::longValue).sum();
  }

  public synchronized double millisMean() {
    return nanosTotal / 1e6 / Math.max(1, count());
  }

  public synchronized double millisMax() {
    return nanosMax / 1e6;
  }
}
