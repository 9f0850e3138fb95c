package org.portolan.engine.rocksdb;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.portolan.engine.BulkWriter;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Capabilities.AtomicAdd;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.engine.Capabilities.TransactionScope;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.engine.ServerMetrics;
import org.portolan.engine.StoredTable;
import org.portolan.engine.TableSchema;
import org.portolan.engine.Transaction;
import org.portolan.engine.adapter.InFlight;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.OptimisticTransactionDB;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.Snapshot;
import org.rocksdb.WriteOptions;

/**
 * An open store in one directory. See {@link RocksDbEngineProvider} for its memory and {@link
 * MutationWriter} for why every write is a transaction.
 */
final class RocksDbEngine implements Engine {
  static final Capabilities CAPABILITIES =
      new Capabilities(
          TransactionScope.STORE,
          true,
          KeyOrder.TABLE,
          true,
          true,
          false,
          AtomicAdd.WITHOUT_CONFLICT,
          false,
          true,
          TableHandle.KEY_BYTES_MAX,
          EncodedMutation.VALUE_BYTES_MAX,
          EncodedMutation.TRANSACTION_BYTES_MAX);

  private final String uri;
  private final StoreDirectory directory;
  private final NativeOptions options;
  private final OptimisticTransactionDB database;
  private final Tables tables;
  private final InFlight inFlight;
  private final ReadSource newest;
  private final MutationWriter writer;
  private final Set<RocksDbTransaction> transactions = ConcurrentHashMap.newKeySet();
  private boolean closed;

  RocksDbEngine(
      String uri,
      StoreDirectory directory,
      NativeOptions options,
      OptimisticTransactionDB database,
      SchemaCatalog catalog,
      List<StoredTable> stored,
      Map<String, ColumnFamilyHandle> handles) {
    this.uri = uri;
    this.directory = directory;
    this.options = options;
    this.database = database;
    tables = new Tables(database, options.family, catalog, stored, handles);
    inFlight = new InFlight(uri);
    newest = new ReadSource.Committed(database, options.read, null);
    writer = new MutationWriter(database, options, tables);
  }

  @Override
  public String uri() {
    return uri;
  }

  @Override
  public Capabilities capabilities() {
    return CAPABILITIES;
  }

  /** None: the newest state is in this process. */
  @Override
  public List<String> staleReads() {
    return List.of();
  }

  @Override
  public List<TableSchema> tables() {
    inFlight.enter();
    try {
      return tables.schemas();
    } finally {
      inFlight.leave();
    }
  }

  @Override
  public void createTable(TableSchema schema) {
    createTables(List.of(schema));
  }

  @Override
  public void createTables(List<TableSchema> schemas) {
    inFlight.enter();
    try {
      tables.create(schemas);
    } catch (RocksDBException failure) {
      String names = schemas.stream().map(TableSchema::name).collect(joining("', '", "'", "'"));
      throw Failures.of(
          "create " + (schemas.size() == 1 ? "table " : "tables ") + names + " in " + uri, failure);
    } finally {
      inFlight.leave();
    }
  }

  @Override
  public void alterTable(TableSchema before, TableSchema after) {
    inFlight.enter();
    try {
      tables.alter(before, after);
    } catch (RocksDBException failure) {
      throw Failures.of("alter table '" + before.name() + "' of " + uri, failure);
    } finally {
      inFlight.leave();
    }
  }

  @Override
  public void dropTable(String table) {
    inFlight.enter();
    try {
      tables.drop(table);
    } catch (RocksDBException failure) {
      throw Failures.of("drop table '" + table + "' of " + uri, failure);
    } finally {
      inFlight.leave();
    }
  }

  @Override
  public List<Row> get(List<Get> gets) {
    inFlight.enter();
    try {
      if (RowReader.needsSnapshot(gets)) {
        return atSnapshot(source -> reader(source).read(gets));
      }
      return reader(newest).read(gets);
    } catch (RocksDBException failure) {
      throw Failures.of("read from " + uri, failure);
    } finally {
      inFlight.leave();
    }
  }

  private RowReader reader(ReadSource source) {
    return new RowReader(tables::get, source, null);
  }

  @Override
  public ScanPage scan(Scan scan) {
    inFlight.enter();
    try {
      TableHandle table = tables.get(scan.table());
      if (scan.families().size() > 1) {
        return atSnapshot(source -> RowScanner.scan(source, table, scan));
      }
      return RowScanner.scan(newest, table, scan);
    } catch (RocksDBException failure) {
      throw Failures.of("scan table '" + scan.table() + "' of " + uri, failure);
    } finally {
      inFlight.leave();
    }
  }

  @Override
  public void scanAll(List<Scan> scans, Consumer<ScanPage> receiver) {
    inFlight.enter();
    try {
      if (scans.stream().anyMatch(scan -> scan.families().size() > 1)) {
        atSnapshot(
            source -> {
              RowScanner.scanAll(source, tables::get, scans, receiver);
              return null;
            });
      } else {
        RowScanner.scanAll(newest, tables::get, scans, receiver);
      }
    } catch (RocksDBException failure) {
      throw Failures.of("make " + scans.size() + " scans of " + uri, failure);
    } finally {
      inFlight.leave();
    }
  }

  /** Every commit, of any table, gives its changes numbers before readers see them. */
  @Override
  public OptionalLong stateNumber() {
    inFlight.enter();
    try {
      return OptionalLong.of(database.getLatestSequenceNumber());
    } finally {
      inFlight.leave();
    }
  }

  private interface SnapshotRead<T> {
    T from(ReadSource source) throws RocksDBException;
  }

  private <T> T atSnapshot(SnapshotRead<T> read) throws RocksDBException {
    Snapshot snapshot = database.getSnapshot();
    try (var snapshotOptions = new org.rocksdb.ReadOptions().setSnapshot(snapshot)) {
      return read.from(new ReadSource.Committed(database, snapshotOptions, snapshot));
    } finally {
      database.releaseSnapshot(snapshot);
    }
  }

  @Override
  public boolean mutate(Mutation mutation, Durability durability) {
    inFlight.enter();
    try {
      return writer.mutate(mutation, writeOptions(durability));
    } catch (RocksDBException failure) {
      throw Failures.ofCommit(failure);
    } finally {
      inFlight.leave();
    }
  }

  @Override
  public List<Boolean> mutateAll(List<Mutation> mutations, Durability durability) {
    inFlight.enter();
    try {
      return writer.mutateAll(mutations, writeOptions(durability));
    } catch (RocksDBException failure) {
      throw Failures.ofCommit(failure);
    } finally {
      inFlight.leave();
    }
  }

  @Override
  public void requireWritable(List<Mutation> mutations) {
    inFlight.enter();
    try {
      mutations.forEach(mutation -> EncodedMutation.of(tables.get(mutation.table()), mutation));
    } finally {
      inFlight.leave();
    }
  }

  @Override
  public Transaction begin(Durability durability) {
    inFlight.enter();
    try {
      var transaction =
          new RocksDbTransaction(
              this, database.beginTransaction(writeOptions(durability), options.withSnapshot));
      transactions.add(transaction);
      return transaction;
    } finally {
      inFlight.leave();
    }
  }

  private WriteOptions writeOptions(Durability durability) {
    return durability == Durability.SYNCED ? options.synced : options.buffered;
  }

  @Override
  public void flush() {
    inFlight.enter();
    try {
      database.flushWal(true);
    } catch (RocksDBException failure) {
      throw Failures.of("make the writes to " + uri + " durable", failure);
    } finally {
      inFlight.leave();
    }
  }

  @Override
  public Optional<BulkWriter> bulkWriter() {
    return Optional.of(new RocksDbBulkWriter(this, tables, directory.path()));
  }

  @Override
  public Optional<ServerMetrics> serverMetrics() {
    return Optional.of(new RocksDbMetrics(uri, database, tables, inFlight));
  }

  @Override
  public String describe() {
    return "RocksDB " + RocksDB.rocksdbVersion() + " (embedded)";
  }

  /** Waits for running calls, gives up open transactions, and makes all writes durable. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    inFlight.close();
    List.copyOf(transactions).forEach(RocksDbTransaction::end);
    try {
      database.flushWal(true);
    } catch (RocksDBException failure) {
      throw Failures.of("make the writes to " + uri + " durable before closing it", failure);
    } finally {
      tables.close();
      database.close();
      options.close();
      directory.close();
    }
  }

  TableHandle table(String name) {
    return tables.get(name);
  }

  InFlight inFlight() {
    return inFlight;
  }

  RocksDB database() {
    return database;
  }

  NativeOptions options() {
    return options;
  }

  void forget(RocksDbTransaction transaction) {
    transactions.remove(transaction);
  }
}
