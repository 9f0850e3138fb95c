package org.portolan.engine.simulated;

import java.util.ArrayList;
import java.util.List;
import org.portolan.engine.RowKey;

/** The unsynced writes that servers have forgotten, for the checks of a history. Thread-safe. */
public final class Losses {
  private final List<Loss> all = new ArrayList<>();

  /**
   * Changes that are lost.
   *
   * @param row the row that lost them; null if the whole store lost its newest changes
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
