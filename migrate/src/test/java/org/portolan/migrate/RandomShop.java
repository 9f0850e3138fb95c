package org.portolan.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.Mapping;
import org.portolan.design.MappingReader;
import org.portolan.jdbc.Connector;
import org.portolan.jdbc.JdbcUrl;
import org.portolan.types.Bytes;
import org.portolan.types.Tuple;

/**
 * Random rows in a database of H2, and what a store must have of them: a model that knows nothing
 * of the migrator.
 */
final class RandomShop {
  static final Design DESIGN =
      DesignReader.read(
          """
          format: 1
          design: shop
          entities:
            order:
              key: {shop: text, number: long}
              key-layout: {md5-modulo: {range: 5}}
              families:
                main: {customer: text, placed: timestamp, total: "decimal(9,2)", tags: set of text}
                more: {street: text, seal: bytes}
              collections:
                lines: {key: {position: int}, columns: {sku: text, pieces: long}}
              indexes:
                orders_of_customer: {on: [customer], layout: hashed(2)}
                orders_of_tag: {on: [tags], layout: single}
              counters:
                orders: {layout: random(4)}
                order_lines: {counts: lines, layout: single}
            visit:
              key: {digest: bytes, copy: int}
              key-layout: {md5-modulo: {range: 3}}
              families: {main: {page: text}}
          """,
          "shop.yaml");

  static final Mapping MAPPING =
      MappingReader.read(
          """
          format: 1
          design: shop
          tables:
            lines:
              collection: order.lines
              owner: [shop, number]
              columns: {position: position, sku: sku, pieces: pieces}
            orders:
              entity: order
              columns: {shop: shop, number: number, customer: customer, placed: placed, total: total}
            deliveries: {part: order, owner: [shop, number], columns: {street: street, seal: seal}}
            tags: {elements: order.tags, owner: [shop, number], element: tag}
            visits: {entity: visit, columns: {digest: digest(), copy: copy(), page: url}}
          """,
          DESIGN,
          "mapping.yaml");

  private static final List<String> TABLES =
      List.of(
          "CREATE TABLE orders (shop VARCHAR(9), number BIGINT, customer VARCHAR(9),"
              + " placed TIMESTAMP(6), total DECIMAL(9,2), PRIMARY KEY (shop, number))",
          "CREATE TABLE lines (shop VARCHAR(9), number BIGINT, position INT, sku VARCHAR,"
              + " pieces BIGINT, PRIMARY KEY (shop, number, position))",
          "CREATE TABLE deliveries (shop VARCHAR(9), number BIGINT, street VARCHAR,"
              + " seal VARBINARY, PRIMARY KEY (shop, number))",
          "CREATE TABLE tags (shop VARCHAR(9), number BIGINT, tag VARCHAR(9),"
              + " PRIMARY KEY (tag, shop, number))",
          "CREATE TABLE visits (url VARCHAR)");

  private final String url;
  private final Random random;
  private final Map<String, Map<String, Object>> orders = new TreeMap<>();
  private final Map<String, Tuple> keys = new HashMap<>();
  private final Map<String, Map<Integer, Map<String, Object>>> lines = new HashMap<>();
  private final List<String> visits = new ArrayList<>();

  RandomShop(String url, long seed) {
    this.url = url;
    this.random = new Random(seed);
    Databases.run(url, TABLES);
  }

  Random random() {
    return random;
  }

  private String word(int length) {
    StringBuilder word = new StringBuilder();
    for (int place = random.nextInt(length); place >= 0; place--) {
      word.appendCodePoint("aAbB é\0€🎲".codePointAt(random.nextInt(9)));
    }
    return word.toString();
  }

  /** Puts rows; those of earlier calls change where they meet. */
  void fill(int rows) throws SQLException {
    try (Connection connection = Connector.of(JdbcUrl.of(url), Map.of()).connect();
        PreparedStatement order =
            connection.prepareStatement("MERGE INTO orders VALUES (?, ?, ?, ?, ?)");
        PreparedStatement line =
            connection.prepareStatement("MERGE INTO lines VALUES (?, ?, ?, ?, ?)");
        PreparedStatement delivery =
            connection.prepareStatement("MERGE INTO deliveries VALUES (?, ?, ?, ?)");
        PreparedStatement tag = connection.prepareStatement("MERGE INTO tags VALUES (?, ?, ?)");
        PreparedStatement visit = connection.prepareStatement("INSERT INTO visits VALUES (?)")) {
      for (int row = 0; row < rows; row++) {
        Tuple key = Tuple.of("s" + random.nextInt(4), (long) random.nextInt(rows * 4) - rows);
        Map<String, Object> values = new HashMap<>(orders.getOrDefault(key.toString(), Map.of()));
        values.put("customer", random.nextInt(5) == 0 ? null : "c" + random.nextInt(30));
        values.put(
            "placed", Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000) * 1_000L));
        values.put("total", BigDecimal.valueOf(random.nextInt(100_000_000), 2));
        set(order, key, values.get("customer"), values.get("placed"), values.get("total"));
        if (random.nextInt(3) == 0) {
          byte[] seal = new byte[random.nextInt(20)];
          random.nextBytes(seal);
          values.put("street", word(30));
          values.put("seal", Bytes.wrap(seal));
          set(delivery, key, values.get("street"), values.get("seal"));
        }
        for (int number = random.nextInt(4) - 1; number > 0; number--) {
          Set<Object> tags = new TreeSet<>((Set<?>) values.getOrDefault("tags", Set.of()));
          String name = "t" + random.nextInt(9);
          tags.add(name);
          values.put("tags", tags);
          set(tag, key, name);
        }
        for (int number = random.nextInt(4); number > 0; number--) {
          int position = random.nextInt(9);
          Map<String, Object> item = new HashMap<>();
          item.put("sku", random.nextInt(9) == 0 ? null : word(9));
          item.put("pieces", random.nextLong());
          set(line, key.append(Tuple.of(position)), item.get("sku"), item.get("pieces"));
          lines.computeIfAbsent(key.toString(), any -> new TreeMap<>()).put(position, item);
        }
        if (random.nextInt(3) == 0) {
          visits.add("p" + random.nextInt(20));
          set(visit, Tuple.of(visits.get(visits.size() - 1)));
        }
        orders.put(key.toString(), values);
        keys.put(key.toString(), key);
      }
    }
  }

  /** Deletes about so many orders with everything that belongs to them. */
  void delete(int count) throws SQLException {
    List<String> all = new ArrayList<>(orders.keySet());
    try (Connection connection = Connector.of(JdbcUrl.of(url), Map.of()).connect()) {
      for (int number = 0; number < count && !all.isEmpty(); number++) {
        String name = all.remove(random.nextInt(all.size()));
        for (String table : List.of("tags", "lines", "deliveries", "orders")) {
          try (PreparedStatement statement =
              connection.prepareStatement(
                  "DELETE FROM " + table + " WHERE shop = ? AND number = ?")) {
            statement.setObject(1, keys.get(name).get(0));
            statement.setObject(2, keys.get(name).get(1));
            statement.execute();
          }
        }
        orders.remove(name);
        lines.remove(name);
      }
      if (!visits.isEmpty()) {
        String gone = visits.get(0);
        visits.removeIf(gone::equals);
        try (Statement statement = connection.createStatement()) {
          statement.execute("DELETE FROM visits WHERE url = '" + gone + "'");
        }
      }
    }
  }

  private static void set(PreparedStatement statement, Tuple key, Object... values)
      throws SQLException {
    int place = 1;
    for (Object value : key.values()) {
      statement.setObject(place++, value);
    }
    for (Object value : values) {
      if (value instanceof Instant moment) {
        statement.setObject(place++, LocalDateTime.ofInstant(moment, ZoneOffset.UTC));
      } else if (value instanceof Bytes bytes) {
        statement.setBytes(place++, bytes.toArray());
      } else {
        statement.setObject(place++, value);
      }
    }
    statement.executeUpdate();
  }

  int orders() {
    return orders.size();
  }

  /** Returns how many rows all tables have. */
  long rows() {
    return orders.size()
        + lines.values().stream().mapToLong(Map::size).sum()
        + orders.values().stream().filter(row -> row.containsKey("street")).count()
        + orders.values().stream()
            .mapToLong(row -> ((Set<?>) row.getOrDefault("tags", Set.of())).size())
            .sum()
        + visits.size();
  }

  Tuple anyOrder() {
    List<String> all = new ArrayList<>(orders.keySet());
    return keys.get(all.get(random.nextInt(all.size())));
  }

  /** Requires that the store has exactly these rows and items, and indexes and counters of them. */
  void requireIn(Store store) {
    Map<String, Map<String, Object>> found = new TreeMap<>();
    Map<String, Map<Integer, Map<String, Object>>> foundLines = new HashMap<>();
    for (EntityRow row :
        Paging.first(500).stream(page -> store.scanStored("order", Columns.ALL, page)).toList()) {
      found.put(row.key().toString(), without(row.values()));
      Paging.first(3).stream(page -> store.items("order", row.key(), "lines", page))
          .forEach(
              item ->
                  foundLines
                      .computeIfAbsent(row.key().toString(), any -> new TreeMap<>())
                      .put((Integer) item.key().get(0), item.values()));
    }
    Map<String, Map<String, Object>> expected = new TreeMap<>();
    orders.forEach((key, values) -> expected.put(key, without(values)));
    assertThat(found).isEqualTo(expected);
    assertThat(foundLines).isEqualTo(lines);
    List<String> foundVisits =
        Paging.first(500).stream(page -> store.scanStored("visit", Columns.ALL, page))
            .map(row -> row.text("page"))
            .sorted()
            .toList();
    assertThat(foundVisits).isEqualTo(visits.stream().sorted().toList());
    assertThat(store.counter("orders")).isEqualTo(orders.size());
    assertThat(store.counter("order_lines"))
        .isEqualTo(lines.values().stream().mapToLong(Map::size).sum());
    StoreChecks.assertClean(store);
  }

  private static Map<String, Object> without(Map<String, Object> values) {
    Map<String, Object> present = new TreeMap<>(values);
    present.values().removeIf(Objects::isNull);
    return present;
  }
}
