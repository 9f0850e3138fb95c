package org.portolan.engine.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.KeyRange;
import org.portolan.engine.adapter.RowBuilder;
import org.portolan.types.KeyCodec;
import org.portolan.types.Tuple;

/** The read of a family of items of one row; all its queries are sent at once. */
final class ItemsRead {
  /** The most keys of one partition that one query looks up. */
  private static final int KEYS_PER_QUERY = 100;

  private static final int PAGE_ROWS = 2_000;

  private final ItemsPart part;
  private final int rowColumns;
  private final FamilyRead read;

  ItemsRead(ItemsPart part, int rowColumns, FamilyRead read) {
    this.part = part;
    this.rowColumns = rowColumns;
    this.read = read;
  }

  /** Returns the queries; their answers together are in the requested order. */
  List<BoundStatement> queries(Tuple rowKey, Statements statements, ConsistencyLevel level) {
    return read instanceof FamilyRead.Items range
        ? ofRange(rowKey, range, statements, level)
        : byKey(rowKey, (FamilyRead.ItemsByKey) read, statements, level);
  }

  private String select() {
    List<KeyPart> itemKey = itemKey();
    String names =
        part.names().stream().map(name -> ", " + Names.quote(name)).collect(Collectors.joining());
    return "SELECT "
        + CqlTable.names(itemKey)
        + names
        + " FROM "
        + part.table().qualified()
        + " WHERE ";
  }

  private List<KeyPart> itemKey() {
    return part.table().key().subList(rowColumns, part.table().key().size());
  }

  private List<BoundStatement> ofRange(
      Tuple rowKey, FamilyRead.Items wanted, Statements statements, ConsistencyLevel level) {
    KeyRange items = wanted.range();
    part.itemCodec().encodePrefix(items.from());
    part.itemCodec().encodePrefix(items.to());
    List<Slice> slices = Slice.of(part.table(), Slice.withinRow(rowKey, items));
    String order = wanted.reversed() ? reversedOrder(part.table()) : "";
    List<BoundStatement> queries = new ArrayList<>(slices.size());
    for (Slice slice : wanted.reversed() ? Slice.inReverse(slices) : slices) {
      String cql = select() + slice.where(part.table()) + order + " LIMIT ?";
      List<ByteBuffer> values = slice.encode(part.table());
      values.add(CqlTypes.ofInt(wanted.limit()));
      queries.add(
          statements.read(cql, values, level).setPageSize(Math.min(wanted.limit(), PAGE_ROWS)));
    }
    return queries;
  }

  /** Returns the clause that reverses a partition's order; it needs the first column only. */
  static String reversedOrder(CqlTable table) {
    KeyPart first = table.key().get(table.partitionColumns());
    return " ORDER BY " + first.quoted() + (first.descending() ? " ASC" : " DESC");
  }

  private List<BoundStatement> byKey(
      Tuple rowKey, FamilyRead.ItemsByKey wanted, Statements statements, ConsistencyLevel level) {
    KeyCodec codec = part.itemCodec();
    SortedSet<Tuple> sorted = new TreeSet<>(codec::compare);
    for (Tuple itemKey : wanted.itemKeys()) {
      codec.encode(itemKey);
      sorted.add(itemKey);
    }
    List<Tuple> keys = List.copyOf(sorted);
    List<KeyPart> itemKey = itemKey();
    String names = CqlTable.names(itemKey);
    String cql =
        select()
            + part.table().whereKey(rowColumns)
            + " AND "
            + (itemKey.size() == 1 ? names : "(" + names + ")")
            + " IN ?";
    List<BoundStatement> queries = new ArrayList<>();
    for (int start = 0; start < keys.size(); start += KEYS_PER_QUERY) {
      List<ByteBuffer> asked = new ArrayList<>();
      for (Tuple key : keys.subList(start, Math.min(start + KEYS_PER_QUERY, keys.size()))) {
        asked.add(encode(itemKey, key));
      }
      List<ByteBuffer> values = part.table().encode(rowKey);
      values.add(CqlTypes.list(asked));
      queries.add(statements.read(cql, values, level));
    }
    return queries;
  }

  private static ByteBuffer encode(List<KeyPart> parts, Tuple key) {
    ByteBuffer[] encoded = new ByteBuffer[parts.size()];
    for (int index = 0; index < encoded.length; index++) {
      encoded[index] = parts.get(index).encode(key.get(index));
    }
    return encoded.length == 1 ? encoded[0] : CqlTypes.tuple(encoded);
  }

  /** Adds the items found by the queries. */
  void into(RowBuilder builder, List<List<Row>> answers, int keyBytes) {
    int limit = read instanceof FamilyRead.Items range ? range.limit() : Integer.MAX_VALUE;
    List<KeyPart> itemKey = itemKey();
    List<org.portolan.engine.Row.Item> items = new ArrayList<>();
    int bytes = 0;
    for (List<Row> answer : answers) {
      for (Row row : answer) {
        if (items.size() == limit) {
          break;
        }
        Object[] key = new Object[itemKey.size()];
        bytes += keyBytes;
        for (int index = 0; index < key.length; index++) {
          ByteBuffer value = row.getBytesUnsafe(index);
          bytes += value.remaining();
          key[index] = itemKey.get(index).decode(value);
        }
        List<Object> values = new ArrayList<>(part.names().size());
        for (int index = 0; index < part.names().size(); index++) {
          ByteBuffer value = row.getBytesUnsafe(key.length + index);
          bytes += value == null ? 0 : value.remaining();
          values.add(CqlTypes.decode(part.family().columns().get(index), value));
        }
        items.add(
            new org.portolan.engine.Row.Item(Tuple.of(key), Collections.unmodifiableList(values)));
      }
    }
    if (!items.isEmpty()) {
      builder.items(part.family().name(), items, bytes);
    }
  }
}
