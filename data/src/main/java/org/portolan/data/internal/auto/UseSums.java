package org.portolan.data.internal.auto;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.portolan.data.internal.auto.IndexUse.Sums;
import org.portolan.data.internal.auto.IndexUses.Writes;
import org.portolan.data.internal.auto.ProcessUse.Hot;
import org.portolan.data.internal.auto.ProcessUse.OfIndex;

/**
 * Adds up what all processes count of one index, window by window. Their windows are not those of
 * this process: what a process wrote late counts in the next window. Used by one task.
 */
final class UseSums {
  private final Map<Long, Seen> seen = new HashMap<>();

  /** The sums of a process at the end of the last window. */
  private record Seen(Sums sums, Writes writes) {}

  /**
   * A window.
   *
   * @param written all writes of the store in it
   * @param concentration the probability that two changes are of one value; 0 if it is not known
   * @param listed how many members a look found under the busiest values, on average; 0 for none
   * @param memberBytes the size of a member; 0 if it is not known
   */
  record Window(
      Sums sums, Writes written, double concentration, double listed, double memberBytes) {}

  /** The weighted mean of figures that may be unknown. */
  private static final class Mean {
    private double sum;
    private double weights;

    void add(double figure, double weight) {
      if (figure > 0) {
        sum += figure * weight;
        weights += weight;
      }
    }

    double of() {
      return weights == 0 ? 0 : sum / weights;
    }
  }

  /** Returns what was counted since the last call; a process that is new counts from now on. */
  Window next(String index, List<ProcessUse> uses) {
    Sums sums = Sums.NONE;
    Writes written = Writes.NONE;
    Map<Integer, Double> hot = new HashMap<>();
    double changes = 0;
    Mean listed = new Mean();
    Mean memberBytes = new Mean();
    for (ProcessUse use : uses) {
      OfIndex of = use.indexes().getOrDefault(index, OfIndex.NONE);
      Seen now = new Seen(of.sums(), use.writes());
      Seen before = seen.put(use.id(), now);
      if (before == null) {
        continue;
      }
      Sums more = now.sums().since(before.sums());
      sums = sums.plus(more);
      written = written.plus(now.writes().since(before.writes()));
      // A process that only reads has frequent values, too.
      double weight = 1 + more.changes();
      listed.add(of.listed(), weight);
      memberBytes.add(of.memberBytes(), weight);
      for (Hot each : of.hot()) {
        hot.merge(each.hash(), each.share() * more.changes(), Double::sum);
      }
      changes += of.hot().isEmpty() ? 0 : more.changes();
    }
    seen.keySet().retainAll(uses.stream().map(ProcessUse::id).toList());
    double all = changes;
    double concentration =
        all == 0 ? 0 : hot.values().stream().mapToDouble(each -> (each / all) * (each / all)).sum();
    return new Window(sums, written, concentration, listed.of(), memberBytes.of());
  }

  /** Lets the next window of a process begin now. */
  void restart(long id, Sums sums, Writes writes) {
    seen.put(id, new Seen(sums, writes));
  }
}
