package org.portolan.data.internal.access;

import org.portolan.engine.Durability;
import org.portolan.engine.Transaction;

/**
 * Begins transactions over the store. On an engine in this process, these are the engine's own; on
 * servers they also validate that this process still belongs to the store. Thread-safe.
 */
@FunctionalInterface
public interface Transactions {
  /** Begins a transaction, as {@link org.portolan.engine.Engine#begin} does. */
  Transaction begin(Durability durability);

  /**
   * Returns whether they validate that this process still belongs to the store. If not, no design
   * changes while it has the store open, or this process changes it.
   */
  default boolean areGuarded() {
    return false;
  }
}
