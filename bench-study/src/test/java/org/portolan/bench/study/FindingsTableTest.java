package org.portolan.bench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FindingsTableTest {
  @TempDir Path directory;

  private static StudyRecord record(String study, String size, StudyRecord.Finding... findings) {
    return new StudyRecord(
        StudyRecord.FORMAT,
        study,
        "Title",
        size,
        "2026-11-30T01:00:00Z",
        1428,
        "machine: 2 processors",
        List.of(
            new StudyRecord.OfCell(
                "reads",
                Map.of("target", "hbase"),
                List.of(Map.of("p50", 1.5)),
                List.of("round-1: cold"),
                List.of())),
        List.of(findings),
        List.of(
            new StudyRecord.Forecast(
                "reads",
                "servers of 4 cores",
                0.7,
                List.of(
                    new StudyRecord.OfServers(1, 4000, 3000.0, 5000.0, "servers"),
                    new StudyRecord.OfServers(16, 64_000, null, null, "links of servers")))));
  }

  private static StudyRecord.Finding finding(Double figure, Double low, Double high, String ours) {
    return new StudyRecord.Finding(
        "more", "More | is more.", "up to 1.29", "not decided", ours, figure, low, high);
  }

  @Test
  void table_hasARowForEachClaimAndTheMachineOnce() {
    String table =
        FindingsTable.of(
            List.of(
                record("one", "default", finding(2.0, 1.5, 2.5, "20 beside 10")),
                record(
                    "two",
                    "quick",
                    finding(7.0, null, null, "7.00"),
                    finding(null, null, null, "nothing was measured"))));
    assertThat(table)
        .isEqualTo(
            """
            | study | claim | the paper's | measured | verdict |
            |---|---|---|---|---|
            | `one` | More \\| is more. | up to 1.29 | 2.00 (1.50–2.50): 20 beside 10 | not decided |
            | `two` | More \\| is more. | up to 1.29 | 7.00 | not decided |
            | `two` | More \\| is more. | up to 1.29 | nothing was measured | not decided |

            Measured on 2 processors.
            `two` in size quick.
            """);
  }

  @Test
  void tableOfOne_hasThePredictionsBelow() {
    assertThat(
            FindingsTable.ofOne(record("one", "default", finding(2.0, 1.5, 2.5, "20 beside 10"))))
        .endsWith(
            """
            Size `default`, on 2026-11-30, in 1,428 s; 2 processors.

            Predicted by service demands:

            | a second | machines | servers | at most | planned | first at its limit |
            |---|---|---|---|---|---|
            | reads | servers of 4 cores | 1 | 4,000 (3,000–5,000) | 2,800 at 70 % | servers |
            | reads | servers of 4 cores | 16 | 64,000 | 44,800 at 70 % | links of servers |
            """);
  }

  @Test
  void record_isReadAsItWasWritten() throws IOException {
    StudyRecord record = record("one", "default", finding(2.0, 1.5, 2.5, "20 beside 10"));
    record.write(directory);
    assertThat(StudyRecord.read(directory)).isEqualTo(record);
    Path file = directory.resolve(StudyRecord.NAME);
    Files.writeString(file, Files.readString(file).replace("\"ours\"", "\"mine\""));
    assertThatThrownBy(() -> StudyRecord.read(directory))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("study.json");
    assertThatThrownBy(() -> StudyRecord.read(directory.resolve("none")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("there is no directory");
  }

  @Test
  void record_ofAnEarlierRelease_hasNoNotesAndPredictions() throws IOException {
    record("one", "default").write(directory);
    Path file = directory.resolve(StudyRecord.NAME);
    String text = Files.readString(file);
    String withoutNotes = text.replaceFirst("\"notes\" : [^\\]]*\\],\\s*", "");
    String without = withoutNotes.replaceFirst("(?s),\\s*\"predictions\" : .*", "\n}");
    assertThat(withoutNotes).isNotEqualTo(text);
    assertThat(without).isNotEqualTo(withoutNotes);
    Files.writeString(file, without);
    StudyRecord read = StudyRecord.read(directory);
    assertThat(read.cells().get(0).notes()).isEmpty();
    assertThat(read.predictions()).isEmpty();
  }
}
