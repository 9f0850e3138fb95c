package org.portolan.engine.rocksdb;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.portolan.engine.adapter.ByteRange;
import org.rocksdb.RocksDBException;
import org.rocksdb.Transaction;

/** Puts encoded mutations into a native transaction. */
final class Writer {
  private Writer() {}

  /**
   * @param source the transaction itself, for finding the keys of a prefix; may be null if the
   *     mutation deletes none
   * @param observer gets every key that the commit validates
   */
  static void apply(
      EncodedMutation mutation, Transaction transaction, ReadSource source, Consumer<Part> observer)
      throws RocksDBException {
    for (Write write : mutation.writes()) {
      var family = write.family().handle();
      switch (write.kind()) {
        case PUT -> {
          transaction.put(family, write.key(), write.value());
          observer.accept(write.part(mutation.row()));
        }
        case DELETE -> {
          transaction.delete(family, write.key());
          observer.accept(write.part(mutation.row()));
        }
        // Untracked: additions conflict with nothing.
        case MERGE -> transaction.mergeUntracked(family, write.key(), write.value());
        case DELETE_PREFIX -> {
          for (byte[] key : keysUnder(write, source)) {
            transaction.delete(family, key);
            observer.accept(new Part(family, key, mutation.row()));
          }
        }
      }
    }
  }

  /** Collects all keys first: a transaction's batch must not change under its iterator. */
  private static List<byte[]> keysUnder(Write prefix, ReadSource source) throws RocksDBException {
    ByteRange range = ByteRange.startingWith(prefix.key());
    List<byte[]> keys = new ArrayList<>();
    try (BoundedIterator iterator = new BoundedIterator(source, prefix.family().handle(), range)) {
      for (iterator.seekToFirst(); iterator.key() != null; iterator.next()) {
        keys.add(iterator.key());
      }
    }
    return keys;
  }
}
