package org.portolan.engine.hbase;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.ItemFamily;
import org.portolan.engine.StoredSizes;
import org.portolan.engine.TableSchema;
import org.portolan.types.KeyCodec;
import org.portolan.types.Tuple;

/**
 * The bytes of cells in HBase's files, before compression and block encoding: each cell repeats the
 * row key and the names of its family and column.
 */
final class HBaseSizes implements StoredSizes {
  static final StoredSizes ALL = new HBaseSizes();

  /** Lengths of key, value, row and family, the time, the type, and a sequence number. */
  private static final int CELL_BYTES = 4 + 4 + 2 + 1 + 8 + 1 + 1;

  /** {@code hbase.table.max.rowsize}: the largest row that is read whole. */
  private static final long BYTES_ADVISED = 1L << 30;

  private HBaseSizes() {}

  @Override
  public long columns(TableSchema table, Tuple key, Map<ColumnFamily, List<Object>> families) {
    long bytes = 0;
    for (var family : families.entrySet()) {
      var handle = new FamilyHandle.OfColumns(family.getKey());
      long each = CELL_BYTES + row(table, key) + handle.nativeName().length;
      byte[][] encoded = handle.encode(family.getValue());
      for (int position = 0; position < encoded.length; position++) {
        bytes += each + handle.qualifier(position).length + encoded[position].length;
      }
    }
    return bytes;
  }

  @Override
  public long item(
      TableSchema table, Tuple key, ItemFamily family, Tuple itemKey, List<Object> values) {
    var handle = new FamilyHandle.OfItems(family);
    return CELL_BYTES
        + row(table, key)
        + handle.nativeName().length
        + handle.itemCodec().encode(itemKey).length
        + handle.encode(values).length;
  }

  private static long row(TableSchema table, Tuple key) {
    return new KeyCodec(table.key()).encode(key).length;
  }

  @Override
  public Optional<Width> width() {
    return Optional.of(
        new Width(
            "row",
            OptionalLong.empty(),
            BYTES_ADVISED,
            "1 GiB (hbase.table.max.rowsize)",
            "a region never splits within a row, so a row must stay below the size of a region,"
                + " 10 GiB unless hbase.hregion.max.filesize says otherwise"));
  }
}
