package org.portolan.bench.shop;

import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Takes an e-mail address on engines whose answer to a change on a condition may be lost. */
final class Claims {
  private static final int CALLS_MAX = 3;

  private Claims() {}

  /**
   * Takes an address for a customer.
   *
   * @param take changes the address's row if nobody has it, and returns whether it did
   * @param owner reads the newest owner
   * @return whether the customer has it
   */
  static boolean make(BooleanSupplier take, Supplier<Optional<String>> owner, String customer) {
    for (int call = 1; ; call++) {
      try {
        if (take.getAsBoolean()) {
          return true;
        }
        // An earlier call may have succeeded although its answer was lost.
        return call > 1 && owner.get().equals(Optional.of(customer));
      } catch (CompletionException lost) {
        if (call == CALLS_MAX) {
          throw lost;
        }
      }
    }
  }
}
