package org.portolan.data.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.design.Design;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.engine.Durability;

/** A model that random transactions change, alone or together with a store. Used by one thread. */
final class GrowingModel {
  private final Random random;
  private final RandomOperations operations;
  private Model model;

  GrowingModel(Design design, Random random) {
    this.random = random;
    operations = new RandomOperations(design, random);
    model = new Model(design);
  }

  /** Returns the model as it is now. */
  Model model() {
    return model;
  }

  /** Makes transactions in the model alone. */
  void grow(int transactions) {
    for (int number = 0; number < transactions; number++) {
      next(operations.transaction());
    }
  }

  /** Makes a transaction in the model, unless a store would refuse it. */
  private boolean next(List<Operation> transaction) {
    Model after = model.copy();
    transaction.forEach(operation -> operation.apply(after));
    if (!after.settle(model) || after.isOutOfBounds() || after.hasDuplicates()) {
      return false;
    }
    model = after;
    return true;
  }

  /** Makes transactions in the model and in a store. */
  void write(Store store, int transactions) {
    for (int number = 0; number < transactions; number++) {
      write(store);
    }
  }

  private void write(Store store) {
    // Its reads scan whole tables in order, which not every kind of engine does.
    List<Operation> transaction =
        operations.transaction().stream()
            .filter(operation -> !(operation instanceof Operation.Read))
            .toList();
    Model before = model;
    if (!next(transaction)) {
      return;
    }
    Model unused =
        store.write(
            Durability.SYNCED,
            attempt -> {
              Model after = before.copy();
              transaction.forEach(operation -> operation.apply(attempt, after));
              return after;
            });
  }

  /** Compares all reads of a store with the model, and checks the store. */
  void requireSame(Store store, KeyOrder keyOrder) {
    new Comparison(store, model, random, keyOrder).everything();
    StoreCheck.Result result =
        store
            .check(new StoreCheck.Options(false, false, Duration.ZERO, 100))
            .run(
                finding -> {
                  throw new AssertionError("the check finds " + finding);
                },
                looked -> {});
    assertThat(result.isClean()).isTrue();
  }
}
