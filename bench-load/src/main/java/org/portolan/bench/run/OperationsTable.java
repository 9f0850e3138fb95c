package org.portolan.bench.run;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.portolan.bench.api.Text;
import org.portolan.bench.load.LoadResult;
import org.portolan.bench.load.OperationResult;
import org.portolan.bench.load.OutcomeKind;

/** The table of a run's operations, on the console and on a page: latencies and outcomes. */
public final class OperationsTable {
  private static final List<String> HEADS =
      List.of(
          "operation",
          "ok/s",
          "p50",
          "p95",
          "p99",
          "p99.9",
          "max ms",
          "service p50",
          "service p99",
          "lag p99");

  private OperationsTable() {}

  /** Returns the heads of the columns; each kind of outcome that occurred has one, like ok. */
  public static List<String> heads(LoadResult load) {
    return Stream.concat(HEADS.stream(), kinds(load).stream().map(OutcomeKind::spelling)).toList();
  }

  /** Returns a row for each kind of operation that occurred. */
  public static List<List<String>> rows(LoadResult load) {
    return load.operations().stream()
        .filter(operation -> operation.total() > 0)
        .map(operation -> row(operation, load))
        .toList();
  }

  private static List<String> row(OperationResult operation, LoadResult load) {
    List<String> row = new ArrayList<>();
    row.add(operation.operation());
    row.add(Text.figure(load.seconds() > 0 ? operation.ok() / load.seconds() : 0));
    for (double percentile : new double[] {50, 95, 99, 99.9, 100}) {
      row.add(Text.millis(operation.response().getValueAtPercentile(percentile)));
    }
    row.add(Text.millis(operation.service().getValueAtPercentile(50)));
    row.add(Text.millis(operation.service().getValueAtPercentile(99)));
    row.add(Text.millis(operation.lag().getValueAtPercentile(99)));
    kinds(load).forEach(kind -> row.add(Text.count(operation.count(kind))));
    return row;
  }

  private static List<OutcomeKind> kinds(LoadResult load) {
    return Stream.of(OutcomeKind.values())
        .filter(kind -> kind == OutcomeKind.OK || load.count(kind) > 0)
        .toList();
  }
}
