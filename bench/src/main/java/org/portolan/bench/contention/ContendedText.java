package org.portolan.bench.contention;

import org.HdrHistogram.Histogram;
import org.portolan.bench.api.Report;
import org.portolan.bench.api.Summary;
import org.portolan.bench.api.Table;
import org.portolan.bench.api.Text;

/** A contended run as text. */
final class ContendedText {
  private ContendedText() {}

  static void print(ContendedRun run, Aftermath after, Report report) {
    report.table(edits(run));
    report.text("\n");
    report.table(conflicts(run));
    report.text("\n");
    report.table(kills(run, after));
    report.text(
        Text.format(
            "%nTimes in ms, each from the first opening of the page to the end of the edit.%n"
                + "Held up: from a kill to the end of an edit that was under way in another"
                + " process.%nSilence: from a kill to the next acknowledgement of any process.%n"
                + "check: %s%n",
            after.check().summary()));
    run.messages().forEach(message -> report.text(message + "\n"));
    after.faults().forEach(fault -> report.text(fault + "\n"));
    report.end(summary(run, after));
  }

  private static Table edits(ContendedRun run) {
    Histogram times = run.times();
    return new Table(
            "edits", "saved", "given up", "%", "failed", "saved/s", "p50", "p99", "longest")
        .row(
            Text.count(run.measured().count()),
            Text.count(run.measured(EditEnd.SAVED)),
            Text.count(run.givenUp()),
            Text.format("%.2f", run.givenUpPercent()),
            Text.count(run.failed()),
            Text.figure(run.savedPerSecond()),
            Text.millis(times.getValueAtPercentile(50)),
            Text.millis(times.getValueAtPercentile(99)),
            Text.millis(times.getMaxValue()));
  }

  private static Table conflicts(ContendedRun run) {
    WriterCounts counts = run.counts();
    return new Table(
            "given up by",
            "edit conflicts",
            "write conflicts",
            "pages reopened",
            "commits",
            "attempts a commit",
            "merges won",
            "lost")
        .row(
            "",
            Text.count(run.measured(EditEnd.EDIT_CONFLICT)),
            Text.count(run.measured(EditEnd.WRITE_CONFLICT)),
            Text.count(counts.reopened()),
            Text.count(counts.commits()),
            Text.format("%.3f", counts.attemptsOfACommit()),
            Text.count(counts.mergesWon()),
            Text.count(counts.mergesLost()));
  }

  private static Table kills(ContendedRun run, Aftermath after) {
    Histories histories = after.histories();
    return new Table(
            "kills",
            "held up",
            "silence",
            "acknowledged",
            "lost",
            "twice",
            "saved unanswered",
            "counters drifted")
        .row(
            Text.count(run.kills().size()),
            Text.figure(run.heldUpMillis()),
            Text.figure(run.silenceMillis()),
            Text.count(histories.acknowledged()),
            Text.count(histories.lost()),
            Text.count(histories.doubled()),
            Text.count(histories.unanswered()),
            Text.count(after.drift()));
  }

  private static Summary summary(ContendedRun run, Aftermath after) {
    Histogram times = run.times();
    return new Summary()
        .add("edits", run.measured().count())
        .add("saved", run.measured(EditEnd.SAVED))
        .add("given-up", run.givenUp())
        .add("edit-conflicts", run.measured(EditEnd.EDIT_CONFLICT))
        .add("write-conflicts", run.measured(EditEnd.WRITE_CONFLICT))
        .add("failed", run.failed())
        .add("saved-per-second", run.savedPerSecond())
        .add("p50-ms", times.getValueAtPercentile(50) / 1e6)
        .add("p99-ms", times.getValueAtPercentile(99) / 1e6)
        .add("longest-ms", times.getMaxValue() / 1e6)
        .add("attempts", run.counts().attemptsOfACommit())
        .add("reopened", run.counts().reopened())
        .add("commits", run.counts().commits())
        .add("merges-won", run.counts().mergesWon())
        .add("merges-lost", run.counts().mergesLost())
        .add("kills", run.kills().size())
        .add("held-up-ms", run.heldUpMillis())
        .add("silence-ms", run.silenceMillis())
        .add("lost", after.histories().lost())
        .add("twice", after.histories().doubled());
  }
}
