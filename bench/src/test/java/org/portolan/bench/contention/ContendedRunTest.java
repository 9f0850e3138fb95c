package org.portolan.bench.contention;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ContendedRunTest {
  private static final long FROM = 1_000_000;
  private static final long TO = 11_000_000;

  private static OneEdit edit(long beginMicros, long endMicros, EditEnd end) {
    return new OneEdit(
        1, endMicros, (endMicros - beginMicros) * 1_000, end, 7, 42, "1.2.3", "A page");
  }

  private static ContendedRun run(List<Long> kills, OneEdit... edits) {
    return new ContendedRun(List.of(edits), kills, 0, FROM, TO, WriterCounts.NONE, List.of());
  }

  @Test
  void edits_outsideOfTheMeasuredTime_doNotCount() {
    ContendedRun run =
        run(
            List.of(),
            edit(FROM - 1, FROM + 5, EditEnd.SAVED),
            edit(FROM, FROM + 2_000, EditEnd.SAVED),
            edit(TO - 1, TO + 3_000, EditEnd.EDIT_CONFLICT),
            edit(TO, TO + 5, EditEnd.SAVED));
    assertThat(run.measured().count()).isEqualTo(2);
    assertThat(run.savedPerSecond()).isEqualTo(0.1);
    assertThat(run.givenUpPercent()).isEqualTo(50);
    assertThat(run.failed()).isZero();
    assertThat(run.heldUpMillis()).isZero();
    assertThat(run.silenceMillis()).isZero();
  }

  @Test
  void heldUp_countsFromTheKill_andOnlyEditsUnderWayThen() {
    ContendedRun run =
        run(
            List.of(2_000_000L, 5_000_000L),
            edit(FROM, 1_900_000, EditEnd.SAVED),
            edit(1_900_000, 2_400_000, EditEnd.WRITE_CONFLICT),
            edit(2_100_000, 2_900_000, EditEnd.SAVED),
            edit(4_999_000, 5_300_000, EditEnd.SAVED));
    assertThat(run.heldUpMillis()).isEqualTo(400);
    assertThat(run.silenceMillis()).isEqualTo(900);
  }

  @Test
  void lines_areReadAsTheyWereWritten() {
    OneEdit edit = edit(FROM, TO, EditEnd.WRITE_CONFLICT);
    assertThat(OneEdit.parse(edit.line())).isEqualTo(edit);
    WriterCounts counts = new WriterCounts(1, 2, 3, 4, 5);
    assertThat(WriterCounts.parse(counts.line())).isEqualTo(counts);
  }

  @Test
  void journal_addsUpTheCounts_ofKilledProcessesToo() {
    Journal journal = new Journal();
    journal.line("ready");
    journal.line("counts 10 5 1 0 0");
    journal.line("counts 20 6 2 0 0");
    journal.line("ready");
    journal.line("counts 3 1 0 1 1");
    assertThat(journal.counts()).isEqualTo(new WriterCounts(23, 7, 2, 1, 1));
  }
}
