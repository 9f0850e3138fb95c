package org.portolan.engine.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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

/** Scans of all rows in the engine's own order, which every engine supports. */
abstract class WholeTableContract extends EngineFixture {
  private static final FamilyRead BODY = FamilyRead.all("body");
  private static final int USERS = 40;

  private final List<Tuple> all = new ArrayList<>();

  @BeforeEach
  void writeRows() {
    for (int user = 0; user < USERS; user++) {
      for (long at = 0; at <= user % 3; at++) {
        write("user" + user, at, body("t" + at, user));
        all.add(key("user" + user, at));
      }
    }
  }

  private List<Row> scanned(int rowsMax, FamilyRead... families) {
    Scan scan = Scan.of(ContractTables.EVENTS, KeyRange.ALL, rowsMax, families);
    List<Row> rows = new ArrayList<>();
    ScanPage page = engine.scan(scan);
    rows.addAll(page.rows());
    while (page.next().isPresent()) {
      assertThat(page.rows()).hasSizeLessThanOrEqualTo(rowsMax);
      scan = scan.following(page);
      page = engine.scan(scan);
      rows.addAll(page.rows());
    }
    return rows;
  }

  private static List<Tuple> keys(List<Row> rows) {
    return rows.stream().map(Row::key).toList();
  }

  @Test
  void scan_allInPages_givesEveryRowOnceInTheSameOrder() {
    List<Tuple> atOnce = keys(scanned(1_000, BODY));
    assertThat(atOnce).containsExactlyInAnyOrderElementsOf(all);
    for (int rowsMax : List.of(1, 2, 7, all.size())) {
      assertThat(keys(scanned(rowsMax, BODY))).as("rowsMax %d", rowsMax).isEqualTo(atOnce);
    }
    assertThat(scanned(9, BODY).get(5).family("body")).isPresent();
  }

  @Test
  void scan_allByBytes_endsPagesAndGivesEveryRow() {
    Scan scan = new Scan(ContractTables.EVENTS, KeyRange.ALL, false, 1_000, 1, List.of(BODY));
    Set<Tuple> seen = new HashSet<>();
    ScanPage page = engine.scan(scan);
    seen.addAll(keys(page.rows()));
    while (page.next().isPresent()) {
      assertThat(page.rows()).hasSizeLessThanOrEqualTo(1);
      scan = scan.following(page);
      page = engine.scan(scan);
      seen.addAll(keys(page.rows()));
    }
    assertThat(seen).containsExactlyInAnyOrderElementsOf(all);
  }

  @Test
  void scan_allWithDeletionsBetweenPages_seesWhatStoodThroughout() {
    Scan scan = Scan.of(ContractTables.EVENTS, KeyRange.ALL, 5, BODY);
    ScanPage page = engine.scan(scan);
    Set<Tuple> seen = new HashSet<>(keys(page.rows()));
    Tuple last = page.next().orElseThrow();
    write(last.text(0), (Long) last.get(1), new Change.DeleteFamily("body"));
    Tuple unseen = all.stream().filter(key -> !seen.contains(key)).findFirst().orElseThrow();
    write(unseen.text(0), (Long) unseen.get(1), new Change.DeleteFamily("body"));
    while (page.next().isPresent()) {
      scan = scan.following(page);
      page = engine.scan(scan);
      seen.addAll(keys(page.rows()));
    }
    assertThat(seen).doesNotContain(unseen).hasSize(all.size() - 1);
  }

  @Test
  void scan_allOfOneFamily_leavesOutRowsWithoutIt() {
    write("user3", 0, mark(true));
    write("marked", 0, mark(false));
    assertThat(keys(scanned(3, FamilyRead.all("mark"))))
        .containsExactlyInAnyOrder(key("user3", 0), key("marked", 0));
    assertThat(keys(scanned(3, BODY, FamilyRead.all("mark")))).hasSize(all.size() + 1);
  }

  @Test
  void scan_allOfItems_givesRowsThatHoldNothingElse() {
    Assumptions.assumeTrue(capabilities().items(), "the engine has no items");
    write("user1", 0, entry(1, "a", ""), entry(2, "b", ""));
    write("listed", 7, entry(3, "c", ""));
    List<Row> rows = scanned(1, new FamilyRead.Items("entries", KeyRange.ALL, 1, false));
    assertThat(keys(rows)).containsExactlyInAnyOrder(key("user1", 0), key("listed", 7));
    assertThat(keys(scanned(4, allEntries(), BODY))).hasSize(all.size() + 1);
  }

  @Test
  void scan_allReversed_isOrderedOrRefused() {
    Scan scan =
        new Scan(ContractTables.EVENTS, KeyRange.ALL, true, 9, Scan.BYTES_DEFAULT, List.of(BODY));
    if (capabilities().keyOrder() == KeyOrder.TABLE) {
      assertThat(engine.scan(scan).rows().get(0).key()).isEqualTo(key("user9", 0));
    } else {
      assertThatThrownBy(() -> engine.scan(scan)).isInstanceOf(CapabilityException.class);
    }
  }
}
