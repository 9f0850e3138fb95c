package org.portolan.data.internal.session;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.portolan.engine.Change;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;
import org.portolan.engine.TableSchema;
import org.portolan.types.Bytes;
import org.portolan.types.KeyCodec;
import org.portolan.types.Tuple;

/**
 * The forms of registered rows: items of a page, and packed for the record of their session while
 * their page is on its way. Packed, each row is the length of its table's name, the name, the
 * length of its encoded key, and the key. Thread-safe.
 *
 * @param keys the codecs of the keys, by table
 */
record RowList(Map<String, KeyCodec> keys) {
  static RowList of(List<TableSchema> tables) {
    return new RowList(
        tables.stream()
            .collect(Collectors.toMap(TableSchema::name, table -> new KeyCodec(table.key()))));
  }

  /** Returns the change of a page that lists rows there. */
  Mutation registration(long session, int page, int firstOrdinal, List<RowKey> rows, long version) {
    List<Change> changes = new ArrayList<>(rows.size());
    int ordinal = firstOrdinal;
    for (RowKey row : rows) {
      Bytes key = Bytes.wrap(encoded(row));
      changes.add(
          new Change.PutItem(
              SessionTable.OPEN_ROWS, Tuple.of(ordinal++), List.of(row.table(), key)));
    }
    return Mutation.of(SessionTable.NAME, Tuple.of(session, page), changes).at(version);
  }

  /** Returns the row of an item of a page. */
  RowKey row(Row.Item item) {
    return row((String) item.values().get(0), ((Bytes) item.values().get(1)).toArray());
  }

  private RowKey row(String table, byte[] key) {
    return new RowKey(table, keys.get(table).decode(key));
  }

  private byte[] encoded(RowKey row) {
    return keys.get(row.table()).encode(row.key());
  }

  int bytes(RowKey row) {
    return encoded(row).length + row.table().length();
  }

  Bytes packed(List<RowKey> rows) {
    List<byte[]> parts = new ArrayList<>(2 * rows.size());
    int bytes = 0;
    for (RowKey row : rows) {
      byte[] table = row.table().getBytes(StandardCharsets.UTF_8);
      byte[] key = encoded(row);
      parts.add(table);
      parts.add(key);
      bytes += 2 * Integer.BYTES + table.length + key.length;
    }
    ByteBuffer buffer = ByteBuffer.allocate(bytes);
    parts.forEach(part -> buffer.putInt(part.length).put(part));
    return Bytes.wrap(buffer.array());
  }

  List<RowKey> unpacked(Bytes packed) {
    ByteBuffer buffer = ByteBuffer.wrap(packed.toArray());
    List<RowKey> rows = new ArrayList<>();
    while (buffer.hasRemaining()) {
      String table = new String(part(buffer), StandardCharsets.UTF_8);
      rows.add(row(table, part(buffer)));
    }
    return rows;
  }

  private static byte[] part(ByteBuffer buffer) {
    byte[] part = new byte[buffer.getInt()];
    buffer.get(part);
    return part;
  }
}
