package org.portolan.bench.layer;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.ignite.IgniteCache;
import org.apache.ignite.binary.BinaryObject;
import org.apache.ignite.cache.query.ScanQuery;
import org.apache.ignite.client.IgniteClient;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.client.IgniteClients;
import org.portolan.bench.client.IgniteNode;
import org.portolan.engine.adapter.ClusterUri;

/**
 * Ignite's own client node on the same rows: one request reads all of them, one writes them, and
 * the commit is optimistic and serializable, as the engine's is.
 */
final class IgniteManyRows implements ManyRows {
  private final IgniteClient client;
  private final IgniteNode node;
  private final IgniteCache<BinaryObject, BinaryObject> rows;
  private final Map<Long, BinaryObject> keys = new TreeMap<>();
  private final boolean asksMajority;

  /**
   * @param address of a store that is open in this process: its client node is used
   * @param asksMajority whether a majority of the servers must be alive after each commit, as the
   *     data layer promises
   */
  IgniteManyRows(ClusterUri address, boolean asksMajority) {
    this.asksMajority = asksMajority;
    client = IgniteClients.open(address);
    node = new IgniteNode(client);
    rows = node.cache(address.name() + "." + RowShape.ENTITY + "." + RowShape.FAMILY);
    try (var entries = rows.query(new ScanQuery<BinaryObject, BinaryObject>())) {
      entries.forEach(entry -> keys.put(entry.getKey().field("id"), entry.getKey()));
    }
  }

  @Override
  public void change(long[] ids) {
    Set<BinaryObject> wanted = LongStream.of(ids).mapToObj(keys::get).collect(Collectors.toSet());
    node.inTransaction(
        ids.length,
        () -> {
          Map<BinaryObject, BinaryObject> found = rows.getAll(wanted);
          if (found.size() < ids.length) {
            throw new BenchmarkFailedException("Ignite's own client did not find all rows");
          }
          Map<BinaryObject, BinaryObject> changed = new LinkedHashMap<>();
          found.forEach((key, row) -> changed.put(key, next(row)));
          rows.putAll(changed);
          return null;
        });
    if (asksMajority) {
      node.requireMajority();
    }
  }

  private static BinaryObject next(BinaryObject row) {
    long version = row.field(RowShape.VERSION);
    return row.toBuilder().setField(RowShape.VERSION, version + 1).build();
  }

  /** Does not close the client node; the store does. */
  @Override
  public void close() {
    client.close();
  }
}
