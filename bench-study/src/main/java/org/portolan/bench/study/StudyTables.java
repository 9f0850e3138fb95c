package org.portolan.bench.study;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.portolan.bench.api.Text;
import org.portolan.bench.statistics.ScalabilityLaw;
import org.portolan.bench.statistics.Spread;
import org.portolan.bench.study.StudyResult.OfCell;

/** The tables of a study's result, for texts and pages. Stateless. */
final class StudyTables {
  private StudyTables() {}

  /**
   * A table.
   *
   * @param rows each with as many cells as there are heads
   */
  record Rows(List<String> heads, List<List<String>> rows) {}

  /** Returns a row for each cell of a step: its values, then its figures with their spread. */
  static Rows of(StudyResult result, Step step) {
    List<OfCell> cells = result.of(step);
    List<String> figures = figures(step, cells);
    List<String> heads = new ArrayList<>(step.each().isEmpty() ? List.of("step") : step.each());
    heads.addAll(figures);
    List<List<String>> rows = new ArrayList<>();
    for (OfCell one : cells) {
      List<String> row =
          new ArrayList<>(
              step.each().isEmpty() ? List.of(step.name()) : one.cell().values().values());
      for (String figure : figures) {
        double[] all = one.all(figure);
        row.add(all.length > 0 ? Spread.of(all).text() : one.failures().isEmpty() ? "" : "failed");
      }
      rows.add(row);
    }
    return new Rows(heads, rows);
  }

  /** Returns what the intervals of the tables mean: those of the steps with the most rounds. */
  static String legend(StudyResult result) {
    int rounds =
        result.study().steps().stream()
            .filter(step -> !result.of(step).isEmpty())
            .mapToInt(step -> result.study().rounds(result.size(), step))
            .max()
            .orElse(1);
    return Spread.of(new double[rounds]).legend();
  }

  private static List<String> figures(Step step, List<OfCell> cells) {
    if (!step.figures().isEmpty()) {
      return step.figures();
    }
    Set<String> all = new LinkedHashSet<>();
    cells.forEach(one -> one.rounds().forEach(round -> all.addAll(round.keySet())));
    all.removeIf(figure -> figure.contains(Figures.AT));
    return List.copyOf(all);
  }

  /** Returns a row for each claim. */
  static Rows ofClaims(List<Verdict> verdicts) {
    return new Rows(
        List.of("claim", "verdict", "factor or figure", "means", "the paper's"),
        verdicts.stream()
            .map(
                one ->
                    List.of(
                        one.claim().name(),
                        one.word().text(),
                        one.text(),
                        one.ours(),
                        one.claim().theirs()))
            .toList());
  }

  /**
   * A law that was fitted to each round.
   *
   * @param missing why there is none; empty if there is one
   */
  record Fitted(Study.Fit fit, Map<String, Spread> figures, String missing) {}

  /**
   * Returns the laws of a study, each fitted to every round apart: their spread is that of runs.
   */
  static List<Fitted> fits(StudyResult result) {
    return result.study().fits().stream().map(fit -> fitted(result, fit)).toList();
  }

  private static Fitted fitted(StudyResult result, Study.Fit fit) {
    Step step = result.study().step(Figures.step(fit.figure())).orElseThrow();
    List<OfCell> cells = result.of(step, fit.of());
    List<ScalabilityLaw> laws = new ArrayList<>();
    String missing = "";
    for (int round = 0; round < result.study().rounds(result.size(), step); round++) {
      List<double[]> points = new ArrayList<>();
      for (OfCell one : cells) {
        Double figure =
            round < one.rounds().size()
                ? one.rounds().get(round).get(Figures.name(fit.figure()))
                : null;
        if (figure != null && figure > 0) {
          points.add(
              new double[] {Double.parseDouble(one.cell().values().get(fit.over())), figure});
        }
      }
      try {
        laws.add(
            ScalabilityLaw.fit(
                points.stream().mapToDouble(point -> point[0]).toArray(),
                points.stream().mapToDouble(point -> point[1]).toArray()));
      } catch (IllegalArgumentException e) {
        missing = e.getMessage();
      }
    }
    Map<String, Spread> figures = new LinkedHashMap<>();
    if (!laws.isEmpty()) {
      figures.put("of one", Spread.of(laws, ScalabilityLaw::rate));
      figures.put("contention", Spread.of(laws, ScalabilityLaw::contention));
      figures.put("crosstalk", Spread.of(laws, ScalabilityLaw::crosstalk));
      for (double number : fit.predict()) {
        figures.put(
            "predicted of " + Text.plain(number), Spread.of(laws, law -> law.throughput(number)));
      }
    }
    return new Fitted(fit, figures, laws.isEmpty() ? missing : "");
  }
}
