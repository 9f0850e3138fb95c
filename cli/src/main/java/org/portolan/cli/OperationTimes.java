package org.portolan.cli;

import java.util.Locale;
import java.util.Optional;
import org.portolan.data.plan.Operation;
import org.portolan.data.plan.Trip.Phase;
import org.portolan.design.cost.EngineCosts;
import org.portolan.design.cost.MeasuredCosts;
import org.portolan.design.cost.Work;

/**
 * The times of operations by measured costs, beside their round trips. Without costs, nothing is
 * added.
 */
record OperationTimes(Optional<MeasuredCosts> measured) {
  static final OperationTimes NONE = new OperationTimes(Optional.empty());

  /** Returns {@code (0.61 ms)} with a space before it, or nothing. */
  String of(Operation operation) {
    return measured.map(costs -> " (" + text(millis(operation, costs.costs())) + ")").orElse("");
  }

  /** Returns the time of a round trip that looks up a row, or nothing. */
  String ofTrip() {
    return measured
        .map(costs -> " (" + text(Work.read(1, 1, 0, 0).millis(costs.costs())) + " with a row)")
        .orElse("");
  }

  /** Returns whose costs they are, and what the times leave out. */
  Optional<String> legend() {
    return measured.map(
        costs ->
            "by "
                + costs.source()
                + " ("
                + costs.measured()
                + "), of one item and one entry each, without the bytes; each further entry of a"
                + " page takes "
                + text(costs.costs().entry())
                + ", each row "
                + text(costs.costs().row())
                + ", each KiB "
                + text(costs.costs().kibibyte())
                + " read and "
                + text(costs.costs().written())
                + " written"
                + (costs.errorPercent().isEmpty()
                    ? ""
                    : String.format(
                        Locale.ROOT,
                        "; wrong by %.0f %% on average where it was tested",
                        costs.errorPercent().getAsDouble())));
  }

  private static double millis(Operation operation, EngineCosts costs) {
    double reads = operation.roundTrips(Phase.READ, TargetText.ONE_OF_EACH);
    double rows = operation.keysRead(TargetText.ONE_OF_EACH);
    double commits = operation.roundTrips(Phase.COMMIT, TargetText.ONE_OF_EACH);
    double written = operation.keysWritten(TargetText.ONE_OF_EACH);
    Work read = Work.read(reads, rows, 0, 0);
    return (commits > 0 ? read.plus(Work.write(commits, 1, Math.max(0, written - 1), 0)) : read)
        .millis(costs);
  }

  private static String text(double millis) {
    return String.format(
        Locale.ROOT, millis >= 1 ? "%.1f ms" : millis >= 0.1 ? "%.2f ms" : "%.4f ms", millis);
  }
}
