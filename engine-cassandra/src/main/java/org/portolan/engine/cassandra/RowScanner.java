package org.portolan.engine.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.engine.adapter.RowBuilder;
import org.portolan.types.Tuple;

/**
 * Reads one page of a scan. The scan itself returns the columns. For a family of items it finds
 * only the rows that have any; the requested items of these rows are then read by key, many rows at
 * a time. So no other items are transferred.
 */
final class RowScanner {
  private static final int CHUNK_ROWS = 64;

  private final TableHandle table;
  private final Scan scan;
  private final Statements statements;
  private final Requests requests;
  private final ConsistencyLevel level;
  private final ScanRange range;
  private final ColumnsRead columns;
  private final RowSource main;
  private final List<FamilyRead> itemReads = new ArrayList<>();
  private final List<RowSource> itemSources = new ArrayList<>();
  private final Comparator<RowSource.Head> order;

  RowScanner(
      TableHandle table,
      Scan scan,
      Statements statements,
      Requests requests,
      ConsistencyLevel level) {
    this.table = table;
    this.scan = scan;
    this.statements = statements;
    this.requests = requests;
    this.level = level;
    range = ScanRange.of(table, scan);
    columns = ColumnsRead.of(table, scan.families());
    main = columns.isEmpty() ? null : source(table.main(), columns.selection());
    for (FamilyRead read : scan.families()) {
      if (read instanceof FamilyRead.Items || read instanceof FamilyRead.ItemsByKey) {
        itemReads.add(read);
        itemSources.add(source(table.items(read.family()).table(), ""));
      }
    }
    Comparator<Tuple> keys = table.keyCodec()::compare;
    order =
        Comparator.comparingLong(RowSource.Head::token)
            .thenComparing(RowSource.Head::partition, ScanRange::comparePartitions)
            .thenComparing(RowSource.Head::key, range.reversed() ? keys.reversed() : keys);
  }

  private RowSource source(CqlTable cqlTable, String selection) {
    return new RowSource(
        cqlTable,
        table.schema().key().size(),
        selection,
        statements,
        requests,
        level,
        range,
        scan.rowsMax());
  }

  /** A row that the scan has found so far, and the families of which it may have items. */
  private record Found(
      Tuple key, com.datastax.oss.driver.api.core.cql.Row columns, List<FamilyRead> items) {}

  /** Sends the first request of each source and does not wait for the answers. */
  void begin() {
    if (main != null) {
      main.begin();
    }
    itemSources.forEach(RowSource::begin);
  }

  ScanPage page() {
    List<Row> rows = new ArrayList<>();
    long bytes = 0;
    while (true) {
      List<Found> chunk = chunk(scan.rowsMax() - rows.size());
      if (chunk.isEmpty()) {
        return new ScanPage(rows, Optional.empty());
      }
      for (Row row : read(chunk)) {
        if (row.isEmpty()) {
          continue;
        }
        rows.add(row);
        bytes += row.bytes();
        if (rows.size() == scan.rowsMax() || bytes >= scan.bytesMax()) {
          return new ScanPage(rows, Optional.of(row.key()));
        }
      }
    }
  }

  /** Takes the next rows of all sources, joined by their keys. */
  private List<Found> chunk(int rowsMax) {
    List<Found> chunk = new ArrayList<>();
    while (chunk.size() < Math.min(rowsMax, CHUNK_ROWS)) {
      RowSource.Head first = main == null ? null : main.peek();
      for (RowSource source : itemSources) {
        RowSource.Head head = source.peek();
        if (head != null && (first == null || order.compare(head, first) < 0)) {
          first = head;
        }
      }
      if (first == null) {
        break;
      }
      chunk.add(join(first));
    }
    return chunk;
  }

  private Found join(RowSource.Head first) {
    com.datastax.oss.driver.api.core.cql.Row columnsRow = null;
    if (main != null && main.peek() != null && order.compare(main.peek(), first) == 0) {
      columnsRow = main.peek().row();
      main.take();
    }
    List<FamilyRead> items = new ArrayList<>();
    for (int index = 0; index < itemSources.size(); index++) {
      RowSource source = itemSources.get(index);
      if (source.peek() != null && order.compare(source.peek(), first) == 0) {
        items.add(itemReads.get(index));
        source.take();
      }
    }
    return new Found(first.key(), columnsRow, items);
  }

  private List<Row> read(List<Found> chunk) {
    List<BoundStatement> queries = new ArrayList<>();
    List<List<ItemsRead>> reads = new ArrayList<>();
    List<Integer> counts = new ArrayList<>();
    for (Found found : chunk) {
      List<ItemsRead> own = new ArrayList<>();
      for (FamilyRead read : found.items) {
        ItemsRead each = new ItemsRead(table.items(read.family()), found.key.size(), read);
        List<BoundStatement> its = each.queries(found.key, statements, level);
        queries.addAll(its);
        counts.add(its.size());
        own.add(each);
      }
      reads.add(own);
    }
    var answers = requests.readAll("scan table '" + table.name() + "'", queries);
    List<Row> rows = new ArrayList<>(chunk.size());
    int position = 0;
    int query = 0;
    for (int index = 0; index < chunk.size(); index++) {
      Found found = chunk.get(index);
      int keyBytes = table.check(found.key);
      RowBuilder builder = new RowBuilder(found.key);
      if (found.columns != null) {
        columns.into(builder, found.columns, 1 + found.key.size(), keyBytes);
      }
      for (ItemsRead read : reads.get(index)) {
        int end = position + counts.get(query++);
        read.into(builder, answers.subList(position, end), keyBytes);
        position = end;
      }
      rows.add(builder.build());
    }
    return rows;
  }
}
