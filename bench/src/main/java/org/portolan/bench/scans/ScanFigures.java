package org.portolan.bench.scans;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.portolan.bench.api.Report;
import org.portolan.bench.api.Spelled;
import org.portolan.bench.api.Summary;
import org.portolan.bench.api.Table;
import org.portolan.bench.api.Text;
import org.portolan.bench.statistics.Spread;

/** All measurements, in the order in which they were made. Used by one thread. */
final class ScanFigures {
  private final ScanLayout layout;
  private final Map<Integer, Map<ScanForm, OptionalDouble>> bytes = new LinkedHashMap<>();
  private final List<Cell> cells = new ArrayList<>();

  /** One length of scan with one number of clients: runs by form and round. */
  record Cell(int scanRows, int clients, Map<ScanForm, List<ScanRun>> runs) {
    /** Returns the ratios of a form to HBase's own scan, round by round. */
    Spread ratio(ScanForm form, ToDoubleFunction<ScanRun> figure) {
      return Spread.ofRatios(runs.get(form), runs.get(ScanForm.NATIVE), figure);
    }
  }

  ScanFigures(ScanLayout layout) {
    this.layout = layout;
  }

  void bytes(int scanRows, ScanForm form, OptionalDouble perRow) {
    bytes.computeIfAbsent(scanRows, rows -> new LinkedHashMap<>()).put(form, perRow);
  }

  void runs(int scanRows, int clients, Map<ScanForm, List<ScanRun>> runs) {
    cells.add(new Cell(scanRows, clients, runs));
  }

  List<Cell> cells() {
    return cells;
  }

  Map<Integer, Map<ScanForm, OptionalDouble>> bytes() {
    return bytes;
  }

  void print(Report report) {
    report.table(bytesTable());
    report.text(
        Text.format(
            "%nBytes per row on the socket (measured with ss of iproute2); key and values are"
                + " %d.%n%n",
            layout.usefulBytes()));
    report.table(runsTable());
    Cell any = cells.get(0);
    report.text("\n" + Spread.of(any.runs().get(ScanForm.NATIVE), ScanRun::perSecond).legend());
    report.text("\nRatios are to HBase's own scan in the same round.\n");
    Summary summary = new Summary();
    for (Cell cell : cells) {
      summary.add(
          "ratio-" + cell.scanRows() + "-" + cell.clients(),
          cell.ratio(ScanForm.PREPARED, ScanRun::perSecond).median());
    }
    report.end(summary);
  }

  private Table bytesTable() {
    List<String> heads = new ArrayList<>(List.of("rows of a scan"));
    heads.addAll(Spelled.words(ScanForm.class));
    Table table = new Table(heads.toArray(new String[0]));
    bytes.forEach(
        (scanRows, byForm) -> {
          List<String> row = new ArrayList<>(List.of(Integer.toString(scanRows)));
          for (OptionalDouble perRow : byForm.values()) {
            row.add(perRow.isPresent() ? Text.format("%,.1f", perRow.getAsDouble()) : "-");
          }
          table.row(row.toArray(new String[0]));
        });
    return table;
  }

  private Table runsTable() {
    Table table =
        new Table(
            "rows x clients",
            "scans/s",
            "ratio",
            "p50 ms",
            "ratio",
            "p99 ms",
            "client us",
            "servers us");
    for (Cell cell : cells) {
      cell.runs()
          .forEach(
              (form, runs) ->
                  table.row(
                      cell.scanRows() + " x " + cell.clients() + " " + form.spelling(),
                      Spread.of(runs, ScanRun::perSecond).text(),
                      cell.ratio(form, ScanRun::perSecond).text(),
                      Spread.of(runs, ScanRun::p50Millis).text(),
                      cell.ratio(form, ScanRun::p50Millis).text(),
                      Spread.of(runs, ScanRun::p99Millis).text(),
                      Spread.of(runs, ScanRun::clientMicros).text(),
                      serverMicros(runs)));
    }
    return table;
  }

  private static String serverMicros(List<ScanRun> runs) {
    double[] known =
        runs.stream()
            .map(ScanRun::serverMicros)
            .filter(OptionalDouble::isPresent)
            .mapToDouble(OptionalDouble::getAsDouble)
            .toArray();
    return known.length == 0 ? "-" : Spread.of(known).text();
  }
}
