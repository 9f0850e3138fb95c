package org.portolan.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.portolan.bench.rerun.Repeats;
import org.portolan.bench.rerun.Rerun;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code portolan bench rerun}. */
@Command(
    name = "rerun",
    description = {
      "Repeats a run by its manifest: the same workload, options and seeds.",
      "With --repeat, or for several runs, each repeat has a new process and the runs take turns;"
          + " the results are in PATH/RUN/1, PATH/RUN/2 and so on.",
      ""
    },
    mixinStandardHelpOptions = true)
final class BenchRerunCommand implements Runnable {
  private static final int REPEATS_MAX = 1_000;

  @Parameters(paramLabel = "DIR", arity = "1..*", description = "The directories of the runs.")
  List<Path> directories;

  @Option(
      names = "--out",
      paramLabel = "PATH",
      description = "An empty or new directory for the new results (default: none are kept).")
  Path out;

  @Option(
      names = "--store",
      paramLabel = "URI",
      description =
          "The store to use instead of the run's store; only for a single run without --repeat.")
  String store;

  @Option(
      names = "--repeat",
      paramLabel = "N",
      defaultValue = "1",
      description = "The number of repeats of each run (default: ${DEFAULT-VALUE}).")
  int repeats;

  @Spec CommandSpec spec;

  @Override
  public void run() {
    if (repeats < 1 || repeats > REPEATS_MAX) {
      throw wrong("--repeat must be from 1 to " + REPEATS_MAX + ", not " + repeats);
    }
    PrintWriter console = spec.commandLine().getOut();
    try (StatusLine status = new StatusLine(spec.commandLine().getErr())) {
      if (repeats == 1 && directories.size() == 1) {
        Rerun.of(directories.get(0), changed()).run(console, status);
      } else if (out == null || store != null) {
        throw wrong(
            "Repeated runs need --out and use their own stores: give --out, and leave out"
                + " --store.");
      } else {
        Repeats.run(directories, repeats, out, console, status);
      }
    }
  }

  private Map<String, String> changed() {
    Map<String, String> changed = new LinkedHashMap<>();
    if (out != null) {
      changed.put("out", out.toString());
    }
    if (store != null) {
      changed.put("store", store);
    }
    return changed;
  }

  private ParameterException wrong(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
