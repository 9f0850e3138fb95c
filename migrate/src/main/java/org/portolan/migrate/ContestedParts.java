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
import java.util.function.Consumer;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.StoreReader;
import org.portolan.migrate.RowMapper.RejectedRowException;
import org.portolan.migrate.sql.KeyRange;
import org.portolan.migrate.sql.RowQuery;
import org.portolan.migrate.sql.Source;
import org.portolan.migrate.sql.SqlColumn;
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

  /** The rows that stay, by the places that several rows claim. */
  private final Map<Place, Tuple> staying = new ConcurrentHashMap<>();

  /** How owners are spelled in the rows that spell them differently than the store. */
  private final Map<Place, Set<Tuple>> spellings = new ConcurrentHashMap<>();

  /** The tables that have too many of these rows. */
  private final Set<String> uncertain = ConcurrentHashMap.newKeySet();

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
   * the store. Reads the keys of the table once if no row spells its owner differently, otherwise
   * twice, or twice for each {@value #PLACES_MAX} such rows.
   *
   * @throws MigrateException if too many places are contested: then the design probably has the
   *     wrong collation
   */
  void find(TablePlan table, Source source, StoreReader store, Throttle throttle) {
    staying.keySet().removeIf(place -> place.table().equals(table.name()));
    spellings.keySet().removeIf(place -> place.table().equals(table.name()));
    uncertain.remove(table.name());
    if (!isPossible(table)) {
      return;
    }
    Scan whole = new Scan(table, source, store, throttle, 0, 1);
    long count = whole.differing();
    if (count <= PLACES_MAX) {
      whole.settle();
      whole.places.forEach((place, claims) -> spellings.put(place, claims.spellings));
      return;
    }
    uncertain.add(table.name());
    int parts = (int) (count / PLACES_MAX + 1) * 2;
    for (int part = 0; part < parts; part++) {
      Scan some = new Scan(table, source, store, throttle, part, parts);
      long unused = some.differing();
      some.settle();
    }
  }

  /** Returns whether a row that spells its owner differently may be unknown here. */
  boolean isUncertain(TablePlan table) {
    return uncertain.contains(table.name());
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
    return reason(row, stays, row.itemKey());
  }

  /**
   * Returns why a row cannot be in the store.
   *
   * @param within the key of the item, or the element
   */
  static String reason(MappedRow row, Tuple stays, Tuple within) {
    return "the key "
        + row.key().append(within)
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
   * @param owner the spelling of the owner's row
   * @return the spelling that stays; empty if there is none
   */
  Optional<Tuple> claim(TablePlan table, Tuple itemKey, Set<Tuple> all, Tuple owner) {
    Place place = place(table, owner, itemKey);
    Optional<Tuple> stays = stays(all, owner);
    staying.remove(place);
    if (all.size() > 1) {
      staying.put(place, stays.orElseThrow());
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
    private final Set<Tuple> spellings = new HashSet<>();
    private boolean asOwner;

    Claims(Tuple owner) {
      this.owner = owner;
    }
  }

  /** Two readings of the keys of a table, for the places whose hash has one remainder. */
  private final class Scan {
    private final TablePlan table;
    private final Source source;
    private final StoreReader store;
    private final Throttle throttle;
    private final int part;
    private final int parts;
    private final RowMapper mapper;
    private final Map<Place, Claims> places = new HashMap<>();
    private final List<Tuple[]> batch = new ArrayList<>();
    private long differing;

    Scan(
        TablePlan table, Source source, StoreReader store, Throttle throttle, int part, int parts) {
      this.table = table;
      this.source = source;
      this.store = store;
      this.throttle = throttle;
      this.part = part;
      this.parts = parts;
      this.mapper = new RowMapper(table);
    }

    /** Reads the rows that spell their owners differently, and returns how many there are. */
    long differing() {
      readKeys(
          key -> {
            batch.add(key);
            if (batch.size() >= BATCH_ROWS) {
              compare();
            }
          });
      compare();
      return differing;
    }

    private void compare() {
      List<Tuple> owners = batch.stream().map(key -> key[0]).distinct().toList();
      List<Optional<EntityRow>> found =
          StoredRows.found(store, table.entity().name(), owners, Columns.NONE);
      Map<Tuple, Tuple> spelled = new HashMap<>();
      for (int number = 0; number < owners.size(); number++) {
        Tuple owner = owners.get(number);
        found
            .get(number)
            .filter(row -> !row.key().equals(owner))
            .ifPresent(row -> spelled.put(owner, row.key()));
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

    /** Reads who else claims these places, and notes those that several rows claim. */
    void settle() {
      if (!places.isEmpty()) {
        readKeys(
            key -> {
              Claims claims = places.get(place(table, key[0], key[1]));
              if (claims != null && key[0].equals(claims.owner)) {
                claims.asOwner = true;
              }
            });
      }
      places.forEach(
          (place, claims) -> {
            Set<Tuple> all = new HashSet<>(claims.spellings);
            if (claims.asOwner) {
              all.add(claims.owner);
            }
            if (all.size() > 1) {
              staying.put(place, stays(all, claims.owner).orElseThrow());
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

    /** Passes the keys of rows: that of the owner, and that of the item. */
    private void readKeys(Consumer<Tuple[]> keys) {
      List<Integer> wanted = new ArrayList<>();
      List<SqlColumn> columns = new ArrayList<>();
      for (List<Field> fields : List.of(table.key(), table.itemKey())) {
        for (Field field : fields) {
          if (field.place() >= 0 && !wanted.contains(field.place())) {
            wanted.add(field.place());
            columns.add(table.query().columns().get(field.place()));
          }
        }
      }
      Object[] raw = new Object[table.query().columns().size()];
      RowQuery query = new RowQuery(table.table(), columns, List.of(), List.of(), true);
      long unused =
          source.read(
              query,
              KeyRange.ALL,
              0,
              values -> {
                throttle.row();
                for (int number = 0; number < values.length; number++) {
                  raw[wanted.get(number)] = values[number];
                }
                key(raw)
                    .filter(key -> parts == 1 || Math.floorMod(hash(key), parts) == part)
                    .ifPresent(keys);
              });
    }

    private int hash(Tuple[] key) {
      return place(table, key[0], key[1]).key().hashCode();
    }

    private Optional<Tuple[]> key(Object[] raw) {
      try {
        return Optional.of(new Tuple[] {mapper.key(raw), mapper.itemKey(raw)});
      } catch (RejectedRowException e) {
        // It is rejected when it is copied.
        return Optional.empty();
      }
    }
  }
}
