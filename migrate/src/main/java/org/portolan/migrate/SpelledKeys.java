package org.portolan.migrate;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.migrate.CurrentRows.Around;
import org.portolan.migrate.StoredRows.Stored;
import org.portolan.migrate.sql.SqlColumn;
import org.portolan.types.Bytes;
import org.portolan.types.Tuple;

/**
 * Changed rows whose keys, or whose owners' keys, have a collation: others may claim the same
 * places. In parts and collections one stays as {@link ContestedParts} says; of rows of an entity,
 * that which the store has, as long as the database has it. Used by one thread.
 */
final class SpelledKeys {
  private final FollowedTable table;
  private final Around around;

  SpelledKeys(FollowedTable table, Around around) {
    this.table = table;
    this.around = around;
  }

  /** Returns the identities of the rows that may claim the places of others. */
  Set<List<Object>> rivals(Set<List<Object>> identities) {
    if (around.contested().parts().isUncertain(table.plan())) {
      around
          .tables()
          .compare(table, "too many of its rows spell their owners in another way than the owners");
    }
    Map<List<Object>, Stored> keys = new LinkedHashMap<>();
    identities.forEach(
        identity -> table.stored(identity).ifPresent(key -> keys.put(identity, key)));
    Map<Tuple, Tuple> owners = owners(keys.values().stream().map(Stored::key).toList());
    Set<List<Object>> rivals = new LinkedHashSet<>();
    keys.forEach(
        (identity, key) -> {
          Set<Tuple> spellings =
              new HashSet<>(
                  around.contested().parts().spellings(table.plan(), key.key(), key.itemKey()));
          spellings.add(owners.get(key.key()));
          spellings.remove(key.key());
          spellings.forEach(spelling -> rivals.add(respelled(identity, key.key(), spelling)));
        });
    rivals.addAll(waitingRivals(keys.values()));
    return rivals;
  }

  private Set<List<Object>> waitingRivals(Collection<Stored> keys) {
    Set<List<Object>> waiting = around.waiting().identities(table);
    if (waiting.isEmpty()) {
      return waiting;
    }
    Set<Bytes> places = new HashSet<>();
    keys.forEach(key -> places.add(table.comparable(key.key(), key.itemKey())));
    return waiting.stream()
        .filter(
            identity ->
                table
                    .stored(identity)
                    .filter(key -> places.contains(table.comparable(key.key(), key.itemKey())))
                    .isPresent())
        .collect(Collectors.toSet());
  }

  /** Returns the identities of rows of an entity as the store spells them, where it has them. */
  Set<List<Object>> asInStore(Set<List<Object>> identities) {
    if (!table.plan().hasCollatedOwner()) {
      return identities;
    }
    Map<List<Object>, Tuple> keys = new LinkedHashMap<>();
    identities.forEach(
        identity -> table.stored(identity).ifPresent(key -> keys.put(identity, key.key())));
    Map<Tuple, Tuple> spelled = owners(List.copyOf(keys.values()));
    Set<List<Object>> all = new LinkedHashSet<>();
    keys.forEach((identity, key) -> all.add(respelled(identity, key, spelled.get(key))));
    return all;
  }

  /** Returns how the store spells owners; those that it does not have as they are. */
  private Map<Tuple, Tuple> owners(List<Tuple> keys) {
    List<Tuple> different = keys.stream().distinct().toList();
    List<Optional<EntityRow>> found =
        StoredRows.found(around.store(), table.plan().entity().name(), different, Columns.NONE);
    Map<Tuple, Tuple> owners = new HashMap<>();
    for (int place = 0; place < different.size(); place++) {
      Tuple key = different.get(place);
      owners.put(key, found.get(place).map(EntityRow::key).orElse(key));
    }
    return owners;
  }

  /** Returns an identity with another spelling of the owner: only texts have several. */
  private List<Object> respelled(List<Object> identity, Tuple key, Tuple spelling) {
    List<Object> other = new ArrayList<>(identity);
    List<Field> fields = table.plan().key();
    for (int place = 0; place < fields.size(); place++) {
      SqlColumn column = table.plan().query().columns().get(fields.get(place).place());
      int at = table.identity().indexOf(column);
      if (!spelling.get(place).equals(key.get(place)) && other.get(at) instanceof String) {
        other.set(at, spelling.get(place));
      }
    }
    return Collections.unmodifiableList(other);
  }

  /** Returns the rows that stay, of those that were found; the others wait. */
  List<MappedRow> staying(List<MappedRow> all, Set<List<Object>> read) {
    List<MappedRow> found = all.stream().filter(this::isOfItsOwner).toList();
    Map<Bytes, List<MappedRow>> byPlace = new LinkedHashMap<>();
    found.forEach(
        row ->
            byPlace
                .computeIfAbsent(
                    table.comparable(row.key(), row.itemKey()), any -> new ArrayList<>())
                .add(row));
    Map<Tuple, Tuple> owners = owners(found.stream().map(MappedRow::key).toList());
    read.forEach(
        identity ->
            table
                .stored(identity)
                .filter(key -> !byPlace.containsKey(table.comparable(key.key(), key.itemKey())))
                .ifPresent(
                    key -> {
                      Optional<Tuple> unused = claim(key.key(), key.itemKey(), Set.of(), key.key());
                    }));
    List<MappedRow> stay = new ArrayList<>();
    byPlace.values().forEach(rows -> stay.add(staying(rows, owners)));
    return stay;
  }

  private boolean isOfItsOwner(MappedRow row) {
    Optional<Tuple> other = around.contested().ownerInPlace(table.plan(), row, around.store());
    other.ifPresent(
        owner ->
            around
                .waiting()
                .add(
                    table,
                    table.identity(row.raw()),
                    RowKeys.isOfAnother(table.plan(), row, owner)));
    return other.isEmpty();
  }

  private MappedRow staying(List<MappedRow> rows, Map<Tuple, Tuple> owners) {
    MappedRow first = rows.get(0);
    Set<Tuple> all = new HashSet<>();
    rows.forEach(row -> all.addAll(row.spellings()));
    Optional<Tuple> stays = claim(first.key(), first.itemKey(), all, owners.get(first.key()));
    MappedRow staying =
        rows.stream()
            .filter(row -> row.spellings().contains(stays.orElseThrow()))
            .findFirst()
            .orElseThrow();
    for (MappedRow row : rows) {
      if (row != staying) {
        around.waiting().add(table, table.identity(row.raw()), reason(row, stays.orElseThrow()));
      }
    }
    return staying;
  }

  private String reason(MappedRow row, Tuple stays) {
    return table.plan().isRows() ? RowKeys.equalTo(stays) : ContestedParts.reason(row, stays);
  }

  private Optional<Tuple> claim(Tuple key, Tuple itemKey, Set<Tuple> all, Tuple owner) {
    if (table.plan().isElements() && all.size() > 1) {
      // The copy puts elements together only if it reads them together.
      around.tables().compare(table, "its rows spell an owner, " + key + ", in several ways");
    }
    if (table.plan().isRows() && all.size() > 1) {
      around.contested().add(table.plan().entity(), key);
      around.tables().compareWithDependents(table, "several of its rows have keys that are equal");
    }
    return around.contested().parts().claim(table.plan(), itemKey, all, owner);
  }
}
