package org.portolan.data.internal.write;

import java.util.function.Consumer;
import org.portolan.engine.Mutation;
import org.portolan.engine.Reader;
import org.portolan.engine.RowKey;

/** A target that counts its changes, and tells of each before it is made. Used by one thread. */
final class WatchedTarget implements WriteTarget {
  private final WriteTarget target;
  private Consumer<RowKey> before;
  private boolean measured;
  private int changes;
  private long bytes;

  WatchedTarget(WriteTarget target) {
    this.target = target;
  }

  /** Tells of each row that is about to change. */
  void before(Consumer<RowKey> listener) {
    before = listener;
  }

  /** Measures changes from now on, which costs time for each. */
  void measure() {
    measured = true;
  }

  int count() {
    return changes;
  }

  long bytes() {
    return bytes;
  }

  @Override
  public Reader reader() {
    return target.reader();
  }

  @Override
  public void change(RowKey owner, Mutation mutation) {
    if (before != null) {
      before.accept(owner);
    }
    target.change(owner, mutation);
    changes++;
    if (measured) {
      bytes += MutationSizes.bytes(mutation);
    }
  }

  @Override
  public void alone(RowKey owner) {
    target.alone(owner);
  }

  @Override
  public boolean isTakenForNew(RowKey owner, boolean inserted) {
    return target.isTakenForNew(owner, inserted);
  }

  @Override
  public boolean isNew(RowKey owner) {
    return target.isNew(owner);
  }

  @Override
  public boolean mayLeaveParts() {
    return target.mayLeaveParts();
  }

  @Override
  public boolean validatesReads() {
    return target.validatesReads();
  }

  @Override
  public Reader anew() {
    return target.anew();
  }

  @Override
  public DerivedChanges derived(RowKey owner) {
    return target.derived(owner);
  }
}
