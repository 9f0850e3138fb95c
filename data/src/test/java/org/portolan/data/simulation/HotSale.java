package org.portolan.data.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.portolan.data.Columns;
import org.portolan.data.ConflictStatistics.Groups;
import org.portolan.data.OutOfBoundsException;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.StoreTransaction;
import org.portolan.data.WriteConflictException;
import org.portolan.engine.simulated.SimulatedCluster.Kind;
import org.portolan.types.Tuple;

/**
 * The sale of one product of which there is too little, in virtual time. Each write takes one piece
 * and adds an order, which refers to the product; so the orders in the end must be as many as the
 * pieces that are gone, each acknowledged order must be there, and no refused one.
 */
final class HotSale {
  private static final Tuple PRODUCT = Tuple.of("hot");

  private static final String DESIGN =
      """
      format: 1
      design: sale
      entities:
        product:
          key: {sku: text}
          families:
            main: {stock: {type: int, min: 0}, placed: int}
        order:
          key: {id: text}
          families:
            main: {product: text}
          references:
            order_product: {on: [product], to: product}
          indexes:
            orders: {on: [product], layout: %s single}
      """;

  /** After so long, a sweep finishes what a dead process has left. */
  private static final long LEFT_NANOS = Duration.ofMinutes(3).toNanos();

  /** The orders that a buyer places. */
  private static final int ORDERS = 8;

  /** How an order is placed. */
  enum Manner {
    /** Takes the piece first: a write that fails has changed nothing. */
    PIECE_FIRST,
    /** Adds the order first: a write that fails has changed something. */
    ORDER_FIRST,
    /** Counts the orders in an index under the product's row, which every order changes. */
    COUNTED,
    /** The same, but the index is read outside of the transaction. */
    COUNTED_OUTSIDE
  }

  /**
   * A sale.
   *
   * @param stock the pieces at first
   * @param killNanos when the last process is killed; 0 for never
   */
  record Plan(Kind kind, int processes, int buyers, Manner manner, int stock, long killNanos) {
    int orders() {
      return processes * buyers * ORDERS;
    }
  }

  private final Plan plan;
  private final Crowd crowd;
  private final Set<String> acknowledged = new HashSet<>();
  private final Set<String> refused = new HashSet<>();
  private Groups groups = Groups.NONE;

  private HotSale(Plan plan, long seed) {
    this.plan = plan;
    this.crowd = new Crowd(plan.kind(), seed);
  }

  static HotSale run(Plan plan, long seed) {
    HotSale sale = new HotSale(plan, seed);
    sale.crowd.run(sale::drive);
    return sale;
  }

  Groups groups() {
    return groups;
  }

  int acknowledged() {
    return acknowledged.size();
  }

  int refused() {
    return refused.size();
  }

  /** Returns whether the process that is to be killed was at work. */
  boolean killed() {
    return crowd.interrupted();
  }

  private void drive() {
    crowd.open(plan.processes(), "sale", DESIGN);
    crowd
        .store()
        .write(
            transaction -> {
              transaction.put("product", PRODUCT, Map.of("stock", plan.stock()));
              return null;
            });
    crowd.start(plan.buyers(), "buyer", this::buy);
    if (plan.killNanos() > 0) {
      crowd.killLast(plan.killNanos());
    }
    crowd.join();
    groups = crowd.groups();
    requireAllAsTold();
    crowd.close();
  }

  private void buy(Store store, String name) {
    for (int number = 0; number < ORDERS; number++) {
      String order = name + "/" + number;
      try {
        store.write(
            transaction -> {
              place(store, transaction, order);
              return null;
            });
        acknowledged.add(order);
      } catch (OutOfBoundsException soldOut) {
        refused.add(order);
      } catch (WriteConflictException e) {
        throw new AssertionError(order + " was given up", e);
      }
    }
  }

  private void place(Store store, StoreTransaction transaction, String order) {
    Map<String, Object> values = Map.of("product", PRODUCT.text(0));
    switch (plan.manner()) {
      case PIECE_FIRST -> {
        transaction.add("product", PRODUCT, "stock", -1);
        transaction.insert("order", Tuple.of(order), values);
      }
      case ORDER_FIRST -> {
        transaction.insert("order", Tuple.of(order), values);
        transaction.add("product", PRODUCT, "stock", -1);
      }
      case COUNTED, COUNTED_OUTSIDE -> {
        transaction.add("product", PRODUCT, "placed", 1);
        int orders =
            (plan.manner() == Manner.COUNTED ? transaction : store)
                .index("orders", PRODUCT, Paging.first(1_000))
                .entries()
                .size();
        int left = plan.stock() - orders;
        if (left <= 0) {
          transaction.add("product", PRODUCT, "stock", -1_000);
        }
        transaction.insert("order", Tuple.of(order), values);
      }
    }
  }

  private void requireAllAsTold() {
    Store store = crowd.store();
    if (killed() && store.guarantee() == Store.Guarantee.REPAIRED) {
      // A dead process may have left rows locked of a write that is decided.
      crowd.scheduler().pass(LEFT_NANOS);
      store.sweep();
    }
    Set<String> found = new HashSet<>();
    for (int buyer = 0; buyer < plan.processes() * plan.buyers(); buyer++) {
      for (int number = 0; number < ORDERS; number++) {
        String order = "buyer " + buyer + "/" + number;
        if (store.get("order", Tuple.of(order), Columns.ALL).isPresent()) {
          found.add(order);
        }
      }
    }
    assertThat(found).containsAll(acknowledged);
    assertThat(found).noneMatch(refused::contains);
    Optional<Integer> stock =
        store.get("product", PRODUCT, Columns.ALL).map(row -> (Integer) row.value("stock"));
    boolean counted = plan.manner() == Manner.COUNTED || plan.manner() == Manner.COUNTED_OUTSIDE;
    int gone = counted ? found.size() : plan.stock() - stock.orElseThrow();
    assertThat(found).as("orders of %d pieces that are gone", gone).hasSize(gone);
    assertThat(found).as("orders").hasSizeLessThanOrEqualTo(plan.stock());
    if (!killed()) {
      assertThat(found).isEqualTo(acknowledged);
      assertThat(acknowledged.size() + refused.size()).isEqualTo(plan.orders());
      assertThat(acknowledged).hasSize(Math.min(plan.stock(), plan.orders()));
    }
    assertThat(store.check(StoreCheck.Options.REPORT).run(finding -> {}, progress -> {}).isClean())
        .isTrue();
  }
}
