package org.portolan.bench.study;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.portolan.bench.api.Text;

/** The findings of studies as tables in Markdown, for documentation. Stateless. */
public final class FindingsTable {
  private FindingsTable() {}

  /** A claim of a study, and what was found. */
  record Found(StudyRecord study, StudyRecord.Finding finding) {}

  /** Returns a row for each claim, in the order of the studies, and the machines below. */
  public static String of(List<StudyRecord> studies) {
    return ofSeveral(
        studies.stream()
            .flatMap(study -> study.claims().stream().map(finding -> new Found(study, finding)))
            .toList());
  }

  /** Returns a table of claims, which may be of several studies. */
  static String ofSeveral(List<Found> found) {
    StringBuilder table = new StringBuilder();
    heading(table, "study", "claim", "the paper's", "measured", "verdict");
    for (Found one : found) {
      List<String> cells = new ArrayList<>(List.of("`" + one.study().study() + "`"));
      cells.addAll(cells(one.finding()));
      row(table, cells);
    }
    table.append('\n');
    List<StudyRecord> studies = found.stream().map(Found::study).distinct().toList();
    studies.stream()
        .map(FindingsTable::machine)
        .distinct()
        .forEach(machine -> table.append("Measured on ").append(machine).append(".\n"));
    studies.stream()
        .filter(study -> !study.size().equals(Size.DEFAULT.spelling()))
        .forEach(
            study -> table.append(Text.format("`%s` in size %s.\n", study.study(), study.size())));
    return table.toString();
  }

  /** Returns the table of one study, with its size, date and duration. */
  static String ofOne(StudyRecord study) {
    StringBuilder table = new StringBuilder();
    heading(table, "claim", "the paper's", "measured", "verdict");
    study.claims().forEach(finding -> row(table, cells(finding)));
    return table
        + Text.format(
            "\nSize `%s`, on %s, in %s s; %s.\n",
            study.size(),
            study.began().substring(0, study.began().indexOf('T')),
            String.format(Locale.ROOT, "%,d", study.seconds()),
            machine(study))
        + predictions(study);
  }

  /** Returns what a study predicts for machines that it had not; nothing if it does not. */
  private static String predictions(StudyRecord study) {
    if (study.predictions().isEmpty()) {
      return "";
    }
    StringBuilder table = new StringBuilder("\nPredicted by service demands:\n\n");
    heading(table, "a second", "machines", "servers", "at most", "planned", "first at its limit");
    for (StudyRecord.Forecast forecast : study.predictions()) {
      for (StudyRecord.OfServers row : forecast.rows()) {
        row(
            table,
            List.of(
                forecast.predict(),
                forecast.machines(),
                Text.count(row.servers()),
                row.at(1).text(),
                Text.format(
                    "%s at %.0f %%",
                    Text.figure(row.most() * forecast.utilisation()), 100 * forecast.utilisation()),
                row.first()));
      }
    }
    return table.toString();
  }

  private static String machine(StudyRecord study) {
    return study.machine().replaceFirst("^machine: ", "");
  }

  private static void heading(StringBuilder table, String... names) {
    row(table, Arrays.asList(names));
    table.append("|---".repeat(names.length)).append("|\n");
  }

  private static void row(StringBuilder table, List<String> cells) {
    for (String cell : cells) {
      table.append("| ").append(cell.replace("|", "\\|").strip()).append(' ');
    }
    table.append("|\n");
  }

  private static List<String> cells(StudyRecord.Finding finding) {
    return List.of(finding.says(), finding.theirs(), measured(finding), finding.verdict());
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
