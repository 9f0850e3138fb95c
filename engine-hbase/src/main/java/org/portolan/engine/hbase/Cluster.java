package org.portolan.engine.hbase;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;

/** A connection to a cluster, with a timeout for its answers. Thread-safe. */
final class Cluster implements AutoCloseable {
  /** The least timeout of creating and dropping a table, which moves its regions one by one. */
  private static final Duration TABLES_TIMEOUT_MIN = Duration.ofMinutes(2);

  private static final long ADMIN_PAUSE_MS = 20;

  private final AsyncConnection connection;
  private final Duration timeout;

  Cluster(AsyncConnection connection, Duration timeout) {
    this.connection = connection;
    this.timeout = timeout;
  }

  Duration timeout() {
    return timeout;
  }

  /** Returns a table whose reads are repeated until the timeout. */
  AsyncTable<AdvancedScanResultConsumer> forReads(TableName table) {
    return connection.getTable(table);
  }

  /** Returns a table whose writes are tried once: a caller that knows the failure may retry. */
  AsyncTable<AdvancedScanResultConsumer> forWrites(TableName table) {
    return connection.getTableBuilder(table).setMaxAttempts(1).build();
  }

  /**
   * Asks for a description or change of tables.
   *
   * @param act for the message of a failure
   */
  <T> T admin(String act, Function<AsyncAdmin, CompletableFuture<T>> work) {
    try {
      return adminOrFail(work);
    } catch (IOException failure) {
      throw Failures.of(act, failure);
    }
  }

  <T> T adminOrFail(Function<AsyncAdmin, CompletableFuture<T>> work) throws IOException {
    return Failures.await(work.apply(admin()), tablesTimeout());
  }

  /** Returns an admin client whose requests may take {@link #tablesTimeout}. */
  AsyncAdmin admin() {
    return connection
        .getAdminBuilder()
        .setOperationTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
        .setRetryPause(ADMIN_PAUSE_MS, TimeUnit.MILLISECONDS)
        .build();
  }

  /** Returns the time that the description or change of one table may take. */
  Duration tablesTimeout() {
    return timeout.compareTo(TABLES_TIMEOUT_MIN) > 0 ? timeout : TABLES_TIMEOUT_MIN;
  }

  /** Returns an admin client that asks once and gives up after a time. */
  AsyncAdmin promptAdmin(Duration limit) {
    return connection
        .getAdminBuilder()
        .setMaxAttempts(1)
        .setOperationTimeout(limit.toMillis(), TimeUnit.MILLISECONDS)
        .setRpcTimeout(limit.toMillis(), TimeUnit.MILLISECONDS)
        .build();
  }

  AsyncConnection connection() {
    return connection;
  }

  @Override
  public void close() throws IOException {
    connection.close();
  }
}
