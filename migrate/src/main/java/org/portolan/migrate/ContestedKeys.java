package org.portolan.migrate;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.portolan.design.EntityDesign;
import org.portolan.types.Bytes;
import org.portolan.types.KeyCodec;
import org.portolan.types.Tuple;

/**
 * The keys that several rows of the database claim: they differ there, and are equal under the
 * collation of the design. The store has one of these rows, and what belongs to the others must not
 * be given to it. Thread-safe.
 */
final class ContestedKeys {
  /** With more of them, every key counts as contested. */
  private static final int KEYS_MAX = 1_000_000;

  private final Set<Contested> keys = ConcurrentHashMap.newKeySet();
  private final ContestedParts parts = new ContestedParts();

  private record Contested(String entity, Bytes key) {}

  private static Contested of(EntityDesign entity, Tuple key) {
    return new Contested(entity.name(), Bytes.wrap(new KeyCodec(entity.key()).encode(key)));
  }

  /** Notes that a row is not in the store, because another one has an equal key. */
  void add(EntityDesign entity, Tuple key) {
    if (keys.size() < KEYS_MAX) {
      keys.add(of(entity, key));
    }
  }

  /** Returns what else rows claim together: places in rows that are in the store. */
  ContestedParts parts() {
    return parts;
  }

  boolean contains(EntityDesign entity, Tuple key) {
    return !keys.isEmpty() && (keys.size() >= KEYS_MAX || keys.contains(of(entity, key)));
  }
}
