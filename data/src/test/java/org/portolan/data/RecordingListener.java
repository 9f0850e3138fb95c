package org.portolan.data;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps what it hears. Thread-safe. */
public final class RecordingListener implements StoreListener {
  public final List<StoreOperation> operations = new CopyOnWriteArrayList<>();
  public final List<StoreConflict> conflicts = new CopyOnWriteArrayList<>();
  public final List<String> stores = new CopyOnWriteArrayList<>();

  @Override
  public void opened(Store store) {
    stores.add("opened");
  }

  @Override
  public void finished(StoreOperation operation) {
    operations.add(operation);
  }

  @Override
  public void conflicted(StoreConflict conflict) {
    conflicts.add(conflict);
  }

  @Override
  public void closed() {
    stores.add("closed");
  }

  /** Returns the only operation since the last call; fails if there is another number. */
  public StoreOperation only() {
    if (operations.size() != 1) {
      throw new AssertionError("not one operation but " + operations);
    }
    return operations.remove(0);
  }
}
