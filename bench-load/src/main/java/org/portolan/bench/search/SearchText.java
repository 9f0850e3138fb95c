package org.portolan.bench.search;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import org.portolan.bench.api.LiveLine;
import org.portolan.bench.api.Summary;
import org.portolan.bench.api.Text;

/** The printed form of a search: a line for each probe when it has ended, then the answer. */
record SearchText(SearchSpec spec, PrintWriter out, LiveLine live) {
  private static final String FORM = "%5s  %-8s  %14s  %6s  %10s  %8s  %8s  %9s  %-13s  %s%n";

  void head(String command, String machine) {
    out.printf(
        Locale.ROOT,
        "The highest load at which %s %% of the requests answer within %s.%n",
        Text.plain(100 * spec.share()),
        time(spec.within()));
    out.println("run: " + command);
    out.println(machine);
    out.println();
    out.printf(
        Locale.ROOT,
        FORM,
        "probe",
        "why",
        "load",
        "s",
        "ok/s",
        "p50 ms",
        "p99 ms",
        "% in time",
        "interval",
        "verdict");
    out.flush();
  }

  void begins(int number, Step.Purpose purpose, double load, Duration length) {
    live.show(
        Text.format(
            "probe %d (%s): %s for %s",
            number, purpose.spelling(), spec.by().text(load), time(length)));
  }

  void ended(Step step) {
    live.show("");
    out.print(line(step));
    out.flush();
  }

  String line(Step step) {
    ProbeOutcome outcome = step.outcome();
    Judgement judgement = step.judgement();
    return Text.format(
        FORM,
        step.number(),
        step.purpose().spelling(),
        spec.by().text(outcome.load()),
        Text.plain(outcome.length().toMillis() / 1e3),
        Text.format("%,.0f", outcome.throughput()),
        Text.format("%.2f", outcome.median() / 1e6),
        Text.format("%.2f", outcome.response99() / 1e6),
        Text.format("%.2f", 100 * judgement.share()),
        Text.format(
            "%.2f–%.2f", 100 * judgement.interval().low(), 100 * judgement.interval().high()),
        judgement.verdict().spelling()
            + (judgement.reason().isEmpty() ? "" : ": " + judgement.reason()));
  }

  void end(SearchResult result) {
    live.show("");
    out.println();
    out.print(answer(result));
    out.flush();
  }

  /** Returns the answer, each line with its line break; the last line is for scripts. */
  static String answer(SearchResult result) {
    StringBuilder text = new StringBuilder("answer: ").append(result.text()).append('\n');
    result
        .stepOfPasses()
        .ifPresent(
            step ->
                text.append(
                    Text.format(
                        "at %s: %,.0f ok/s, p50 %.2f p95 %.2f p99 %.2f ms%s%n",
                        result.spec().by().text(step.outcome().load()),
                        step.outcome().throughput(),
                        step.outcome().median() / 1e6,
                        step.outcome().response95() / 1e6,
                        step.outcome().response99() / 1e6,
                        result.confirmed() ? ", confirmed by a run of its own" : "")));
    result.notes().forEach(note -> text.append("note: ").append(note).append('\n'));
    Summary summary =
        new Summary()
            .add("end", result.end().spelling())
            .add("passes", result.passes().orElse(0))
            .add("fails", result.fails().orElse(0))
            .add(
                "throughput",
                result.stepOfPasses().map(step -> step.outcome().throughput()).orElse(0.0))
            .add("confirmed", Boolean.toString(result.confirmed()))
            .add("probes", result.steps().size());
    return text.append('\n').append(summary.line()).append('\n').toString();
  }

  private static String time(Duration time) {
    return time.toNanos() % 1_000_000_000 == 0
        ? time.toSeconds() + " s"
        : Text.plain(time.toNanos() / 1e6) + " ms";
  }
}
