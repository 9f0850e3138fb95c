package org.portolan.data.simulation;

import java.util.ArrayList;
import java.util.List;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.engine.Transaction;

/** A transaction that calls a {@link WriteHook} at its commit. */
final class WatchedTransaction implements Transaction {
  private final Transaction transaction;
  private final WriteHook hook;
  private final List<Mutation> mutations = new ArrayList<>();

  WatchedTransaction(Transaction transaction, WriteHook hook) {
    this.transaction = transaction;
    this.hook = hook;
  }

  @Override
  public List<Row> get(List<Get> gets) {
    return transaction.get(gets);
  }

  @Override
  public ScanPage scan(Scan scan) {
    return transaction.scan(scan);
  }

  @Override
  public void mutate(Mutation mutation) {
    transaction.mutate(mutation);
    mutations.add(mutation);
  }

  @Override
  public void validate() {
    transaction.validate();
  }

  @Override
  public void commit() {
    hook.before(mutations);
    transaction.commit();
    hook.after(mutations);
  }

  @Override
  public void close() {
    transaction.close();
  }
}
