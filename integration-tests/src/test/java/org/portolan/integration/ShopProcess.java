package org.portolan.integration;

import java.io.IOException;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.UUID;
import org.portolan.bench.shop.Basket;
import org.portolan.bench.shop.ShopSide;

/**
 * The program that {@link ShopKills} kills: threads that place orders and register customers until
 * then, and write down each request before they make it and each answer when they get it. An order
 * that failed is placed again under its id until it has an answer, as a careful caller does.
 */
final class ShopProcess {
  static final int THREADS = 8;
  static final int CUSTOMERS = 10;
  static final int EMAILS = 60;

  private static final int PAUSE_MS = 20;

  private final ShopSide shop;
  private final Journal journal;
  private final Basket basket;
  private final String round;

  private ShopProcess(ShopSide shop, Journal journal, Basket basket, String round) {
    this.shop = shop;
    this.journal = journal;
    this.basket = basket;
    this.round = round;
  }

  /**
   * Takes the store's URI, the kind of shop, a directory, the file of the journal, the number of
   * products and a number that is different in each round.
   */
  public static void main(String[] arguments) throws IOException {
    Journal journal = Journal.appending(Path.of(arguments[3]));
    Basket basket = new Basket(Integer.parseInt(arguments[4]));
    OpenShop open = OpenShop.of(arguments[1], arguments[0], Path.of(arguments[2]));
    ShopProcess process = new ShopProcess(open.side(), journal, basket, arguments[5]);
    for (int thread = 0; thread < THREADS; thread++) {
      SplittableRandom random = new SplittableRandom(Integer.parseInt(arguments[5]) * 31 + thread);
      Thread runs = new Thread(() -> process.run(random), "shop " + thread);
      runs.setDaemon(true);
      runs.start();
    }
    // Ends by a kill, or when the parent is dead.
    while (System.in.read() >= 0) {
      Thread.onSpinWait();
    }
    Runtime.getRuntime().halt(1);
  }

  private void run(SplittableRandom random) {
    try {
      while (true) {
        if (random.nextInt(4) == 0) {
          register("r" + round + "-" + random.nextInt(EMAILS) + "@example.org");
        } else {
          order(random.nextInt(3) == 0, "customer-" + random.nextInt(CUSTOMERS));
        }
      }
    } catch (RuntimeException | Error failure) {
      failure.printStackTrace();
      Runtime.getRuntime().halt(2);
    }
  }

  private void register(String email) {
    String name = UUID.randomUUID().toString();
    journal.write("asked-email", email, name);
    try {
      boolean registered = shop.register(email, name).isPresent();
      journal.write(registered ? "registered" : "taken", email, name);
    } catch (RuntimeException unknown) {
      failed(unknown);
    }
  }

  private void order(boolean hot, String customer) {
    String id = Basket.newOrder(hot);
    SortedMap<String, Integer> wanted = basket.of(id);
    journal.write("asked-order", id, customer);
    while (true) {
      try {
        journal.write(shop.place(id, customer, wanted) ? "placed" : "refused", id, customer);
        return;
      } catch (RuntimeException again) {
        failed(again);
      }
    }
  }

  private void failed(RuntimeException failure) {
    journal.write("failed", failure.getClass().getSimpleName(), Trouble.of(failure).name());
    try {
      Thread.sleep(PAUSE_MS);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw failure;
    }
  }
}
