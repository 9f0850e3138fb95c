package org.portolan.data.simulation;

import java.util.ArrayList;
import java.util.List;
import org.portolan.data.ForwardingTransaction;
import org.portolan.engine.Mutation;
import org.portolan.engine.Transaction;

/** A transaction that calls a {@link WriteHook} at its commit. */
final class WatchedTransaction extends ForwardingTransaction {
  private final WriteHook hook;
  private final List<Mutation> mutations = new ArrayList<>();

  WatchedTransaction(Transaction transaction, WriteHook hook) {
    super(transaction);
    this.hook = hook;
  }

  @Override
  public void mutate(Mutation mutation) {
    super.mutate(mutation);
    mutations.add(mutation);
  }

  @Override
  public void commit() {
    hook.before(mutations);
    super.commit();
    hook.after(mutations);
  }
}
