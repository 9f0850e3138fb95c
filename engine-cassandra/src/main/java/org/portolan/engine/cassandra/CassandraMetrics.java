package org.portolan.engine.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.portolan.engine.EngineException;
import org.portolan.engine.ServerMetrics;
import org.portolan.engine.adapter.InFlight;

/**
 * The figures that each node has in its virtual tables ({@code system_views}): reads and writes
 * that it made as a replica, so that a write with three copies counts on three nodes. Scans over
 * whole tables are not included: reading their virtual table makes a node sum up all its tables.
 */
final class CassandraMetrics implements ServerMetrics {
  private static final Duration WAIT_MAX = Duration.ofSeconds(2);
  private static final String READS = "local_read_latency";
  private static final String WRITES = "local_write_latency";
  private static final String COMPACTIONS = "sstable_tasks";

  private final CqlSession session;
  private final String keyspace;
  private final InFlight inFlight;

  CassandraMetrics(CqlSession session, String keyspace, InFlight inFlight) {
    this.session = session;
    this.keyspace = keyspace;
    this.inFlight = inFlight;
  }

  @Override
  public String describe() {
    return "reads and writes of replicas on their own disk and memory, by each node's count"
        + " (system_views.local_read_latency and local_write_latency): a write counts on every"
        + " replica that applied it";
  }

  @Override
  public Set<Figure> counted() {
    return Set.of(Figure.READS, Figure.WRITES, Figure.COMPACTIONS);
  }

  @Override
  public List<Server> read() {
    inFlight.enter();
    try {
      Map<String, Map<String, CompletableFuture<AsyncResultSet>>> asked = new LinkedHashMap<>();
      for (Node node : session.getMetadata().getNodes().values()) {
        if (node.getState() == NodeState.UP) {
          asked.put(address(node), ask(node));
        }
      }
      long end = System.nanoTime() + WAIT_MAX.toNanos();
      List<Server> servers = new ArrayList<>();
      asked.forEach(
          (address, answers) -> {
            List<Part> parts = parts(answers, end);
            if (parts != null) {
              servers.add(new Server(address, parts));
            }
          });
      return servers;
    } finally {
      inFlight.leave();
    }
  }

  private static String address(Node node) {
    return node.getEndPoint().resolve() instanceof InetSocketAddress socket
        ? socket.getAddress().getHostAddress() + ":" + socket.getPort()
        : node.getEndPoint().toString();
  }

  /** Sends the queries to one node, which answers them itself: each node has its own tables. */
  private Map<String, CompletableFuture<AsyncResultSet>> ask(Node node) {
    Map<String, CompletableFuture<AsyncResultSet>> answers = new LinkedHashMap<>();
    for (String table : List.of(READS, WRITES, COMPACTIONS)) {
      String figure = table.equals(COMPACTIONS) ? "kind" : "count";
      SimpleStatement question =
          SimpleStatement.newInstance(
                  "SELECT table_name, "
                      + figure
                      + " FROM system_views."
                      + table
                      + " WHERE keyspace_name = ? ALLOW FILTERING",
                  keyspace)
              .setNode(node)
              .setConsistencyLevel(ConsistencyLevel.ONE)
              .setTimeout(WAIT_MAX);
      answers.put(table, session.executeAsync(question).toCompletableFuture());
    }
    return answers;
  }

  /** Returns a node's parts of the store, null if it did not answer. */
  private static List<Part> parts(
      Map<String, CompletableFuture<AsyncResultSet>> answers, long end) {
    Map<String, long[]> counts = new LinkedHashMap<>();
    for (Map.Entry<String, CompletableFuture<AsyncResultSet>> answer : answers.entrySet()) {
      String table = answer.getKey();
      AsyncResultSet rows = await(answer.getValue(), end);
      if (rows == null) {
        return null;
      }
      for (Row row : rows.currentPage()) {
        long[] count = counts.computeIfAbsent(row.getString(0), name -> new long[3]);
        if (table.equals(COMPACTIONS)) {
          count[2] += "compaction".equals(row.getString(1)) ? 1 : 0;
        } else {
          count[table.equals(WRITES) ? 1 : 0] += row.getLong(1);
        }
      }
    }
    List<Part> parts = new ArrayList<>();
    counts.forEach(
        (table, count) -> parts.add(new Part(table, count[0], count[1], (int) count[2], 0)));
    return parts;
  }

  private static AsyncResultSet await(CompletableFuture<AsyncResultSet> answer, long end) {
    try {
      return answer.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (ExecutionException | TimeoutException unanswered) {
      return null;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new EngineException("interrupted while reading the nodes' counters", interrupted);
    }
  }
}
