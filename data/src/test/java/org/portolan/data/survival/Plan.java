package org.portolan.data.survival;

import java.util.List;
import org.portolan.data.Store;
import org.portolan.data.history.Model;
import org.portolan.data.history.Operation;
import org.portolan.engine.Durability;

/** A write to be interrupted at every step. */
record Plan(String name, Durability durability, List<Operation> operations) {

  /** Returns the state after this write. */
  Model after(Model before) {
    Model after = before.copy();
    operations.forEach(operation -> operation.apply(after));
    return after;
  }

  void write(Store store, Model before) {
    store.write(
        durability,
        transaction -> {
          Model scratch = before.copy();
          operations.forEach(operation -> operation.apply(transaction, scratch));
          return null;
        });
  }
}
