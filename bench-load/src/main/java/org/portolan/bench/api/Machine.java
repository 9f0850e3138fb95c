package org.portolan.bench.api;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The machine that a benchmark runs on, as the head of its report describes it. */
public final class Machine {
  private Machine() {}

  /** Returns the operating system's figures, if this Java has them. */
  public static Optional<OperatingSystemMXBean> system() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
        ? Optional.of(system)
        : Optional.empty();
  }

  /** Returns the entries for a manifest: the same as {@link #text}, and more. */
  public static Map<String, String> figures() {
    Runtime runtime = Runtime.getRuntime();
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    Map<String, String> figures = new LinkedHashMap<>();
    figures.put("processors", Integer.toString(runtime.availableProcessors()));
    figures.put("architecture", System.getProperty("os.arch"));
    figures.put("load-average", load < 0 ? "unknown" : Text.format("%.1f", load));
    system()
        .ifPresent(
            system -> figures.put("memory-mib", Long.toString(system.getTotalMemorySize() >> 20)));
    figures.put("heap-max-mib", Long.toString(runtime.maxMemory() >> 20));
    figures.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    figures.put("java", Runtime.version().toString());
    figures.put(
        "java-options", String.join(" ", ManagementFactory.getRuntimeMXBean().getInputArguments()));
    return figures;
  }

  /** Returns one line: processors, load, heap, Java and operating system. */
  public static String text() {
    Map<String, String> figures = figures();
    return Text.format(
        "machine: %s processors (%s), load %s before, heap up to %s MiB, Java %s, %s",
        figures.get("processors"),
        figures.get("architecture"),
        figures.get("load-average"),
        figures.get("heap-max-mib"),
        figures.get("java"),
        figures.get("system"));
  }
}
