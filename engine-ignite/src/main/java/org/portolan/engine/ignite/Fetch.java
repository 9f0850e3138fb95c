package org.portolan.engine.ignite;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.ignite.binary.BinaryObject;
import org.apache.ignite.client.ClientCache;
import org.apache.ignite.client.IgniteClient;
import org.apache.ignite.client.IgniteClientFuture;

/** Gets the values of keys: from all caches at once, many keys of a cache in a few requests. */
final class Fetch {
  private static final int KEYS_MAX = 1_000;

  private Fetch() {}

  /** Returns a cache in binary form, so that neither side needs classes. */
  static ClientCache<BinaryObject, Object> cache(IgniteClient client, String name) {
    return client.cache(name).withKeepBinary();
  }

  /** Divides keys into sets, each small enough for one request. */
  static List<Set<BinaryObject>> portions(Set<BinaryObject> keys) {
    List<Set<BinaryObject>> portions = new ArrayList<>();
    Iterator<BinaryObject> left = keys.iterator();
    while (left.hasNext()) {
      Set<BinaryObject> some = new HashSet<>();
      while (left.hasNext() && some.size() < KEYS_MAX) {
        some.add(left.next());
      }
      portions.add(some);
    }
    return portions;
  }

  /**
   * Returns the stored values; null for parts that do not exist.
   *
   * @param timeoutMs the timeout of one request, in milliseconds
   */
  static PartMap<Object> of(IgniteClient client, PartMap<?> wanted, int timeoutMs) {
    PartMap<Object> found = new PartMap<>();
    if (wanted.size() == 1) {
      wanted.forEach((name, key, ignored) -> found.put(name, key, cache(client, name).get(key)));
      return found;
    }
    record Request(
        String cache,
        Set<BinaryObject> keys,
        IgniteClientFuture<Map<BinaryObject, Object>> answer) {}
    List<Request> requests = new ArrayList<>();
    for (var entry : wanted.byCache().entrySet()) {
      ClientCache<BinaryObject, Object> cache = cache(client, entry.getKey());
      for (Set<BinaryObject> some : portions(entry.getValue().keySet())) {
        requests.add(new Request(entry.getKey(), some, cache.getAllAsync(some)));
      }
    }
    for (Request request : requests) {
      Map<BinaryObject, Object> values = Failures.await(request.answer(), timeoutMs);
      request.keys().forEach(key -> found.put(request.cache(), key, values.get(key)));
    }
    return found;
  }
}
