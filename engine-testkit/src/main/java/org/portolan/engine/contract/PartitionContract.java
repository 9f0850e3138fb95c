package org.portolan.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Change;
import org.portolan.engine.Condition;
import org.portolan.engine.Durability;
import org.portolan.engine.Family;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.engine.TableSchema;
import org.portolan.types.KeyCodec;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/**
 * Rows of one partition: two columns decide where a row lies, and a descending and a nullable
 * column order the rows there. Engines without partitions keep them as neighbours, so that every
 * engine must pass.
 */
abstract class PartitionContract extends EngineFixture {
  private static final String ORDERS = "orders";
  private static final FamilyRead BODY = FamilyRead.all("body");
  private static final List<KeyColumn> KEY =
      List.of(
          KeyColumn.of("customer", ScalarType.TEXT),
          KeyColumn.of("month", ScalarType.TEXT).descending(),
          KeyColumn.of("placed", ScalarType.TIMESTAMP).descending(),
          KeyColumn.of("number", ScalarType.LONG).allowingNull());

  private final List<Tuple> keys = new ArrayList<>();

  @BeforeEach
  void writeRows() {
    List<Family> families = new ArrayList<>(List.of(ContractTables.BODY, ContractTables.MARK));
    if (capabilities().items()) {
      families.add(ContractTables.ENTRIES);
    }
    engine.createTable(new TableSchema(ORDERS, KEY, 2, families, List.of()));
    List<Mutation> mutations = new ArrayList<>();
    for (String customer : List.of("", "anna", "bert")) {
      for (String month : List.of("2024-01", "2024-02")) {
        for (int second = 0; second < 4; second++) {
          for (Long number : Arrays.asList(null, -5L, 0L, 7L)) {
            Tuple key = Tuple.of(customer, month, Instant.ofEpochSecond(second), number);
            keys.add(key);
            mutations.add(Mutation.of(ORDERS, key, body(month, second)));
          }
        }
      }
    }
    engine.mutateAll(mutations, Durability.BUFFERED);
    keys.sort(new KeyCodec(KEY)::compare);
  }

  private void requireOrder() {
    Assumptions.assumeTrue(
        capabilities().keyOrder() != KeyOrder.NONE, "the engine has no ordered scans");
  }

  private List<Tuple> ofPartition(String customer, String month) {
    return keys.stream().filter(k -> k.slice(0, 2).equals(Tuple.of(customer, month))).toList();
  }

  private List<Tuple> scanned(KeyRange range, boolean reversed, int rowsMax) {
    Scan scan = new Scan(ORDERS, range, reversed, rowsMax, Scan.BYTES_DEFAULT, List.of(BODY));
    List<Tuple> found = new ArrayList<>();
    while (true) {
      ScanPage page = engine.scan(scan);
      page.rows().forEach(row -> found.add(row.key()));
      if (page.next().isEmpty()) {
        return found;
      }
      scan = scan.following(page);
    }
  }

  private boolean writeIf(Tuple key, Condition condition, Change... changes) {
    return engine.mutate(Mutation.of(ORDERS, key, changes).on(condition), Durability.BUFFERED);
  }

  private Row read(Tuple key, FamilyRead... families) {
    return engine.get(Get.of(ORDERS, key, families));
  }

  @Test
  void scan_partition_isInTheOrderOfTheKey() {
    requireOrder();
    for (String customer : List.of("", "anna", "bert")) {
      KeyRange all = KeyRange.startingWith(Tuple.of(customer, "2024-01"));
      List<Tuple> expected = ofPartition(customer, "2024-01");
      List<Tuple> backwards = new ArrayList<>(expected);
      Collections.reverse(backwards);
      for (int rowsMax : List.of(1, 3, 16, 100)) {
        assertThat(scanned(all, false, rowsMax)).isEqualTo(expected);
        assertThat(scanned(all, true, rowsMax)).isEqualTo(backwards);
      }
    }
  }

  /** Every range between two keys or their leading parts, with each bound included or not. */
  @Test
  void scan_rangesWithinAPartition_haveTheirBounds() {
    requireOrder();
    List<Tuple> rows = ofPartition("anna", "2024-02");
    KeyCodec codec = new KeyCodec(KEY);
    List<Tuple> bounds = new ArrayList<>(List.of(rows.get(0), rows.get(5), rows.get(10)));
    bounds.add(rows.get(7).slice(0, 3));
    bounds.add(Tuple.of("anna", "2024-02"));
    for (Tuple from : bounds) {
      for (Tuple to : bounds) {
        for (int inclusive = 0; inclusive < 4; inclusive++) {
          KeyRange range = new KeyRange(from, (inclusive & 1) != 0, to, (inclusive & 2) != 0);
          List<Tuple> expected =
              rows.stream()
                  .filter(key -> isAfter(codec, key, range) && isBefore(codec, key, range))
                  .toList();
          assertThat(scanned(range, false, 5)).as("%s", range).isEqualTo(expected);
        }
      }
    }
  }

  private static boolean isAfter(KeyCodec codec, Tuple key, KeyRange range) {
    Tuple from = range.from();
    return key.slice(0, from.size()).equals(from)
        ? range.fromInclusive()
        : Arrays.compareUnsigned(codec.encode(key), codec.encodePrefix(from)) > 0;
  }

  private static boolean isBefore(KeyCodec codec, Tuple key, KeyRange range) {
    Tuple to = range.to();
    return key.slice(0, to.size()).equals(to)
        ? range.toInclusive()
        : Arrays.compareUnsigned(codec.encode(key), codec.encodePrefix(to)) < 0;
  }

  @Test
  void scanAll_ofSeveralPartitions_givesEachInItsOrder() {
    requireOrder();
    List<Scan> scans = new ArrayList<>();
    List<List<Tuple>> expected = new ArrayList<>();
    for (int number = 0; number < 200; number++) {
      String month = number % 2 == 0 ? "2024-02" : "2024-01";
      String customer = number % 3 == 0 ? "anna" : number % 3 == 1 ? "bert" : "nobody";
      KeyRange range = KeyRange.startingWith(Tuple.of(customer, month));
      scans.add(Scan.of(ORDERS, range, 6, BODY));
      expected.add(ofPartition(customer, month).stream().limit(6).toList());
    }
    List<List<Tuple>> found = new ArrayList<>();
    engine.scanAll(scans, page -> found.add(page.rows().stream().map(Row::key).toList()));
    assertThat(found).isEqualTo(expected);
  }

  @Test
  void scan_ofPartOfThePartitionColumns_isOrderedOrRefused() {
    requireOrder();
    KeyRange range = KeyRange.startingWith(Tuple.of("anna"));
    if (capabilities().keyOrder() == KeyOrder.TABLE) {
      assertThat(scanned(range, false, 9))
          .isEqualTo(keys.stream().filter(key -> key.text(0).equals("anna")).toList());
    } else {
      assertThatThrownBy(() -> scanned(range, false, 9)).isInstanceOf(CapabilityException.class);
    }
  }

  @Test
  void scan_ofAllRowsInPages_givesEachOnce() {
    for (int rowsMax : List.of(5, 1_000)) {
      assertThat(scanned(KeyRange.ALL, false, rowsMax)).containsExactlyInAnyOrderElementsOf(keys);
    }
  }

  @Test
  void removals_ofRowsFamiliesAndItems_leaveTheirNeighbours() {
    List<Tuple> rows = ofPartition("bert", "2024-01");
    Tuple gone = rows.get(4);
    if (capabilities().items()) {
      for (Tuple key : rows.subList(3, 6)) {
        engine.mutate(
            Mutation.of(ORDERS, key, entry(1, "a", ""), entry(2, "b", "")), Durability.BUFFERED);
      }
      engine.mutate(
          Mutation.of(ORDERS, gone, new Change.DeleteFamily("entries")), Durability.BUFFERED);
      assertThat(names(read(rows.get(3), allEntries()))).containsExactlyInAnyOrder("a", "b");
      assertThat(names(read(gone, allEntries()))).isEmpty();
      assertThat(names(read(rows.get(5), allEntries()))).containsExactlyInAnyOrder("a", "b");
    }
    engine.mutate(Mutation.of(ORDERS, rows.get(6), mark(true)), Durability.BUFFERED);
    for (Tuple key : List.of(gone, rows.get(6))) {
      engine.mutate(Mutation.of(ORDERS, key, new Change.DeleteFamily("body")), Durability.BUFFERED);
    }
    for (Tuple key : rows) {
      boolean removed = key.equals(gone) || key.equals(rows.get(6));
      assertThat(read(key, BODY).family("body").isPresent()).isEqualTo(!removed);
    }
    assertThat(read(rows.get(6), FamilyRead.all("mark")).family("mark")).isPresent();
  }

  @Test
  void conditions_onDifferentRowsOfAPartition_allHold() {
    Assumptions.assumeTrue(capabilities().conditionalWrite(), "the engine has no conditions");
    List<Tuple> rows = ofPartition("anna", "2024-01");
    for (int round = 0; round < 5; round++) {
      int step = round;
      List<Boolean> held =
          race(
              IntStream.range(0, rows.size())
                  .<Callable<Boolean>>mapToObj(
                      at ->
                          () ->
                              writeIf(
                                  rows.get(at),
                                  new Condition.ColumnEquals(
                                      "body", "number", step == 0 ? second(rows.get(at)) : step),
                                  body("t" + at, step + 1)))
                  .toList());
      assertThat(held).doesNotContain(false);
    }
    for (int at = 0; at < rows.size(); at++) {
      assertThat(read(rows.get(at), BODY).family("body")).contains(List.of("t" + at, 5));
    }
    assertThat(read(ofPartition("anna", "2024-02").get(0), BODY).family("body"))
        .contains(List.of("2024-02", 3));
  }

  private static int second(Tuple key) {
    return (int) ((Instant) key.get(2)).getEpochSecond();
  }
}
