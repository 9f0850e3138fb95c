package org.portolan.integration;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionInfo;

/** Merges, splits and moves the regions of a table until the test ends it. */
final class Restless extends Thread {
  private static final int REGIONS_MAX = 8;
  private static final int REST_MILLIS = 700;

  private final Connection connection;
  private final TableName table;
  private final Random random;
  private final AtomicBoolean ended;
  private final AtomicInteger merges = new AtomicInteger();
  private final AtomicInteger splits = new AtomicInteger();
  private final AtomicInteger moves = new AtomicInteger();

  Restless(Connection connection, TableName table, long seed, AtomicBoolean ended) {
    this.connection = connection;
    this.table = table;
    this.random = new Random(seed);
    this.ended = ended;
  }

  /** Returns how often regions were merged, split or moved. */
  int changes() {
    return merges.get() + splits.get() + moves.get();
  }

  @Override
  public String toString() {
    return merges + " merges, " + splits + " splits, " + moves + " moves";
  }

  @Override
  public void run() {
    try (Admin admin = connection.getAdmin()) {
      while (!ended.get()) {
        try {
          change(admin);
          // HBase's own scan gives up on a region that keeps changing.
          TimeUnit.MILLISECONDS.sleep(REST_MILLIS);
        } catch (IOException | ExecutionException notNow) {
          // A region that was just merged, split or moved cannot be changed again at once.
          TimeUnit.MILLISECONDS.sleep(100);
        }
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private void change(Admin admin) throws Exception {
    List<RegionInfo> regions = new ArrayList<>(admin.getRegions(table));
    regions.sort(RegionInfo.COMPARATOR);
    // A region that was split cannot be merged at once, so a merge comes first.
    int wish = merges.get() == 0 ? 0 : random.nextInt(4);
    if (wish == 0 && regions.size() > 1) {
      int left = random.nextInt(regions.size() - 1);
      byte[][] both = {
        regions.get(left).getEncodedNameAsBytes(), regions.get(left + 1).getEncodedNameAsBytes()
      };
      admin.mergeRegionsAsync(both, false).get(1, TimeUnit.MINUTES);
      merges.incrementAndGet();
    } else if (wish < 3 && regions.size() < REGIONS_MAX) {
      admin
          .splitRegionAsync(
              regions.get(random.nextInt(regions.size())).getRegionName(),
              RandomScans.splitKey(1 + random.nextInt(99), 100))
          .get(1, TimeUnit.MINUTES);
      splits.incrementAndGet();
    } else {
      List<ServerName> servers = new ArrayList<>(admin.getRegionServers());
      admin.move(
          regions.get(random.nextInt(regions.size())).getEncodedNameAsBytes(),
          servers.get(random.nextInt(servers.size())));
      moves.incrementAndGet();
    }
  }
}
