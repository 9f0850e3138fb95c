package org.portolan.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.advisor.propose.Choices;
import org.portolan.advisor.propose.Proposal;
import org.portolan.advisor.propose.Proposer;
import org.portolan.advisor.serve.Served;
import org.portolan.advisor.target.Target;
import org.portolan.data.Columns;
import org.portolan.data.Store;
import org.portolan.data.StoreTransaction;
import org.portolan.data.Stores;
import org.portolan.types.Tuple;

/** What the lines of Java do when an application calls them: the changes of the shop's checkout. */
class CalledLinesTest {
  @TempDir Path directory;
  private Proposal proposal;
  private Class<?> lines;
  private Store store;

  @BeforeEach
  void fill() throws Exception {
    proposal = Proposer.propose(Models.read("checkout"), Target.ROCKSDB, "checkout", Choices.NONE);
    lines = CompiledLines.load(proposal, Files.createDirectory(directory.resolve("classes")));
    store = Stores.openOrCreate("rocksdb:" + directory.resolve("store"), proposal.design());
    store.write(
        transaction -> {
          for (int id = 1; id <= 4; id++) {
            transaction.put("orders", Tuple.of(id), order(id < 4 ? 7 : 8, "new"));
          }
          for (int id = 1; id <= 2; id++) {
            transaction.put(
                "products", Tuple.of(id), Map.of("sku", "s" + id, "title", "t", "stock", 5));
          }
          transaction.put("accounts", Tuple.of(1L), Map.of("email", "a@x", "theme", "light"));
          transaction.put("accounts", Tuple.of(2L), Map.of("email", "b@x"));
          return null;
        });
  }

  private static Map<String, Object> order(int customer, String status) {
    return Map.of(
        "customer_id",
        customer,
        "status",
        status,
        "total",
        new BigDecimal("1.00"),
        "placed_at",
        Instant.EPOCH);
  }

  @AfterEach
  void close() {
    store.close();
  }

  /** Calls the lines of a statement with values by their names, and returns what they return. */
  private Object call(Store on, String statement, Map<String, Object> values) throws Exception {
    List<Served> all = proposal.served();
    int number = 1;
    while (!all.get(number - 1).statement().template().text().equals(statement)) {
      number++;
    }
    Method method = CompiledLines.method(lines, number).orElseThrow();
    Object[] given = CompiledLines.arguments(method, on, values);
    assertThat(given).hasSize(values.size() + 1);
    return method.invoke(null, given);
  }

  private Object column(String entity, Tuple key, String column) {
    return store.get(entity, key, Columns.ALL).map(row -> row.value(column)).orElse(null);
  }

  @Test
  void update_ofARowThatHasAnotherVersion_returnsZero() throws Exception {
    String update = "UPDATE orders SET status = ? WHERE id = ? AND status = ?";
    Map<String, Object> values = Map.of("id", 1, "status", "new", "newStatus", "paid");
    assertThat(call(store, update, values)).isEqualTo(1);
    assertThat(call(store, update, values)).isEqualTo(0);
    assertThat(column("orders", Tuple.of(1), "status")).isEqualTo("paid");
  }

  @Test
  void updateAndDelete_byAnIndex_returnHowManyRowsTheyChanged() throws Exception {
    assertThat(
            call(
                store,
                "UPDATE orders SET total = ? WHERE customer_id = ? AND status = ?",
                Map.of("customerId", 7, "status", "new", "newTotal", new BigDecimal("2.00"))))
        .isEqualTo(3);
    String delete = "DELETE FROM orders WHERE customer_id = ?";
    assertThat(call(store, delete, Map.of("customerId", 7))).isEqualTo(3);
    assertThat(call(store, delete, Map.of("customerId", 7))).isEqualTo(0);
    assertThat(store.get("orders", Tuple.of(4), Columns.NONE)).isPresent();
  }

  /** An account without preferences has no row of them that could be changed. */
  @Test
  void updateAndDelete_ofAPart_changeOnlyWhatIsThere() throws Exception {
    String update = "UPDATE prefs SET theme = ? WHERE account_id = ?";
    Map<String, Object> dark = Map.of("theme", "dark");
    assertThat(call(store, update, Map.of("accountId", 1L, "changedPrefs", dark))).isEqualTo(1);
    assertThat(call(store, update, Map.of("accountId", 2L, "changedPrefs", dark))).isEqualTo(0);
    assertThat(column("accounts", Tuple.of(2L), "theme")).isNull();
    String delete = "DELETE FROM prefs WHERE account_id = ?";
    Map<String, Object> none = Collections.singletonMap("theme", null);
    assertThat(call(store, delete, Map.of("accountId", 1L, "noPrefs", none))).isEqualTo(1);
    assertThat(call(store, delete, Map.of("accountId", 1L, "noPrefs", none))).isEqualTo(0);
    assertThat(column("accounts", Tuple.of(1L), "email")).isEqualTo("a@x");
  }

  /** Between the read of an index and the commit, another writer changes what the index serves. */
  @Test
  void updateAndDelete_ofARowThatChangedSinceAnIndexListedIt_leaveIt() throws Exception {
    Store raced =
        changedAfterIndex(
            transaction -> {
              boolean unused = transaction.update("orders", Tuple.of(2), Map.of("customer_id", 8));
            });
    assertThat(call(raced, "DELETE FROM orders WHERE customer_id = ?", Map.of("customerId", 7)))
        .isEqualTo(2);
    assertThat(store.get("orders", Tuple.of(2), Columns.NONE)).isPresent();

    Store sold =
        changedAfterIndex(
            transaction -> {
              boolean unused = transaction.update("products", Tuple.of(1), Map.of("sku", "x"));
            });
    assertThat(
            call(
                sold,
                "UPDATE products SET stock = stock - ? WHERE sku = ? AND stock > ?",
                Map.of("sku", "s1", "fromStock", 1, "addedStock", -1L)))
        .isEqualTo(0);
    assertThat(column("products", Tuple.of(1), "stock")).isEqualTo(5);
  }

  /** The store, in which another write commits as soon as a write has read an index. */
  private Store changedAfterIndex(Consumer<StoreTransaction> change) {
    boolean[] changed = new boolean[1];
    return (Store)
        Proxy.newProxyInstance(
            Store.class.getClassLoader(),
            new Class<?>[] {Store.class},
            (proxy, method, arguments) -> {
              if (!method.getName().equals("write") || arguments.length != 1) {
                return invoke(store, method, arguments);
              }
              @SuppressWarnings("unchecked")
              Function<StoreTransaction, Object> work =
                  (Function<StoreTransaction, Object>) arguments[0];
              return store.write(transaction -> work.apply(watched(transaction, change, changed)));
            });
  }

  private StoreTransaction watched(
      StoreTransaction transaction, Consumer<StoreTransaction> change, boolean[] changed) {
    return (StoreTransaction)
        Proxy.newProxyInstance(
            Store.class.getClassLoader(),
            new Class<?>[] {StoreTransaction.class},
            (proxy, method, arguments) -> {
              Object result = invoke(transaction, method, arguments);
              if (method.getName().equals("index") && !changed[0]) {
                changed[0] = true;
                // A thread has one write at a time.
                Thread other = new Thread(() -> commit(change));
                other.start();
                other.join();
              }
              return result;
            });
  }

  private void commit(Consumer<StoreTransaction> change) {
    store.write(
        transaction -> {
          change.accept(transaction);
          return null;
        });
  }

  private static Object invoke(Object on, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(on, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
