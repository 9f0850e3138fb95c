package org.portolan.hfiles;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.varia.NullAppender;

/**
 * Hands cells to the region servers of a cluster as HFiles in a directory that both sides reach.
 * Created and called by reflection, by one thread at a time, with the class loader of this class as
 * that of the thread's context.
 */
public final class HFileLoads implements AutoCloseable {
  /** Most of the time of a file is that its blocks are acknowledged. */
  private static final int THREADS = 4;

  private static final int RPC_TIMEOUT_MS_MIN = 60_000;
  private static final int OPERATION_TIMEOUT_MS_MIN = 300_000;

  private static final int CLOSE_SECONDS_MAX = 60;

  private final Configuration configuration;
  private final StagingDirectory staging;
  private final Map<TableName, TableDescriptor> descriptors = new HashMap<>();
  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          THREADS,
          work -> {
            Thread thread = new Thread(work, "portolan-hfiles");
            thread.setDaemon(true);
            return thread;
          });
  private Connection connection;

  /**
   * Prepares the directory: whatever an earlier load has left in it is removed.
   *
   * @param resources HBase's and Hadoop's files of settings
   * @param settings further ones, which win over those of the files. HBase's tool ends its attempts
   *     by {@code hbase.client.retries.number} alone, and not by a timeout
   * @param directory where files may be written: an address with its file system. It is made if
   *     only itself is missing
   * @param name of the directory in it that this load has for itself
   * @throws IOException if nothing can be written there
   */
  public HFileLoads(
      List<URL> resources, Map<String, String> settings, String directory, String name)
      throws IOException {
    Logger.getRootLogger().removeAllAppenders();
    Logger.getRootLogger().addAppender(new NullAppender());
    Logger.getRootLogger().setLevel(Level.OFF);
    configuration = HBaseConfiguration.create();
    resources.forEach(configuration::addResource);
    settings.forEach(configuration::set);
    // Its files of checksums would stay behind when a region server takes the file itself.
    configuration.set("fs.file.impl", "org.apache.hadoop.fs.RawLocalFileSystem");
    atLeast("hbase.rpc.timeout", RPC_TIMEOUT_MS_MIN);
    atLeast("hbase.rpc.write.timeout", RPC_TIMEOUT_MS_MIN);
    atLeast("hbase.client.operation.timeout", OPERATION_TIMEOUT_MS_MIN);
    // Otherwise HBase's tool groups the files again after any failure, and the waits multiply.
    configuration.setBoolean(BulkLoadHFiles.RETRY_ON_IO_EXCEPTION, false);
    // For the halves of divided files too, which HBase's tool writes.
    configuration.set("fs.permissions.umask-mode", "000");
    staging = new StagingDirectory(configuration, new Path(directory), name);
  }

  private void atLeast(String name, int millis) {
    configuration.setInt(name, Math.max(millis, configuration.getInt(name, 0)));
  }

  /**
   * Writes cells to files, one for each of their families and regions, in a directory of this call.
   * The next {@link #takeOver} removes it.
   *
   * @param table its name, with its namespace
   * @param cells by family, in any order; each in the form of {@link KeyValue}. Of equal ones the
   *     last one remains
   * @return the addresses of the files, by family
   * @throws IOException if a file was not written
   */
  public Map<String, List<String>> write(String table, Map<String, List<byte[]>> cells)
      throws IOException {
    TableName name = TableName.valueOf(table);
    TableDescriptor descriptor = descriptor(name);
    byte[][] starts = connection().getRegionLocator(name).getStartKeys();
    Path place = staging.next();
    Map<String, List<Future<Path>>> begun = new HashMap<>();
    for (Map.Entry<String, List<byte[]>> each : cells.entrySet()) {
      ColumnFamilyDescriptor family = descriptor.getColumnFamily(Bytes.toBytes(each.getKey()));
      if (family == null) {
        throw new IOException("table " + table + " has no column family " + each.getKey());
      }
      FamilyFiles files = new FamilyFiles(configuration, staging.fileSystem(), place, name, family);
      begun.put(each.getKey(), files.write(each.getValue(), starts, threads));
    }
    try {
      Map<String, List<String>> files = new HashMap<>();
      for (Map.Entry<String, List<Future<Path>>> each : begun.entrySet()) {
        List<String> paths = new ArrayList<>();
        for (Future<Path> file : each.getValue()) {
          paths.add(await(file).toString());
        }
        files.put(each.getKey(), paths);
      }
      return files;
    } catch (IOException failure) {
      begun.values().stream().flatMap(List::stream).forEach(file -> file.cancel(true));
      throw failure;
    }
  }

  private static Path await(Future<Path> file) throws IOException {
    try {
      return file.get();
    } catch (ExecutionException failure) {
      Throwable cause = failure.getCause();
      throw cause instanceof IOException io ? io : new IOException(cause);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted").initCause(stop);
    }
  }

  /**
   * Has the region servers take files over. HBase's tool divides files whose regions were split
   * meanwhile, and tries again, a bounded number of times, where regions are not served. When this
   * returns, every read sees the cells.
   *
   * @param files by family, as {@link #write} has returned them
   * @throws IOException if it is not known that each file was taken over; any of them may have been
   */
  public void takeOver(String table, Map<String, List<String>> files) throws IOException {
    Map<byte[], List<Path>> paths = new TreeMap<>(Bytes.BYTES_COMPARATOR);
    files.forEach(
        (family, ofFamily) ->
            paths.put(Bytes.toBytes(family), ofFamily.stream().map(Path::new).toList()));
    try {
      var unused = new StrictBulkLoad(configuration).bulkLoad(TableName.valueOf(table), paths);
    } catch (IOException failure) {
      throw root(failure);
    }
    staging.removeLast();
  }

  /**
   * Returns the last of the failures that HBase's client has collected. The caller does not know
   * the classes of this class loader, and so could not look for it.
   */
  private static IOException root(IOException failure) {
    IOException root = failure;
    while ((root instanceof RetriesExhaustedException || root.getClass() == IOException.class)
        && root.getCause() instanceof IOException cause) {
      root = cause;
    }
    if (root != failure) {
      root.addSuppressed(failure);
    }
    return root;
  }

  private TableDescriptor descriptor(TableName name) throws IOException {
    TableDescriptor known = descriptors.get(name);
    if (known == null) {
      known = connection().getAdmin().getDescriptor(name);
      descriptors.put(name, known);
    }
    return known;
  }

  private Connection connection() throws IOException {
    if (connection == null) {
      connection = ConnectionFactory.createConnection(configuration);
    }
    return connection;
  }

  /** Removes the files that are left. */
  @Override
  public void close() throws IOException {
    threads.shutdownNow();
    try {
      // A thread that still writes would make the directory again.
      boolean unused = threads.awaitTermination(CLOSE_SECONDS_MAX, TimeUnit.SECONDS);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
    }
    try {
      staging.close();
    } finally {
      if (connection != null) {
        connection.close();
      }
    }
  }
}
