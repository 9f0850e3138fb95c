package org.portolan.engine.rocksdb;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.engine.Transaction;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;

/**
 * A native optimistic transaction on a snapshot taken at its beginning. RocksDB keeps the keys to
 * validate; they are also kept here, with their rows, so that a conflict can name its rows.
 */
final class RocksDbTransaction implements Transaction {
  private final RocksDbEngine engine;
  private final org.rocksdb.Transaction transaction;

  /** Made by the first call that reads: a transaction that only writes needs none. */
  private ReadSource.Tracked source;

  private final List<Part> tracked = new ArrayList<>();
  private long bytes;
  private boolean changed;
  private long mutations;
  private boolean ended;

  RocksDbTransaction(RocksDbEngine engine, org.rocksdb.Transaction transaction) {
    this.engine = engine;
    this.transaction = transaction;
  }

  private ReadSource.Tracked source() {
    if (source == null) {
      var snapshot = transaction.getSnapshot();
      var options = new ReadOptions().setSnapshot(snapshot);
      source = new ReadSource.Tracked(transaction, options, snapshot);
    }
    return source;
  }

  @Override
  public List<Row> get(List<Get> gets) {
    enter();
    try {
      return new RowReader(engine::table, source(), tracked::add).read(gets);
    } catch (RocksDBException failure) {
      throw Failures.of("read in a transaction from " + engine.uri(), failure);
    } finally {
      engine.inFlight().leave();
    }
  }

  @Override
  public ScanPage scan(Scan scan) {
    enter();
    try {
      return RowScanner.scan(source(), engine.table(scan.table()), scan);
    } catch (RocksDBException failure) {
      throw Failures.of("scan table '" + scan.table() + "' of " + engine.uri(), failure);
    } finally {
      engine.inFlight().leave();
    }
  }

  @Override
  public void scanAll(List<Scan> scans, Consumer<ScanPage> receiver) {
    enter();
    try {
      RowScanner.scanAll(source(), engine::table, scans, receiver);
    } catch (RocksDBException failure) {
      throw Failures.of("make " + scans.size() + " scans of " + engine.uri(), failure);
    } finally {
      engine.inFlight().leave();
    }
  }

  /** All reads see the snapshot of the beginning and the changes of this transaction. */
  @Override
  public OptionalLong stateNumber() {
    enter();
    try {
      return OptionalLong.of(mutations);
    } finally {
      engine.inFlight().leave();
    }
  }

  @Override
  public void mutate(Mutation mutation) {
    enter();
    try {
      if (mutation.condition().isPresent()) {
        throw new IllegalArgumentException(
            "a mutation in a transaction takes no condition: read the row instead; row "
                + mutation.rowKey());
      }
      var encoded = EncodedMutation.of(engine.table(mutation.table()), mutation);
      EncodedMutation.requireSize(bytes + encoded.bytes());
      mutations++;
      Writer.apply(encoded, transaction, encoded.deletesPrefix() ? source() : null, tracked::add);
      bytes += encoded.bytes();
      changed |= !encoded.writes().isEmpty();
    } catch (RocksDBException failure) {
      throw Failures.of("change row " + mutation.rowKey() + " of " + engine.uri(), failure);
    } finally {
      engine.inFlight().leave();
    }
  }

  /** Always valid: all reads are from the snapshot of the beginning. */
  @Override
  public void validate() {}

  @Override
  public void commit() {
    enter();
    try {
      // A transaction that only reads has read one moment, and has nothing to make durable.
      if (changed) {
        transaction.commit();
      }
    } catch (RocksDBException failure) {
      if (Failures.isHistoryTooShort(failure)) {
        throw new ConflictException(Set.of());
      }
      if (Failures.isConflict(failure)) {
        throw new ConflictException(
            Conflicts.find(engine.database(), engine.options().read, source().options(), tracked));
      }
      throw Failures.ofCommit(failure);
    } finally {
      end();
      engine.inFlight().leave();
    }
  }

  private void enter() {
    engine.inFlight().enter();
    if (ended) {
      engine.inFlight().leave();
      throw new IllegalStateException("the transaction has ended; begin a new one");
    }
  }

  @Override
  public void close() {
    if (engine.inFlight().tryEnter()) {
      try {
        end();
      } finally {
        engine.inFlight().leave();
      }
    }
  }

  /** Frees the native objects; called when the store closes and no call runs any more. */
  void end() {
    if (!ended) {
      ended = true;
      engine.forget(this);
      if (source != null) {
        source.options().close();
      }
      transaction.close();
    }
  }
}
