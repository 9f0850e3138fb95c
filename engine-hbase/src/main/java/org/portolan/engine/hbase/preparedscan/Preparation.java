package org.portolan.engine.hbase.preparedscan;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.Consistency;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.ColumnPaginationFilter;
import org.apache.hadoop.hbase.filter.ColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.ColumnRangeFilter;
import org.apache.hadoop.hbase.filter.ColumnValueFilter;
import org.apache.hadoop.hbase.filter.DependentColumnFilter;
import org.apache.hadoop.hbase.filter.FamilyFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.FuzzyRowFilter;
import org.apache.hadoop.hbase.filter.InclusiveStopFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter;
import org.apache.hadoop.hbase.filter.MultipleColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.QualifierFilter;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueExcludeFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.TimestampsFilter;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.apache.hadoop.hbase.shaded.protobuf.ProtobufUtil;
import org.portolan.preparedscan.format.Column;
import org.portolan.preparedscan.format.Statement;

/** Turns HBase's scans into statements, and refuses the features that cannot be prepared. */
final class Preparation {
  /**
   * Filters that judge each row separately. Other filters count, or draw random numbers, over the
   * rows of one scanner on the server; a prepared scan has a new scanner for each page.
   */
  private static final Set<Class<?>> ROW_BY_ROW =
      Set.of(
          ColumnPaginationFilter.class,
          ColumnPrefixFilter.class,
          ColumnRangeFilter.class,
          ColumnValueFilter.class,
          DependentColumnFilter.class,
          FamilyFilter.class,
          FirstKeyOnlyFilter.class,
          FuzzyRowFilter.class,
          InclusiveStopFilter.class,
          KeyOnlyFilter.class,
          MultiRowRangeFilter.class,
          MultipleColumnPrefixFilter.class,
          PrefixFilter.class,
          QualifierFilter.class,
          RowFilter.class,
          SingleColumnValueExcludeFilter.class,
          SingleColumnValueFilter.class,
          TimestampsFilter.class,
          ValueFilter.class);

  private Preparation() {}

  /**
   * Returns the statement of a scan.
   *
   * @throws IllegalArgumentException if the scan uses a feature that prepared scans lack; the
   *     message says which one and why
   */
  static Statement of(Scan scan, PreparedScanOptions options) {
    refusal(scan)
        .ifPresent(
            reason -> {
              throw new IllegalArgumentException(
                  "this scan cannot be prepared: " + reason + "; use HBase's own scan");
            });
    List<Column> columns = new ArrayList<>(options.columns());
    for (Map.Entry<byte[], NavigableSet<byte[]>> family : scan.getFamilyMap().entrySet()) {
      if (family.getValue() != null) {
        family
            .getValue()
            .forEach(
                qualifier ->
                    columns.add(
                        new Column(
                            family.getKey(),
                            qualifier == null ? HConstants.EMPTY_BYTE_ARRAY : qualifier)));
      }
    }
    try {
      Scan common = new Scan(scan).withStartRow(HConstants.EMPTY_START_ROW);
      common.withStopRow(HConstants.EMPTY_END_ROW);
      // Each request states the size of its page.
      common.setCaching(-1).setMaxResultSize(-1).setLimit(-1);
      return new Statement(
          columns,
          ProtobufUtil.toScan(common).toByteArray(),
          options.timestamps(),
          options.compressed());
    } catch (IOException e) {
      throw new IllegalArgumentException("the scan cannot be written: " + e.getMessage(), e);
    }
  }

  private static Optional<String> refusal(Scan scan) {
    if (scan.getBatch() > 0) {
      return Optional.of("rows come as a whole, not in batches of cells");
    }
    if (scan.getAllowPartialResults()) {
      return Optional.of("rows come as a whole, not in parts");
    }
    if (scan.isRaw()) {
      return Optional.of("a raw scan returns delete markers, which have no values");
    }
    if (scan.isNeedCursorResult()) {
      return Optional.of("it returns no cursors");
    }
    if (scan.isScanMetricsEnabled()) {
      return Optional.of("it counts no scan metrics");
    }
    if (scan.getConsistency() == Consistency.TIMELINE || scan.getReplicaId() > 0) {
      return Optional.of("it reads no region replicas");
    }
    return Optional.ofNullable(scan.getFilter()).flatMap(Preparation::refusal);
  }

  private static Optional<String> refusal(Filter filter) {
    if (filter instanceof FilterList list) {
      return list.getFilters().stream()
          .map(Preparation::refusal)
          .flatMap(Optional::stream)
          .findFirst();
    }
    if (filter instanceof SkipFilter skip) {
      return refusal(skip.getFilter());
    }
    if (filter instanceof WhileMatchFilter) {
      return Optional.of(
          "if rows of several regions match, the end of a scan with a WhileMatchFilter depends on"
              + " how HBase's own scan divides the rows into answers");
    }
    return ROW_BY_ROW.contains(filter.getClass())
        ? Optional.empty()
        : Optional.of(
            filter.getClass().getSimpleName()
                + " may not judge each row by itself, but a prepared scan creates its filter again"
                + " for each page");
  }
}
