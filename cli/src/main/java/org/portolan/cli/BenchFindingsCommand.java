package org.portolan.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.portolan.bench.study.FindingsBlocks;
import org.portolan.bench.study.FindingsTable;
import org.portolan.bench.study.StudyRecord;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code portolan bench findings}. */
@Command(
    name = "findings",
    description = {
      "Prints what studies have found, as a table in Markdown: each claim, the paper's figure, what"
          + " was measured, and the verdict. Or puts such tables into files.",
      ""
    },
    mixinStandardHelpOptions = true)
final class BenchFindingsCommand implements Runnable {
  @Parameters(
      arity = "1..*",
      paramLabel = "DIR",
      description = "The directory of a study's results, as 'bench study' writes it.")
  List<Path> directories;

  @Option(
      names = "--into",
      paramLabel = "FILE",
      split = ",",
      description = {
        "Instead of printing, replace the tables of these files in Markdown. A table is between the"
            + " comments '<!-- findings: WHAT -->' and '<!-- end of findings -->', each on a line"
            + " of its own. WHAT is STUDY, or STUDY.CLAIM, or several of these, separated by"
            + " commas. A table of a study whose results are not given stays as it is."
      })
  List<Path> into = List.of();

  @Spec CommandSpec spec;

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    List<StudyRecord> studies = directories.stream().map(StudyRecord::read).toList();
    if (into.isEmpty()) {
      out.print(FindingsTable.of(studies));
    }
    into.forEach(file -> fill(file, studies, out));
    out.flush();
  }

  private static void fill(Path file, List<StudyRecord> studies, PrintWriter out) {
    try {
      FindingsBlocks.Filled filled = FindingsBlocks.filled(Files.readString(file), studies);
      Files.writeString(file, filled.text());
      out.println(
          file
              + ": "
              + filled.filled()
              + (filled.filled() == 1 ? " table" : " tables")
              + (filled.missing().isEmpty()
                  ? ""
                  : "; no results of " + String.join(", ", filled.missing())));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(file + ", " + e.getMessage(), e);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read or write " + file + ": " + e.getMessage(), e);
    }
  }
}
