package org.portolan.bench.rerun;

import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.api.LiveLine;
import org.portolan.bench.api.Rounds;
import org.portolan.bench.run.Manifest;
import org.portolan.bench.run.Results;
import org.portolan.bench.system.ChildProcess;

/**
 * Repeats runs, each in a fresh process: compiled code, memory layout and caches differ from
 * process to process, but would be the same for all repeats within one. Several runs take turns,
 * and each round begins with a different one, so other work of the machine disturbs all of them
 * equally.
 */
public final class Repeats {
  private Repeats() {}

  /**
   * Repeats runs from their manifests, with the Java options of this process. The result of the
   * n-th repeat of a run in directory {@code A} is in {@code out/A/n}, counted from 1.
   *
   * @param runs directories of runs, with different names
   * @param repeats of each run
   * @throws IllegalArgumentException if two directories have the same name, or one holds no run
   * @throws BenchmarkFailedException if a run failed; earlier results are kept, and no further run
   *     begins
   */
  public static void run(
      List<Path> runs, int repeats, Path out, PrintWriter console, LiveLine live) {
    Map<String, Path> named = new LinkedHashMap<>();
    for (Path run : runs) {
      Manifest.read(run);
      String name = Results.name(run);
      if (named.put(name, run) != null) {
        throw new IllegalArgumentException(
            "two runs are named '" + name + "'; their results would be in one directory");
      }
    }
    Map<String, Integer> done = new HashMap<>();
    new Rounds(0, repeats)
        .run(
            named.keySet(),
            name -> {
              int number = done.merge(name, 1, Integer::sum);
              live.show(name + ", " + number + " of " + repeats);
              Path to = out.resolve(name).resolve(Integer.toString(number));
              one(named.get(name), to, name, number, console);
              return number;
            });
  }

  private static void one(Path run, Path to, String name, int number, PrintWriter console) {
    List<String> javaOptions =
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(option -> !option.startsWith("-agentlib") && !option.startsWith("-javaagent"))
            .toList();
    try (ChildProcess process =
        ChildProcess.java(
            RerunProgram.class, javaOptions, List.of(run.toString(), to.toString()))) {
      List<String> lines = new ArrayList<>(process.awaitEnd());
      console.println(name + " " + number + ": " + lines.get(lines.size() - 1));
      console.flush();
    }
  }
}
