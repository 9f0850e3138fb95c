package org.portolan.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import org.portolan.bench.api.Machine;
import org.portolan.bench.calibration.Calibration;
import org.portolan.bench.calibration.Calibration.PathResult;
import org.portolan.design.cost.CostsWriter;
import org.portolan.design.cost.MeasuredCosts;
import org.portolan.engine.Engines;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code portolan bench calibrate}. */
@Command(
    name = "calibrate",
    description = {
      "Measures what round trips, rows, entries, bytes and writes cost on your engine, for"
          + " 'portolan design --costs' and 'portolan explain --costs'. Then says how far these"
          + " costs are from the times of other reads and writes. Takes a minute or two.",
      ""
    },
    mixinStandardHelpOptions = true)
final class BenchCalibrateCommand implements Callable<Integer> {
  private static final int ROUNDS_MIN = 5;

  @Option(
      names = "--store",
      required = true,
      paramLabel = "URI",
      description = "A store that does not exist yet. Its tables are removed at the end.")
  String store;

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      defaultValue = "costs.yaml",
      description = "The file for the costs. Default: ${DEFAULT-VALUE}.")
  Path out;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "20",
      description = "Measured rounds, at least 5. Default: ${DEFAULT-VALUE}.")
  int rounds;

  @Option(
      names = "--warm-up",
      paramLabel = "N",
      defaultValue = "10",
      description = "Rounds before them that are not counted. Default: ${DEFAULT-VALUE}.")
  int warmUp;

  @Option(
      names = "--millis",
      paramLabel = "N",
      defaultValue = "150",
      description =
          "How long each read or write is repeated in each round. Default: ${DEFAULT-VALUE}.")
  int turnMillis;

  @Option(names = "--replace", description = "Write over the file if it exists.")
  boolean replace;

  @Spec CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    if (rounds < ROUNDS_MIN || warmUp < 0 || turnMillis < 1) {
      throw new ParameterException(
          spec.commandLine(),
          "--rounds must be at least " + ROUNDS_MIN + ", --warm-up 0 and --millis 1");
    }
    if (!replace && Files.exists(out)) {
      throw new IllegalArgumentException(
          "cannot write " + out + ": it exists; give another --out, or --replace");
    }
    Path directory = out.toAbsolutePath().getParent();
    if (directory != null && !Files.isDirectory(directory)) {
      throw new IllegalArgumentException(
          "cannot write "
              + out
              + ": there is no directory "
              + out.getParent()
              + "; create it, or give another --out");
    }
    StoreOption.requireStore(store);
    Calibration.Result result;
    try (StatusLine status = new StatusLine(spec.commandLine().getErr())) {
      result = Calibration.run(store, new Calibration.Plan(warmUp, rounds, turnMillis), status);
    }
    MeasuredCosts measured =
        new MeasuredCosts(
            Engines.ofUri(store).scheme(),
            out.toString(),
            LocalDate.now(ZoneOffset.UTC)
                + ", "
                + result.server()
                + ", one client, "
                + rounds
                + " rounds; "
                + Machine.text(),
            result.costs(),
            OptionalDouble.of(result.errorPercent()));
    Files.writeString(out, CostsWriter.write(measured, result.parts()));
    print(result);
    return 0;
  }

  private void print(Calibration.Result result) {
    PrintWriter printed = spec.commandLine().getOut();
    printed.println(Machine.text());
    printed.println(result.server());
    printed.println();
    printed.printf("%-36s %-26s %10s %8s%n", "used for the costs", "ms", "costs say", "error");
    result.paths().stream().filter(PathResult::fitted).forEach(path -> line(printed, path));
    printed.println();
    printed.printf("%-36s %-26s %10s %8s%n", "not used", "ms", "costs say", "error");
    result.paths().stream().filter(path -> !path.fitted()).forEach(path -> line(printed, path));
    printed.println();
    printed.printf(
        Locale.ROOT,
        "Mean error of those that were not used: %.0f %%. %s%n",
        result.errorPercent(),
        result.paths().get(0).millis().legend());
    printed.println("Wrote " + out + ".");
    printed.flush();
  }

  private static void line(PrintWriter printed, PathResult path) {
    printed.printf(
        Locale.ROOT,
        "%-36s %-26s %10.4f %6.0f %%%n",
        path.name(),
        path.millis().text(),
        path.predictedMillis(),
        path.errorPercent());
  }
}
