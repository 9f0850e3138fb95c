package org.portolan.data.internal.session;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.portolan.data.StoreRuntime;
import org.portolan.data.StoreRuntime.Stopwatch;

/**
 * How long records were seen without a renewal, by this process's monotonic clock alone: no wall
 * clock, this one's or another's, makes a living process look dead. Used by one thread at a time.
 */
public final class RenewalWatch {
  /** How long a record that is not seen is still remembered. */
  private static final Duration FORGOTTEN_AFTER = Duration.ofMinutes(10);

  private final StoreRuntime runtime;
  private final Map<Long, Seen> seen = new HashMap<>();

  /** The newest renewal seen of a record, and the time since it was first seen. */
  private record Seen(long renewal, Stopwatch since) {}

  public RenewalWatch(StoreRuntime runtime) {
    this.runtime = runtime;
  }

  /**
   * Forgets records that have not been seen for long. A record that is not seen may still exist:
   * some reads miss a record that only few replicas have.
   */
  public void forgetAllBut(Collection<Long> present) {
    seen.entrySet()
        .removeIf(
            each ->
                !present.contains(each.getKey())
                    && each.getValue().since().exceeds(FORGOTTEN_AFTER));
  }

  /**
   * Notes a record; returns whether it has been renewed since it was last noted, or is new. If only
   * few replicas have a renewal, a later read may show an older one: that is no new renewal.
   */
  public boolean note(long id, long renewal) {
    Seen before = seen.get(id);
    if (before != null && before.renewal() >= renewal) {
      return false;
    }
    seen.put(id, new Seen(renewal, runtime.stopwatch()));
    return true;
  }

  public boolean knows(long id) {
    return seen.containsKey(id);
  }

  /** Returns whether a record was noted for that long, without a renewal. */
  public boolean isSilentFor(long id, Duration time) {
    Seen before = seen.get(id);
    return before != null && before.since().elapsedMonotonic().compareTo(time) >= 0;
  }
}
