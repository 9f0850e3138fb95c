package org.portolan.engine.hbase;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.filter.ColumnRangeFilter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FilterList.Operator;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;

/**
 * The read of a row with the last items of a range, in reverse order. First it reads forward, a
 * little more than the items wanted: of a short list this is all. Of a longer list it looks for a
 * place near the end ({@link TailSearch}), which transfers some keys, and reads from there. The
 * read from there gives the whole answer, so the row is read at one moment; if others have changed
 * too many items since the place was found, it is looked for again. Used by one thread.
 */
final class TailRead {
  /** The most items that are looked for at the end of a list. */
  static final int LIMIT_MAX = 100_000;

  /** So many items more than wanted are read of a short list, at least. */
  private static final int SPARE = 64;

  private final byte[] key;
  private final RowQuery query;
  private final FamilyQuery.OfItems items;
  private final int most;
  private byte[] start;
  private TailSearch search;
  private boolean whole;
  private Result result;

  /**
   * @param query reads items of one family in reverse order
   */
  TailRead(byte[] key, RowQuery query) {
    this.key = key;
    this.query = query;
    this.items = query.backwards().orElseThrow();
    this.most = items.limit() + Math.max(items.limit(), SPARE);
    this.start = items.bounds().from();
  }

  /** Returns the gets of the next request. */
  List<Get> next() {
    if (start == null) {
      List<TailSearch.Probe> probes = search.probes();
      if (!probes.isEmpty()) {
        return probes.stream().map(this::get).toList();
      }
      // The keys are made to mislead the search, or very many writers change the list.
      whole = true;
      start = items.bounds().from();
    }
    return List.of((whole ? query : query.with(items.window(start, most + 1))).get(key));
  }

  private Get get(TailSearch.Probe probe) {
    var range = new ColumnRangeFilter(probe.from().unsafeArray(), true, items.bounds().to(), false);
    Get get = new Get(key).addFamily(items.nativeName());
    get.setFilter(new FilterList(Operator.MUST_PASS_ALL, range, new KeyOnlyFilter()));
    get.setRowOffsetPerColumnFamily(probe.number() - 1);
    get.setMaxResultsPerColumnFamily(1);
    return get;
  }

  /** Takes the results of the last gets. */
  void receive(List<Result> results) {
    if (start == null) {
      List<byte[]> found = new ArrayList<>(results.size());
      for (Result each : results) {
        found.add(each.isEmpty() ? null : CellUtil.cloneQualifier(each.rawCells()[0]));
      }
      search.answer(found);
      start = search.start();
      return;
    }
    List<Cell> cells = cells(results.get(0));
    boolean fromBeginning = Arrays.equals(start, items.bounds().from());
    if (whole || (cells.size() <= most && (cells.size() >= items.limit() || fromBeginning))) {
      result = results.get(0);
      return;
    }
    if (search == null || fromBeginning) {
      byte[] enough = CellUtil.cloneQualifier(cells.get(cells.size() - items.limit()));
      search = new TailSearch(items.bounds().from(), items.limit(), most, enough);
    } else {
      search.missed(cells.size());
    }
    start = null;
  }

  private List<Cell> cells(Result row) {
    List<Cell> cells = new ArrayList<>();
    if (!row.isEmpty()) {
      for (Cell cell : row.rawCells()) {
        if (CellUtil.matchingFamily(cell, items.nativeName())) {
          cells.add(cell);
        }
      }
    }
    return cells;
  }

  /** Returns the result to decode; null while there is none. */
  Result result() {
    return result;
  }
}
