package org.portolan.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Change;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.types.Tuple;

/** Ordered scans within one partition, so that engines with ordered partitions can run them too. */
abstract class ScanContract extends EngineFixture {
  private static final KeyRange OF_U = KeyRange.startingWith(Tuple.of("u"));
  private static final FamilyRead BODY = FamilyRead.all("body");

  @BeforeEach
  void requireOrder() {
    if (capabilities().keyOrder() == KeyOrder.NONE) {
      assertThatThrownBy(() -> scan(OF_U, BODY)).isInstanceOf(CapabilityException.class);
    }
    Assumptions.assumeTrue(
        capabilities().keyOrder() != KeyOrder.NONE,
        "the engine has no ordered scans, and refuses them");
    for (long at = 0; at < 10; at++) {
      write("u", at, body("t" + at, (int) at));
      write("t", at, body("other", 0));
      write("v", at, body("other", 0));
    }
  }

  private ScanPage scan(KeyRange range, FamilyRead... families) {
    return engine.scan(Scan.of(ContractTables.EVENTS, range, 1_000, families));
  }

  private static List<Long> times(List<Row> rows) {
    return rows.stream().map(row -> (Long) row.key().get(1)).toList();
  }

  private List<Long> times(KeyRange range) {
    return times(scan(range, BODY).rows());
  }

  private static List<Long> numbers(long from, long to) {
    return LongStream.rangeClosed(from, to).boxed().toList();
  }

  @Test
  void scan_partition_givesItsRowsInOrderAndNoMore() {
    ScanPage page = scan(OF_U, BODY);
    assertThat(times(page.rows())).isEqualTo(numbers(0, 9));
    assertThat(page.rows()).allMatch(row -> row.key().get(0).equals("u"));
    assertThat(page.rows().get(3).family("body")).contains(List.of("t3", 3));
    assertThat(page.next()).isEmpty();
  }

  @Test
  void scan_bounds_areInclusiveOrExclusiveAsSaid() {
    Tuple two = key("u", 2);
    Tuple five = key("u", 5);
    assertThat(times(new KeyRange(two, true, five, true))).isEqualTo(numbers(2, 5));
    assertThat(times(new KeyRange(two, false, five, true))).isEqualTo(numbers(3, 5));
    assertThat(times(new KeyRange(two, true, five, false))).isEqualTo(numbers(2, 4));
    assertThat(times(new KeyRange(two, false, five, false))).isEqualTo(numbers(3, 4));
    assertThat(times(new KeyRange(two, true, Tuple.of("u"), true))).isEqualTo(numbers(2, 9));
    assertThat(times(new KeyRange(Tuple.of("u"), true, two, false))).isEqualTo(numbers(0, 1));
    assertThat(times(new KeyRange(five, true, two, true))).isEmpty();
    assertThat(times(new KeyRange(two, false, two, true))).isEmpty();
    assertThat(times(OF_U.after(two))).isEqualTo(numbers(3, 9));
  }

  @Test
  void scan_reversed_beginsAtTheEnd() {
    Scan scan = new Scan(ContractTables.EVENTS, OF_U, true, 4, Scan.BYTES_DEFAULT, List.of(BODY));
    ScanPage first = engine.scan(scan);
    assertThat(times(first.rows())).containsExactly(9L, 8L, 7L, 6L);
    ScanPage second = engine.scan(scan.following(first));
    assertThat(times(second.rows())).containsExactly(5L, 4L, 3L, 2L);
    ScanPage third = engine.scan(scan.following(first).following(second));
    assertThat(times(third.rows())).containsExactly(1L, 0L);
    assertThat(third.next()).isEmpty();
  }

  @Test
  void scanAll_ofSeveralScans_answersLikeEachOfThem() {
    List<Scan> scans =
        List.of(
            Scan.of(ContractTables.EVENTS, OF_U, 1_000, BODY),
            Scan.of(ContractTables.EVENTS, KeyRange.startingWith(Tuple.of("v")), 3, BODY),
            new Scan(ContractTables.EVENTS, OF_U, true, 4, Scan.BYTES_DEFAULT, List.of(BODY)),
            new Scan(ContractTables.EVENTS, OF_U, false, 1_000, 1, List.of(BODY)),
            Scan.of(ContractTables.EVENTS, KeyRange.startingWith(Tuple.of("none")), 5, BODY),
            Scan.of(ContractTables.EVENTS, OF_U.after(key("u", 6)).before(key("u", 3)), 5, BODY));
    assertThat(engine.scanAll(scans)).isEqualTo(scans.stream().map(engine::scan).toList());
    assertThat(engine.scanAll(List.of())).isEmpty();
    List<ScanPage> received = new ArrayList<>();
    engine.scanAll(scans, received::add);
    assertThat(received).isEqualTo(engine.scanAll(scans));
  }

  /** More than an engine has under way at a time. */
  @Test
  void scanAll_ofVeryManyScans_answersEach() {
    List<Scan> scans = Collections.nCopies(1_000, Scan.of(ContractTables.EVENTS, OF_U, 2, BODY));
    assertThat(engine.scanAll(scans))
        .hasSize(1_000)
        .allSatisfy(page -> assertThat(times(page.rows())).containsExactly(0L, 1L));
  }

  @Test
  void scanAll_withAnUnknownTable_isRefused() {
    List<Scan> scans =
        List.of(Scan.of(ContractTables.EVENTS, OF_U, 1, BODY), Scan.of("absent", OF_U, 1, BODY));
    assertThatThrownBy(() -> engine.scanAll(scans)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void scan_inPages_givesEveryRowOnce() {
    for (int rowsMax = 1; rowsMax <= 11; rowsMax++) {
      Scan scan = Scan.of(ContractTables.EVENTS, OF_U, rowsMax, BODY);
      List<Long> seen = new ArrayList<>();
      ScanPage page = engine.scan(scan);
      seen.addAll(times(page.rows()));
      while (page.next().isPresent()) {
        assertThat(page.rows()).hasSizeLessThanOrEqualTo(rowsMax);
        scan = scan.following(page);
        page = engine.scan(scan);
        seen.addAll(times(page.rows()));
      }
      assertThat(seen).as("rowsMax %d", rowsMax).isEqualTo(numbers(0, 9));
    }
  }

  @Test
  void scan_bytesMax_endsThePageAfterTheRowThatReachesIt() {
    write("big", 1, body("x".repeat(5_000), 1));
    write("big", 2, body("x".repeat(5_000), 1));
    write("big", 3, body("x".repeat(5_000), 1));
    KeyRange range = KeyRange.startingWith(Tuple.of("big"));
    assertThat(page(range, 1).rows()).hasSize(1);
    assertThat(page(range, 5_001).rows()).hasSizeLessThan(3).isNotEmpty();
    assertThat(page(range, 1).next()).contains(key("big", 1));
    assertThat(page(range, 1 << 20).rows()).hasSize(3);
  }

  private ScanPage page(KeyRange range, int bytesMax) {
    return engine.scan(new Scan(ContractTables.EVENTS, range, false, 100, bytesMax, List.of(BODY)));
  }

  @Test
  void scan_withWritesBetweenPages_seesWhatStoodThroughoutOnce() {
    Scan scan = Scan.of(ContractTables.EVENTS, OF_U, 3, BODY);
    ScanPage page = engine.scan(scan);
    List<Long> seen = new ArrayList<>(times(page.rows()));
    write("u", 2, new Change.DeleteFamily("body"));
    write("u", -1, body("early", -1));
    write("u", 4, body("changed", 4));
    write("u", 5, new Change.DeleteFamily("body"));
    write("u", 20, body("late", 20));
    while (page.next().isPresent()) {
      scan = scan.following(page);
      page = engine.scan(scan);
      seen.addAll(times(page.rows()));
    }
    assertThat(seen).doesNotHaveDuplicates().containsAll(Set.of(0L, 1L, 3L, 4L, 6L, 7L, 8L, 9L));
    assertThat(seen).isSorted().doesNotContain(5L, -1L);
  }

  @Test
  void scan_rowsWithoutTheFamily_areLeftOut() {
    write("u", 3, new Change.DeleteFamily("body"), mark(true));
    assertThat(times(OF_U)).doesNotContain(3L).hasSize(9);
    assertThat(times(scan(OF_U, FamilyRead.all("mark")).rows())).containsExactly(3L);
  }

  @Test
  void scan_severalFamilies_joinsWhatBelongsToOneRow() {
    write("u", 3, new Change.DeleteFamily("body"), mark(true));
    write("u", 4, mark(false));
    write("u", 12, mark(null));
    List<Row> rows = scan(OF_U, BODY, FamilyRead.all("mark")).rows();
    assertThat(times(rows)).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 12L);
    assertThat(rows.get(3).columns()).containsOnlyKeys("mark");
    assertThat(rows.get(4).columns()).containsOnlyKeys("mark", "body");
    assertThat(rows.get(5).columns()).containsOnlyKeys("body");
  }

  @Test
  void scan_presenceAndProjection_readNoMore() {
    Row row = scan(OF_U, new FamilyRead.Columns("body", List.of("number"))).rows().get(7);
    assertThat(row.family("body").orElseThrow()).containsExactly(null, 7);
    assertThat(scan(OF_U, new FamilyRead.Presence("body")).rows())
        .hasSize(10)
        .allMatch(each -> each.columns().get("body").isEmpty());
  }

  @Test
  void scan_items_comeWithTheirRows() {
    Assumptions.assumeTrue(capabilities().items(), "the engine has no items");
    for (long at = 0; at < 6; at += 2) {
      write("u", at, entry(1, "a" + at, ""), entry(2, "b" + at, ""), entry(3, "c" + at, ""));
    }
    write("u", 30, entry(1, "alone", ""));
    for (boolean rowsReversed : List.of(false, true)) {
      for (boolean reversed : List.of(false, true)) {
        var items = new FamilyRead.Items("entries", KeyRange.ALL, 2, reversed);
        var rows = new ArrayList<>(scanWith(rowsReversed, items, BODY));
        if (rowsReversed) {
          Collections.reverse(rows);
        }
        assertThat(times(rows)).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 30L);
        assertThat(names(rows.get(2)))
            .isEqualTo(reversed ? List.of("a2", "b2") : List.of("c2", "b2"));
        assertThat(names(rows.get(3))).isEmpty();
        assertThat(names(rows.get(10))).containsExactly("alone");
      }
    }
  }

  private List<Row> scanWith(boolean reversed, FamilyRead... families) {
    return engine
        .scan(
            new Scan(
                ContractTables.EVENTS, OF_U, reversed, 100, Scan.BYTES_DEFAULT, List.of(families)))
        .rows();
  }

  @Test
  void scan_itemRanges_leaveOutRowsWithNoneInRange() {
    Assumptions.assumeTrue(capabilities().items(), "the engine has no items");
    write("u", 1, entry(1, "a", ""), entry(9, "b", ""));
    write("u", 2, entry(9, "c", ""));
    write("u", 3, entry(0, "z", ""), entry(1, "d", ""), entry(2, "y", ""));
    KeyRange ofOne = KeyRange.startingWith(Tuple.of(1L));
    for (boolean reversed : List.of(false, true)) {
      var rows = scanWith(reversed, new FamilyRead.Items("entries", ofOne, 5, false));
      assertThat(rows).flatExtracting(EngineFixture::names).containsExactlyInAnyOrder("a", "d");
      var byKey = new FamilyRead.ItemsByKey("entries", List.of(Tuple.of(1L, "d")));
      assertThat(times(scanWith(reversed, byKey))).containsExactly(3L);
    }
  }

  @Test
  void scan_counters_comeWithTheirRows() {
    Assumptions.assumeTrue(counts(), "the engine has no counters");
    write("u", 4, hit(3));
    write("u", 50, hit(-1));
    List<Row> rows = scan(OF_U, hits()).rows();
    assertThat(times(rows)).containsExactly(4L, 50L);
    assertThat(rows).extracting(row -> row.counter("hits")).containsExactly(3L, -1L);
  }

  @Test
  void scan_acrossPartitions_isOrderedOrRefused() {
    KeyRange range = new KeyRange(Tuple.of("t"), true, Tuple.of("u"), true);
    if (capabilities().keyOrder() == KeyOrder.TABLE) {
      List<Row> rows = scan(range, BODY).rows();
      assertThat(rows).hasSize(20);
      assertThat(rows)
          .extracting(row -> row.key().text(0))
          .isSorted()
          .startsWith("t")
          .endsWith("u");
    } else {
      assertThatThrownBy(() -> scan(range, BODY)).isInstanceOf(CapabilityException.class);
    }
  }
}
