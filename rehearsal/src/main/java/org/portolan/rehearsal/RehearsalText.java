package org.portolan.rehearsal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.portolan.advisor.propose.Proposal;
import org.portolan.advisor.report.Remarks;
import org.portolan.advisor.serve.Served;
import org.portolan.rehearsal.run.Outcome;

/** What a rehearsal showed, for the text of a proposal. Without times, so it is always the same. */
public final class RehearsalText implements Remarks {
  private static final int SHOWN = 5;

  private final Rehearsal.Result result;
  private final AccessPathLines lines;

  public RehearsalText(Proposal proposal, Rehearsal.Result result) {
    this.result = result;
    this.lines = new AccessPathLines(proposal);
  }

  @Override
  public List<Remark> summary() {
    List<Remark> remarks = new ArrayList<>();
    if (result.outcomes().isEmpty()) {
      return remarks;
    }
    long executed = result.outcomes().values().stream().filter(Outcome::executed).count();
    List<Map.Entry<Served, Outcome>> differing =
        result.outcomes().entrySet().stream()
            .filter(entry -> entry.getValue().executed() && !entry.getValue().isAsEstimated())
            .toList();
    remarks.add(
        new Remark(
            "tried",
            String.format(
                Locale.ROOT,
                "on %s, %,d rows: %d of %d served statements executed, %s",
                result.engine(),
                result.rows(),
                executed,
                result.outcomes().size(),
                differing.isEmpty()
                    ? "all as estimated"
                    : differing.size() == 1 ? "1 differs" : differing.size() + " differ")));
    differing.stream()
        .limit(SHOWN)
        .forEach(
            entry ->
                remarks.add(
                    new Remark("", entry.getKey().statement().name() + ": " + difference(entry))));
    result.findings().stream()
        .limit(SHOWN)
        .forEach(finding -> remarks.add(new Remark("", "check: " + finding)));
    return remarks;
  }

  private static String difference(Map.Entry<Served, Outcome> entry) {
    Outcome outcome = entry.getValue();
    return outcome.faults().isEmpty()
        ? "estimated "
            + outcome.tripsEstimated()
            + ", executed "
            + count(outcome.trips(), "round trip")
        : outcome.faults().get(0);
  }

  @Override
  public List<Remark> of(Served served) {
    Outcome outcome = result.outcomes().get(served);
    if (outcome == null) {
      return List.of();
    }
    if (!outcome.executed()) {
      return List.of(new Remark("not executed", outcome.reason()));
    }
    List<Remark> remarks = new ArrayList<>();
    remarks.add(new Remark("executed", figures(outcome)));
    if (outcome.trips() != outcome.tripsEstimated()) {
      remarks.add(
          new Remark(
              "differs",
              "estimated "
                  + count(outcome.tripsEstimated(), "round trip")
                  + ", executed "
                  + outcome.trips()));
    }
    outcome.faults().forEach(fault -> remarks.add(new Remark("wrong", fault)));
    return remarks;
  }

  private static String figures(Outcome outcome) {
    String read = count(outcome.rowsRead(), "row") + " read";
    String written = ", " + count(outcome.rowsWritten(), "row") + " written";
    return count(outcome.trips(), "round trip")
        + ", "
        + read
        + (outcome.rowsWritten() > 0 ? written : "")
        + (outcome.bytes() > 0 ? ", " + count(outcome.bytes(), "byte") : "")
        + (outcome.rowsWritten() > 0 ? "" : ", " + count(outcome.found(), "result"));
  }

  private static String count(long number, String thing) {
    return String.format(Locale.ROOT, "%,d %s%s", number, thing, number == 1 ? "" : "s");
  }

  @Override
  public List<String> lines(Served served) {
    return lines.of(served);
  }
}
