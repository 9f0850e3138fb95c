package org.portolan.bench.study;

import java.util.List;
import org.portolan.bench.api.Text;

/** The findings of several studies as a table in Markdown, for documentation. Stateless. */
public final class FindingsTable {
  private FindingsTable() {}

  /** Returns a row for each claim, in the order of the studies, and the machines below. */
  public static String of(List<StudyRecord> studies) {
    StringBuilder table =
        new StringBuilder(
            "| study | claim | the paper's | measured | verdict |\n|---|---|---|---|---|\n");
    for (StudyRecord study : studies) {
      for (StudyRecord.Finding finding : study.claims()) {
        row(
            table,
            "`" + study.study() + "`",
            finding.says(),
            finding.theirs(),
            measured(finding),
            finding.verdict());
      }
    }
    table.append('\n');
    studies.stream()
        .map(study -> study.machine().replaceFirst("^machine: ", ""))
        .distinct()
        .forEach(machine -> table.append("Measured on ").append(machine).append(".\n"));
    studies.stream()
        .filter(study -> !study.size().equals(Size.DEFAULT.spelling()))
        .forEach(
            study -> table.append(Text.format("`%s` in size %s.\n", study.study(), study.size())));
    return table.toString();
  }

  private static void row(StringBuilder table, String... cells) {
    for (String cell : cells) {
      table.append("| ").append(cell.replace("|", "\\|").strip()).append(' ');
    }
    table.append("|\n");
  }

  private static String measured(StudyRecord.Finding finding) {
    if (finding.figure() == null) {
      return finding.ours();
    }
    String figure = Text.figure(finding.figure());
    String interval =
        finding.low() == null
            ? ""
            : " (" + Text.figure(finding.low()) + "–" + Text.figure(finding.high()) + ")";
    return figure.equals(finding.ours())
        ? figure + interval
        : figure + interval + ": " + finding.ours();
  }
}
