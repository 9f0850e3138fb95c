package org.portolan.data.internal.session;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.portolan.engine.RowKey;
import org.portolan.types.Bytes;
import org.portolan.types.KeyCodec;

/**
 * Packs the rows whose registration is on its way, for the record of their session. Each row is the
 * length of its table's name, the name, the length of its encoded key, and the key.
 *
 * @param keys the codecs of the keys, by table
 */
record RowList(Map<String, KeyCodec> keys) {
  Bytes packed(List<RowKey> rows) {
    List<byte[]> parts = new ArrayList<>(2 * rows.size());
    int bytes = 0;
    for (RowKey row : rows) {
      byte[] table = row.table().getBytes(StandardCharsets.UTF_8);
      byte[] key = keys.get(row.table()).encode(row.key());
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
      rows.add(new RowKey(table, keys.get(table).decode(part(buffer))));
    }
    return rows;
  }

  private static byte[] part(ByteBuffer buffer) {
    byte[] part = new byte[buffer.getInt()];
    buffer.get(part);
    return part;
  }
}
