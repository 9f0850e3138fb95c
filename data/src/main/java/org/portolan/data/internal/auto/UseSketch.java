package org.portolan.data.internal.auto;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.portolan.types.Tuple;

/**
 * The values of an index that change most, in bounded memory: space-saving of Metwally, Agrawal and
 * El Abbadi 2005. A value that changes more often than one in {@value #VALUES_MAX} is among them.
 * Nobody waits for it: a change that meets another one here is not counted. Thread-safe.
 */
final class UseSketch {
  static final int VALUES_MAX = 64;

  private final Map<Tuple, Count> counts = new HashMap<>();
  private final AtomicBoolean busy = new AtomicBoolean();

  /** Guarded by {@link #busy}. */
  private double all;

  /** The number of changes of a value: at most this, since a value inherits the least count. */
  private static final class Count {
    private double sum;
  }

  /** A value and its share of all changes. */
  record Hot(Tuple value, double share) {}

  void changed(Tuple value, int entries) {
    if (!busy.compareAndSet(false, true)) {
      return;
    }
    try {
      Count count = counts.get(value);
      if (count == null) {
        count = counts.size() < VALUES_MAX ? new Count() : takeLeast();
        counts.put(value, count);
      }
      count.sum += entries;
      all += entries;
    } finally {
      busy.set(false);
    }
  }

  private Count takeLeast() {
    Map.Entry<Tuple, Count> least = null;
    for (Map.Entry<Tuple, Count> each : counts.entrySet()) {
      if (least == null || each.getValue().sum < least.getValue().sum) {
        least = each;
      }
    }
    Tuple value = least.getKey();
    return counts.remove(value);
  }

  /**
   * Returns the values with the most changes, the most frequent first, and lets all counts age.
   *
   * @param factor by which all counts are multiplied afterwards
   */
  List<Hot> take(double factor) {
    while (!busy.compareAndSet(false, true)) {
      Thread.onSpinWait();
    }
    try {
      List<Hot> hot = new ArrayList<>();
      double sum = all;
      counts.forEach((value, count) -> hot.add(new Hot(value, count.sum / sum)));
      counts.values().forEach(count -> count.sum *= factor);
      all *= factor;
      hot.sort(
          Comparator.comparingDouble(Hot::share)
              .reversed()
              .thenComparing(each -> each.value().toString()));
      return hot;
    } finally {
      busy.set(false);
    }
  }
}
