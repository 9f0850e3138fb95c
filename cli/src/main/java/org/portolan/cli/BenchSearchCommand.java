package org.portolan.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.portolan.bench.Benchmarks;
import org.portolan.bench.api.Benchmark;
import picocli.CommandLine.Command;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/** {@code portolan bench search}: a subcommand for each workload. */
@Command(
    name = "search",
    description = {
      "Searches for the highest load at which enough requests of a workload are answered in time.",
      ""
    },
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "WORKLOAD",
    modelTransformer = BenchSearchCommand.AddSearches.class)
final class BenchSearchCommand implements Runnable {
  @Spec CommandSpec spec;

  /** Runs if no workload is named. */
  @Unmatched List<String> unknown = new ArrayList<>();

  @Override
  public void run() {
    String names =
        Benchmarks.searches().stream().map(Benchmark::name).collect(Collectors.joining(", "));
    String message =
        unknown.isEmpty()
            ? "The workload is missing: name one of " + names
            : "There is no workload '" + unknown.get(0) + "'; there are " + names;
    throw new ParameterException(spec.commandLine(), message);
  }

  /** Adds the workloads to the command. */
  static final class AddSearches implements IModelTransformer {
    @Override
    public CommandSpec transform(CommandSpec search) {
      return BenchRunCommand.AddBenchmarks.add(search, Benchmarks.searches());
    }
  }
}
