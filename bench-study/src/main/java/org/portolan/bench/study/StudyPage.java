package org.portolan.bench.study;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.portolan.bench.report.Chart;
import org.portolan.bench.report.Document;
import org.portolan.bench.report.Scale;
import org.portolan.bench.statistics.Spread;
import org.portolan.bench.study.StudyResult.OfCell;

/**
 * The page of a study: what the paper found, what was measured, and whether it holds. Stateless.
 */
public final class StudyPage {
  private StudyPage() {}

  /** Returns the page. */
  public static Document of(StudyResult result, List<Verdict> verdicts) {
    Study study = result.study();
    Document page = new Document(study.title());
    page.text(study.question());
    page.note(study.paper());
    page.note(
        "portolan bench study "
            + study.name()
            + (result.size() == Size.DEFAULT ? "" : " --" + result.size().spelling())
            + ", "
            + result.began()
            + "; "
            + result.machine());
    page.heading("What holds");
    if (verdicts.isEmpty()) {
      page.text("This study tests no claim.");
    }
    for (Verdict verdict : verdicts) {
      page.verdict(verdict.word().text() + ": " + verdict.claim().name(), good(verdict.word()));
      page.text(verdict.claim().text());
      page.note(figures(verdict));
    }
    result.failures().forEach(failure -> page.verdict("failed: " + failure, false));
    study.charts().forEach(chart -> page.chart(chart(result, chart)));
    for (Step step : study.steps()) {
      StudyTables.Rows rows = StudyTables.of(result, step);
      page.heading(step.name());
      page.note(step.kind().spelling() + " " + step.subject() + " " + options(step));
      page.table(rows.heads(), rows.rows());
      result.notes(step).forEach(page::note);
    }
    page.note(StudyTables.legend(result));
    for (StudyTables.Fitted fitted : StudyTables.fits(result)) {
      page.heading("Law of scalability: " + fitted.fit().name());
      if (!fitted.missing().isEmpty()) {
        page.text("Not fitted: " + fitted.missing() + ".");
        continue;
      }
      page.note(
          "Gunther's universal law, fitted to each round. A prediction beyond the measured numbers"
              + " is as good as the law, and no better.");
      page.table(
          List.of("figure", "value"),
          fitted.figures().entrySet().stream()
              .map(entry -> List.of(entry.getKey(), entry.getValue().text()))
              .toList());
    }
    List<Predicted> predictions = ServiceDemands.of(result);
    predictions.forEach(predicted -> show(predicted, page));
    if (predictions.stream().anyMatch(predicted -> predicted.missing().isEmpty())) {
      Predicted.ASSUMPTIONS.forEach(page::note);
    }
    if (!study.limits().isEmpty()) {
      page.heading("What this cannot show");
      study.limits().forEach(page::text);
    }
    return page;
  }

  private static void show(Predicted predicted, Document page) {
    page.heading("Prediction: " + predicted.title());
    if (!predicted.missing().isEmpty()) {
      page.text("Not predicted: " + predicted.missing() + ".");
      return;
    }
    page.note(predicted.machines());
    page.table(predicted.table().heads(), predicted.table().rows());
    page.table(predicted.demandRows().heads(), predicted.demandRows().rows());
  }

  private static Boolean good(Verdict.Word word) {
    return switch (word) {
      case HOLDS -> true;
      case DOES_NOT_HOLD -> false;
      default -> null;
    };
  }

  private static String figures(Verdict verdict) {
    List<String> parts = new ArrayList<>();
    if (!verdict.text().isEmpty()) {
      parts.add("measured: " + verdict.text());
    }
    parts.add(verdict.ours());
    if (!verdict.claim().theirs().isEmpty()) {
      parts.add("the paper: " + verdict.claim().theirs());
    }
    return String.join("; ", parts);
  }

  private static String options(Step step) {
    return step.options().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(option -> "--" + option.getKey() + " " + option.getValue())
        .collect(Collectors.joining(" "));
  }

  private static Chart chart(StudyResult result, Study.Picture picture) {
    Step step = result.study().step(Figures.step(picture.figure())).orElseThrow();
    Chart chart =
        new Chart(
            picture.title(),
            picture.overLabel(),
            Scale.Kind.LINEAR,
            picture.unit(),
            picture.logarithmic() ? Scale.Kind.LOGARITHMIC : Scale.Kind.LINEAR);
    Map<String, List<Point>> lines = new LinkedHashMap<>();
    for (OfCell one : result.of(step)) {
      String name =
          picture.lines().stream()
              .map(line -> one.cell().values().get(line))
              .collect(Collectors.joining(", "));
      points(one, picture)
          .forEach(point -> lines.computeIfAbsent(name, any -> new ArrayList<>()).add(point));
    }
    int color = 0;
    for (Map.Entry<String, List<Point>> line : lines.entrySet()) {
      List<Point> points =
          line.getValue().stream().sorted(Comparator.comparingDouble(Point::x)).toList();
      chart.line(line.getKey(), color++, points, Point::x, Point::y);
    }
    return chart;
  }

  private record Point(double x, double y) {}

  /** Returns the points of one cell: one, or the course of its figure. */
  private static List<Point> points(OfCell one, Study.Picture picture) {
    String figure = Figures.name(picture.figure());
    if (!picture.isCourse()) {
      double[] all = one.all(figure);
      return all.length == 0
          ? List.of()
          : List.of(
              new Point(
                  Double.parseDouble(one.cell().values().get(picture.over())),
                  Spread.of(all).median()));
    }
    Set<String> names = new TreeSet<>();
    one.rounds().forEach(round -> names.addAll(round.keySet()));
    List<Point> points = new ArrayList<>();
    for (String name : names) {
      Figures.at(figure, name)
          .ifPresent(x -> points.add(new Point(x, Spread.of(one.all(name)).median())));
    }
    return points;
  }
}
