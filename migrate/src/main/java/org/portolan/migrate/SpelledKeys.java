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
import org.portolan.design.EntityDesign;
import org.portolan.migrate.CurrentRows.Around;
import org.portolan.migrate.StoredRows.Stored;
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
    List<Object> owner = ContestedKeys.respelled(owner(identity), key, spelling);
    for (int place = 0; place < owner.size(); place++) {
      other.set(ownersPlace(place), owner.get(place));
    }
    return Collections.unmodifiableList(other);
  }

  /** Returns how an identity names its owner, in the order of the entity's key. */
  private List<Object> owner(List<Object> identity) {
    List<Object> owner = new ArrayList<>();
    for (int place = 0; place < table.plan().key().size(); place++) {
      owner.add(identity.get(ownersPlace(place)));
    }
    return owner;
  }

  private int ownersPlace(int place) {
    int column = table.plan().key().get(place).place();
    return table.identity().indexOf(table.plan().query().columns().get(column));
  }

  /** Returns the rows that stay, of those that were found; the others wait. */
  List<MappedRow> staying(List<MappedRow> all, Set<List<Object>> read) {
    learnOwners(all);
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
                      Optional<Tuple> unused =
                          claim(key.key(), key.itemKey(), Set.of(), true, key.key());
                    }));
    List<MappedRow> stay = new ArrayList<>();
    byPlace.values().forEach(rows -> stay.add(staying(rows, owners)));
    return stay;
  }

  private void learnOwners(List<MappedRow> all) {
    EntityDesign entity = table.plan().entity();
    List<MappedRow> unsure =
        all.stream()
            .filter(row -> ContestedParts.isPossible(table.plan()))
            .filter(row -> around.contested().contains(entity, row.key()))
            .toList();
    Optional<FollowedTable> rows = around.tables().rowsOf(table);
    if (unsure.isEmpty() || rows.isEmpty()) {
      return;
    }
    Map<Tuple, Tuple> there = owners(unsure.stream().map(MappedRow::key).toList());
    for (MappedRow row : unsure) {
      around
          .contested()
          .learnOwner(
              rows.get().plan(),
              row.key(),
              owner(table.identity(row.raw())),
              there.get(row.key()),
              around.rows());
    }
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
                    around.contested().isOfAnother(table.plan(), row.key(), owner)));
    return other.isEmpty();
  }

  private MappedRow staying(List<MappedRow> rows, Map<Tuple, Tuple> owners) {
    MappedRow first = rows.get(0);
    Tuple owner = owners.get(first.key());
    List<MappedRow> claiming =
        rows.stream().filter(row -> ContestedParts.isClaim(table.plan(), row)).toList();
    // Nothing of the others can be in the store, and nothing of them is refused.
    rows.stream()
        .filter(row -> !claiming.contains(row))
        .forEach(row -> around.waiting().settle(table, table.identity(row.raw())));
    Set<Tuple> all = new HashSet<>();
    claiming.forEach(row -> all.addAll(row.spellings()));
    Optional<Tuple> stays = claim(first.key(), first.itemKey(), all, rows.size() == 1, owner);
    if (stays.isEmpty()) {
      return first;
    }
    MappedRow staying =
        claiming.stream()
            .filter(row -> row.spellings().contains(stays.get()))
            .findFirst()
            .orElseThrow();
    for (MappedRow row : claiming) {
      if (row != staying) {
        around.waiting().add(table, table.identity(row.raw()), reason(row, stays.get()));
        if (table.plan().isRows()) {
          around.contested().add(table.plan().entity(), row.key());
        }
      }
    }
    return staying;
  }

  private String reason(MappedRow row, Tuple stays) {
    return table.plan().isRows() ? RowKeys.equalTo(stays) : ContestedParts.reason(row, stays);
  }

  private Optional<Tuple> claim(
      Tuple key, Tuple itemKey, Set<Tuple> all, boolean alone, Tuple owner) {
    if (table.plan().isRows() && all.size() > 1) {
      around.tables().compareWithDependents(table, "several of its rows have keys that are equal");
    } else if (table.plan().isRows()) {
      around.contested().settle(table.plan().entity(), key);
    }
    return around.contested().parts().claim(table.plan(), itemKey, all, alone, owner);
  }
}
