package org.portolan.data.internal.process;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.engine.Transaction;

/**
 * A transaction that gets the guard with its first get, or before a commit that changes rows
 * without having got any. Used by one thread at a time.
 */
final class GuardedTransaction implements Transaction {
  private final Transaction inner;
  private final Guard guard;
  private boolean guarded;
  private boolean changed;

  GuardedTransaction(Transaction inner, Guard guard) {
    this.inner = inner;
    this.guard = guard;
  }

  @Override
  public List<Row> get(List<Get> gets) {
    guard.requireStanding();
    if (guarded || gets.isEmpty()) {
      return inner.get(gets);
    }
    List<Get> all = new ArrayList<>(gets);
    all.add(guard.get());
    List<Row> rows = inner.get(all);
    guard.require(rows.get(gets.size()));
    guarded = true;
    return rows.subList(0, gets.size());
  }

  @Override
  public ScanPage scan(Scan scan) {
    return inner.scan(scan);
  }

  @Override
  public void scanAll(List<Scan> scans, Consumer<ScanPage> receiver) {
    inner.scanAll(scans, receiver);
  }

  @Override
  public OptionalLong stateNumber() {
    return inner.stateNumber();
  }

  @Override
  public void mutate(Mutation mutation) {
    changed = true;
    inner.mutate(mutation);
  }

  @Override
  public void validate() {
    guard.requireStanding();
    try {
      inner.validate();
    } catch (ConflictException e) {
      throw withoutGuard(e);
    }
  }

  @Override
  public void commit() {
    guard.requireStanding();
    if (changed && !guarded) {
      guard.require(inner.get(guard.get()));
      guarded = true;
    }
    try {
      inner.commit();
    } catch (ConflictException e) {
      throw withoutGuard(e);
    }
  }

  /**
   * Tells a conflict at the guard from one between writers. An engine that does not know which row
   * has changed names all, so the record is looked at. Nobody queues at a guard, and nobody counts
   * it among the rows of a conflict.
   */
  private RuntimeException withoutGuard(ConflictException conflict) {
    if (!conflict.keys().contains(guard.row())) {
      return conflict;
    }
    if (guard.isGone()) {
      EpochOverException over = guard.over();
      over.addSuppressed(conflict);
      return over;
    }
    Set<RowKey> others = new LinkedHashSet<>(conflict.keys());
    others.remove(guard.row());
    ConflictException among = new ConflictException(others);
    among.addSuppressed(conflict);
    return among;
  }

  @Override
  public void close() {
    inner.close();
  }
}
