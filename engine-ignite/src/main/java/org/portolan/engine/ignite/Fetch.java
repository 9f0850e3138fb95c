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

  /** Requests that have been sent to a cache, and what to do with their answers. */
  private interface Request {
    void await(PartMap<Object> found);
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
    List<Request> requests = new ArrayList<>();
    wanted
        .byCache()
        .forEach(
            (name, keys) -> {
              ClientCache<BinaryObject, Object> cache = cache(client, name);
              portions(keys.keySet())
                  .forEach(some -> requests.add(send(cache, name, some, timeoutMs)));
            });
    requests.forEach(request -> request.await(found));
    return found;
  }

  /**
   * Sends one request. A client asks the server that has the row only for a single key; other
   * requests go to any server, which asks further servers.
   */
  private static Request send(
      ClientCache<BinaryObject, Object> cache, String name, Set<BinaryObject> keys, int timeoutMs) {
    if (keys.size() == 1) {
      BinaryObject key = keys.iterator().next();
      IgniteClientFuture<Object> answer = cache.getAsync(key);
      return found -> found.put(name, key, Failures.await(answer, timeoutMs));
    }
    IgniteClientFuture<Map<BinaryObject, Object>> answer = cache.getAllAsync(keys);
    return found -> {
      Map<BinaryObject, Object> values = Failures.await(answer, timeoutMs);
      keys.forEach(key -> found.put(name, key, values.get(key)));
    };
  }
}
