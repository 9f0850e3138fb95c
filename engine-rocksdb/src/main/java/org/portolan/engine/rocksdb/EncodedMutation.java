package org.portolan.engine.rocksdb;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Change;
import org.portolan.engine.Condition;
import org.portolan.engine.Mutation;
import org.portolan.engine.RowKey;
import org.portolan.engine.adapter.ByteRange;
import org.portolan.types.Tuple;
import org.rocksdb.RocksDBException;

/**
 * A mutation, checked against its table and the limits, and encoded: after that only RocksDB can
 * fail.
 *
 * @param bytes the size of all keys and values written
 */
record EncodedMutation(
    RowKey row, List<Write> writes, Optional<Test> condition, long bytes, boolean deletesPrefix) {
  static final int VALUE_BYTES_MAX = 64 << 20;
  static final long TRANSACTION_BYTES_MAX = 256L << 20;

  /** A condition on a family of the row. */
  static final class Test {
    private final FamilyHandle.OfColumns family;
    private final byte[] key;
    private final int position;
    private final Object value;

    private Test(FamilyHandle.OfColumns family, byte[] key, int position, Object value) {
      this.family = family;
      this.key = key;
      this.position = position;
      this.value = value;
    }

    static Test of(TableHandle table, byte[] key, Condition condition) {
      if (condition instanceof Condition.Absent absent) {
        return new Test(table.columns(absent.family()), key, 0, null);
      }
      var equal = (Condition.ColumnEquals) condition;
      FamilyHandle.OfColumns family = table.columns(equal.family());
      return new Test(family, key, family.declared().position(equal), equal.value());
    }

    boolean holds(ReadSource source) throws RocksDBException {
      if (value == null) {
        return source.valueSize(family.handle(), key) == ReadSource.ABSENT;
      }
      byte[] found = source.get(family.handle(), key);
      if (found == null) {
        return false;
      }
      boolean[] wanted = new boolean[family.family().columns().size()];
      wanted[position] = true;
      return value.equals(family.decode(found, wanted).get(position));
    }
  }

  static EncodedMutation of(TableHandle table, Mutation mutation) {
    RocksDbEngine.CAPABILITIES.requireFor(mutation);
    byte[] key = table.encodeKey(mutation.key());
    List<Write> writes = new ArrayList<>(mutation.changes().size());
    long bytes = 0;
    boolean deletesPrefix = false;
    for (Change change : mutation.changes()) {
      Write write = encode(table, key, change);
      writes.add(write);
      bytes += write.bytes();
      deletesPrefix |= write.kind() == Write.Kind.DELETE_PREFIX;
    }
    requireSize(bytes);
    return new EncodedMutation(
        mutation.rowKey(),
        writes,
        mutation.condition().map(condition -> Test.of(table, key, condition)),
        bytes,
        deletesPrefix);
  }

  /** Refuses more than a transaction can hold. */
  static void requireSize(long bytes) {
    if (bytes > TRANSACTION_BYTES_MAX) {
      throw new CapabilityException(
          "the changes of one transaction or mutation have "
              + bytes
              + " bytes, at most "
              + TRANSACTION_BYTES_MAX
              + " fit; divide them");
    }
  }

  private static Write encode(TableHandle table, byte[] key, Change change) {
    if (change instanceof Change.PutColumns put) {
      FamilyHandle.OfColumns family = table.columns(put.family());
      return Write.put(family, key, value(table, family, family.encode(put.values())));
    }
    if (change instanceof Change.PutItem put) {
      FamilyHandle.OfItems family = table.items(put.family());
      byte[] value = value(table, family, family.encode(put.values()));
      return Write.put(family, itemKey(table, family, key, put.itemKey()), value);
    }
    if (change instanceof Change.DeleteItem delete) {
      FamilyHandle.OfItems family = table.items(delete.family());
      return Write.delete(family, itemKey(table, family, key, delete.itemKey()));
    }
    if (change instanceof Change.Add add) {
      return Write.merge(table.counter(add.family()), key, Counters.encode(add.delta()));
    }
    if (!(change instanceof Change.DeleteFamily)) {
      throw new CapabilityException("this engine does not know the change " + change);
    }
    FamilyHandle family = table.family(change.family());
    return family instanceof FamilyHandle.OfItems
        ? Write.deletePrefix(family, key)
        : Write.delete(family, key);
  }

  private static byte[] itemKey(
      TableHandle table, FamilyHandle.OfItems family, byte[] rowKey, Tuple itemKey) {
    byte[] encoded = family.itemCodec().encode(itemKey);
    return table.limited(ByteRange.concatenate(rowKey, encoded), itemKey);
  }

  private static byte[] value(TableHandle table, FamilyHandle family, byte[] encoded) {
    if (encoded.length > VALUE_BYTES_MAX) {
      throw new CapabilityException(
          "a value of family '"
              + family.name()
              + "' of table '"
              + table.name()
              + "' has "
              + encoded.length
              + " bytes, at most "
              + VALUE_BYTES_MAX
              + " fit");
    }
    return encoded;
  }
}
