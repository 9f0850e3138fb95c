package org.portolan.cli;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.portolan.bench.report.ReportPage;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code portolan bench report}. */
@Command(
    name = "report",
    description = {
      "Writes one HTML page about runs and searches. The page needs no network and no script.",
      ""
    },
    mixinStandardHelpOptions = true)
final class BenchReportCommand implements Runnable {
  @Parameters(
      arity = "1..*",
      paramLabel = "DIR",
      description =
          "The directory of a run or a search, or a directory that holds several of them.")
  List<Path> directories;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      defaultValue = "report.html",
      description =
          "The file of the page; an existing file is replaced. Default: ${DEFAULT-VALUE}.")
  Path output;

  @Spec CommandSpec spec;

  @Override
  public void run() {
    if (Files.isDirectory(output)) {
      throw new IllegalArgumentException(
          "cannot write the report to " + output + ", which is a directory; name a file");
    }
    ReportPage page = ReportPage.of(directories);
    page.write(output);
    PrintWriter out = spec.commandLine().getOut();
    out.printf("sections=%d report=%s%n", page.size(), output);
    out.flush();
  }
}
