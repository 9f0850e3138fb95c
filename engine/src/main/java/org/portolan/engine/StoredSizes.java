package org.portolan.engine;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.portolan.types.KeyCodec;
import org.portolan.types.RowCodec;
import org.portolan.types.Tuple;

/**
 * Estimates how many bytes an engine stores for a part of a row, before compression, without
 * opening a store. Replicas, removed values and older versions are not counted. Thread-safe.
 */
public interface StoredSizes {

  /** The sizes of keys and values as they are encoded, without any overhead of an engine. */
  StoredSizes ENCODED =
      new StoredSizes() {
        @Override
        public long columns(
            TableSchema table, Tuple key, Map<ColumnFamily, List<Object>> families) {
          long bytes = 0;
          for (var family : families.entrySet()) {
            bytes +=
                (long) new KeyCodec(table.key()).encode(key).length
                    + new RowCodec(family.getKey().columns()).encode(family.getValue()).length;
          }
          return bytes;
        }

        @Override
        public long item(
            TableSchema table, Tuple key, ItemFamily family, Tuple itemKey, List<Object> values) {
          return (long) new KeyCodec(table.key()).encode(key).length
              + new KeyCodec(family.itemKey()).encode(itemKey).length
              + new RowCodec(family.columns()).encode(values).length;
        }

        @Override
        public Optional<Width> width() {
          return Optional.empty();
        }
      };

  /**
   * Returns the bytes of the columns of one row, with the row's key as often as it is stored with
   * them.
   *
   * @param families the values of each family that the row has, in the order of its columns
   */
  long columns(TableSchema table, Tuple key, Map<ColumnFamily, List<Object>> families);

  /** Returns the bytes of one item of a row, with the row's key where it is stored with it. */
  long item(TableSchema table, Tuple key, ItemFamily family, Tuple itemKey, List<Object> values);

  /** Returns how much may lie together at one place; empty if the engine divides everything. */
  Optional<Width> width();

  /**
   * How much may lie together at one place: a partition of Cassandra, a row of HBase.
   *
   * @param place the name of that place, {@code partition}
   * @param entriesAdvised the most rows or items that it should have, if there is advice
   * @param bytesAdvised the most bytes that it should have
   * @param advice where this advice comes from, for people: {@code Cassandra's rule of thumb}
   * @param end how a place ends that grows on, for people
   */
  record Width(
      String place, OptionalLong entriesAdvised, long bytesAdvised, String advice, String end) {

    /** Returns after how many entries of a size the first of the two advised sizes is reached. */
    public long entriesAdvised(long bytesOfEntry) {
      long bySize = bytesAdvised / Math.max(1, bytesOfEntry);
      return Math.min(bySize, entriesAdvised.orElse(Long.MAX_VALUE));
    }
  }
}
