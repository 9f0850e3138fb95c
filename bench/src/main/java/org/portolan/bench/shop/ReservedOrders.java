package org.portolan.bench.shop;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.portolan.bench.shop.ReservedRows.State;

/**
 * Orders by hand on engines that change one row at a time on a condition (HBase, Cassandra).
 *
 * <p>Each attempt at an order has a different number and goes through these steps. Its client may
 * die after any of them:
 *
 * <ol>
 *   <li>In the row of each product, one change takes the quantity out of the stock, if enough is
 *       left, and adds a {@link Reservation}.
 *   <li>The row of the order is written on condition that its epoch is the one that the attempt
 *       expects, 0 at first. This decides: the order is placed exactly if this succeeds.
 *   <li>The entry in the customer's list and the count are written, each under the order's id, so
 *       that to write them twice has no effect. Now the order is acknowledged.
 *   <li>Later the reservations are deleted, many at a time.
 * </ol>
 *
 * <p>{@link #settle(Set, Duration)} finishes or undoes each reservation that is older than {@link
 * #OLD}. If the order was committed by the attempt of the reservation, it makes step 3 and then
 * deletes the reservation. Otherwise it puts the stock back, but only when this attempt can commit
 * no more: it first moves the row of the order to the next epoch. So the steps are right after a
 * death:
 *
 * <ul>
 *   <li><b>Never oversold.</b> A stock grows only together with the deletion of a reservation whose
 *       attempt has not committed and cannot: the epoch that step 2 requires is over, and epochs
 *       only grow. The row that has the reservation decides about both, so it grows once.
 *   <li><b>Nothing of half an order.</b> Before step 2 there are only reservations, and all of them
 *       are undone. After it all are kept, and {@code settle} makes step 3.
 *   <li><b>Late requests.</b> A request whose answer was lost may be executed minutes later. A late
 *       step 1 adds a reservation that is settled as any other. A late step 2 finds another epoch.
 *       A late step 3 has no effect. Steps 1 and 2 are sent once; after a lost answer the caller
 *       makes another attempt, under another number.
 *   <li><b>The same id twice.</b> One attempt commits; others find the epoch over, release what
 *       they took and see the order. An attempt that answers that too few are left has ended the
 *       epoch first, so no earlier attempt at the order can commit afterwards.
 *   <li><b>Nothing is forgotten.</b> A reservation is deleted only after step 3, so an order that
 *       is not in its list is found from its products, without a scan of the orders.
 * </ul>
 *
 * <p>A live client whose reservation is old by its clock may lose its epoch and makes another
 * attempt. Thread-safe.
 */
final class ReservedOrders {
  /** The age from which a reservation counts as that of a dead client. */
  static final Duration OLD = Duration.ofSeconds(10);

  private static final int CLEARED_AT_ONCE = 256;
  private static final int CALLS_MAX = 3;

  private final ReservedRows rows;
  private List<Reservation> done = new ArrayList<>();

  ReservedOrders(ReservedRows rows) {
    this.rows = rows;
  }

  /**
   * Places an order, see {@link ShopSide#place}. If an answer is lost, what was reserved is
   * settled, and the next attempt finds out what became of the order.
   */
  boolean place(String id, String customer, SortedMap<String, Integer> wanted) {
    List<Reservation> lost = new ArrayList<>();
    for (int call = 1; ; call++) {
      List<Reservation> reserved = new ArrayList<>();
      try {
        // First, or what it has reserved itself could be too much for the next attempt.
        lost.forEach(this::settle);
        return place(id, customer, wanted, reserved);
      } catch (CompletionException failure) {
        lost.addAll(reserved);
        if (call == CALLS_MAX) {
          throw failure;
        }
      }
    }
  }

  /**
   * @param reserved gets all reservations that may have been made
   */
  private boolean place(
      String id, String customer, SortedMap<String, Integer> wanted, List<Reservation> reserved) {
    Map<String, Long> prices = rows.prices(wanted.keySet()).join();
    if (!prices.keySet().containsAll(wanted.keySet())) {
      return false;
    }
    for (int epoch = 0; ; ) {
      String attempt = UUID.randomUUID().toString();
      List<Reservation> reservations = reservations(id, attempt, epoch, wanted);
      reserved.addAll(reservations);
      boolean enough = reserve(reservations);
      Order order = Order.now(id, customer, wanted, prices);
      State wish = enough ? committed(epoch, attempt, order) : given(epoch);
      if (rows.decide(id, wish).join()) {
        if (enough) {
          rows.announce(order).join();
          settled(reservations);
        }
        return enough;
      }
      if (enough) {
        release(reservations);
      }
      State state = rows.state(id).join();
      if (state.isCommitted()) {
        return placedBefore(state.order().orElseThrow(), customer);
      }
      epoch = state.epoch();
    }
  }

  private static State committed(int epoch, String attempt, Order order) {
    return new State(epoch + 1, Optional.of(attempt), Optional.of(order));
  }

  /** Returns the state in which attempts of an epoch can commit no more. */
  private static State given(int epoch) {
    return new State(epoch + 1, Optional.empty(), Optional.empty());
  }

  private static List<Reservation> reservations(
      String order, String attempt, int epoch, SortedMap<String, Integer> wanted) {
    List<Reservation> reservations = new ArrayList<>();
    long now = System.currentTimeMillis();
    wanted.forEach(
        (sku, quantity) ->
            reservations.add(new Reservation(sku, attempt, order, quantity, epoch, now)));
    return reservations;
  }

  /** Reserves all, at once, or releases what could be reserved. */
  private boolean reserve(List<Reservation> reservations) {
    List<CompletableFuture<Boolean>> answers = reservations.stream().map(rows::reserve).toList();
    CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new)).join();
    List<Reservation> made = new ArrayList<>();
    for (int at = 0; at < answers.size(); at++) {
      if (answers.get(at).join()) {
        made.add(reservations.get(at));
      }
    }
    if (made.size() < reservations.size()) {
      release(made);
    }
    return made.size() == reservations.size();
  }

  private void release(List<Reservation> reservations) {
    CompletableFuture.allOf(
            reservations.stream().map(rows::release).toArray(CompletableFuture[]::new))
        .join();
  }

  /** Its client may be dead, or under way. */
  private boolean placedBefore(Order order, String customer) {
    if (!order.customer().equals(customer)) {
      throw new IllegalArgumentException("'" + order.id() + "' is another customer's order");
    }
    rows.announce(order).join();
    return true;
  }

  private void settled(List<Reservation> reservations) {
    List<Reservation> full = List.of();
    synchronized (this) {
      done.addAll(reservations);
      if (done.size() >= CLEARED_AT_ONCE) {
        full = done;
        done = new ArrayList<>();
      }
    }
    if (!full.isEmpty()) {
      rows.clear(full);
    }
  }

  /** Deletes the reservations of orders that this client has finished. */
  void clear() {
    List<Reservation> left;
    synchronized (this) {
      left = done;
      done = new ArrayList<>();
    }
    rows.clear(left);
  }

  /**
   * Finishes or undoes the reservations that are as old as that.
   *
   * @return their number
   */
  int settle(Set<String> skus, Duration age) {
    long made = System.currentTimeMillis() - age.toMillis();
    int settled = 0;
    for (Reservation each : rows.reservations(skus)) {
      if (each.made() <= made) {
        settle(each);
        settled++;
      }
    }
    return settled;
  }

  private void settle(Reservation reservation) {
    State state = rows.state(reservation.order()).join();
    while (!state.isCommitted() && state.epoch() == reservation.epoch()) {
      if (rows.decide(reservation.order(), given(reservation.epoch())).join()) {
        break;
      }
      state = rows.state(reservation.order()).join();
    }
    if (state.attempt().equals(Optional.of(reservation.attempt()))) {
      rows.announce(state.order().orElseThrow()).join();
      rows.clear(List.of(reservation));
    } else {
      rows.release(reservation).join();
    }
  }
}
