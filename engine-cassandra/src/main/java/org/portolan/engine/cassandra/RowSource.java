package org.portolan.engine.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.portolan.engine.KeyRange;
import org.portolan.types.Tuple;

/**
 * One CQL table as a source of rows in the order of a scan: within a partition in key order, over
 * the whole table in the order of the partitions' tokens, then of their bytes, then of the keys.
 * Each answer starts with the token and the row key.
 */
final class RowSource {
  private final CqlTable table;
  private final int rowColumns;
  private final String select;
  private final String groupBy;
  private final Statements statements;
  private final Requests requests;
  private final ConsistencyLevel level;
  private final RowStream stream;
  private Head head;

  /** A row and its position. */
  record Head(long token, List<ByteBuffer> partition, Tuple key, Row row) {}

  /**
   * @param selection the columns to read of each row; empty for only the keys of a table of items,
   *     each once
   */
  RowSource(
      CqlTable table,
      int rowColumns,
      String selection,
      Statements statements,
      Requests requests,
      ConsistencyLevel level,
      ScanRange range,
      int rowsMax) {
    this.table = table;
    this.rowColumns = rowColumns;
    this.statements = statements;
    this.requests = requests;
    this.level = level;
    boolean keysOnly = selection.isEmpty();
    boolean partitionsOnly = keysOnly && rowColumns == table.partitionColumns();
    String rowKey = CqlTable.names(table.key().subList(0, rowColumns));
    select =
        "SELECT "
            + (partitionsOnly ? "DISTINCT " : "")
            + "token("
            + table.partitionNames()
            + "), "
            + rowKey
            + (keysOnly ? "" : ", " + selection)
            + " FROM "
            + table.qualified();
    groupBy = keysOnly && !partitionsOnly ? " GROUP BY " + rowKey : "";
    stream = new RowStream(requests, "scan table '" + table.name() + "'", queries(range), rowsMax);
  }

  private List<Supplier<List<BoundStatement>>> queries(ScanRange range) {
    if (range.withinPartition()) {
      return List.of(() -> ofPartition(range.keys(), range.reversed()));
    }
    if (range.after().isEmpty()) {
      return List.of(() -> List.of(query(select + groupBy, List.of())));
    }
    Tuple after = range.after();
    Tuple partition = after.slice(0, table.partitionColumns());
    return List.of(
        () -> ofPartition(KeyRange.startingWith(partition).after(after), false),
        () -> ofSameToken(partition),
        () -> List.of(query(afterToken(), table.encode(partition))));
  }

  private List<BoundStatement> ofPartition(KeyRange keys, boolean reversed) {
    List<Slice> slices = Slice.of(table, keys);
    String order =
        reversed && rowColumns > table.partitionColumns() ? ItemsRead.reversedOrder(table) : "";
    List<BoundStatement> queries = new ArrayList<>(slices.size());
    for (Slice slice : reversed ? Slice.inReverse(slices) : slices) {
      String cql = select + " WHERE " + slice.where(table) + groupBy + order;
      queries.add(query(cql, slice.encode(table)));
    }
    return queries;
  }

  /** Returns the queries of later partitions with the same token: there are hardly ever any. */
  private List<BoundStatement> ofSameToken(Tuple partition) {
    String names = table.partitionNames();
    String cql =
        "SELECT DISTINCT "
            + names
            + " FROM "
            + table.qualified()
            + " WHERE token("
            + names
            + ") = token("
            + CqlTable.markers(table.partitionColumns())
            + ")";
    List<ByteBuffer> own = table.encode(partition);
    List<BoundStatement> queries = new ArrayList<>();
    RowStream partitions =
        new RowStream(
            requests,
            "scan table '" + table.name() + "'",
            List.of(() -> List.of(query(cql, own))),
            Integer.MAX_VALUE);
    for (Row row = partitions.peek(); row != null; row = partitions.peek()) {
      partitions.take();
      List<ByteBuffer> other = buffers(row, 0, table.partitionColumns());
      if (ScanRange.comparePartitions(other, own) > 0) {
        queries.addAll(ofPartition(KeyRange.startingWith(decode(other)), false));
      }
    }
    return queries;
  }

  private String afterToken() {
    return select
        + " WHERE token("
        + table.partitionNames()
        + ") > token("
        + CqlTable.markers(table.partitionColumns())
        + ")"
        + groupBy;
  }

  private BoundStatement query(String cql, List<ByteBuffer> values) {
    return statements.read(cql, values, level);
  }

  /** Sends the first request ahead, see {@link RowStream#begin}. */
  void begin() {
    stream.begin();
  }

  /** Returns the next row without taking it, null at the end. */
  Head peek() {
    if (head == null) {
      Row row = stream.peek();
      if (row != null) {
        List<ByteBuffer> key = buffers(row, 1, rowColumns);
        head = new Head(row.getLong(0), key.subList(0, table.partitionColumns()), decode(key), row);
      }
    }
    return head;
  }

  void take() {
    stream.take();
    head = null;
  }

  private static List<ByteBuffer> buffers(Row row, int start, int count) {
    List<ByteBuffer> buffers = new ArrayList<>(count);
    for (int index = 0; index < count; index++) {
      buffers.add(row.getBytesUnsafe(start + index));
    }
    return buffers;
  }

  private Tuple decode(List<ByteBuffer> key) {
    Object[] values = new Object[key.size()];
    for (int index = 0; index < values.length; index++) {
      values[index] = table.key().get(index).decode(key.get(index));
    }
    return Tuple.of(values);
  }
}
