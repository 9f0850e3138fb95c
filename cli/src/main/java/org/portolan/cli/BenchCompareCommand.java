package org.portolan.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import org.portolan.bench.report.Comparison;
import org.portolan.bench.report.RunGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code portolan bench compare}. */
@Command(
    name = "compare",
    description = {
      "Compares two variants: prints the ratios with their intervals, and whether the runs"
          + " show a difference.",
      ""
    },
    mixinStandardHelpOptions = true)
final class BenchCompareCommand implements Runnable {
  @Parameters(
      index = "0",
      paramLabel = "A",
      description = "The directory of a run, or a directory that holds those of its repeats.")
  Path first;

  @Parameters(index = "1", paramLabel = "B", description = "The same for the other variant.")
  Path second;

  @Option(
      names = "--paired",
      description =
          "The runs were made in turn: each run of B is paired with the run of A in the same"
              + " position.")
  boolean paired;

  @Option(
      names = "--confidence",
      paramLabel = "N",
      defaultValue = "95",
      description = "The confidence of the intervals, in per cent. Default: ${DEFAULT-VALUE}.")
  double confidence;

  @Spec CommandSpec spec;

  @Override
  public void run() {
    if (!(confidence > 0 && confidence < 100)) {
      throw new ParameterException(
          spec.commandLine(), "--confidence must be above 0 and below 100, not " + confidence);
    }
    Comparison comparison =
        Comparison.of(RunGroup.read(first), RunGroup.read(second), paired, confidence / 100);
    PrintWriter out = spec.commandLine().getOut();
    out.print(comparison.text());
    out.println();
    out.println(comparison.summary());
    out.flush();
  }
}
