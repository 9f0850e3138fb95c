package org.portolan.bench.api;

import java.util.ArrayList;
import java.util.List;

/** The last line of a benchmark: {@code name=value} pairs for scripts. */
public final class Summary {
  private final List<String> pairs = new ArrayList<>();

  public Summary add(String name, long value) {
    pairs.add(name + "=" + value);
    return this;
  }

  /** Adds a number, with three decimal places if it is below 100. */
  public Summary add(String name, double value) {
    pairs.add(Text.format(Math.abs(value) < 100 ? "%s=%.3f" : "%s=%.0f", name, value));
    return this;
  }

  public Summary add(String name, String value) {
    pairs.add(name + "=" + value);
    return this;
  }

  /** Returns the line, without its end. */
  public String line() {
    return String.join(" ", pairs);
  }
}
