package org.portolan.integration;

import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.ignite.Ignition;
import org.apache.ignite.binary.BinaryObject;
import org.apache.ignite.cache.query.ScanQuery;
import org.apache.ignite.client.ClientCache;
import org.apache.ignite.client.IgniteClient;
import org.apache.ignite.configuration.ClientConfiguration;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.portolan.data.Store;
import org.portolan.data.StoreTransaction;
import org.portolan.data.Stores;
import org.portolan.data.plan.SizeEstimate;
import org.portolan.data.plan.TargetPlan;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.Expectations;
import org.portolan.design.ExpectationsReader;
import org.portolan.engine.Engines;
import org.portolan.types.Tuple;

/**
 * A study, run by name only: fills a store with rows of known lengths, and prints the sizes that
 * {@code explain} estimates for them, to be compared with the engine's files. On HBase it flushes
 * and compacts the tables, so that each family has one file. On Ignite it prints the bytes of keys
 * and values; stop the cluster before you look at the files of its cache group: that writes all
 * pages. Properties: {@code portolan.sizes.uri}; {@code .part}, one of {@code rows}, {@code
 * unique}, {@code index}, {@code references}, {@code items}, so that the files of a part are the
 * difference to those of {@code rows}; {@code .from} and {@code .to}, the numbers of the rows to
 * write. Ignite has fixed costs for each partition: run it twice, and take what the second run
 * added.
 */
class EstimatedSizes {
  private static final String PREFIX = "portolan.sizes.";
  private static final int BATCH = 50;
  private static final int CUSTOMERS = 1_000;
  private static final int ITEMS = 3;

  private final String part = System.getProperty(PREFIX + "part", "rows");
  private final int from = Integer.getInteger(PREFIX + "from", 0);
  private final int to = Integer.getInteger(PREFIX + "to", 4_000);

  @Test
  void fill() throws IOException, InterruptedException {
    String uri = System.getProperty(PREFIX + "uri");
    Assumptions.assumeTrue(uri != null, "no -Dportolan.sizes.uri=...");
    Design design = design();
    try (Store store = Stores.openOrCreate(uri, design)) {
      if (from == 0) {
        store.write(
            transaction -> {
              for (int number = 0; number < CUSTOMERS; number++) {
                transaction.put("customer", Tuple.of(customer(number)), Map.of());
              }
              return null;
            });
      }
      IntStream.iterate(from, first -> first < to, first -> first + BATCH)
          .parallel()
          .forEach(first -> write(store, first));
      store.flush();
    }
    if (uri.startsWith("hbase:")) {
      compact(uri);
    } else if (uri.startsWith("ignite:")) {
      count(uri);
    }
    for (SizeEstimate estimate :
        TargetPlan.of(design, Engines.ofUri(uri), expectations(design)).sizes()) {
      System.out.printf(
          Locale.ROOT, "ESTIMATE %s: %d bytes%n", estimate.title(), estimate.unitBytes());
    }
  }

  private Design design() {
    return DesignReader.read(
        """
        format: 1
        design: sizes
        entities:
          customer: {key: {id: text}, families: {main: {name: text}}}
          order:
            key: {id: text}
            families:
              main: {customer: text, placed: timestamp, total: "decimal(12,2)", note: text, email: text}
        """
            + switch (part) {
              case "rows" -> "";
              case "unique" -> "    indexes: {order_of_email: {on: [email], unique: true}}\n";
              case "index" ->
                  "    indexes: {of_customer: {on: [customer], order: [placed desc], layout:"
                      + " hashed(4)}}\n";
              case "references" -> "    references: {customer: {on: [customer], to: customer}}\n";
              case "items" ->
                  "    collections: {lines: {key: {sku: text}, columns: {quantity: int}}}\n";
              default -> throw new IllegalArgumentException("there is no part '" + part + "'");
            },
        "sizes");
  }

  private Expectations expectations(Design design) {
    int each = to / CUSTOMERS;
    return ExpectationsReader.read(
        "expected:\n  order:\n    bytes: {id: 12, customer: 12, note: 100, email: 24}\n"
            + switch (part) {
              case "index" -> "    indexes: {of_customer: {rows: " + each + "}}\n";
              case "references" -> "    references: {customer: {rows: " + each + "}}\n";
              case "items" ->
                  "    collections: {lines: {items: " + ITEMS + ", bytes: {sku: 10}}}\n";
              default -> "";
            },
        design,
        "expectations");
  }

  private void write(Store store, int first) {
    store.write(
        transaction -> {
          for (int number = first; number < Math.min(to, first + BATCH); number++) {
            put(transaction, number);
          }
          return null;
        });
  }

  private void put(StoreTransaction transaction, int number) {
    Random random = new Random(number);
    // Keys arrive in no order, as most keys of real rows do.
    Tuple key = Tuple.of("order%07d".formatted(number * 7_919L % 10_000_000L));
    Map<String, Object> row = new HashMap<>();
    row.put("customer", customer(random.nextInt(CUSTOMERS)));
    row.put("placed", Instant.ofEpochSecond(1_700_000_000L + number));
    row.put("total", new BigDecimal(number + ".25"));
    row.put("note", text(random, 100));
    row.put("email", text(random, 24));
    transaction.put("order", key, row);
    for (int item = 0; part.equals("items") && item < ITEMS; item++) {
      Tuple sku = Tuple.of("sku-%06d".formatted(item));
      transaction.putItem("order", key, "lines", sku, Map.of("quantity", item));
    }
  }

  private static String customer(int number) {
    return "customer%04d".formatted(number);
  }

  private static String text(Random random, int length) {
    return random
        .ints(length, 'a', 'z' + 1)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  /** Prints the bytes of keys and values as Ignite has them, without what its pages add. */
  private static void count(String uri) {
    String[] parts = uri.substring("ignite://".length()).split("[/?]", -1);
    ClientConfiguration configuration = new ClientConfiguration().setAddresses(parts[0]);
    try (IgniteClient client = Ignition.startClient(configuration)) {
      for (String name : client.cacheNames()) {
        if (name.startsWith(parts[1] + ".") && !name.contains(".portolan_")) {
          ClientCache<Object, Object> cache = client.cache(name).withKeepBinary();
          long entries = 0;
          long bytes = 0;
          try (var cursor = cache.query(new ScanQuery<>())) {
            for (var entry : cursor) {
              entries++;
              bytes += ((BinaryObject) entry.getKey()).size();
              bytes += ((BinaryObject) entry.getValue()).size();
            }
          }
          System.out.printf(Locale.ROOT, "STORED %s: %d entries, %d bytes%n", name, entries, bytes);
        }
      }
    }
  }

  private static void compact(String uri) throws IOException, InterruptedException {
    String[] parts = uri.substring("hbase://".length()).split("/", -1);
    var configuration = HBaseConfiguration.create();
    configuration.set("hbase.zookeeper.quorum", parts[0]);
    try (Connection connection = ConnectionFactory.createConnection(configuration);
        Admin admin = connection.getAdmin()) {
      List<TableName> tables = List.of(admin.listTableNamesByNamespace(parts[1]));
      for (TableName table : tables) {
        admin.flush(table);
        admin.majorCompact(table);
      }
      for (TableName table : tables) {
        do {
          Thread.sleep(2_000);
        } while (admin.getCompactionState(table) != CompactionState.NONE);
      }
    }
  }
}
