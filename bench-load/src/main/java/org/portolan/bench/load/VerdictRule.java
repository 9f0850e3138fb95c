package org.portolan.bench.load;

import org.HdrHistogram.Histogram;
import org.portolan.bench.api.Text;

/**
 * Decides whether the generator was the limit of a run. It was ({@link Verdict#CLIENT_BOUND}) if
 *
 * <ul>
 *   <li>free workers started operations late: the 99th percentile of that lateness is above {@link
 *       LoadSpec#lateMax} and above a tenth of the 99th percentile of the response; or
 *   <li>more than one operation in a hundred found no free worker, although the workers were in the
 *       store for less than nine tenths of the time just before; or
 *   <li>its process used more than nine tenths of all processors, and the store's work is not done
 *       in it.
 * </ul>
 *
 * Otherwise, if more than one operation in a hundred found no free worker, the verdict is {@link
 * Verdict#WORKERS_BUSY}.
 */
record VerdictRule(Verdict verdict, String reason) {
  static final double LATE_SHARE_MAX = 0.1;
  static final double BUSY_SHARE_MAX = 0.01;
  static final double IN_STORE_SHARE_MIN = 0.9;
  static final double PROCESSORS_SHARE_MAX = 0.9;

  static VerdictRule of(
      LoadSpec spec,
      Histogram response,
      double seconds,
      double inStore,
      ClientUse client,
      Workload workload) {
    int workers = spec.drive().workers();
    double processors =
        seconds == 0
            ? 0
            : client.processorSeconds() / seconds / Runtime.getRuntime().availableProcessors();
    long late = client.dispatchLate99();
    if (late > spec.lateMax().toNanos()
        && late > LATE_SHARE_MAX * response.getValueAtPercentile(99)) {
      return new VerdictRule(
          Verdict.CLIENT_BOUND,
          Text.format(
              "free workers started one operation in a hundred %.2f ms late or more; the machine of"
                  + " the generator is too slow or too busy for this rate",
              late / 1e6));
    }
    if (client.busyShare() > BUSY_SHARE_MAX && inStore < IN_STORE_SHARE_MIN) {
      return new VerdictRule(
          Verdict.CLIENT_BOUND,
          Text.format(
              "%.1f %% of operations found no free worker, although the workers were in the store"
                  + " for only %.0f %% of the time before: the generator cannot make this rate",
              100 * client.busyShare(), 100 * inStore));
    }
    if (!workload.inProcess() && processors > PROCESSORS_SHARE_MAX) {
      return new VerdictRule(
          Verdict.CLIENT_BOUND,
          Text.format("the generator used %.0f %% of this machine's processors", 100 * processors));
    }
    if (client.busyShare() > BUSY_SHARE_MAX) {
      return new VerdictRule(
          Verdict.WORKERS_BUSY,
          Text.format(
              "all %d workers were busy when %.1f %% of operations came due; more workers would"
                  + " show whether the store or their number is the limit",
              workers, 100 * client.busyShare()));
    }
    return new VerdictRule(
        Verdict.KEPT_UP,
        Text.format("free workers started 99 %% of operations within %.3f ms", late / 1e6));
  }
}
