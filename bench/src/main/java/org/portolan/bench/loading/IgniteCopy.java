package org.portolan.bench.loading;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.ignite.cache.query.ScanQuery;
import org.apache.ignite.client.ClientCache;
import org.apache.ignite.client.ClientCacheConfiguration;
import org.apache.ignite.client.IgniteClient;
import org.portolan.bench.client.IgniteClients;
import org.portolan.engine.adapter.ClusterUri;

/** Ignite's own thin client, partition aware: {@code putAll} of undecoded objects. */
final class IgniteCopy implements CellCopy {
  private static final int BATCH_ROWS = 200;

  private final IgniteClient client;
  private final Map<String, Map<Object, Object>> caches = new LinkedHashMap<>();
  private final List<String> copies = new ArrayList<>();

  IgniteCopy(ClusterUri address) {
    client = IgniteClients.open(address);
    for (String name : client.cacheNames()) {
      if (name.startsWith(address.name() + ".")) {
        caches.put(name, read(name));
      }
    }
  }

  private Map<Object, Object> read(String name) {
    Map<Object, Object> rows = new LinkedHashMap<>();
    ClientCache<Object, Object> cache = client.cache(name).withKeepBinary();
    try (var entries = cache.query(new ScanQuery<Object, Object>())) {
      entries.forEach(entry -> rows.put(entry.getKey(), entry.getValue()));
    }
    return rows;
  }

  @Override
  public List<Batch> begin() {
    List<Batch> batches = new ArrayList<>();
    caches.forEach(
        (name, rows) -> {
          ClientCacheConfiguration form = client.cache(name).getConfiguration();
          form.setName("copy." + name);
          ClientCache<Object, Object> copy = client.<Object, Object>createCache(form);
          ClientCache<Object, Object> binary = copy.withKeepBinary();
          copies.add(copy.getName());
          Map<Object, Object> batch = new LinkedHashMap<>();
          for (Map.Entry<Object, Object> row : rows.entrySet()) {
            batch.put(row.getKey(), row.getValue());
            if (batch.size() == BATCH_ROWS) {
              Map<Object, Object> full = batch;
              batches.add(() -> binary.putAll(full));
              batch = new LinkedHashMap<>();
            }
          }
          Map<Object, Object> rest = batch;
          batches.add(() -> binary.putAll(rest));
        });
    return batches;
  }

  @Override
  public void remove() {
    copies.forEach(client::destroyCache);
    copies.clear();
  }

  @Override
  public long rows() {
    return caches.values().stream().mapToLong(Map::size).sum();
  }

  @Override
  public void close() {
    client.close();
  }
}
