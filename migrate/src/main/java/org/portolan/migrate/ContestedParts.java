package org.portolan.migrate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.StoreReader;
import org.portolan.migrate.sql.Source;
import org.portolan.types.Bytes;
import org.portolan.types.KeyCodec;
import org.portolan.types.Tuple;

/**
 * The places of parts, items and elements that several rows of the database claim: the keys of
 * their owners differ there, and are equal under the collation of the design. The store keeps only
 * one spelling of an owner, that of the owner's row. So one of the rows stays, the same in every
 * run: the one that spells its owner as the store does, otherwise the least spelling. The others
 * are rejected.
 *
 * <p>Only rows that spell their owners differently can claim a place twice. They are seldom many,
 * and only their places are in memory. Thread-safe.
 */
final class ContestedParts {
  /** The places in memory at a time. If there are more, the table is read several times. */
  private static final int PLACES_MAX = 100_000;

  private static final int BATCH_ROWS = 500;

  /** The order of keys that are equal under a collation. */
  static final Comparator<Tuple> BY_SPELLING = Comparator.comparing(Tuple::toString);

  private final ContestedKeys keyed;

  /** The rows that stay, by the places that several rows claim. */
  private final Map<Place, Tuple> staying = new ConcurrentHashMap<>();

  /** How owners are spelled in the rows that spell them differently than the store. */
  private final Map<Place, Set<Tuple>> spellings = new ConcurrentHashMap<>();

  /** The tables that have too many of these rows. */
  private final Set<String> uncertain = ConcurrentHashMap.newKeySet();

  ContestedParts(ContestedKeys keyed) {
    this.keyed = keyed;
  }

  private record Place(String table, Bytes key) {}

  private static Place place(TablePlan table, Tuple owner, Tuple itemKey) {
    byte[] first = new KeyCodec(table.entity().key()).encode(owner);
    byte[] second =
        new KeyCodec(table.collection().map(of -> of.itemKey()).orElse(List.of())).encode(itemKey);
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return new Place(table.name(), Bytes.wrap(both));
  }

  /** Returns whether rows of a table can claim a place of others. */
  static boolean isPossible(TablePlan table) {
    return !table.isRows() && table.hasCollatedOwner();
  }

  /**
   * Looks for the contested places of a table, and forgets those that were known. The owners are in
   * the store. Reads the keys of the table if no row spells its owner differently, otherwise also
   * the rows, and both for each {@value #PLACES_MAX} such rows.
   *
   * @param rows the table of the entity, if there is one
   * @throws MigrateException if too many places are contested: then the design probably has the
   *     wrong collation
   */
  void find(
      TablePlan table,
      Optional<TablePlan> rows,
      Source source,
      StoreReader store,
      Throttle throttle) {
    staying.keySet().removeIf(place -> place.table().equals(table.name()));
    spellings.keySet().removeIf(place -> place.table().equals(table.name()));
    uncertain.remove(table.name());
    if (!isPossible(table)) {
      return;
    }
    Scan whole = new Scan(table, rows, source, store, throttle, 0, 1);
    long count = whole.differing();
    if (count <= PLACES_MAX) {
      whole.settle();
      whole.places.forEach((place, claims) -> spellings.put(place, claims.spellings));
      return;
    }
    uncertain.add(table.name());
    int parts = (int) (count / PLACES_MAX + 1) * 2;
    for (int part = 0; part < parts; part++) {
      Scan some = new Scan(table, rows, source, store, throttle, part, parts);
      long unused = some.differing();
      some.settle();
    }
  }

  /** Returns whether a row that spells its owner differently may be unknown here. */
  boolean isUncertain(TablePlan table) {
    return uncertain.contains(table.name());
  }

  /**
   * Returns whether a row has something to put into its place: of a part or a set without a value
   * nothing is in the store.
   */
  static boolean isClaim(TablePlan table, MappedRow row) {
    return table.isRows() || table.isItems() || StoredRows.isFilled(table, row.values());
  }

  /** Returns why a row cannot be in the store; empty if no other row has its place. */
  Optional<String> refusal(TablePlan table, MappedRow row) {
    return staying(table, row.key(), row.itemKey())
        .filter(stays -> !row.spellings().contains(stays))
        .map(stays -> reason(row, stays));
  }

  /** Returns the spelling of the row that stays in a place; empty if only one row has it. */
  Optional<Tuple> staying(TablePlan table, Tuple owner, Tuple itemKey) {
    return staying.isEmpty() || !isPossible(table)
        ? Optional.empty()
        : Optional.ofNullable(staying.get(place(table, owner, itemKey)));
  }

  /** Returns whether several rows of a table claim a place. */
  boolean isAnyContested(TablePlan table) {
    return staying.keySet().stream().anyMatch(place -> place.table().equals(table.name()));
  }

  static String reason(MappedRow row, Tuple stays) {
    return reason(row.key(), stays, row.itemKey());
  }

  /**
   * Returns why a row cannot be in the store.
   *
   * @param within the key of the item, or the element
   */
  static String reason(Tuple owner, Tuple stays, Tuple within) {
    return "the key "
        + owner.append(within)
        + " is equal under the collation of its owner to the key "
        + stays.append(within)
        + " of another row, and the store has that one";
  }

  /** Returns the different spellings of an owner by which rows claim a place. */
  Set<Tuple> spellings(TablePlan table, Tuple owner, Tuple itemKey) {
    return spellings.getOrDefault(place(table, owner, itemKey), Set.of());
  }

  /**
   * Notes how rows claim a place from now on.
   *
   * @param all the spellings of the owner in all rows that claim it
   * @param alone whether no row with another spelling is there, not even one that claims nothing
   * @param owner the spelling of the owner's row
   * @return the spelling that stays; empty if there is none
   */
  Optional<Tuple> claim(
      TablePlan table, Tuple itemKey, Set<Tuple> all, boolean alone, Tuple owner) {
    Place place = place(table, owner, itemKey);
    Optional<Tuple> stays = stays(all, owner);
    staying.remove(place);
    if (!alone) {
      stays.ifPresent(spelling -> staying.put(place, spelling));
    }
    Set<Tuple> differing = new HashSet<>(all);
    differing.remove(owner);
    if (differing.isEmpty()) {
      spellings.remove(place);
    } else if (spellings.size() < PLACES_MAX || spellings.containsKey(place)) {
      spellings.put(place, differing);
    } else {
      uncertain.add(table.name());
    }
    return stays;
  }

  private static Optional<Tuple> stays(Set<Tuple> all, Tuple owner) {
    return all.contains(owner) ? Optional.of(owner) : all.stream().min(BY_SPELLING);
  }

  /** How the rows that claim a place spell its owner. */
  private static final class Claims {
    private final Tuple owner;

    /** The spellings that differ from the owner's. */
    private final Set<Tuple> spellings = new HashSet<>();

    /** The spellings of the rows that fit, and have something to put there. */
    private final Set<Tuple> claiming = new HashSet<>();

    private long rows;

    Claims(Tuple owner) {
      this.owner = owner;
    }
  }

  /** Two readings of a table, for the places whose hash has one remainder. */
  private final class Scan {
    private final TablePlan table;
    private final Optional<TablePlan> rows;
    private final Source source;
    private final StoreReader store;
    private final TableKeys keys;
    private final int part;
    private final int parts;
    private final Map<Place, Claims> places = new HashMap<>();
    private final List<Tuple[]> batch = new ArrayList<>();

    /** The spellings of owners that rows of the entity may have, each as the table has it. */
    private final Map<Tuple, Owner> unsure = new HashMap<>();

    private long differing;

    /** An owner as a table has it, and the row of the store with an equal key. */
    private record Owner(List<Object> raw, Tuple there) {}

    Scan(
        TablePlan table,
        Optional<TablePlan> rows,
        Source source,
        StoreReader store,
        Throttle throttle,
        int part,
        int parts) {
      this.table = table;
      this.rows = rows;
      this.source = source;
      this.store = store;
      this.keys = new TableKeys(table, source, throttle);
      this.part = part;
      this.parts = parts;
    }

    /** Reads the keys that spell their owners differently, and returns how many there are. */
    long differing() {
      keys.read(
          (key, itemKey, raw) -> {
            if (isOfPart(key, itemKey)) {
              if (keyed.contains(table.entity(), key)) {
                // Completed when it is known how the store spells the owner.
                unsure.putIfAbsent(key, new Owner(owner(raw), key));
              }
              batch.add(new Tuple[] {key, itemKey});
            }
            if (batch.size() >= BATCH_ROWS) {
              compare();
            }
          });
      compare();
      rows.ifPresent(
          of ->
              unsure.forEach(
                  (key, owner) -> keyed.learnOwner(of, key, owner.raw(), owner.there(), source)));
      return differing;
    }

    private boolean isOfPart(Tuple key, Tuple itemKey) {
      return parts == 1
          || Math.floorMod(place(table, key, itemKey).key().hashCode(), parts) == part;
    }

    private List<Object> owner(Object[] raw) {
      List<Object> owner = new ArrayList<>();
      table.key().forEach(field -> owner.add(field.place() < 0 ? null : raw[field.place()]));
      return owner;
    }

    private void compare() {
      List<Tuple> owners = batch.stream().map(key -> key[0]).distinct().toList();
      List<Optional<EntityRow>> found =
          StoredRows.found(store, table.entity().name(), owners, Columns.NONE);
      Map<Tuple, Tuple> spelled = new HashMap<>();
      for (int number = 0; number < owners.size(); number++) {
        Tuple owner = owners.get(number);
        Optional<Tuple> other =
            found.get(number).map(EntityRow::key).filter(key -> !key.equals(owner));
        other.ifPresent(
            there -> {
              spelled.put(owner, there);
              unsure.computeIfPresent(owner, (key, of) -> new Owner(of.raw(), there));
            });
        if (other.isEmpty()) {
          unsure.remove(owner);
        }
      }
      for (Tuple[] key : batch) {
        Tuple owner = spelled.get(key[0]);
        if (owner != null) {
          differing++;
          if (differing <= PLACES_MAX || parts > 1) {
            places
                .computeIfAbsent(place(table, key[0], key[1]), any -> new Claims(owner))
                .spellings
                .add(key[0]);
          }
        }
      }
      batch.clear();
    }

    /** Reads the rows that claim these places, and notes the places that several claim. */
    void settle() {
      if (places.isEmpty()) {
        return;
      }
      keys.readRows(
          row -> {
            Claims claims = places.get(place(table, row.key(), row.itemKey()));
            if (claims != null && isOwner(row.key(), claims.owner)) {
              claims.rows++;
              if (isClaim(table, row)) {
                claims.claiming.add(row.key());
              }
            }
          });
      places.forEach(
          (place, claims) -> {
            if (claims.rows > 1) {
              stays(claims.claiming, claims.owner).ifPresent(stays -> staying.put(place, stays));
            }
          });
      if (staying.size() > PLACES_MAX) {
        throw new MigrateException(
            "more than "
                + PLACES_MAX
                + " rows have keys that the database tells apart and the design does not, for"
                + " example "
                + staying.values().iterator().next()
                + " of "
                + table.name()
                + ": give the key of "
                + table.entity().name()
                + " another collation, as_ci or none, and begin anew");
      }
    }

    /** Rows of another owner than the one in the store are refused for that, and claim nothing. */
    private boolean isOwner(Tuple spelling, Tuple there) {
      return keyed.isOwner(table.entity(), there, Set.of(spelling));
    }
  }
}
