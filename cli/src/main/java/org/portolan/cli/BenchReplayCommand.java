package org.portolan.cli;

import java.nio.file.Path;
import org.portolan.bench.Benchmarks;
import org.portolan.bench.api.Benchmark;
import org.portolan.bench.api.Parameter;
import picocli.CommandLine.Command;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code portolan bench replay}: {@code bench run replay} with the trace as an argument. */
@Command(
    name = "replay",
    description = {
      "Replays a trace of Wikipedia, in WikiBench's format, on a wiki at any pace.",
      ""
    },
    mixinStandardHelpOptions = true,
    modelTransformer = BenchReplayCommand.AddOptions.class)
final class BenchReplayCommand implements Runnable {
  private static final String BENCHMARK = "replay";
  private static final String TRACE = "trace";

  @Parameters(paramLabel = "TRACE", description = "The trace, plain or compressed by gzip.")
  Path trace;

  @Spec CommandSpec spec;

  @Override
  public void run() {
    Benchmark benchmark = Benchmarks.of(BENCHMARK);
    var given = BenchRunCommand.given(benchmark, spec);
    given.put(TRACE, trace.toString());
    BenchRunCommand.run(benchmark, given, spec);
  }

  /** Adds the options of the benchmark to the command. */
  static final class AddOptions implements IModelTransformer {
    @Override
    public CommandSpec transform(CommandSpec command) {
      for (Parameter parameter : Benchmarks.of(BENCHMARK).parameters()) {
        if (!parameter.name().equals(TRACE)) {
          command.addOption(BenchRunCommand.option(parameter));
        }
      }
      return command;
    }
  }
}
