package org.portolan.bench.study;

import java.util.List;
import org.portolan.bench.api.Summary;
import org.portolan.bench.api.Table;
import org.portolan.bench.api.Text;

/** A study and its result as text. Stateless. */
public final class StudyText {
  private static final int WIDTH = 100;

  private StudyText() {}

  /** Returns what a study is going to do. */
  public static String head(Study study, Size size) {
    return study.title()
        + "\n"
        + wrapped(study.question())
        + wrapped("paper: " + study.paper())
        + Text.format(
            "size %s: %d measurements, %d of each\n\n",
            size.spelling(), study.measurements(size), study.rounds(size));
  }

  /** Returns the result. */
  public static String of(StudyResult result, List<Verdict> verdicts) {
    StringBuilder text = new StringBuilder(result.machine()).append("\n\n");
    for (Step step : result.study().steps()) {
      StudyTables.Rows rows = StudyTables.of(result, step);
      text.append(step.name()).append(": ").append(step.kind().spelling()).append(' ');
      text.append(step.subject()).append('\n');
      text.append(Table.of(rows.heads(), rows.rows()).text());
      result.notes(step).forEach(note -> text.append(wrapped(note)));
      text.append('\n');
    }
    text.append(StudyTables.legend(result)).append("\n\n");
    if (!verdicts.isEmpty()) {
      StudyTables.Rows rows = StudyTables.ofClaims(verdicts);
      text.append(Table.of(rows.heads(), rows.rows()).text());
      for (Verdict verdict : verdicts) {
        text.append(wrapped(verdict.claim().name() + ": " + verdict.claim().text()));
      }
      text.append('\n');
    }
    for (StudyTables.Fitted fitted : StudyTables.fits(result)) {
      text.append(fitted.fit().name()).append(":\n");
      if (!fitted.missing().isEmpty()) {
        text.append(wrapped("not fitted: " + fitted.missing()));
      }
      fitted
          .figures()
          .forEach((name, spread) -> text.append(Text.format("  %-18s %s\n", name, spread.text())));
      text.append('\n');
    }
    List<Predicted> predictions = ServiceDemands.of(result);
    predictions.forEach(predicted -> text.append(of(predicted)).append('\n'));
    if (predictions.stream().anyMatch(predicted -> predicted.missing().isEmpty())) {
      Predicted.ASSUMPTIONS.forEach(assumption -> text.append(wrapped(assumption)));
      text.append('\n');
    }
    for (String failure : result.failures()) {
      text.append(wrapped("failed: " + failure));
    }
    for (String limit : result.study().limits()) {
      text.append(wrapped("limit: " + limit));
    }
    return text.toString();
  }

  private static String of(Predicted predicted) {
    String title = wrapped(predicted.title() + ":");
    if (!predicted.missing().isEmpty()) {
      return title + wrapped("not predicted: " + predicted.missing());
    }
    StringBuilder text = new StringBuilder(title).append(wrapped(predicted.machines()));
    for (StudyTables.Rows rows : List.of(predicted.table(), predicted.demandRows())) {
      text.append(Table.of(rows.heads(), rows.rows()).text());
    }
    return text.toString();
  }

  /** Returns the last line. */
  public static String summary(StudyResult result, List<Verdict> verdicts, double seconds) {
    Summary summary = new Summary().add("study", result.study().name());
    for (Verdict.Word word : Verdict.Word.values()) {
      summary.add(word.spelling(), verdicts.stream().filter(one -> one.word() == word).count());
    }
    return summary
        .add("failed", result.failures().size())
        .add("seconds", Math.round(seconds))
        .line();
  }

  private static String wrapped(String text) {
    StringBuilder lines = new StringBuilder();
    int column = 0;
    for (String word : text.split(" ", -1)) {
      if (column > 0 && column + 1 + word.length() > WIDTH) {
        lines.append("\n  ");
        column = 2;
      } else if (column > 0) {
        lines.append(' ');
        column++;
      }
      lines.append(word);
      column += word.length();
    }
    return lines.append('\n').toString();
  }
}
