package org.portolan.cli;

import java.io.PrintWriter;
import org.portolan.bench.Benchmarks;
import org.portolan.bench.api.Benchmark;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code portolan bench}. */
@Command(
    name = "bench",
    description = {
      "Benchmarks and workloads: running them, finding limits, comparing, reporting.",
      ""
    },
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      BenchCommand.ListCommand.class,
      BenchRunCommand.class,
      BenchRerunCommand.class,
      BenchReplayCommand.class,
      BenchSearchCommand.class,
      BenchStudyCommand.class,
      BenchFindingsCommand.class,
      BenchCompareCommand.class,
      BenchReportCommand.class,
      BenchCalibrateCommand.class
    })
final class BenchCommand implements Runnable {
  @Spec CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(),
        "A command is missing: give 'bench list', 'bench run NAME', 'bench study NAME', 'bench rerun DIR' or"
            + " 'bench replay TRACE'.");
  }

  /** {@code portolan bench list}. */
  @Command(
      name = "list",
      description = {"Lists the benchmarks, one per line: name and description.", ""},
      mixinStandardHelpOptions = true)
  static final class ListCommand implements Runnable {
    @Spec CommandSpec spec;

    @Override
    public void run() {
      PrintWriter out = spec.commandLine().getOut();
      for (Benchmark benchmark : Benchmarks.all()) {
        out.printf("%-23s %s%n", benchmark.name(), benchmark.description());
      }
      out.flush();
    }
  }
}
