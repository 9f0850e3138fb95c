package org.portolan.engine.hbase.preparedscan;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.portolan.preparedscan.format.Statement;

/** Checks that the regions of a table answer prepared scans. */
public final class EndpointProbe {
  private static final int BYTES_MAX = 1 << 16;

  private EndpointProbe() {}

  /**
   * Asks every region for its first key.
   *
   * @return the number of regions; all of them have answered
   * @throws IOException if a region does not answer; the message names it
   */
  public static int regions(AsyncConnection connection, TableName table, Duration timeout)
      throws IOException {
    long end = System.nanoTime() + timeout.toNanos();
    List<HRegionLocation> regions =
        await(connection.getRegionLocator(table).getAllRegionLocations(), table, end);
    Scan scan = new Scan().setFilter(new FilterList(new FirstKeyOnlyFilter(), new KeyOnlyFilter()));
    Statement statement = Preparation.of(scan, PreparedScanOptions.USUAL);
    AsyncTable<?> asked = connection.getTable(table);
    Pages pages = new Pages(asked, statement, false);
    Pages.Range all = new Pages.Range(HConstants.EMPTY_END_ROW, false);
    List<CompletableFuture<Pages.Page>> answers = new ArrayList<>();
    for (HRegionLocation region : regions) {
      answers.add(
          pages.page(
              Position.of(region.getRegion().getStartKey(), true, false), all, 1, BYTES_MAX));
    }
    for (CompletableFuture<Pages.Page> answer : answers) {
      await(answer, table, end);
    }
    return regions.size();
  }

  private static <T> T await(CompletableFuture<T> future, TableName table, long end)
      throws IOException {
    try {
      return future.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
    } catch (TimeoutException e) {
      throw new IOException("not all regions of table '" + table + "' answered in time", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException)
          new InterruptedIOException("interrupted while asking the regions of '" + table + "'")
              .initCause(e);
    }
  }
}
