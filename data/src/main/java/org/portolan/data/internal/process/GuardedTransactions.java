package org.portolan.data.internal.process;

import org.portolan.data.internal.access.Transactions;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.Transaction;

/**
 * Transactions that commit a change only while the {@link Guard} of this process stands. Each
 * method of them throws {@link EpochOverException} once it does not, whatever the work did with the
 * exception before. Thread-safe.
 */
public final class GuardedTransactions implements Transactions {
  private final Engine engine;
  private final Guard guard;

  public GuardedTransactions(Engine engine, Guard guard) {
    this.engine = engine;
    this.guard = guard;
  }

  @Override
  public Transaction begin(Durability durability) {
    guard.requireStanding();
    return new GuardedTransaction(engine.begin(durability), guard);
  }

  @Override
  public boolean areGuarded() {
    return true;
  }
}
