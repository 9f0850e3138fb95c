package org.portolan.data.internal.repaired.state;

import java.util.List;
import org.portolan.engine.RowKey;

/**
 * The work that is left after a row's write was committed.
 *
 * <p>See {@code docs/life-of-a-write.md}: steps 2 to 6.
 *
 * @param followUps at most one for each target
 * @param secondaries the other rows of writes of several rows that this row decided
 */
public record Outbox(List<FollowUp> followUps, List<Secondary> secondaries) {
  public static final Outbox EMPTY = new Outbox(List.of(), List.of());

  /**
   * A row that waits to be rolled forward.
   *
   * @param version the version at which it is locked
   * @param write the number of the write whose intent it carries
   */
  public record Secondary(RowKey row, long version, long write) {}

  public Outbox {
    followUps = List.copyOf(followUps);
    secondaries = List.copyOf(secondaries);
  }

  public boolean isEmpty() {
    return followUps.isEmpty() && secondaries.isEmpty();
  }

  /** Returns the lowest version in this outbox, at most {@code otherwise}. */
  public long oldestVersion(long otherwise) {
    long oldest = otherwise;
    for (FollowUp followUp : followUps) {
      oldest = Math.min(oldest, followUp.version());
    }
    for (Secondary secondary : secondaries) {
      oldest = Math.min(oldest, secondary.version());
    }
    return oldest;
  }
}
