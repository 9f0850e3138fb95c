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
}
