package org.portolan.engine.cassandra;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.portolan.engine.BulkWriter;
import org.portolan.engine.Capabilities;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Consistency;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.engine.ServerMetrics;
import org.portolan.engine.TableSchema;
import org.portolan.engine.Transaction;
import org.portolan.engine.adapter.PlainBulkWriter;

/**
 * An open keyspace at certain consistencies. The durability of a write follows from the replicas
 * that answered and from the servers' {@code commitlog_sync}, not from the requested {@link
 * Durability}. Closing the engine closes its views too, and closing a view closes the engine.
 */
final class CassandraEngine implements Engine {
  /** The scans whose first rows are asked for at the same time, for a part of all permits. */
  private static final int SCANS_AT_ONCE = 64;

  private final Store store;
  private final Levels levels;
  private final Writer writer;
  private final RowReader reader;

  CassandraEngine(Store store, Levels levels) {
    this.store = store;
    this.levels = levels;
    writer = store.writer(levels);
    reader =
        new RowReader(store.tables()::get, store.statements(), store.requests(), levels.read());
  }

  @Override
  public String uri() {
    return store.uri().uri();
  }

  @Override
  public Capabilities capabilities() {
    return CassandraCapabilities.ALL;
  }

  private <T> T open(Supplier<T> act) {
    store.inFlight().enter();
    try {
      return act.get();
    } finally {
      store.inFlight().leave();
    }
  }

  private void openly(Runnable act) {
    store.inFlight().enter();
    try {
      act.run();
    } finally {
      store.inFlight().leave();
    }
  }

  @Override
  public List<String> staleReads() {
    return open(
        () -> levels.staleReads(store.keyspace().replication(), store.keyspace().dataCentre()));
  }

  @Override
  public List<TableSchema> tables() {
    return open(() -> store.tables().read());
  }

  @Override
  public void createTable(TableSchema schema) {
    openly(() -> store.tables().create(schema));
  }

  @Override
  public void createTables(List<TableSchema> schemas) {
    openly(() -> store.tables().createAll(schemas));
  }

  @Override
  public void alterTable(TableSchema before, TableSchema after) {
    openly(() -> store.tables().alter(before, after));
  }

  @Override
  public void dropTable(String table) {
    openly(() -> store.tables().drop(table));
  }

  @Override
  public List<Row> get(List<Get> gets) {
    return open(() -> reader.read(gets));
  }

  @Override
  public ScanPage scan(Scan scan) {
    return open(() -> scanner(scan).page());
  }

  /** Asks for the beginnings of many pages at the same time. */
  @Override
  public void scanAll(List<Scan> scans, Consumer<ScanPage> receiver) {
    openly(
        () -> {
          List<RowScanner> scanners = scans.stream().map(this::scanner).toList();
          for (int from = 0; from < scanners.size(); from += SCANS_AT_ONCE) {
            List<RowScanner> some =
                scanners.subList(from, Math.min(scanners.size(), from + SCANS_AT_ONCE));
            some.forEach(RowScanner::begin);
            some.forEach(scanner -> receiver.accept(scanner.page()));
          }
        });
  }

  private RowScanner scanner(Scan scan) {
    return new RowScanner(
        store.tables().get(scan.table()),
        scan,
        store.statements(),
        store.requests(),
        levels.read());
  }

  @Override
  public boolean mutate(Mutation mutation, Durability durability) {
    return mutateAll(List.of(mutation), durability).get(0);
  }

  @Override
  public List<Boolean> mutateAll(List<Mutation> mutations, Durability durability) {
    return open(() -> writer.write(mutations));
  }

  @Override
  public void requireWritable(List<Mutation> mutations) {
    openly(() -> mutations.forEach(writer::change));
  }

  @Override
  public Engine withConsistency(Consistency reads, Consistency writes) {
    return new CassandraEngine(store, new Levels(reads, writes, store.uri().serial()));
  }

  @Override
  public Transaction begin(Durability durability) {
    openly(() -> {});
    throw new CapabilityException(
        "Cassandra has no transactions over several rows; change one row on a condition, or use"
            + " repaired writes");
  }

  /** Does nothing: every write that has returned is in the logs of its replicas. */
  @Override
  public void flush() {
    openly(() -> {});
  }

  /** Unconditional changes: asynchronous statements, those of a partition together. */
  @Override
  public Optional<BulkWriter> bulkWriter() {
    return Optional.of(new PlainBulkWriter(this));
  }

  @Override
  public Optional<ServerMetrics> serverMetrics() {
    return Optional.of(store.metrics());
  }

  @Override
  public OptionalLong serverMillis() {
    return open(store::serverMillis);
  }

  @Override
  public String describe() {
    return store.describe();
  }

  @Override
  public void close() {
    store.close();
  }
}
