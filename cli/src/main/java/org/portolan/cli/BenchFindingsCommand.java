package org.portolan.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.portolan.bench.study.FindingsTable;
import org.portolan.bench.study.StudyRecord;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code portolan bench findings}. */
@Command(
    name = "findings",
    description = {
      "Prints what studies have found, as a table in Markdown: each claim, the paper's figure, what"
          + " was measured, and the verdict.",
      ""
    },
    mixinStandardHelpOptions = true)
final class BenchFindingsCommand implements Runnable {
  @Parameters(
      arity = "1..*",
      paramLabel = "DIR",
      description = "The directory of a study's results, as 'bench study' writes it.")
  List<Path> directories;

  @Spec CommandSpec spec;

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    out.print(FindingsTable.of(directories.stream().map(StudyRecord::read).toList()));
    out.flush();
  }
}
