package org.portolan.bench.endurance;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.portolan.bench.api.Summary;
import org.portolan.bench.api.Table;
import org.portolan.bench.api.Text;
import org.portolan.bench.endurance.Seen.At;
import org.portolan.bench.endurance.Seen.Checked;
import org.portolan.bench.endurance.Seen.Kind;
import org.portolan.bench.endurance.Seen.Reading;
import org.portolan.bench.endurance.Seen.Swept;
import org.portolan.bench.statistics.Ratio;
import org.portolan.bench.statistics.Spread;

/** The printed form of a run, by windows of time. */
final class EnduranceText {
  private static final double CONFIDENCE = 0.95;

  private final Seen seen;
  private final double window;
  private final int windows;
  private final Table table;

  /**
   * @param window the length of a window; the rest of the time belongs to the last window
   */
  EnduranceText(Seen seen, Duration window, Duration load) {
    this.seen = seen;
    this.window = window.toMillis() / 1e3;
    this.windows = Math.toIntExact(load.dividedBy(window));
    List<String> heads = new ArrayList<>(List.of("median of a window"));
    for (int number = 0; number < windows; number++) {
      heads.add(Text.format("from %s", time(number * this.window)));
    }
    heads.add("last/first");
    table = new Table(heads.toArray(String[]::new));
  }

  static String time(double seconds) {
    return seconds < 120 ? Text.format("%.0f s", seconds) : Text.format("%.0f min", seconds / 60);
  }

  Table windows() {
    row("row read (control), ms", seen.readings, reading -> reading.cost(Kind.CONTROL).millis());
    for (Kind kind : List.of(Kind.HOT, Kind.COLD)) {
      String counter = kind.spelling() + " counter";
      row(counter + ", ms", seen.readings, reading -> reading.cost(kind).millis());
      row(counter + " / control", seen.readings, reading -> reading.byControl(kind));
      row(counter + ", calls", seen.readings, reading -> reading.cost(kind).trips());
      row(counter + ", bytes", seen.readings, reading -> reading.cost(kind).bytes());
    }
    List<Swept> idle = seen.sweeps.stream().filter(sweep -> !sweep.ofDead()).toList();
    row("sweep without silent clients, ms", idle, Swept::millis);
    row("  additions folded", idle, sweep -> sweep.result().folded());
    List<Swept> dead = seen.sweeps.stream().filter(Swept::ofDead).toList();
    row("sweep of silent clients, ms", dead, Swept::millis);
    row("  rows inspected", dead, sweep -> sweep.result().rows());
    row("  rows finished", dead, sweep -> sweep.result().finished());
    row("writes, median response, ms", seen.answers, one -> one.told().medianMillis());
    row("writes, 99 %, ms", seen.answers, one -> one.told().highMillis());
    return table;
  }

  private <T extends At> double[] figures(List<T> all, int number, ToDoubleFunction<T> figure) {
    double to = number == windows - 1 ? Double.MAX_VALUE : (number + 1) * window;
    return Seen.figures(all, number * window, to, figure);
  }

  private <T extends At> void row(String name, List<T> all, ToDoubleFunction<T> figure) {
    List<String> cells = new ArrayList<>(List.of(name));
    for (int number = 0; number < windows; number++) {
      double[] figures = figures(all, number, figure);
      cells.add(figures.length == 0 ? "-" : Spread.of(figures).text());
    }
    cells.add(ratio(figures(all, 0, figure), figures(all, windows - 1, figure)));
    table.row(cells.toArray(String[]::new));
  }

  private static String ratio(double[] first, double[] last) {
    boolean positive =
        first.length > 0
            && last.length > 0
            && Arrays.stream(first).allMatch(figure -> figure > 0)
            && Arrays.stream(last).allMatch(figure -> figure > 0);
    if (!positive) {
      return "-";
    }
    Ratio ratio = Ratio.ofRepeats(first, last, CONFIDENCE);
    if (ratio.basis() == Ratio.Basis.NOTHING) {
      return Text.format("%.2f", ratio.ratio());
    }
    return Text.format(
        "%.2f (%.2f–%.2f)", ratio.ratio(), ratio.interval().low(), ratio.interval().high());
  }

  static Table checks(List<Checked> checks) {
    Table table =
        new Table("check", "began", "seconds", "rows/s", "missing", "dangling", "undecided");
    for (Checked check : checks) {
      table.row(
          check.when(),
          time(check.at()),
          Text.format("%.1f", check.seconds()),
          Text.format("%,.0f", check.result().rows() / check.seconds()),
          Long.toString(check.result().missing()),
          Long.toString(check.result().dangling()),
          Long.toString(check.result().undecided()));
    }
    return table;
  }

  Summary summary(long kills) {
    Summary summary = new Summary();
    summary.add("ok", seen.answers.stream().mapToLong(one -> one.told().ok()).sum());
    summary.add("failed", seen.answers.stream().mapToLong(one -> one.told().failed()).sum());
    summary.add("other", seen.answers.stream().mapToLong(one -> one.told().other()).sum());
    summary.add("kills", kills).add("troubles", seen.troubles.count());
    add(summary, "control-ratio", reading -> reading.cost(Kind.CONTROL).millis());
    add(summary, "hot-ratio", reading -> reading.byControl(Kind.HOT));
    add(summary, "cold-ratio", reading -> reading.byControl(Kind.COLD));
    add(summary, "hot-bytes-ratio", reading -> reading.cost(Kind.HOT).bytes());
    Checked last = seen.checks.get(seen.checks.size() - 1);
    summary.add("missing", last.result().missing()).add("dangling", last.result().dangling());
    return summary.add("undecided", last.result().undecided());
  }

  private void add(Summary summary, String name, ToDoubleFunction<Reading> figure) {
    double[] first = figures(seen.readings, 0, figure);
    double[] last = figures(seen.readings, windows - 1, figure);
    if (first.length > 0 && last.length > 0) {
      summary.add(name, Spread.of(last).median() / Spread.of(first).median());
    }
  }

  /** Returns a line of progress: the newest figures. */
  static String minute(double at, Seen seen) {
    StringBuilder line = new StringBuilder("after " + time(at) + ":");
    if (!seen.readings.isEmpty()) {
      Reading reading = seen.readings.get(seen.readings.size() - 1);
      line.append(
          Text.format(
              " control %.2f ms, hot %.2f ms %.0f bytes, cold %.2f ms %.0f bytes;",
              reading.cost(Kind.CONTROL).millis(),
              reading.cost(Kind.HOT).millis(),
              reading.cost(Kind.HOT).bytes(),
              reading.cost(Kind.COLD).millis(),
              reading.cost(Kind.COLD).bytes()));
    }
    if (!seen.sweeps.isEmpty()) {
      Swept sweep = seen.sweeps.get(seen.sweeps.size() - 1);
      line.append(Text.format(" sweep %.0f ms %s;", sweep.millis(), sweep.result().summary()));
    }
    return line
        + Text.format(
            " ok %,d failed %,d troubles %d%n",
            seen.answers.stream().mapToLong(one -> one.told().ok()).sum(),
            seen.answers.stream().mapToLong(one -> one.told().failed()).sum(),
            seen.troubles.count());
  }
}
