package org.portolan.bench.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.portolan.bench.api.Text;
import org.portolan.bench.run.Manifest;
import org.portolan.bench.run.Results;
import org.portolan.bench.run.RunResult;
import org.portolan.bench.search.SearchFile;

/**
 * One self-contained HTML page about runs and searches: it includes styles and charts, loads
 * nothing, and needs no script.
 */
public final class ReportPage {
  private static final int COMPARED_MAX = 8;

  private final List<Section> sections;

  /** A run or a search on the page. */
  sealed interface Section permits RunSection, SearchSection {}

  private ReportPage(List<Section> sections) {
    this.sections = sections;
  }

  /**
   * Reads the runs and searches to report.
   *
   * @param directories of runs, of searches, or holding such directories
   * @throws IllegalArgumentException if one is neither; the message names it
   */
  public static ReportPage of(List<Path> directories) {
    List<Section> sections = new ArrayList<>();
    for (Path directory : directories) {
      sections.addAll(read(directory, Results.name(directory)));
    }
    return new ReportPage(sections);
  }

  private static List<Section> read(Path directory, String label) {
    if (Manifest.isIn(directory)) {
      return List.of(new RunSection(label, RunResult.read(directory)));
    }
    if (Files.exists(directory.resolve(SearchFile.NAME))) {
      return List.of(new SearchSection(label, SearchFile.read(directory)));
    }
    List<Section> sections = new ArrayList<>();
    for (Path inner : RunGroup.directoriesIn(directory)) {
      if (Manifest.isIn(inner) || Files.exists(inner.resolve(SearchFile.NAME))) {
        sections.addAll(read(inner, label + "/" + inner.getFileName()));
      }
    }
    if (sections.isEmpty()) {
      throw new IllegalArgumentException(
          Text.format(
              "%s holds no run (manifest.json) and no search (%s); name a directory that"
                  + " 'bench run --out' or 'bench search --out' wrote",
              directory, SearchFile.NAME));
    }
    return sections;
  }

  /** Returns the number of runs and searches on the page. */
  public int size() {
    return sections.size();
  }

  /**
   * Writes the page.
   *
   * @throws UncheckedIOException if that fails; the message names the file
   */
  public void write(Path file) {
    try {
      Files.writeString(file, Templates.fill("page", this));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  List<Section> sections() {
    return sections;
  }

  List<RunSection> runs() {
    return all(RunSection.class);
  }

  List<SearchSection> searches() {
    return all(SearchSection.class);
  }

  private <T> List<T> all(Class<T> type) {
    return sections.stream().filter(type::isInstance).map(type::cast).toList();
  }

  /** Returns the charts that compare the runs; none if there are fewer than two. */
  List<Chart> charts() {
    List<Chart> charts = new ArrayList<>();
    if (runs().size() >= 2) {
      charts.add(distributions());
      runs().stream()
          .map(RunSection::workload)
          .distinct()
          .forEach(workload -> againstRate(workload).ifPresent(charts::add));
    }
    return charts;
  }

  private Chart distributions() {
    Chart chart =
        new Chart(
            "Distributions of all responses"
                + (runs().size() > COMPARED_MAX ? " (the first " + COMPARED_MAX + " runs)" : ""),
            "share of operations within",
            Scale.Kind.NINES,
            "ms",
            Scale.Kind.LOGARITHMIC);
    int color = 0;
    for (RunSection run : runs().stream().limit(COMPARED_MAX).toList()) {
      RunSection.percentiles(chart, run.label(), color++, run.load().response());
    }
    return chart;
  }

  /** Draws latency against rate, if runs of the workload were offered different rates. */
  private Optional<Chart> againstRate(String workload) {
    List<RunSection> open =
        runs().stream()
            .filter(run -> run.workload().equals(workload) && run.rate().isPresent())
            .sorted(Comparator.comparingDouble(ReportPage::rate))
            .toList();
    if (open.stream().mapToDouble(ReportPage::rate).distinct().count() < 2) {
      return Optional.empty();
    }
    Chart chart =
        new Chart(
            "Responses against rate: " + workload,
            "offered, operations a second",
            Scale.Kind.LINEAR,
            "ms",
            Scale.Kind.LOGARITHMIC);
    int color = 0;
    for (double percentile : new double[] {50, 95, 99}) {
      chart.line(
          Text.figure(percentile) + " %",
          color++,
          open,
          ReportPage::rate,
          run -> run.load().response().getValueAtPercentile(percentile) / 1e6);
    }
    return Optional.of(chart);
  }

  private static double rate(RunSection run) {
    return run.rate().getAsDouble();
  }
}
