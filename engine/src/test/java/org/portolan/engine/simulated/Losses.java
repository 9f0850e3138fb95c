package org.portolan.engine.simulated;

import java.util.ArrayList;
import java.util.List;
import org.portolan.engine.RowKey;

/**
 * What servers have forgotten of writes that were not synced, for the judges of a history.
 * Thread-safe.
 */
public final class Losses {
  private final List<Loss> all = new ArrayList<>();

  /**
   * Changes that are gone.
   *
   * @param row whose; null if the newest changes of the whole store are gone
   * @param millis when they were forgotten
   */
  public record Loss(RowKey row, long millis) {}

  synchronized void add(RowKey row, long millis) {
    all.add(new Loss(row, millis));
  }

  /** Returns all losses so far, in the order of time. */
  public synchronized List<Loss> all() {
    return List.copyOf(all);
  }
}
