package org.portolan.engine.cassandra;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Scan;
import org.portolan.types.KeyCodec;
import org.portolan.types.Tuple;

/**
 * The range of a scan: keys of one partition, all rows, or all rows after a key.
 *
 * @param keys of a partition, if the scan is within one
 * @param after the key after which a scan of all rows continues; empty at the beginning
 */
record ScanRange(boolean withinPartition, KeyRange keys, boolean reversed, Tuple after) {

  /**
   * @throws CapabilityException if the range is not within a partition, nor the whole table or its
   *     rest
   */
  static ScanRange of(TableHandle table, Scan scan) {
    KeyRange range = scan.range();
    KeyCodec codec = table.keyCodec();
    codec.encodePrefix(range.from());
    codec.encodePrefix(range.to());
    int partitionColumns = table.partitionColumns();
    if (range.from().size() >= partitionColumns
        && range.to().size() >= partitionColumns
        && Objects.equals(
            range.from().slice(0, partitionColumns), range.to().slice(0, partitionColumns))) {
      return new ScanRange(true, range, scan.reversed(), Tuple.EMPTY);
    }
    boolean fromStart = range.from().isEmpty();
    boolean afterKey = range.from().size() == table.schema().key().size() && !range.fromInclusive();
    if (range.to().isEmpty() && !scan.reversed() && (fromStart || afterKey)) {
      return new ScanRange(false, range, false, range.from());
    }
    throw new CapabilityException(
        "cannot scan table '"
            + table.name()
            + "' from "
            + range.from()
            + " to "
            + range.to()
            + (scan.reversed() ? " reversed" : "")
            + ": Cassandra orders rows only among those that agree in "
            + table.schema().key().subList(0, partitionColumns).stream()
                .map(column -> column.name())
                .toList()
            + "; scan one of these, or all rows in stored order");
  }

  /** The order in which Cassandra stores partitions of the same token: by their keys' bytes. */
  static int comparePartitions(List<ByteBuffer> left, List<ByteBuffer> right) {
    if (left.size() == 1) {
      return compareUnsigned(left.get(0), right.get(0));
    }
    for (int index = 0; index < left.size(); index++) {
      // If there are several parts, each is preceded by its length.
      int order = Integer.compare(left.get(index).remaining(), right.get(index).remaining());
      if (order == 0) {
        order = compareUnsigned(left.get(index), right.get(index));
      }
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private static int compareUnsigned(ByteBuffer left, ByteBuffer right) {
    int mismatch = left.mismatch(right);
    if (mismatch < 0) {
      return 0;
    }
    if (mismatch >= left.remaining() || mismatch >= right.remaining()) {
      return Integer.compare(left.remaining(), right.remaining());
    }
    return Byte.compareUnsigned(
        left.get(left.position() + mismatch), right.get(right.position() + mismatch));
  }
}
