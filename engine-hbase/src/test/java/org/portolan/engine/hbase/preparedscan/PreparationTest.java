package org.portolan.engine.hbase.preparedscan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.ColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.RandomRowFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.portolan.preparedscan.format.Column;
import org.portolan.preparedscan.format.Statement;

final class PreparationTest {
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final Column ONE = new Column(FAMILY, Bytes.toBytes("one"));
  private static final Column TWO = new Column(FAMILY, Bytes.toBytes("two"));

  private static void assertRefused(Scan scan, String why) {
    assertThatThrownBy(() -> Preparation.of(scan, PreparedScanOptions.USUAL))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("this scan cannot be prepared: ")
        .hasMessageContaining(why)
        .hasMessageEndingWith("; use HBase's own scan");
  }

  @Test
  void of_whatAPreparedScanDoesNotDo_isRefusedWithTheReason() {
    assertRefused(new Scan().setBatch(3), "not in batches");
    assertRefused(new Scan().setAllowPartialResults(true), "not in parts");
    assertRefused(new Scan().setRaw(true), "delete markers");
    assertRefused(new Scan().setNeedCursorResult(true), "no cursors");
    assertRefused(new Scan().setScanMetricsEnabled(true), "no scan metrics");
    assertRefused(new Scan().setConsistency(Consistency.TIMELINE), "no region replicas");
  }

  @Test
  void of_filtersThatCountOverRows_isRefusedWithTheirName() {
    assertRefused(new Scan().setFilter(new PageFilter(5)), "PageFilter may not judge");
    assertRefused(new Scan().setFilter(new SkipFilter(new RandomRowFilter(0.5f))), "RandomRow");
    assertRefused(
        new Scan()
            .setFilter(
                new FilterList(
                    new PrefixFilter(FAMILY),
                    new WhileMatchFilter(new ColumnPrefixFilter(FAMILY)))),
        "scan with a WhileMatchFilter depends on");
  }

  @Test
  void of_namedColumns_declaresThemOnce() {
    Scan scan = new Scan().addColumn(FAMILY, TWO.qualifier()).addColumn(FAMILY, ONE.qualifier());
    Statement statement =
        Preparation.of(scan, PreparedScanOptions.USUAL.withColumns(List.of(ONE, TWO)));
    assertThat(statement.columns()).containsExactly(ONE, TWO);
  }

  @Test
  void of_otherRangesAndAmounts_isTheSameStatement() throws IOException {
    Scan scan = new Scan().addFamily(FAMILY).readVersions(2);
    byte[] digest = Preparation.of(scan, PreparedScanOptions.USUAL).digest();
    Scan other =
        new Scan(scan)
            .withStartRow(FAMILY, false)
            .withStopRow(Bytes.toBytes("g"), true)
            .setCaching(7)
            .setMaxResultSize(100)
            .setLimit(9);
    assertThat(Preparation.of(other, PreparedScanOptions.USUAL).digest()).isEqualTo(digest);
    assertThat(Preparation.of(scan.readVersions(3), PreparedScanOptions.USUAL).digest())
        .isNotEqualTo(digest);
  }
}
