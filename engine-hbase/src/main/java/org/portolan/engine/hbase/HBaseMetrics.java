package org.portolan.engine.hbase;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncAdmin;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.portolan.engine.ServerMetrics;
import org.portolan.engine.adapter.InFlight;

/**
 * The figures that each region server has of its regions, read from the server itself. The master
 * has the same figures, but only from the servers' last reports, some seconds ago.
 */
final class HBaseMetrics implements ServerMetrics {
  private static final Duration WAIT_MAX = Duration.ofSeconds(1);

  private final Cluster cluster;
  private final String namespace;
  private final InFlight inFlight;

  /** The servers that the master reported last; regions are also served without a master. */
  private Collection<ServerName> servers = List.of();

  HBaseMetrics(Cluster cluster, String namespace, InFlight inFlight) {
    this.cluster = cluster;
    this.namespace = namespace;
    this.inFlight = inFlight;
  }

  @Override
  public String describe() {
    return "read and write requests of the store's regions, by each region server's own count: a"
        + " request counts once for each row that it reads or writes";
  }

  @Override
  public Set<Figure> counted() {
    return Set.of(Figure.READS, Figure.WRITES, Figure.COMPACTIONS);
  }

  @Override
  public List<Server> read() {
    inFlight.enter();
    try {
      AsyncAdmin admin = cluster.promptAdmin(WAIT_MAX);
      learnServers(admin);
      Map<ServerName, CompletableFuture<List<RegionMetrics>>> asked = new LinkedHashMap<>();
      servers.forEach(server -> asked.put(server, admin.getRegionMetrics(server)));
      long end = System.nanoTime() + WAIT_MAX.toNanos();
      List<Server> answered = new ArrayList<>();
      asked.forEach(
          (server, answer) -> {
            try {
              List<RegionMetrics> regions = Failures.awaitUntil(answer, end);
              answered.add(new Server(server.getAddress().toString(), parts(regions)));
            } catch (IOException unanswered) {
              if (Thread.currentThread().isInterrupted()) {
                throw Failures.of("read the counters of " + server, unanswered);
              }
              // This server is dead or too busy: it is left out.
            }
          });
      return answered;
    } finally {
      inFlight.leave();
    }
  }

  private void learnServers(AsyncAdmin admin) {
    try {
      servers =
          Failures.awaitUntil(
                  admin.getClusterMetrics(EnumSet.of(ClusterMetrics.Option.SERVERS_NAME)),
                  System.nanoTime() + WAIT_MAX.toNanos())
              .getServersName();
    } catch (IOException failure) {
      if (servers.isEmpty() || Thread.currentThread().isInterrupted()) {
        throw Failures.of("ask the master which region servers there are", failure);
      }
    }
  }

  private List<Part> parts(List<RegionMetrics> regions) {
    List<Part> parts = new ArrayList<>();
    for (RegionMetrics region : regions) {
      TableName table = RegionInfo.getTable(region.getRegionName());
      if (table.getNamespaceAsString().equals(namespace)) {
        boolean compacting = region.getCompactionState() != CompactionState.NONE;
        parts.add(
            new Part(
                region.getNameAsString(),
                region.getReadRequestCount(),
                region.getWriteRequestCount(),
                compacting ? 1 : 0,
                0));
      }
    }
    return parts;
  }
}
