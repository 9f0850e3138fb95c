package org.portolan.bench.costmodel;

import java.util.List;
import java.util.Locale;
import org.portolan.bench.api.Report;
import org.portolan.bench.api.Summary;
import org.portolan.bench.api.Table;
import org.portolan.bench.api.Text;
import org.portolan.bench.calibration.Calibration;
import org.portolan.bench.operations.Act;
import org.portolan.design.cost.CostsWriter;
import org.portolan.design.cost.MeasuredCosts;

/** What the benchmark prints. */
final class CostModelText {
  private CostModelText() {}

  /** Prints the costs that were measured, and how far they are from what they were made of. */
  static void calibration(MeasuredCosts costs, Calibration.Result measured, Report report) {
    report.text(CostsWriter.write(costs, measured.parts()) + "\n");
    report.table(paths(measured));
    report.text("\n");
  }

  private static Table paths(Calibration.Result measured) {
    Table table = new Table("calibration", "", "costs say", "ms", "error");
    measured
        .paths()
        .forEach(
            path ->
                table.row(
                    path.name(),
                    path.fitted() ? "used for the costs" : "not used",
                    Text.format("%.4f", path.predictedMillis()),
                    path.millis().text(),
                    Text.format("%.0f %%", path.errorPercent())));
    return table;
  }

  /** Prints the operations, and ends the report. */
  static void operations(CostErrors errors, String model, MeasuredCosts costs, Report report) {
    Table table = new Table("operation", "work", "costs say", "ms", "error");
    errors
        .operations()
        .forEach(
            operation ->
                table.row(
                    operation.name(),
                    WorkText.of(operation.work()),
                    Text.format("%.4f", operation.predictedMillis()),
                    operation.millis().text(),
                    Text.format("%+.0f %%", operation.errorPercent())));
    report.text(
        Text.format(
            "%s, by the costs of %s (%s)\n\n",
            model, costs.source().isEmpty() ? "this release" : costs.source(), costs.measured()));
    report.table(table);
    report.text("\n" + errors.operations().get(0).millis().legend() + "\n");
    Summary summary = new Summary();
    for (Act.Kind kind : Act.Kind.values()) {
      String kinds = kind.name().toLowerCase(Locale.ROOT) + "s";
      report.text(
          Text.format(
              "%s: the costs err by %.0f %% on average, by %.0f %% at most.\n",
              kinds, errors.mean(kind), errors.largest(kind)));
      summary.add(kinds + "-mean-error-percent", errors.mean(kind));
      summary.add(kinds + "-largest-error-percent", errors.largest(kind));
    }
    List<String> farOff = errors.farOff().stream().map(OperationCost::name).toList();
    report.text(
        farOff.isEmpty()
            ? "No operation errs by more than a third.\n"
            : "These err by more than a third: " + String.join(", ", farOff) + ".\n");
    report.end(summary.add("far-off", farOff.size()));
  }
}
