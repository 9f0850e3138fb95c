package org.portolan.migrate;

import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.portolan.types.Bytes;
import org.portolan.types.CollectionType;
import org.portolan.types.Column;
import org.portolan.types.KeyCodec;
import org.portolan.types.Tuple;
import org.portolan.types.Values;

/**
 * Sums of the digests of rows, whatever their order, in buckets by their keys. Two sides with equal
 * sums have equal rows; only the rows of buckets that differ need be looked at. Used by one thread.
 */
final class Buckets {
  static final int COUNT = 4_096;

  private final TablePlan plan;
  private final KeyCodec keys;
  private final KeyCodec itemKeys;
  private final Map<String, Column> sets;
  private final RowDigest digests = new RowDigest();
  private final long[] high = new long[COUNT];
  private final long[] low = new long[COUNT];
  private long rows;

  Buckets(TablePlan plan) {
    this.plan = plan;
    this.keys = new KeyCodec(plan.entity().key());
    this.itemKeys = new KeyCodec(plan.collection().map(of -> of.itemKey()).orElse(List.of()));
    this.sets =
        plan.entity()
            .columns()
            .filter(column -> column.type() instanceof CollectionType)
            .collect(Collectors.toMap(Column::name, column -> column));
    plan.collection()
        .ifPresent(
            of ->
                of.columns().stream()
                    .filter(column -> column.type() instanceof CollectionType)
                    .forEach(column -> sets.put(column.name(), column)));
  }

  /** Adds a row. */
  void add(Tuple key, Tuple itemKey, Map<String, Object> values) {
    Bytes identity = identity(key, itemKey);
    int bucket = bucket(identity);
    digests.add(identity);
    if (plan.isRows()) {
      key.values().forEach(digests::add);
    }
    // The owner of an item may be spelled in another way than its row is.
    itemKey.values().forEach(digests::add);
    for (Field field : plan.values()) {
      digests.add(comparable(field.name(), values.get(field.name())));
    }
    ByteBuffer digest = ByteBuffer.wrap(digests.take());
    high[bucket] += digest.getLong();
    low[bucket] += digest.getLong();
    rows++;
  }

  /** Returns a value in the form in which equal values have equal digests. */
  Object comparable(String name, Object value) {
    Column set = sets.get(name);
    return set == null || value == null ? value : Values.check(set, value);
  }

  /** Returns the digest of a key; of keys that a collation takes for equal, it is the same. */
  Bytes identity(Tuple key, Tuple itemKey) {
    digests.add(Bytes.wrap(keys.encode(key)));
    digests.add(Bytes.wrap(itemKeys.encode(itemKey)));
    return Bytes.wrap(digests.take());
  }

  static int bucket(Bytes identity) {
    byte[] bytes = identity.unsafeArray();
    return ((bytes[0] & 0xFF) << 8 | (bytes[1] & 0xFF)) % COUNT;
  }

  long rows() {
    return rows;
  }

  /** Returns the buckets whose sums differ. */
  BitSet differing(Buckets other) {
    BitSet differing = new BitSet(COUNT);
    for (int bucket = 0; bucket < COUNT; bucket++) {
      if (high[bucket] != other.high[bucket] || low[bucket] != other.low[bucket]) {
        differing.set(bucket);
      }
    }
    return differing;
  }
}
