package org.portolan.bench.shop;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Rows in memory whose client can die at any call: before the call arrives, after it was made, or
 * so that it arrives later, when {@link #deliver} says so.
 */
final class MortalRows implements ReservedRows {
  /** What happens to the last call of a client. */
  enum Death {
    BEFORE,
    AFTER,
    LATE
  }

  static final class DeadException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private final Map<String, Integer> stocks = new TreeMap<>();
  private final Map<String, Reservation> reservations = new TreeMap<>();
  private final Map<String, State> states = new HashMap<>();
  private final Map<String, Order> listed = new HashMap<>();
  private final Set<String> counted = new HashSet<>();
  private final List<Runnable> late = new ArrayList<>();
  private int calls;
  private int callsMax = Integer.MAX_VALUE;
  private Death death = Death.BEFORE;

  void stockUp(String sku, int stock) {
    stocks.put(sku, stock);
  }

  /** Lets the client make some more calls and die at the next one. */
  void dieAfter(int more, Death how) {
    calls = 0;
    callsMax = more;
    death = how;
  }

  /** Lets a new client live. */
  void live() {
    callsMax = Integer.MAX_VALUE;
  }

  /** Makes the calls that have not arrived yet. */
  void deliver() {
    late.forEach(Runnable::run);
    late.clear();
  }

  int stock(String sku) {
    return stocks.get(sku);
  }

  boolean isListed(String order) {
    return listed.containsKey(order) && counted.contains(order);
  }

  boolean isPlaced(String order) {
    return states.getOrDefault(order, State.NONE).isCommitted();
  }

  private static String name(Reservation reservation) {
    return reservation.sku() + ' ' + reservation.attempt();
  }

  private <T> CompletableFuture<T> call(Supplier<T> change) {
    if (calls++ < callsMax) {
      return CompletableFuture.completedFuture(change.get());
    }
    if (calls == callsMax + 1) {
      CompletableFuture<T> unseen = new CompletableFuture<>();
      Runnable made = () -> unseen.complete(change.get());
      switch (death) {
        case BEFORE -> {}
        case AFTER -> made.run();
        case LATE -> late.add(made);
      }
    }
    return CompletableFuture.failedFuture(new DeadException());
  }

  @Override
  public CompletableFuture<Map<String, Long>> prices(Collection<String> skus) {
    return call(
        () -> {
          Map<String, Long> prices = new HashMap<>();
          skus.forEach(sku -> prices.put(sku, 1L));
          return prices;
        });
  }

  @Override
  public CompletableFuture<Boolean> reserve(Reservation reservation) {
    return call(
        () -> {
          int left = stocks.get(reservation.sku()) - reservation.quantity();
          if (left < 0) {
            return false;
          }
          stocks.put(reservation.sku(), left);
          reservations.put(name(reservation), reservation);
          return true;
        });
  }

  @Override
  public CompletableFuture<Void> release(Reservation reservation) {
    return call(
        () -> {
          if (reservations.remove(name(reservation)) != null) {
            stocks.merge(reservation.sku(), reservation.quantity(), Integer::sum);
          }
          return null;
        });
  }

  @Override
  public void clear(List<Reservation> settled) {
    settled.forEach(each -> call(() -> reservations.remove(name(each))).join());
  }

  @Override
  public CompletableFuture<State> state(String order) {
    return call(() -> states.getOrDefault(order, State.NONE));
  }

  @Override
  public CompletableFuture<Boolean> decide(String order, State state) {
    return call(
        () -> {
          if (states.getOrDefault(order, State.NONE).epoch() != state.epoch() - 1) {
            return false;
          }
          states.put(order, state);
          return true;
        });
  }

  @Override
  public CompletableFuture<Void> announce(Order order) {
    return CompletableFuture.allOf(
        call(() -> listed.put(order.id(), order)), call(() -> counted.add(order.id())));
  }

  @Override
  public List<Reservation> reservations(Set<String> skus) {
    return List.copyOf(reservations.values());
  }
}
