package org.portolan.bench.scans;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.portolan.bench.api.Text;
import org.portolan.bench.report.Chart;
import org.portolan.bench.report.Scale;

/** All figures as a table for programs, and plots of the ratios to HBase's own scan. */
record ScanFiles(ScanFigures figures) {
  /** More lines would be hard to distinguish; the table has all forms. */
  private static final List<ScanForm> DRAWN = List.of(ScanForm.PREPARED, ScanForm.NATIVE_GZIP);

  /**
   * Writes {@code runs.csv}, {@code bytes.csv} and the plots; replaces existing files with these
   * names.
   */
  void write(Path directory) {
    try {
      Files.createDirectories(directory);
      Files.writeString(directory.resolve("runs.csv"), runs());
      Files.writeString(directory.resolve("bytes.csv"), bytes());
      Files.writeString(
          directory.resolve("throughput.svg"),
          chart("Scans a second, divided by those of HBase's own scan", ScanRun::perSecond).file());
      Files.writeString(
          directory.resolve("latency.svg"),
          chart("Median latency, divided by that of HBase's own scan", ScanRun::p50Millis).file());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write figures to " + directory, e);
    }
  }

  private String runs() {
    StringBuilder text =
        new StringBuilder(
            "scan_rows,clients,form,round,scans_per_second,p50_ms,p99_ms,client_us,servers_us\n");
    for (ScanFigures.Cell cell : figures.cells()) {
      cell.runs()
          .forEach(
              (form, runs) -> {
                for (int round = 0; round < runs.size(); round++) {
                  ScanRun run = runs.get(round);
                  text.append(
                      Text.format(
                          "%d,%d,%s,%d,%.1f,%.3f,%.3f,%.1f,%.1f%n",
                          cell.scanRows(),
                          cell.clients(),
                          form.spelling(),
                          round + 1,
                          run.perSecond(),
                          run.p50Millis(),
                          run.p99Millis(),
                          run.clientMicros(),
                          run.serverMicros().orElse(Double.NaN)));
                }
              });
    }
    return text.toString();
  }

  private String bytes() {
    StringBuilder text = new StringBuilder("scan_rows,form,bytes_per_row\n");
    figures
        .bytes()
        .forEach(
            (scanRows, byForm) ->
                byForm.forEach(
                    (form, perRow) ->
                        text.append(
                            Text.format(
                                "%d,%s,%.2f%n",
                                scanRows, form.spelling(), perRow.orElse(Double.NaN)))));
    return text.toString();
  }

  /** Returns a chart with a line for each form and length of scan, by the number of clients. */
  private Chart chart(String title, ToDoubleFunction<ScanRun> figure) {
    Chart chart =
        new Chart(title, "clients", Scale.Kind.LINEAR, "ratio", Scale.Kind.LINEAR)
            .limit(1, "HBase's own scan");
    int color = 0;
    for (ScanForm form : DRAWN) {
      for (int scanRows : figures.bytes().keySet()) {
        List<ScanFigures.Cell> cells =
            figures.cells().stream().filter(cell -> cell.scanRows() == scanRows).toList();
        chart.line(
            form.spelling() + ", " + scanRows + " rows",
            color++,
            cells,
            ScanFigures.Cell::clients,
            cell -> cell.ratio(form, figure).median());
      }
    }
    return chart;
  }
}
