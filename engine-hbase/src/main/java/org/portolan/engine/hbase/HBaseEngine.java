package org.portolan.engine.hbase;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.util.VersionInfo;
import org.portolan.engine.BulkWriter;
import org.portolan.engine.Capabilities;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineException;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.engine.ServerMetrics;
import org.portolan.engine.TableSchema;
import org.portolan.engine.Transaction;
import org.portolan.engine.adapter.InFlight;
import org.portolan.engine.adapter.PlainBulkWriter;

/**
 * An open store: one namespace of a cluster. Apache Omid could add transactions over many rows on
 * the same tables, as another scope among the capabilities.
 */
final class HBaseEngine implements Engine {
  private final StoreUri storeUri;
  private final String uri;
  private final Cluster cluster;
  private final Tables tables;
  private final Limits limits;
  private final InFlight inFlight;
  private final RowReader reader;
  private final RowScanner scanner;
  private final Mutator mutator;
  private boolean closed;

  HBaseEngine(StoreUri storeUri, Cluster cluster, Tables tables) {
    this.storeUri = storeUri;
    uri = storeUri.text();
    this.cluster = cluster;
    this.tables = tables;
    limits = Limits.of(cluster.connection().getConfiguration());
    inFlight = new InFlight(uri);
    reader = new RowReader(cluster, tables);
    scanner = new RowScanner(tables, cluster);
    mutator = new Mutator(cluster, tables, limits);
  }

  <T> T whileOpen(Supplier<T> work) {
    inFlight.enter();
    try {
      return work.get();
    } finally {
      inFlight.leave();
    }
  }

  @Override
  public String uri() {
    return uri;
  }

  @Override
  public Capabilities capabilities() {
    return limits.capabilities();
  }

  /** None: the region server that writes a row also reads it. */
  @Override
  public List<String> staleReads() {
    return List.of();
  }

  @Override
  public List<TableSchema> tables() {
    return whileOpen(tables::schemas);
  }

  @Override
  public void createTable(TableSchema schema) {
    createTables(List.of(schema));
  }

  @Override
  public void createTables(List<TableSchema> schemas) {
    whileOpen(
        () -> {
          tables.create(schemas);
          return null;
        });
  }

  @Override
  public void alterTable(TableSchema before, TableSchema after) {
    whileOpen(
        () -> {
          tables.alter(before, after);
          return null;
        });
  }

  @Override
  public void dropTable(String table) {
    whileOpen(
        () -> {
          tables.drop(table);
          return null;
        });
  }

  @Override
  public List<Row> get(List<Get> gets) {
    return whileOpen(() -> reader.read(gets));
  }

  @Override
  public ScanPage scan(Scan scan) {
    return whileOpen(() -> scanner.scan(scan));
  }

  @Override
  public void scanAll(List<Scan> scans, Consumer<ScanPage> receiver) {
    whileOpen(() -> scanner.scanAll(scans)).forEach(receiver);
  }

  @Override
  public boolean mutate(Mutation mutation, Durability durability) {
    return whileOpen(() -> mutator.mutate(mutation, durability));
  }

  @Override
  public List<Boolean> mutateAll(List<Mutation> mutations, Durability durability) {
    return whileOpen(() -> mutator.mutateAll(mutations, durability));
  }

  @Override
  public void requireWritable(List<Mutation> mutations) {
    whileOpen(
        () -> {
          mutations.forEach(mutator::encode);
          return null;
        });
  }

  @Override
  public Transaction begin(Durability durability) {
    return whileOpen(
        () -> {
          throw new CapabilityException(
              describe() + " has no transactions over several rows; change each row by itself");
        });
  }

  @Override
  public void flush() {
    whileOpen(
        () -> {
          mutator.flush();
          return null;
        });
  }

  /**
   * HFiles, if the store's URI names a directory for them. Otherwise unconditional changes: each
   * server gets its rows in one request.
   */
  @Override
  public Optional<BulkWriter> bulkWriter() {
    return whileOpen(
        () ->
            storeUri.hfiles().isEmpty()
                ? Optional.of(new PlainBulkWriter(this))
                : Optional.of(HFileBulkWriter.begin(this, storeUri, cluster, mutator, tables)));
  }

  @Override
  public Optional<ServerMetrics> serverMetrics() {
    return Optional.of(new HBaseMetrics(cluster, storeUri.namespace(), inFlight));
  }

  @Override
  public OptionalLong serverMillis() {
    return whileOpen(() -> ServerClocks.median(cluster));
  }

  @Override
  public String describe() {
    return "HBase (client " + VersionInfo.getVersion() + ")";
  }

  /** Waits for running calls, which end with their timeout at the latest. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    inFlight.close();
    try {
      cluster.close();
    } catch (IOException failure) {
      throw new EngineException("cannot close the connection to " + uri, failure);
    }
  }
}
