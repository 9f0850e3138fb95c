package org.portolan.wiki.proposed;

import static org.portolan.wiki.proposed.Tables.ACTOR;
import static org.portolan.wiki.proposed.Tables.ACTOR_BY_NAME;
import static org.portolan.wiki.proposed.Tables.SEQUENCE;
import static org.portolan.wiki.proposed.Tables.bytes;
import static org.portolan.wiki.proposed.Tables.text;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;
import org.portolan.data.Columns;
import org.portolan.data.DuplicateValueException;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.Sequence;
import org.portolan.data.Slice;
import org.portolan.data.Store;
import org.portolan.data.StoreReader;
import org.portolan.types.Tuple;
import org.portolan.wiki.RevisionInfo;

/**
 * The people and addresses that write. As in the twin, an actor is made in a separate write before
 * the first write that needs it, and is never removed; so its id may be remembered. Thread-safe.
 */
final class Actors {
  private static final int REMEMBERED_MAX = 10_000;
  private static final int IDS_TAKEN = 20;

  private final Store store;
  private final Sequence ids;
  private final Cache<Actor, Long> remembered =
      Caffeine.newBuilder().maximumSize(REMEMBERED_MAX).build();

  /** Somebody, by name and account; an address has no account. */
  record Actor(String name, boolean withAccount, long account) {
    static Actor of(RevisionInfo info) {
      return new Actor(
          info.contributor(), info.contributorId().isPresent(), info.contributorId().orElse(0));
    }

    /** Returns the author of a comment, of whom only the name is known. */
    static Actor named(String name) {
      return new Actor(name, false, 0);
    }

    private static Actor of(EntityRow row) {
      return new Actor(
          text(row.value("name")), row.booleanValue("with_account"), row.longValue("account"));
    }

    OptionalLong accountOrNone() {
      return withAccount ? OptionalLong.of(account) : OptionalLong.empty();
    }

    private Tuple value() {
      return Tuple.of(bytes(name), withAccount, account);
    }

    private Map<String, Object> columns() {
      return Map.of("name", bytes(name), "with_account", withAccount, "account", account);
    }
  }

  Actors(Store store) {
    this.store = store;
    this.ids = store.sequence(new Sequence.Place(SEQUENCE, Tuple.of(ACTOR), "next"), IDS_TAKEN);
  }

  /** Returns the id of somebody, who is added if missing. */
  long id(Actor actor) {
    return ids(List.of(actor)).get(actor);
  }

  Map<Actor, Long> ids(Collection<Actor> actors) {
    Map<Actor, Long> found = new HashMap<>(remembered.getAllPresent(actors));
    List<Actor> unknown =
        actors.stream().distinct().filter(actor -> !found.containsKey(actor)).toList();
    if (!unknown.isEmpty()) {
      Map<Actor, Long> added =
          Interference.retried("add contributors to " + store.uri(), () -> findOrAdd(unknown));
      remembered.putAll(added);
      found.putAll(added);
    }
    return found;
  }

  private Map<Actor, Long> findOrAdd(List<Actor> actors) {
    Map<Actor, Long> found = find(actors);
    Map<Actor, Long> added = new LinkedHashMap<>();
    for (Actor actor : actors) {
      if (!found.containsKey(actor)) {
        added.put(actor, ids.next());
      }
    }
    if (!added.isEmpty()) {
      try {
        store.write(
            transaction -> {
              added.forEach(
                  (actor, id) -> transaction.insert(ACTOR, Tuple.of(id), actor.columns()));
              return null;
            });
      } catch (DuplicateValueException e) {
        throw new Interference();
      }
      found.putAll(added);
    }
    return found;
  }

  private Map<Actor, Long> find(List<Actor> actors) {
    return store.read(
        batch -> {
          Map<Actor, Supplier<Slice<Tuple>>> entries = new LinkedHashMap<>();
          for (Actor actor : actors) {
            entries.put(
                actor, batch.add(r -> r.index(ACTOR_BY_NAME, actor.value(), Paging.first(1))));
          }
          return () -> {
            Map<Actor, Long> found = new HashMap<>();
            entries.forEach(
                (actor, entry) ->
                    entry.get().entries().forEach(key -> found.put(actor, (Long) key.get(0))));
            return found;
          };
        });
  }

  /** Reads actors by their ids, in one batch. */
  static Map<Long, Actor> read(StoreReader reader, Set<Long> ids) {
    Map<Long, Actor> actors = new HashMap<>();
    List<Tuple> keys = ids.stream().map(id -> Tuple.of(id)).toList();
    reader
        .getAll(ACTOR, keys, Columns.ALL)
        .forEach(
            row -> row.ifPresent(found -> actors.put((Long) found.key().get(0), Actor.of(found))));
    return actors;
  }
}
