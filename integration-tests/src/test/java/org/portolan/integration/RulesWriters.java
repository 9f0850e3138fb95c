package org.portolan.integration;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;
import org.portolan.data.Columns;
import org.portolan.data.DuplicateValueException;
import org.portolan.data.OutOfBoundsException;
import org.portolan.data.ReferenceException;
import org.portolan.data.RowExistsException;
import org.portolan.data.Store;
import org.portolan.data.StoreTransaction;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.types.Tuple;

/**
 * Threads whose writes meet every rule over several rows: orders refer to a customer, with whom
 * they are deleted, and to a place, which cannot be deleted meanwhile; customers are inserted once
 * and have a unique address; the stock of a product has a floor and a ceiling, and its row lists
 * the writes that changed it. Each write is in a journal before it is made, and its outcome
 * afterwards. As a program, it writes until it is killed.
 */
final class RulesWriters {
  static final int THREADS = 8;
  static final int CUSTOMERS = 6;
  static final int ADDRESSES = 8;
  static final int PLACES = 3;
  static final int PRODUCTS = 4;
  static final int STOCK_MAX = 12;

  static final Design DESIGN =
      DesignReader.read(
          """
          format: 1
          design: rules
          entities:
            customer:
              key: {id: int}
              families: {main: {email: text}}
              indexes:
                customer_of_email: {on: [email], unique: true}
            place:
              key: {id: int}
              families: {main: {note: text}}
            product:
              key: {id: int}
              families:
                main: {stock: {type: int, required: true, min: 0, max: %d}}
                past: {past: list of text}
            order:
              key: {id: text}
              families: {main: {customer: int, place: int, product: int, pieces: int}}
              references:
                customer: {on: [customer], to: customer, on-delete: cascade, shards: 3}
                place: {on: [place], to: place, shards: 3}
              counters:
                orders: {layout: random(4)}
                pieces_ordered: {sums: pieces, layout: random(4)}
                least_of_product: {least: pieces, by: [product], layout: hashed(3)}
                greatest_of_customer: {greatest: pieces, by: [customer], layout: single}
          """
              .formatted(STOCK_MAX),
          "rules");

  /** How a write ended, as its writer was told. */
  enum Outcome {
    MADE,
    EXISTS,
    DUPLICATE,
    OUT_OF_BOUNDS,
    NO_TARGET,
    REFERRED_TO,
    /** Refused because of other writers, or of servers that were down. */
    NOT_MADE,
    UNKNOWN;

    static Outcome of(RuntimeException failure) {
      if (failure instanceof RowExistsException) {
        return EXISTS;
      }
      if (failure instanceof DuplicateValueException) {
        return DUPLICATE;
      }
      if (failure instanceof OutOfBoundsException) {
        return OUT_OF_BOUNDS;
      }
      if (failure instanceof ReferenceException reference) {
        return switch (reference.reason()) {
          case NO_TARGET -> NO_TARGET;
          case REFERRED_TO -> REFERRED_TO;
          case TOO_MANY -> throw failure;
        };
      }
      Trouble trouble = Trouble.of(failure);
      if (trouble == Trouble.UNTYPED) {
        throw failure;
      }
      return trouble.changedNothing() ? NOT_MADE : UNKNOWN;
    }
  }

  private final Store store;
  private final Journal journal;
  private final String process;

  /**
   * @param process different for each process, for the numbers of writes
   */
  RulesWriters(Store store, Journal journal, String process) {
    this.store = store;
    this.journal = journal;
    this.process = process;
  }

  /** Takes the store's URI, the file of the journal and a seed. */
  public static void main(String[] arguments) throws IOException {
    Journal journal = Journal.appending(Path.of(arguments[1]));
    long seed = Long.parseLong(arguments[2]);
    RulesWriters writers =
        new RulesWriters(Stores.openOrCreate(arguments[0], DESIGN), journal, "killed");
    for (int thread = 0; thread < THREADS; thread++) {
      int number = thread;
      Thread runs =
          new Thread(
              () -> {
                try {
                  writers.run(number, new SplittableRandom(seed + number), Integer.MAX_VALUE);
                } catch (RuntimeException | Error failure) {
                  failure.printStackTrace();
                  Runtime.getRuntime().halt(2);
                }
              },
              "rules " + thread);
      runs.setDaemon(true);
      runs.start();
    }
    // Ends by a kill, or when the parent is dead.
    while (System.in.read() >= 0) {
      Thread.onSpinWait();
    }
    Runtime.getRuntime().halt(1);
  }

  /** Makes writes by all threads. */
  void run(long seed, int writes) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Callable<Boolean>> all = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        int number = thread;
        all.add(
            () -> {
              run(number, new SplittableRandom(seed + number), writes);
              return true;
            });
      }
      for (Future<Boolean> each : threads.invokeAll(all)) {
        each.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private void run(int thread, RandomGenerator random, int writes) {
    for (int number = 0; number < writes; number++) {
      String id = process + "-" + thread + "-" + number;
      int customer = random.nextInt(CUSTOMERS);
      int place = random.nextInt(PLACES);
      int product = random.nextInt(PRODUCTS);
      switch (random.nextInt(12)) {
        case 0, 1, 2, 3 -> order(id, customer, place, product, 1 + random.nextInt(4));
        case 4, 5 ->
            write(tx -> change(tx, id, product, 4), "restock", id, Integer.toString(product), "4");
        case 6 -> {
          String order = process + "-" + thread + "-" + random.nextInt(number + 1);
          write(tx -> tx.delete("order", Tuple.of(order)), "cancel", id, order);
        }
        case 7, 8 -> insert(id, customer, random.nextInt(ADDRESSES) + "@example.org");
        case 9 -> forget(id, customer, random.nextBoolean());
        case 10 ->
            write(
                tx -> tx.put("place", Tuple.of(place), Map.of()),
                "open",
                id,
                Integer.toString(place));
        default ->
            write(tx -> tx.delete("place", Tuple.of(place)), "shut", id, Integer.toString(place));
      }
    }
  }

  private void order(String id, int customer, int place, int product, int pieces) {
    write(
        tx -> {
          change(tx, id, product, -pieces);
          tx.insert("order", Tuple.of(id), values(customer, place, product, pieces));
        },
        "order",
        id,
        Integer.toString(customer),
        Integer.toString(place),
        Integer.toString(product),
        Integer.toString(pieces));
  }

  static Map<String, Object> values(int customer, int place, int product, int pieces) {
    return Map.of("customer", customer, "place", place, "product", product, "pieces", pieces);
  }

  /** Adds to a stock, and notes it in the row, so that the row tells the order of additions. */
  private static void change(StoreTransaction tx, String id, int product, int delta) {
    Tuple key = Tuple.of(product);
    tx.add("product", key, "stock", delta);
    List<Object> past = new ArrayList<>();
    tx.get("product", key, Columns.of("past"))
        .ifPresent(row -> past.addAll((List<?>) row.value("past")));
    past.add(id);
    tx.update("product", key, Map.of("past", past));
  }

  void insert(String id, int customer, String email) {
    write(
        tx -> tx.insert("customer", Tuple.of(customer), new HashMap<>(Map.of("email", email))),
        "insert",
        id,
        Integer.toString(customer),
        email);
  }

  /** Deletes a customer and the orders, in one write or in bounded steps. */
  void forget(String id, int customer, boolean inSteps) {
    Tuple key = Tuple.of(customer);
    if (inSteps) {
      note(() -> store.deleteCascading("customer", key), "forget", id, Integer.toString(customer));
    } else {
      write(tx -> tx.delete("customer", key), "forget", id, Integer.toString(customer));
    }
  }

  /** Changes made by one write. */
  private interface Changes {
    void make(StoreTransaction transaction);
  }

  private void write(Changes changes, String... asked) {
    note(
        () ->
            store.write(
                transaction -> {
                  changes.make(transaction);
                  return true;
                }),
        asked);
  }

  private void note(Runnable write, String... asked) {
    journal.write(asked);
    Outcome outcome;
    try {
      write.run();
      outcome = Outcome.MADE;
    } catch (RuntimeException failure) {
      outcome = Outcome.of(failure);
    }
    journal.write("answer", asked[1], outcome.name());
  }
}
