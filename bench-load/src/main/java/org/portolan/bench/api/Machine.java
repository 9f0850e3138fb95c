package org.portolan.bench.api;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;

/** The machine that a benchmark runs on, as the head of its report describes it. */
public final class Machine {
  private Machine() {}

  /** Returns the entries for a manifest: the same as {@link #text}, and Java's options. */
  public static Map<String, String> figures() {
    Runtime runtime = Runtime.getRuntime();
    Map<String, String> figures = new LinkedHashMap<>();
    figures.put("processors", Integer.toString(runtime.availableProcessors()));
    figures.put("architecture", System.getProperty("os.arch"));
    figures.put("load-average", load());
    if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
      figures.put("memory-mib", Long.toString(system.getTotalMemorySize() >> 20));
    }
    figures.put("heap-max-mib", Long.toString(runtime.maxMemory() >> 20));
    figures.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    figures.put("java", Runtime.version().toString());
    figures.put(
        "java-options", String.join(" ", ManagementFactory.getRuntimeMXBean().getInputArguments()));
    return figures;
  }

  private static String load() {
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    return load < 0 ? "unknown" : Text.format("%.1f", load);
  }

  /** Returns one line: processors, load, heap, Java and operating system. */
  public static String text() {
    Runtime runtime = Runtime.getRuntime();
    return Text.format(
        "machine: %d processors (%s), load %s before, heap up to %,d MiB, Java %s, %s %s",
        runtime.availableProcessors(),
        System.getProperty("os.arch"),
        load(),
        runtime.maxMemory() >> 20,
        Runtime.version(),
        System.getProperty("os.name"),
        System.getProperty("os.version"));
  }
}
