package org.portolan.engine.hbase;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.ColumnRangeFilter;
import org.apache.hadoop.hbase.filter.FamilyFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FilterList.Operator;
import org.apache.hadoop.hbase.filter.QualifierFilter;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Row;
import org.portolan.engine.adapter.RowBuilder;
import org.portolan.types.Tuple;

/**
 * The read of rows of one table as one HBase get or scan: so all requested parts of a row are read
 * at one moment.
 *
 * <p>A limit of items is HBase's limit of cells for each family of a row. HBase has one limit for
 * all families, so it is the largest number of cells to read of any family; cells above a smaller
 * limit are dropped here. A range of items is a filter. If nothing else is read, the server seeks
 * to the beginning of the range from the first item that is not removed; if other families are read
 * too, it also reads the items before the range. It passes over removed items one by one until the
 * next major compaction. HBase goes through a row forward only. So a scan with items in reverse
 * order makes the server read all of them up to the range's end; a get avoids this, see {@link
 * TailRead}.
 */
final class RowQuery {
  private final List<FamilyQuery> queries;
  private final int limit;
  private final Filter filter;

  private RowQuery(List<FamilyQuery> queries, int limit, Filter filter) {
    this.queries = queries;
    this.limit = limit;
    this.filter = filter;
  }

  static RowQuery of(TableHandle table, List<FamilyRead> reads) {
    List<FamilyQuery> queries = new ArrayList<>(reads.size());
    for (FamilyRead read : reads) {
      FamilyQuery query = FamilyQuery.of(table, read);
      if (!query.isNothing()) {
        queries.add(query);
      }
    }
    return of(queries);
  }

  private static RowQuery of(List<FamilyQuery> queries) {
    long limit = queries.stream().mapToLong(FamilyQuery::cellsMax).max().orElse(0);
    boolean limited = limit < Integer.MAX_VALUE && limits(queries);
    return new RowQuery(queries, limited ? (int) limit : -1, filter(queries));
  }

  /**
   * Returns the items that are read in reverse order, if it is one family only, and a part of a
   * list: a read of very many is as good as one of all.
   */
  Optional<FamilyQuery.OfItems> backwards() {
    List<FamilyQuery.OfItems> found = new ArrayList<>();
    for (FamilyQuery query : queries) {
      if (query instanceof FamilyQuery.OfItems items
          && items.reversed()
          && items.limit() <= TailRead.LIMIT_MAX) {
        found.add(items);
      }
    }
    return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
  }

  /** Returns this read with other items of the family that is read in reverse order. */
  RowQuery with(FamilyQuery.OfItems items) {
    List<FamilyQuery> changed = new ArrayList<>(queries);
    changed.set(queries.indexOf(backwards().orElseThrow()), items);
    return of(changed);
  }

  private static boolean limits(List<FamilyQuery> queries) {
    return queries.stream().anyMatch(query -> query instanceof FamilyQuery.OfItems);
  }

  private static Filter filter(List<FamilyQuery> queries) {
    List<FamilyQuery> ranged = queries.stream().filter(query -> query.range().isPresent()).toList();
    if (ranged.isEmpty()) {
      return null;
    }
    if (queries.size() == 1) {
      return rangeFilter(ranged.get(0));
    }
    List<Filter> ways = new ArrayList<>();
    List<Filter> others = new ArrayList<>();
    for (FamilyQuery query : ranged) {
      ways.add(rangeFilterWithin(query));
      others.add(familyFilter(CompareOperator.NOT_EQUAL, query));
    }
    ways.add(new FilterList(Operator.MUST_PASS_ALL, others));
    return new FilterList(Operator.MUST_PASS_ONE, ways);
  }

  private static Filter rangeFilter(FamilyQuery query) {
    var range = query.range().orElseThrow();
    return new ColumnRangeFilter(range.from(), true, range.to(), false);
  }

  /**
   * Returns a filter that can be combined with other families as alternatives. A {@link
   * ColumnRangeFilter} among alternatives loses cells in a reversed scan, since HBase then compares
   * its seek targets in the wrong direction.
   */
  private static Filter rangeFilterWithin(FamilyQuery query) {
    var range = query.range().orElseThrow();
    List<Filter> all = new ArrayList<>();
    all.add(familyFilter(CompareOperator.EQUAL, query));
    all.add(
        new QualifierFilter(CompareOperator.GREATER_OR_EQUAL, new BinaryComparator(range.from())));
    if (range.to() != null) {
      all.add(new QualifierFilter(CompareOperator.LESS, new BinaryComparator(range.to())));
    }
    return new FilterList(Operator.MUST_PASS_ALL, all);
  }

  private static Filter familyFilter(CompareOperator operator, FamilyQuery query) {
    return new FamilyFilter(operator, new BinaryComparator(query.nativeName()));
  }

  /** Whether the read can find nothing in any row. */
  boolean isNothing() {
    return queries.isEmpty();
  }

  Get get(byte[] key) {
    Get get = new Get(key);
    queries.forEach(query -> query.addTo(get::addFamily, get::addColumn));
    if (limit > 0) {
      get.setMaxResultsPerColumnFamily(limit);
    }
    return filter == null ? get : get.setFilter(filter);
  }

  void addTo(Scan scan) {
    queries.forEach(query -> query.addTo(scan::addFamily, scan::addColumn));
    if (limit > 0) {
      scan.setMaxResultsPerColumnFamily(limit);
    }
    if (filter != null) {
      scan.setFilter(filter);
    }
  }

  Row decode(Tuple key, Result result) {
    RowBuilder row = new RowBuilder(key);
    Cell[] cells = result.rawCells();
    int start = 0;
    while (cells != null && start < cells.length) {
      int end = start + 1;
      while (end < cells.length && CellUtil.matchingFamily(cells[start], cells[end])) {
        end++;
      }
      for (FamilyQuery query : queries) {
        if (CellUtil.matchingFamily(cells[start], query.nativeName())) {
          query.decode(cells, start, end, row);
        }
      }
      start = end;
    }
    return row.build();
  }
}
