package org.portolan.migrate;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.StoreReader;
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

  /**
   * Returns whether a row of a part or a collection cannot be in the store, since it belongs to a
   * row that is not there, or another row has its place.
   */
  boolean isRefused(TablePlan table, MappedRow row, StoreReader store) {
    return parts.refusal(table, row).isPresent() || ownerInPlace(table, row, store).isPresent();
  }

  /**
   * Returns the row of the store to which a row of a part or a collection does not belong, although
   * it is equal to its owner under the collation.
   */
  Optional<Tuple> ownerInPlace(TablePlan table, MappedRow row, StoreReader store) {
    if (!ContestedParts.isPossible(table) || !contains(table.entity(), row.key())) {
      return Optional.empty();
    }
    return StoredRows.found(store, table.entity().name(), List.of(row.key()), Columns.NONE)
        .get(0)
        .map(EntityRow::key)
        .filter(owner -> !row.spellings().contains(owner));
  }

  /** Returns whether rows of a table may be refused because of others. */
  boolean isAnyRefused(TablePlan table) {
    return ContestedParts.isPossible(table)
        && (parts.isAnyContested(table)
            || keys.stream().anyMatch(key -> key.entity().equals(table.entity().name())));
  }

  boolean contains(EntityDesign entity, Tuple key) {
    return !keys.isEmpty() && (keys.size() >= KEYS_MAX || keys.contains(of(entity, key)));
  }
}
