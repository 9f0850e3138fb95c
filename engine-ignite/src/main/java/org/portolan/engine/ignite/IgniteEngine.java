package org.portolan.engine.ignite;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.ignite.IgniteException;
import org.apache.ignite.binary.BinaryObjectException;
import org.apache.ignite.client.ClientException;
import org.apache.ignite.internal.IgniteVersionUtils;
import org.portolan.engine.BulkWriter;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.engine.ServerMetrics;
import org.portolan.engine.TableSchema;
import org.portolan.engine.Transaction;

/**
 * An open store in a cluster. An acknowledged write is in the write-ahead logs of all servers that
 * own the row. The {@link Durability} has no effect: it is a setting of the servers, see {@link
 * IgniteEngineProvider}.
 */
final class IgniteEngine implements Engine {
  private final IgniteUri uri;
  private final Connections connections;
  private final ClientNode node;
  private final Majority majority;
  private final Tables tables;
  private final String wal;
  private final Commit commit;
  private final MutationWriter writer;
  private final IgniteMetrics metrics;
  private final Gate gate;

  /**
   * @param connections owned from now on
   * @param node owned from now on
   * @param wal the servers' write-ahead mode, for people
   */
  IgniteEngine(
      IgniteUri uri,
      Connections connections,
      ClientNode node,
      Majority majority,
      Tables tables,
      String wal) {
    this.uri = uri;
    this.connections = connections;
    this.node = node;
    this.majority = majority;
    this.tables = tables;
    this.wal = wal;
    commit = new Commit(uri, node, majority);
    writer = new MutationWriter(commit, tables::get, uri.timeoutMs());
    metrics = new IgniteMetrics(uri, node, tables::cacheNames);
    gate = new Gate(uri.text());
  }

  /** Does work during which the store must stay open. */
  <T> T within(Supplier<T> work) {
    gate.enter();
    try {
      return work.get();
    } catch (ClientException failure) {
      throw Failures.ofRead("read from " + uri.text(), failure);
    } catch (BinaryObjectException failure) {
      // The client asks a server for the layout of a type when it first reads an object of it.
      throw Failures.ofRead(
          "read from " + uri.text(),
          failure.getCause() instanceof ClientException cause ? cause : failure);
    } finally {
      gate.leave();
    }
  }

  @Override
  public String uri() {
    return uri.text();
  }

  @Override
  public Capabilities capabilities() {
    return Limits.CAPABILITIES;
  }

  /**
   * None: a row is read at its primary copy, which is part of every write. Only servers that a
   * split has cut off from the majority answer with old values.
   */
  @Override
  public List<String> staleReads() {
    return List.of();
  }

  @Override
  public List<TableSchema> tables() {
    return within(tables::schemas);
  }

  @Override
  public void createTable(TableSchema schema) {
    changeTables("create table '" + schema.name() + "'", () -> tables.create(schema));
    node.openAhead(tables.cacheNames());
  }

  @Override
  public void alterTable(TableSchema before, TableSchema after) {
    changeTables(
        "alter table '" + before.name() + "'",
        () -> {
          new IgniteEngineProvider().checkOptions(after);
          tables.alter(before, after);
        });
    node.openAhead(tables.cacheNames());
  }

  @Override
  public void dropTable(String table) {
    changeTables("drop table '" + table + "'", () -> tables.drop(table));
  }

  private void changeTables(String act, Runnable change) {
    gate.enter();
    try {
      requireMajority(act);
      change.run();
      majority.requireAfter();
    } catch (ClientException failure) {
      throw Failures.ofCommit(act + " in " + uri.text(), failure);
    } finally {
      gate.leave();
    }
  }

  void requireMajority(String act) {
    try {
      majority.requireBefore();
    } catch (ClientException | IgniteException failure) {
      throw Failures.ofRead(act + " in " + uri.text(), failure);
    }
  }

  @Override
  public List<Row> get(List<Get> gets) {
    return within(() -> RowReader.read(gets, tables::get, this::fetchWholeRows));
  }

  /** Reads the requested families of a row, which are in several caches, at one moment. */
  private PartMap<Object> fetchWholeRows(PartMap<RowKey> wanted) {
    if (wanted.byCache().size() == 1) {
      return fetch(wanted);
    }
    Map<RowKey, Integer> families = new HashMap<>();
    wanted.forEach((cache, key, row) -> families.merge(row, 1, Integer::sum));
    PartMap<RowKey> alone = new PartMap<>();
    PartMap<RowKey> together = new PartMap<>();
    wanted.forEach(
        (cache, key, row) -> (families.get(row) == 1 ? alone : together).put(cache, key, row));
    PartMap<Object> found = new PartMap<>();
    if (!alone.isEmpty()) {
      found.putAll(fetch(alone));
    }
    if (!together.isEmpty()) {
      found.putAll(commit.readTogether(together));
    }
    return found;
  }

  PartMap<Object> fetch(PartMap<?> wanted) {
    return connections.read(client -> Fetch.of(client, wanted, connections.timeoutMs()));
  }

  @Override
  public ScanPage scan(Scan scan) {
    return within(
        () ->
            connections.read(
                client -> new WholeTableScan(client, tables.get(scan.table()), scan).page()));
  }

  @Override
  public boolean mutate(Mutation mutation, Durability durability) {
    return mutateAll(List.of(mutation), durability).get(0);
  }

  @Override
  public List<Boolean> mutateAll(List<Mutation> mutations, Durability durability) {
    return within(() -> writer.mutate(mutations));
  }

  @Override
  public void requireWritable(List<Mutation> mutations) {
    within(
        () -> {
          mutations.forEach(writer::encode);
          return null;
        });
  }

  @Override
  public Transaction begin(Durability durability) {
    return within(() -> new IgniteTransaction(this));
  }

  @Override
  public Optional<BulkWriter> bulkWriter() {
    return Optional.of(new StreamedWriter(this, node.member(), writer, majority, uri.timeoutMs()));
  }

  /** Does nothing: every acknowledged write already has the durability that the servers give. */
  @Override
  public void flush() {
    within(() -> null);
  }

  @Override
  public Optional<ServerMetrics> serverMetrics() {
    return Optional.of(metrics);
  }

  @Override
  public String describe() {
    return "Ignite "
        + IgniteVersionUtils.VER_STR
        + " (reads by thin clients, transactions by a client node; write-ahead mode of the servers "
        + wal
        + ")";
  }

  /** Waits for running calls and gives up open transactions. */
  @Override
  public void close() {
    if (gate.close()) {
      // All are closed, in reverse order, even if one of them fails.
      try (connections;
          node;
          metrics) {
        commit.close();
      }
    }
  }

  TableHandle table(String name) {
    return tables.get(name);
  }

  Commit commit() {
    return commit;
  }
}
