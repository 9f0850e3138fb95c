package org.portolan.data.survival;

import java.util.List;
import org.portolan.data.ReferenceException;
import org.portolan.data.Store;
import org.portolan.data.history.Model;
import org.portolan.data.history.Operation;
import org.portolan.engine.Durability;

/** A write to be interrupted at every step. */
record Plan(String name, Durability durability, List<Operation> operations) {

  /** Returns the state after this write: the same as before if its references refuse it. */
  Model after(Model before) {
    Model after = applied(before);
    return after.settle(before) ? after : before.copy();
  }

  private Model applied(Model before) {
    Model after = before.copy();
    operations.forEach(operation -> operation.apply(after));
    return after;
  }

  /** Makes the write; if its references refuse it, the store must do so too. */
  void write(Store store, Model before) {
    boolean refused = !applied(before).settle(before);
    try {
      store.write(
          durability,
          transaction -> {
            Model scratch = before.copy();
            operations.forEach(operation -> operation.apply(transaction, scratch));
            return null;
          });
    } catch (ReferenceException refusal) {
      if (!refused) {
        throw new AssertionError("a write whose references are right was refused", refusal);
      }
      return;
    }
    if (refused) {
      throw new AssertionError("a write was admitted after which a row would refer to none");
    }
  }
}
