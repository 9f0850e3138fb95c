package org.portolan.bench.shop;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Benchmark;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.api.LiveLine;
import org.portolan.bench.api.Parameter;
import org.portolan.bench.api.Report;
import org.portolan.bench.api.Rounds;
import org.portolan.bench.api.Spelled;
import org.portolan.bench.api.Summary;
import org.portolan.bench.api.Table;
import org.portolan.bench.api.Text;
import org.portolan.bench.client.ComparedSides;
import org.portolan.bench.client.MeasuredTurn;
import org.portolan.bench.client.Processors;
import org.portolan.bench.load.LoadGenerator;
import org.portolan.bench.load.OneOperation;
import org.portolan.bench.load.Outcome;
import org.portolan.bench.system.WorkDirectory;
import org.portolan.data.Store;
import org.portolan.data.Stores;

/**
 * A shop on a store of any engine, compared with the same shop written by hand on that engine's own
 * client, and on MariaDB.
 */
public final class ShopBenchmark extends Benchmark {
  private static final long SEED = 1;
  private static final int STOCK = 100_000_000;
  private static final long PRICE = 990;
  private static final int LISTED = 10;
  private static final int VERIFIED_A_TURN = 8;
  private static final String PORTOLAN = "portolan";
  private static final String BY_HAND = "by hand";
  private static final String MARIADB = "mariadb";

  public ShopBenchmark() {
    super(
        "shop-orders",
        "Orders of a shop on any store, compared with the shop written by hand on the engine's own"
            + " client, and on MariaDB.",
        List.of(
            Parameter.store(
                "The store's URI; the benchmark fills it with products and writes to it, and must"
                    + " find it empty (default: a temporary store on RocksDB)."),
            Parameter.database(
                "jdbc",
                "jdbc:mariadb:",
                "A database of MariaDB to compare with, like"
                    + " jdbc:mariadb://127.0.0.1/shop?user=shop&password=...; the benchmark makes"
                    + " tables of its own and removes them."),
            Parameter.whole("products", 2, 1_000_000, 1_000, "The number of products."),
            Parameter.whole("customers", 1, 1_000_000, 1_000, "The number of customers."),
            Parameter.whole("threads", 1, 256, 8, "The number of threads."),
            Parameter.whole("millis", 10, 3_600_000, 2_000, "The length of a measurement."),
            Parameter.rounds(7),
            Parameter.warmUp(5),
            Processors.CLUSTER,
            Parameter.directory()));
  }

  /** A kind of operation. */
  private enum Act implements Spelled {
    ORDERS,
    HOT_ORDERS,
    REGISTRATIONS,
    LISTS
  }

  /** A shop with its customers and what it has acknowledged. */
  private record Shop(ShopSide side, List<String> customers, Ledger ledger) {

    static Shop filled(ShopSide side, Basket basket, int customers) {
      side.stockUp(basket.skus(), STOCK, PRICE);
      Ledger ledger = new Ledger(basket, STOCK);
      List<String> ids = new ArrayList<>();
      for (int number = 0; number < customers; number++) {
        ids.add(register(side, ledger));
      }
      return new Shop(side, ids, ledger);
    }

    static String register(ShopSide side, Ledger ledger) {
      String email = UUID.randomUUID() + "@example.org";
      Optional<String> id = side.register(email, "A customer");
      ledger.registered(
          email, id.orElseThrow(() -> new BenchmarkFailedException(email + " is taken")));
      return id.get();
    }

    void perform(Act act, Basket basket, SplittableRandom random) {
      switch (act) {
        case ORDERS -> order(false, basket, random);
        case HOT_ORDERS -> order(true, basket, random);
        case REGISTRATIONS -> register(side, ledger);
        case LISTS -> list(random);
      }
    }

    private String any(SplittableRandom random) {
      return customers.get(random.nextInt(customers.size()));
    }

    private void order(boolean hot, Basket basket, SplittableRandom random) {
      String id = Basket.newOrder(hot);
      String customer = any(random);
      if (!side.place(id, customer, basket.of(id))) {
        throw new BenchmarkFailedException("too few are left for order " + id);
      }
      ledger.placed(id, customer);
    }

    private void list(SplittableRandom random) {
      if (side.newest(any(random), LISTED).size() > LISTED) {
        throw new BenchmarkFailedException("a list has more orders than it should");
      }
    }
  }

  @Override
  public void run(BenchOptions options, PrintWriter out, LiveLine live) {
    Report report = Report.begin(this, options, out);
    Basket basket = new Basket(options.integer("products"));
    try (WorkDirectory directory = WorkDirectory.make(options.path("dir"))) {
      String given = options.text("store");
      String uri = given.isEmpty() ? directory.store("shop") : given;
      try (Store store = Stores.openOrCreate(uri, PortolanShop.design())) {
        PortolanShop portolan = new PortolanShop(store);
        Map<String, ShopSide> sides = new LinkedHashMap<>();
        try {
          requireEmpty(portolan, uri);
          open(sides, portolan, uri, directory, options);
          Map<String, Shop> shops = new LinkedHashMap<>();
          sides.forEach(
              (name, side) ->
                  shops.put(name, Shop.filled(side, basket, options.integer("customers"))));
          Processors processors = Processors.of(options);
          ComparedSides<Act> measured = measure(shops, basket, processors, options);
          shops.values().forEach(shop -> shop.ledger().verify(shop.side(), Integer.MAX_VALUE));
          print(measured, sides.keySet(), processors, report);
          printCosts(portolan, shops, basket, store, report);
          report.end(summary(measured, sides.keySet()));
        } finally {
          sides.values().forEach(ShopSide::close);
        }
      }
    }
  }

  private static void requireEmpty(PortolanShop portolan, String uri) {
    if (portolan.countOrders() > 0) {
      throw new IllegalArgumentException(
          "--store must be an empty store, because the benchmark counts what it finds there, but "
              + uri
              + " has orders");
    }
  }

  private static void open(
      Map<String, ShopSide> sides,
      PortolanShop portolan,
      String uri,
      WorkDirectory directory,
      BenchOptions options) {
    String name = "by_hand_" + System.nanoTime();
    sides.put(PORTOLAN, portolan);
    sides.put(BY_HAND, ShopSides.byHand(uri, name, directory.path()));
    if (!options.text("jdbc").isEmpty()) {
      sides.put(MARIADB, new MariaDbShop(options.text("jdbc"), name));
    }
  }

  private static ComparedSides<Act> measure(
      Map<String, Shop> shops, Basket basket, Processors processors, BenchOptions options) {
    AtomicLong seeds = new AtomicLong(SEED);
    return new ComparedSides<>(
        PORTOLAN,
        Rounds.of(options)
            .run(
                ComparedSides.cells(Act.values(), shops.keySet()),
                cell -> {
                  Shop shop = shops.get(cell.side());
                  MeasuredTurn turn = turn(cell.act(), shop, basket, seeds, processors, options);
                  if (cell.act() != Act.LISTS) {
                    shop.ledger().verify(shop.side(), VERIFIED_A_TURN);
                  }
                  return turn;
                }));
  }

  private static MeasuredTurn turn(
      Act act,
      Shop shop,
      Basket basket,
      AtomicLong seeds,
      Processors processors,
      BenchOptions options) {
    OneOperation workload =
        new OneOperation(
            act.spelling(),
            (thread, any) -> {
              SplittableRandom random = new SplittableRandom(seeds.incrementAndGet());
              return () -> {
                shop.perform(act, basket, random);
                return Outcome.ok(0);
              };
            });
    Duration length = Duration.ofMillis(options.number("millis"));
    int threads = options.integer("threads");
    return processors.turn(() -> LoadGenerator.turn(workload, threads, length, SEED));
  }

  private static void print(
      ComparedSides<Act> measured, Set<String> sides, Processors processors, Report report) {
    Table table =
        new Table(
            processors.headings(
                "", "per second", "portolan's ratio", "p50 ms", "p95 ms", "p99 ms"));
    for (Act act : Act.values()) {
      for (String side : sides) {
        List<String> line = measured.line(act.spelling(), act, side, 50, 95, 99);
        table.row(
            side.equals(MARIADB)
                ? processors.cellsWithoutTime(line)
                : processors.cells(measured.turns(act, side), measured.turns(act, PORTOLAN), line));
      }
    }
    report.table(table);
    report.text("\n" + measured.legend() + "\n");
  }

  private static void printCosts(
      PortolanShop portolan, Map<String, Shop> shops, Basket basket, Store store, Report report) {
    StringBuilder orders = new StringBuilder();
    shops.forEach(
        (name, shop) ->
            orders.append(orders.isEmpty() ? "" : ", ").append(name + " " + shop.ledger().count()));
    String id = Basket.newOrder(false);
    String customer = shops.get(PORTOLAN).customers().get(0);
    report.text(
        Text.format(
            """

            an order: %s
            given up and placed again: %s
            orders, all verified: %s
            guarantee: %s
            """,
            portolan.traceOfOrder(id, customer, basket.of(id)),
            portolan.givenUp(),
            orders,
            store.guarantee()));
  }

  private static Summary summary(ComparedSides<Act> measured, Set<String> sides) {
    Summary summary = new Summary();
    for (Act act : Act.values()) {
      summary.add(act.spelling() + "-per-second", measured.throughput(act, PORTOLAN).median());
      summary.add(act.spelling() + "-ratio-by-hand", measured.ratio(act, BY_HAND).median());
      if (sides.contains(MARIADB)) {
        summary.add(act.spelling() + "-ratio-mariadb", measured.ratio(act, MARIADB).median());
      }
    }
    return summary;
  }
}
