package org.portolan.wiki.jdbc;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.portolan.wiki.RevisionInfo;

/**
 * The people and addresses that write. An actor is made in a separate transaction before the first
 * write that needs it: so no page waits for the lock of a name. Actors are never removed, so their
 * ids may be remembered; one whose write then failed does no harm. Thread-safe.
 */
final class Actors {
  private static final int REMEMBERED_MAX = 10_000;

  private final Database database;
  private final Cache<Actor, Long> remembered =
      Caffeine.newBuilder().maximumSize(REMEMBERED_MAX).build();

  /** Somebody, by name and account; an address has no account. */
  record Actor(String name, boolean withAccount, long account) {
    private static final Comparator<Actor> ORDER =
        Comparator.comparing(Actor::name)
            .thenComparing(Actor::withAccount)
            .thenComparing(Actor::account);

    static Actor of(RevisionInfo info) {
      return new Actor(
          info.contributor(), info.contributorId().isPresent(), info.contributorId().orElse(0));
    }

    /** Returns the author of a comment, of whom only the name is known. */
    static Actor named(String name) {
      return new Actor(name, false, 0);
    }
  }

  Actors(Database database) {
    this.database = database;
  }

  /** Returns the id of somebody, who is added if missing. */
  long id(Actor actor) {
    return ids(List.of(actor)).get(actor);
  }

  Map<Actor, Long> ids(Collection<Actor> actors) {
    Map<Actor, Long> ids = new HashMap<>(remembered.getAllPresent(actors));
    TreeSet<Actor> missing = new TreeSet<>(Actor.ORDER);
    actors.stream().filter(actor -> !ids.containsKey(actor)).forEach(missing::add);
    if (!missing.isEmpty()) {
      Map<Actor, Long> found =
          database.write("actor", List.of(), session -> findOrAdd(session, missing));
      remembered.putAll(found);
      ids.putAll(found);
    }
    return ids;
  }

  private static Map<Actor, Long> findOrAdd(Session session, Collection<Actor> actors)
      throws SQLException {
    Map<Actor, Long> ids = new HashMap<>();
    for (Actor actor : actors) {
      Optional<Long> found =
          session.first(
              "SELECT actor_id FROM actor WHERE name = ? AND with_account = ? AND account = ?",
              Row::number,
              Session.key(actor.name()),
              actor.withAccount(),
              actor.account());
      ids.put(actor, found.isPresent() ? found.get() : add(session, actor));
    }
    return ids;
  }

  private static long add(Session session, Actor actor) throws SQLException {
    return session.insert(
        "INSERT INTO actor (name, with_account, account) VALUES (?, ?, ?)",
        "actor_id",
        Session.key(actor.name()),
        actor.withAccount(),
        actor.account());
  }
}
