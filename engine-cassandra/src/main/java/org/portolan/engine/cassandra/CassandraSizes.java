package org.portolan.engine.cassandra;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.ItemFamily;
import org.portolan.engine.StoredSizes;
import org.portolan.engine.TableSchema;
import org.portolan.types.Column;
import org.portolan.types.ColumnType;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/**
 * The bytes of a row in Cassandra's files (SSTables), before compression: clustering values once
 * for each row of CQL, and each cell with its flags and time. The partition key is stored once for
 * each partition, so it does not count where many rows share it.
 */
final class CassandraSizes implements StoredSizes {
  static final StoredSizes ALL = new CassandraSizes();

  /** Flags, sizes of this row and the one before, header of the clustering, time of the row. */
  private static final int ROW_BYTES = 9;

  /** Flags and the difference of its time from the least of the file. */
  private static final int CELL_BYTES = 5;

  /** A null is written as a removal, which has a time of deletion too. */
  private static final int NULL_BYTES = 9;

  /** Cassandra's documentation advises against partitions with more rows, or larger ones. */
  private static final int ROWS_ADVISED = 100_000;

  private static final long BYTES_ADVISED = 100_000_000;

  private CassandraSizes() {}

  @Override
  public long columns(TableSchema table, Tuple key, Map<ColumnFamily, List<Object>> families) {
    List<KeyColumn> clustering = table.key().subList(table.partitionColumns(), table.key().size());
    long bytes = ROW_BYTES + ofKey(clustering, key.slice(table.partitionColumns(), key.size()));
    for (var family : families.entrySet()) {
      long marker = CELL_BYTES + 1L;
      bytes += marker + cells(family.getKey().columns(), family.getValue());
    }
    return bytes;
  }

  @Override
  public long item(
      TableSchema table, Tuple key, ItemFamily family, Tuple itemKey, List<Object> values) {
    List<KeyColumn> clustering =
        new ArrayList<>(table.key().subList(table.partitionColumns(), table.key().size()));
    clustering.addAll(family.itemKey());
    Tuple all = key.slice(table.partitionColumns(), key.size()).append(itemKey);
    return ROW_BYTES + ofKey(clustering, all) + cells(family.columns(), values);
  }

  private static long ofKey(List<KeyColumn> columns, Tuple values) {
    long bytes = 0;
    for (int position = 0; position < columns.size(); position++) {
      KeyColumn column = columns.get(position);
      ByteBuffer encoded = new KeyPart(column.name(), column, false).encode(values.get(position));
      bytes += stored(column.type(), encoded) + (column.nullable() ? 1 : 0);
    }
    return bytes;
  }

  private static long cells(List<Column> columns, List<Object> values) {
    long bytes = 0;
    for (int position = 0; position < columns.size(); position++) {
      ColumnType type = columns.get(position).type();
      ByteBuffer encoded = CqlTypes.encode(type, values.get(position));
      bytes += encoded == null ? NULL_BYTES : CELL_BYTES + stored(type, encoded);
    }
    return bytes;
  }

  /** Values of variable length have their length before them. */
  private static long stored(ColumnType type, ByteBuffer encoded) {
    boolean fixed =
        type instanceof ScalarType scalar
            && switch (scalar.kind()) {
              case INT, LONG, BOOLEAN -> true;
              default -> false;
            };
    long length = encoded.remaining();
    return length + (fixed ? 0 : length < 128 ? 1 : length < 1 << 14 ? 2 : 3);
  }

  @Override
  public Optional<Width> width() {
    return Optional.of(
        new Width(
            "partition",
            OptionalLong.of(ROWS_ADVISED),
            BYTES_ADVISED,
            "Cassandra's rule of thumb of at most 100,000 rows and 100 MB",
            "a partition ends at 2,147,483,647 cells, and compactions and repairs of it become slow"
                + " long before"));
  }
}
