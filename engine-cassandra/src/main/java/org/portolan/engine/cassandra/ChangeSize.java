package org.portolan.engine.cassandra;

import java.nio.ByteBuffer;
import java.util.List;
import org.portolan.engine.CapabilityException;

/**
 * Estimates the size of a mutation: as one request to a server, in which every statement repeats
 * the row's key, or as one record of the commit log, whichever is larger. If a server refused a
 * mutation for its size, its outcome would look unknown. Not thread-safe.
 */
final class ChangeSize {
  /** A mutation must fit into half a segment of the commit log: 32 MiB, on small servers 8 MiB. */
  static final int VALUE_BYTES_MAX = 3 << 20;

  static final int MUTATION_BYTES_MAX = 7 << 19;

  private static final int STATEMENT_BYTES = 100;

  /** Length, flags and times of a cell; a null has them too. */
  private static final int CELL_BYTES = 20;

  private final RowChange change;
  private long bytes;

  private ChangeSize(RowChange change) {
    this.change = change;
  }

  /**
   * Returns the size of a mutation, in bytes.
   *
   * @throws CapabilityException if it is beyond the limit
   */
  static long of(RowChange change) {
    ChangeSize size = new ChangeSize(change);
    if (!change.columns.isEmpty()) {
      size.addStatement();
      change.columns.forEach(size::addColumns);
    }
    change.expected.ifPresent(value -> size.bytes += value.remaining());
    change.items.values().forEach(size::addItems);
    if (size.bytes > MUTATION_BYTES_MAX) {
      throw new CapabilityException(
          "the changes of row "
              + change.mutation.rowKey()
              + " have "
              + size.bytes
              + " bytes, at most "
              + MUTATION_BYTES_MAX
              + " fit; divide them");
    }
    return size.bytes;
  }

  /** Refuses the values of a family of columns, or of an item, if they are beyond the limit. */
  static void requireValue(TableHandle table, String family, List<ByteBuffer> values) {
    long bytes = sum(values, 0);
    if (bytes > VALUE_BYTES_MAX) {
      throw new CapabilityException(
          "a value of family '"
              + family
              + "' of table '"
              + table.name()
              + "' has "
              + bytes
              + " bytes, at most "
              + VALUE_BYTES_MAX
              + " fit");
    }
  }

  /** Returns the size of the values, with {@code more} bytes for each. */
  static long sum(List<ByteBuffer> values, int more) {
    long bytes = 0;
    for (ByteBuffer value : values) {
      bytes += more + (value == null ? 0 : value.remaining());
    }
    return bytes;
  }

  private void addStatement() {
    bytes += STATEMENT_BYTES + sum(change.key, CELL_BYTES);
  }

  private void addColumns(int position, List<ByteBuffer> values) {
    int columns = change.table.columns().get(position).names().size();
    bytes += CELL_BYTES + (values == null ? (long) columns * CELL_BYTES : sum(values, CELL_BYTES));
  }

  private void addItems(ItemsChange items) {
    if (items.removesAll()) {
      addStatement();
    }
    for (ItemsChange.Range range : items.ranges()) {
      addStatement();
      bytes += sum(range.slice().encode(items.part().table()), CELL_BYTES);
    }
    for (ItemsChange.Item removal : items.removals()) {
      addStatement();
      bytes += sum(removal.key(), CELL_BYTES);
    }
    for (ItemsChange.Item put : items.puts()) {
      addStatement();
      bytes += sum(put.key(), CELL_BYTES) + sum(put.values(), CELL_BYTES);
    }
  }
}
