package org.portolan.bench.measure;

import java.lang.management.ManagementFactory;
import java.util.Locale;

/** The machine that a benchmark runs on, as its head says it. */
public final class Machine {
  private Machine() {}

  /** Returns one line: processors, load, heap, Java and operating system. */
  public static String text() {
    Runtime runtime = Runtime.getRuntime();
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    return String.format(
        Locale.ROOT,
        "machine: %d processors (%s), load %s before, heap up to %,d MiB, Java %s, %s %s",
        runtime.availableProcessors(),
        System.getProperty("os.arch"),
        load < 0 ? "unknown" : String.format(Locale.ROOT, "%.1f", load),
        runtime.maxMemory() >> 20,
        Runtime.version(),
        System.getProperty("os.name"),
        System.getProperty("os.version"));
  }
}
