package org.portolan.engine.ignite;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.ignite.binary.BinaryObject;

/** A map from row parts, by cache and by key. Values may be null. Not thread-safe. */
final class PartMap<V> {
  private final Map<String, Map<BinaryObject, V>> byCache = new LinkedHashMap<>();
  private int size;

  interface Each<V> {
    void accept(String cache, BinaryObject key, V value);
  }

  V get(String cache, BinaryObject key) {
    Map<BinaryObject, V> keys = byCache.get(cache);
    return keys == null ? null : keys.get(key);
  }

  boolean contains(String cache, BinaryObject key) {
    Map<BinaryObject, V> keys = byCache.get(cache);
    return keys != null && keys.containsKey(key);
  }

  void put(String cache, BinaryObject key, V value) {
    Map<BinaryObject, V> keys = byCache.computeIfAbsent(cache, name -> new HashMap<>());
    int before = keys.size();
    keys.put(key, value);
    size += keys.size() - before;
  }

  void putAll(PartMap<? extends V> others) {
    others.forEach(this::put);
  }

  Map<String, Map<BinaryObject, V>> byCache() {
    return byCache;
  }

  void forEach(Each<? super V> each) {
    byCache.forEach((cache, keys) -> keys.forEach((key, value) -> each.accept(cache, key, value)));
  }

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }
}
