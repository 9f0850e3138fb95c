package org.portolan.bench.shop;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/**
 * A shop. Every side gives the same guarantees, whatever dies meanwhile: an order and the stock
 * that it takes change together, no stock goes below zero, an order is in the list of its customer
 * and is counted once it is acknowledged, an id is one order, and an e-mail address is one
 * customer. What is acknowledged survives the loss of power as the engine's synced writes do.
 * Whether an order's customer exists is judged by nobody but MariaDB's foreign key. Thread-safe.
 */
public interface ShopSide extends AutoCloseable {

  /** Adds products with a stock each. Call this once, before all other methods. */
  void stockUp(Set<String> skus, int stock, long price);

  /**
   * Registers a customer.
   *
   * @return the customer's id; empty if the address is taken
   */
  Optional<String> register(String email, String name);

  /** Returns the id of the customer of an address. */
  Optional<String> customer(String email);

  /** Returns the name of a customer. */
  Optional<String> name(String customer);

  /**
   * Places an order and takes its products out of the stock, or does neither. If it fails with an
   * exception, either is possible: then call it again with the same id, which places it once.
   *
   * @return false if too few of a product are left
   */
  boolean place(String id, String customer, SortedMap<String, Integer> wanted);

  /** Returns the newest orders of a customer, the latest first. */
  List<Order.Summary> newest(String customer, int count);

  /** Returns the quantities of an order by product; none if there is no such order. */
  SortedMap<String, Integer> lines(String order);

  /** Returns what is left of each product. */
  Map<String, Integer> stocks(Set<String> skus);

  long countOrders();

  /**
   * Finishes or undoes what dead clients have left unfinished, where an engine does not do that by
   * itself. It may run beside live clients.
   *
   * @param skus all products
   * @return the number of reservations and addresses that it has settled
   */
  default int settle(Set<String> skus) {
    return 0;
  }

  @Override
  void close();
}
