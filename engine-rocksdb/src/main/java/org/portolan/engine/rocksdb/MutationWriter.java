package org.portolan.engine.rocksdb;

import java.util.ArrayList;
import java.util.List;
import org.portolan.engine.Mutation;
import org.rocksdb.OptimisticTransactionDB;
import org.rocksdb.OptimisticTransactionOptions;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.Transaction;
import org.rocksdb.WriteOptions;

/**
 * Writes rows outside of the engine's transactions, but by native ones. RocksDB validates
 * optimistic transactions under locks that only other transactions take: a plain write between the
 * validation and the write of a commit would remain unnoticed.
 */
final class MutationWriter {
  private static final int BATCH_BYTES_MAX = 1 << 20;
  private static final int BATCH_ROWS_MAX = 1_000;
  private static final int BATCH_ATTEMPTS = 3;

  private final OptimisticTransactionDB database;
  private final NativeOptions options;
  private final Tables tables;

  MutationWriter(OptimisticTransactionDB database, NativeOptions options, Tables tables) {
    this.database = database;
    this.options = options;
    this.tables = tables;
  }

  /** Encodes mutations; refuses all if one of them cannot be written. */
  List<EncodedMutation> encode(List<Mutation> mutations) {
    List<EncodedMutation> encoded = new ArrayList<>(mutations.size());
    for (Mutation mutation : mutations) {
      encoded.add(EncodedMutation.of(tables.get(mutation.table()), mutation));
    }
    return encoded;
  }

  boolean mutate(Mutation mutation, WriteOptions durability) throws RocksDBException {
    return mutate(EncodedMutation.of(tables.get(mutation.table()), mutation), durability);
  }

  /** Retries until no transaction comes in between: each failure means that another succeeded. */
  private boolean mutate(EncodedMutation mutation, WriteOptions durability)
      throws RocksDBException {
    while (true) {
      try {
        return attempt(mutation, durability);
      } catch (RocksDBException failure) {
        if (!Failures.isConflict(failure)) {
          throw failure;
        }
        Thread.onSpinWait();
      }
    }
  }

  private boolean attempt(EncodedMutation mutation, WriteOptions durability)
      throws RocksDBException {
    boolean reads = mutation.condition().isPresent() || mutation.deletesPrefix();
    OptimisticTransactionOptions kind = reads ? options.withSnapshot : options.withoutSnapshot;
    try (Transaction transaction = database.beginTransaction(durability, kind);
        ReadOptions atSnapshot = reads ? new ReadOptions() : null) {
      var snapshot = reads ? transaction.getSnapshot() : null;
      if (reads) {
        atSnapshot.setSnapshot(snapshot);
      }
      var source = new ReadSource.Tracked(transaction, atSnapshot, snapshot);
      if (mutation.condition().isPresent() && !mutation.condition().get().holds(source)) {
        return false;
      }
      Writer.apply(mutation, transaction, source, part -> {});
      transaction.commit();
      return true;
    }
  }

  /**
   * Makes several mutations in one commit: this is as durable, with far fewer writes to the log.
   * Mutations on a condition are made one by one. All are encoded before the first is written, so
   * that nothing is written if one is refused.
   */
  List<Boolean> mutateAll(List<Mutation> mutations, WriteOptions durability)
      throws RocksDBException {
    List<Boolean> held = new ArrayList<>(mutations.size());
    List<EncodedMutation> batch = new ArrayList<>();
    long bytes = 0;
    for (EncodedMutation encoded : encode(mutations)) {
      if (encoded.condition().isPresent()) {
        write(batch, durability);
        batch.clear();
        bytes = 0;
        held.add(mutate(encoded, durability));
        continue;
      }
      batch.add(encoded);
      held.add(true);
      bytes += encoded.bytes();
      if (bytes >= BATCH_BYTES_MAX || batch.size() == BATCH_ROWS_MAX) {
        write(batch, durability);
        batch.clear();
        bytes = 0;
      }
    }
    write(batch, durability);
    return held;
  }

  private void write(List<EncodedMutation> batch, WriteOptions durability) throws RocksDBException {
    if (batch.isEmpty()) {
      return;
    }
    for (int attempts = 1; true; attempts++) {
      try {
        commit(batch, durability);
        return;
      } catch (RocksDBException failure) {
        if (!Failures.isConflict(failure)) {
          throw failure;
        }
        if (attempts >= BATCH_ATTEMPTS && batch.size() > 1) {
          // Others keep writing some of these rows: smaller batches succeed sooner.
          int half = batch.size() / 2;
          write(batch.subList(0, half), durability);
          write(batch.subList(half, batch.size()), durability);
          return;
        }
        Thread.onSpinWait();
      }
    }
  }

  private void commit(List<EncodedMutation> batch, WriteOptions durability)
      throws RocksDBException {
    boolean reads = batch.stream().anyMatch(EncodedMutation::deletesPrefix);
    OptimisticTransactionOptions kind = reads ? options.withSnapshot : options.withoutSnapshot;
    try (Transaction transaction = database.beginTransaction(durability, kind);
        ReadOptions atSnapshot = reads ? new ReadOptions() : null) {
      var snapshot = reads ? transaction.getSnapshot() : null;
      if (reads) {
        atSnapshot.setSnapshot(snapshot);
      } else {
        transaction.disableIndexing();
      }
      var source = new ReadSource.Tracked(transaction, atSnapshot, snapshot);
      for (EncodedMutation mutation : batch) {
        Writer.apply(mutation, transaction, source, part -> {});
      }
      transaction.commit();
    }
  }
}
