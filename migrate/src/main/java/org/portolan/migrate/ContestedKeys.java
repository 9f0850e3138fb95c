package org.portolan.migrate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.StoreReader;
import org.portolan.design.EntityDesign;
import org.portolan.migrate.sql.Source;
import org.portolan.migrate.sql.SqlColumn;
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

  /** How the rows spell these keys that are not in the store. */
  private final Map<Contested, Set<Tuple>> keys = new ConcurrentHashMap<>();

  /** The rows that the database takes for the owners of what names them in another spelling. */
  private final Map<Spelled, Optional<Tuple>> owners = new ConcurrentHashMap<>();

  private final ContestedParts parts = new ContestedParts(this);

  private record Contested(String entity, Bytes key) {}

  private record Spelled(String entity, Tuple key) {}

  private static Contested of(EntityDesign entity, Tuple key) {
    return new Contested(entity.name(), Bytes.wrap(new KeyCodec(entity.key()).encode(key)));
  }

  /** Notes that a row is not in the store, because another one has an equal key. */
  void add(EntityDesign entity, Tuple key) {
    if (keys.size() < KEYS_MAX) {
      keys.computeIfAbsent(of(entity, key), any -> ConcurrentHashMap.newKeySet()).add(key);
      owners.remove(new Spelled(entity.name(), key));
    }
  }

  /** Notes that only one row has a key. */
  void settle(EntityDesign entity, Tuple key) {
    if (!keys.isEmpty() && keys.size() < KEYS_MAX) {
      keys.remove(of(entity, key));
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
    return ownerInPlace(table, row.spellings(), store);
  }

  /**
   * Does so.
   *
   * @param spellings how the row spells its owner; several of elements that became one row
   */
  Optional<Tuple> ownerInPlace(TablePlan table, Set<Tuple> spellings, StoreReader store) {
    Tuple key = spellings.iterator().next();
    if (!ContestedParts.isPossible(table) || !contains(table.entity(), key)) {
      return Optional.empty();
    }
    return StoredRows.found(store, table.entity().name(), List.of(key), Columns.NONE)
        .get(0)
        .map(EntityRow::key)
        .filter(owner -> !isOwner(table.entity(), owner, spellings));
  }

  /** Returns whether a row of the store, with an equal key, owns what spells it in some ways. */
  boolean isOwner(EntityDesign entity, Tuple row, Set<Tuple> spellings) {
    return !contains(entity, row)
        || spellings.stream()
            .anyMatch(spelling -> spelling.equals(row) || owner(entity, spelling).equals(row));
  }

  /** Returns the row of the database that owns what names it so; the name itself if unknown. */
  private Tuple owner(EntityDesign entity, Tuple spelling) {
    return owners
        .getOrDefault(new Spelled(entity.name(), spelling), Optional.empty())
        .orElse(spelling);
  }

  /**
   * Asks the database which row owns what names it in one of several spellings, unless that is
   * known. Not to be called while this thread reads the source.
   *
   * @param rows the table of the entity
   * @param spelling by which parts or items name their owner
   * @param raw the same as the table of the parts or items has it
   * @param there the row of the store with an equal key
   */
  void learnOwner(TablePlan rows, Tuple spelling, List<Object> raw, Tuple there, Source source) {
    Set<Tuple> refused = keys.getOrDefault(of(rows.entity(), spelling), Set.of());
    Spelled spelled = new Spelled(rows.entity().name(), spelling);
    boolean known =
        refused.isEmpty()
            || spelling.equals(there)
            || refused.contains(spelling)
            || owners.containsKey(spelled)
            || rows.key().stream().anyMatch(field -> field.place() < 0);
    if (known || owners.size() >= KEYS_MAX) {
      return;
    }
    List<Tuple> all = new ArrayList<>(refused);
    all.sort(ContestedParts.BY_SPELLING);
    all.add(0, there);
    List<SqlColumn> columns =
        rows.key().stream().map(field -> rows.query().columns().get(field.place())).toList();
    Optional<Tuple> owner =
        all.stream()
            .filter(
                row ->
                    source.takesForEqual(rows.table(), columns, raw, respelled(raw, spelling, row)))
            .findFirst();
    owners.put(spelled, owner);
  }

  /** Returns values of a table's key in another spelling: only texts have several. */
  static List<Object> respelled(List<Object> raw, Tuple key, Tuple spelling) {
    List<Object> other = new ArrayList<>(raw);
    for (int place = 0; place < raw.size(); place++) {
      if (!Objects.equals(spelling.get(place), key.get(place))
          && raw.get(place) instanceof String) {
        other.set(place, spelling.get(place));
      }
    }
    return Collections.unmodifiableList(other);
  }

  /** Returns why a row is refused because the store has another one in the place of its owner. */
  String isOfAnother(TablePlan plan, Tuple key, Tuple there) {
    Tuple owner = owner(plan.entity(), key);
    boolean exists =
        keys.getOrDefault(of(plan.entity(), key), Set.of()).contains(owner)
            || keys.size() >= KEYS_MAX;
    return RowKeys.owner(plan, owner)
        + (exists
            ? "not in the store: the row " + there + " is equal under the collation"
            : "absent, and several rows are equal to it under the collation, for example " + there);
  }

  /** Returns whether rows of a table may be refused because of others. */
  boolean isAnyRefused(TablePlan table) {
    return ContestedParts.isPossible(table)
        && (parts.isAnyContested(table)
            || keys.keySet().stream().anyMatch(key -> key.entity().equals(table.entity().name())));
  }

  boolean contains(EntityDesign entity, Tuple key) {
    return !keys.isEmpty() && (keys.size() >= KEYS_MAX || keys.containsKey(of(entity, key)));
  }
}
