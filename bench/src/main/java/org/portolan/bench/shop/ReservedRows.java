package org.portolan.bench.shop;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * The rows of a shop on an engine that changes one row at a time. Each method changes one row, or
 * rows that need not change together. A future that fails with an exception leaves open whether its
 * change was made, or will be made later. Thread-safe.
 */
interface ReservedRows {

  /**
   * The state of an order's row. Epochs only grow, and each has one state for ever.
   *
   * @param epoch 0 if there is no row
   * @param attempt that committed; empty if none has, and then no attempt of an earlier epoch will
   */
  record State(int epoch, Optional<String> attempt, Optional<Order> order) {
    static final State NONE = new State(0, Optional.empty(), Optional.empty());

    boolean isCommitted() {
      return attempt.isPresent();
    }
  }

  /** Returns the prices of products, perhaps of a moment ago; a product that is not there, not. */
  CompletableFuture<Map<String, Long>> prices(Collection<String> skus);

  /**
   * Takes something out of the stock and adds the reservation, in one change. Sends it once.
   *
   * @return false if too few are left
   */
  CompletableFuture<Boolean> reserve(Reservation reservation);

  /** Puts back into the stock what a reservation has taken, in one change, if it is there. */
  CompletableFuture<Void> release(Reservation reservation);

  /** Deletes reservations and changes no stock. Needs not be on disk: it may be done again. */
  void clear(List<Reservation> reservations);

  /** Returns the newest state of an order. */
  CompletableFuture<State> state(String order);

  /**
   * Replaces the state of an order on condition that its epoch is the one before. Sends it once.
   *
   * @return whether the condition held
   */
  CompletableFuture<Boolean> decide(String order, State state);

  /** Adds an order to the list of its customer and counts it; done again, it has no effect. */
  CompletableFuture<Void> announce(Order order);

  /** Returns all reservations. */
  List<Reservation> reservations(Set<String> skus);
}
