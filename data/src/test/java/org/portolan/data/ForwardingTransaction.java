package org.portolan.data;

import java.util.List;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.engine.Transaction;

/** Passes everything to another transaction, but for what a test overrides. */
public abstract class ForwardingTransaction implements Transaction {
  private final Transaction below;

  protected ForwardingTransaction(Transaction below) {
    this.below = below;
  }

  @Override
  public List<Row> get(List<Get> gets) {
    return below.get(gets);
  }

  @Override
  public ScanPage scan(Scan scan) {
    return below.scan(scan);
  }

  @Override
  public void mutate(Mutation mutation) {
    below.mutate(mutation);
  }

  @Override
  public void validate() {
    below.validate();
  }

  @Override
  public void commit() {
    below.commit();
  }

  @Override
  public void close() {
    below.close();
  }
}
