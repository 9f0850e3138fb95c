package org.portolan.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.portolan.bench.shop.Basket;
import org.portolan.bench.shop.Order;

/**
 * A shop whose clients and servers are killed while eight threads order and register. Some products
 * are few and sell out, so that each order of these would be one too many. At the end the shop must
 * agree with every answer that was given.
 */
final class ShopKills {
  private static final int PRODUCTS = 20;
  private static final int FEW = 40;
  private static final int MANY = 1_000_000;
  private static final int ANSWERS_MIN = 40;
  private static final int ANSWERS_MORE_MAX = 120;
  private static final long DELAY_NANOS_MAX = 20_000_000;

  private final String kind;
  private final String uri;
  private final Path directory;
  private final Basket basket = new Basket(PRODUCTS);
  private final ShopJournal journal = ShopJournal.empty();
  private final SplittableRandom random;
  private int rounds;

  /**
   * @param kind {@link OpenShop#PORTOLAN} or {@link OpenShop#BY_HAND}
   * @param directory for journals and files of RocksDB
   */
  ShopKills(String kind, String uri, Path directory, long seed) throws IOException {
    this.kind = kind;
    this.uri = uri;
    this.directory = Files.createDirectories(directory);
    this.random = new SplittableRandom(seed);
    try (OpenShop shop = OpenShop.of(OpenShop.PORTOLAN, uri, directory)) {
      assertThat(shop.side().countOrders()).isZero();
    }
  }

  private Set<String> few() {
    return basket.skus().stream()
        .filter(sku -> Math.floorMod(sku.hashCode(), 4) == 0 || sku.equals(Basket.hotSku()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Set<String> many() {
    Set<String> many = new TreeSet<>(basket.skus());
    many.removeAll(few());
    return many;
  }

  private int stock(String sku) {
    return few().contains(sku) ? FEW : MANY;
  }

  /**
   * Kills clients, and in the last rounds servers too.
   *
   * @param serverKills how often the server is killed and restarted, each time under a new client
   */
  void run(int clientKills, int serverKills, Runnable kill, Runnable heal) throws Exception {
    OpenShop first = OpenShop.of(kind, uri, directory);
    first.side().stockUp(few(), FEW, 990);
    first.side().stockUp(many(), MANY, 990);
    // A shop by hand is removed when it is closed, and RocksDB has one process.
    boolean isShared = !uri.startsWith("rocksdb:");
    if (!isShared) {
      first.close();
    }
    for (int round = 0; round < clientKills; round++) {
      runAndKill(() -> {}, () -> {});
    }
    for (int round = 0; round < serverKills; round++) {
      runAndKill(kill, heal);
    }
    OpenShop last = isShared ? first : OpenShop.of(kind, uri, directory);
    try (last) {
      last.settle(basket.skus());
      verify(last);
    }
    System.out.printf(
        "ShopKills uri=%s kind=%s client-kills=%d server-kills=%d orders=%d refused=%d"
            + " unanswered=%d registered=%d failures=%s: all right%n",
        uri,
        kind,
        clientKills + serverKills,
        serverKills,
        journal.placed().size(),
        journal.refused().size(),
        journal.unanswered(),
        journal.registered().size(),
        journal.failures());
  }

  private void runAndKill(Runnable kill, Runnable heal) throws Exception {
    Path file = Files.createTempFile(directory, "journal", ".txt");
    Process process = start(file);
    Thread onExit = new Thread(process::destroyForcibly);
    Runtime.getRuntime().addShutdownHook(onExit);
    try {
      Journal.await(
          process, file, ShopKills::answers, ANSWERS_MIN + random.nextInt(ANSWERS_MORE_MAX));
      int answers = answers(file);
      kill.run();
      try {
        Journal.await(process, file, ShopKills::answers, answers + ANSWERS_MIN);
      } finally {
        heal.run();
      }
      Journal.await(process, file, ShopKills::answers, answers(file) + ANSWERS_MIN / 2);
      long until = System.nanoTime() + random.nextLong(DELAY_NANOS_MAX);
      while (System.nanoTime() < until) {
        Thread.onSpinWait();
      }
    } finally {
      process.destroyForcibly().waitFor();
      Runtime.getRuntime().removeShutdownHook(onExit);
    }
    journal.add(file);
  }

  private Process start(Path file) throws IOException {
    return ChildJvm.start(
        ShopProcess.class,
        uri,
        kind,
        directory.toString(),
        file.toString(),
        Integer.toString(PRODUCTS),
        Integer.toString(rounds++));
  }

  private static int answers(Path file) {
    ShopJournal content = ShopJournal.empty();
    content.add(file);
    return content.answers();
  }

  private void verify(OpenShop shop) {
    if (shop.isPortolan()) {
      assertThat(journal.failures().keySet()).noneMatch(each -> each.endsWith("/UNTYPED"));
    }
    Map<String, Integer> sold = new HashMap<>();
    Map<String, Set<String>> orders = new HashMap<>();
    Set<String> present = new HashSet<>();
    journal
        .customers()
        .forEach(
            (id, customer) -> {
              Map<String, Integer> lines = shop.side().lines(id);
              if (!lines.isEmpty()) {
                present.add(id);
                assertThat(lines).as("the lines of %s", id).isEqualTo(basket.of(id));
                lines.forEach((sku, quantity) -> sold.merge(sku, quantity, Integer::sum));
                orders.computeIfAbsent(customer, any -> new HashSet<>()).add(id);
              }
            });
    assertThat(present).as("acknowledged orders").containsAll(journal.placed());
    assertThat(present).as("refused orders").doesNotContainAnyElementsOf(journal.refused());
    verifyStocks(shop, sold);
    verifyLists(shop, orders);
    assertThat(shop.side().countOrders()).isEqualTo(present.size());
    verifyEmails(shop);
  }

  private void verifyStocks(OpenShop shop, Map<String, Integer> sold) {
    Map<String, Integer> expected = new TreeMap<>();
    basket.skus().forEach(sku -> expected.put(sku, stock(sku) - sold.getOrDefault(sku, 0)));
    assertThat(new TreeMap<>(shop.side().stocks(basket.skus()))).isEqualTo(expected);
    assertThat(expected.values()).allMatch(left -> left >= 0);
  }

  private static void verifyLists(OpenShop shop, Map<String, Set<String>> orders) {
    for (int number = 0; number < ShopProcess.CUSTOMERS; number++) {
      String customer = "customer-" + number;
      Set<String> expected = orders.getOrDefault(customer, Set.of());
      List<Order.Summary> listed =
          shop.side().newest(customer, Math.min(expected.size() + 9, 10_000));
      assertThat(listed.stream().map(Order.Summary::id).toList())
          .as("the list of %s", customer)
          .containsExactlyInAnyOrderElementsOf(expected);
    }
  }

  /** The one name that an address has is the acknowledged one, or one that got no answer. */
  private void verifyEmails(OpenShop shop) {
    assertThat(journal.twice()).as("addresses registered twice").isEmpty();
    journal
        .names()
        .forEach(
            (email, names) -> {
              String name = shop.side().customer(email).flatMap(shop.side()::name).orElse("");
              assertThat(journal.takenNames()).doesNotContain(name);
              String acknowledged = journal.registered().get(email);
              if (acknowledged != null) {
                assertThat(name).as("the customer of %s", email).isEqualTo(acknowledged);
              } else if (!name.isEmpty()) {
                assertThat(names).as("the customer of %s", email).contains(name);
              }
            });
  }
}
