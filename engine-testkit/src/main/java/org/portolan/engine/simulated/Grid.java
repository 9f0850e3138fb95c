package org.portolan.engine.simulated;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Capabilities.AtomicAdd;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.engine.Capabilities.TransactionScope;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Engine;
import org.portolan.engine.Family;
import org.portolan.engine.ItemFamily;
import org.portolan.engine.RowKey;
import org.portolan.engine.SchemaText;
import org.portolan.engine.TableSchema;
import org.portolan.engine.fixture.MemoryRow;
import org.portolan.engine.fixture.MemoryTable;
import org.portolan.engine.fixture.Part;
import org.portolan.engine.fixture.Place;
import org.portolan.engine.fixture.Stamp;
import org.portolan.engine.simulated.GridWrite.Target;
import org.portolan.types.Bytes;

/**
 * The servers of a transactional grid like Ignite, in memory. Each has a copy of every row.
 *
 * <ul>
 *   <li>A commit is decided at one moment and then reaches the servers one by one; it is
 *       acknowledged when all servers that are up have it. A row is read at its primary, the first
 *       server that is up and has a complete copy, so a read of several rows may see a part of a
 *       commit.
 *   <li>A client that dies or is cut off may leave a commit half way: its rows are locked until the
 *       servers have agreed whether it was made.
 *   <li>A server that was down misses commits, and may also lose its own copy. It copies the rows
 *       of another server before it serves any. The last complete copy is never lost.
 *   <li>Writes need a majority of the servers, reads need a complete copy.
 *   <li>If the disk of any running server is full, commits are rolled back or left half way.
 * </ul>
 *
 * Thread-safe.
 */
final class Grid implements Servers {
  private static final int SERVERS = 3;
  private static final long MILLI = 1_000_000;
  private static final long DELAY_NANOS = 2 * MILLI;
  private static final long AGREEING_NANOS = 1_000 * MILLI;
  private static final long COPYING_NANOS = 5_000 * MILLI;

  private final Surroundings surroundings;
  private final Capabilities capabilities;
  private final Map<String, Table> tables = new LinkedHashMap<>();
  private final Map<Target, Object> decided = new HashMap<>();
  private final List<Underway> underway = new ArrayList<>();
  private final List<HalfWay> leftHalfWay = new ArrayList<>();
  private final Server[] servers = new Server[SERVERS];
  private final Machines machines;
  private final Losses losses = new Losses();

  /** A table, and the places where it may have rows. */
  record Table(MemoryTable codecs, ConcurrentSkipListSet<Place> places) {}

  /** A commit that some servers do not have yet, and the values that they show meanwhile. */
  private static final class Underway {
    final Map<Target, Object> before = new HashMap<>();
    final boolean[] reached = new boolean[SERVERS];

    boolean overlaps(Underway other) {
      return !Collections.disjoint(before.keySet(), other.before.keySet());
    }
  }

  /** A commit left half way: the parts that it changes, and all that it changes or compares. */
  private record HalfWay(Object identity, Collection<Target> changed, Collection<Target> touched) {}

  private static final class Server {
    boolean up = true;
    boolean complete = true;
    int lives;
  }

  Grid(Surroundings surroundings, Limits limits) {
    this.surroundings = surroundings;
    this.machines = new Machines(SERVERS, surroundings);
    this.capabilities =
        new Capabilities(
            TransactionScope.STORE,
            false,
            KeyOrder.NONE,
            false,
            true,
            false,
            AtomicAdd.IN_TRANSACTION,
            false,
            false,
            limits.keyBytesMax(),
            limits.valueBytesMax(),
            limits.mutationBytesMax());
    for (int number = 0; number < SERVERS; number++) {
      servers[number] = new Server();
    }
  }

  @Override
  public Engine connect(Client client) {
    return new GridEngine(this, client);
  }

  @Override
  public Machines machines() {
    return machines;
  }

  /** Always empty: several servers have each commit, so no acknowledged commit is lost. */
  @Override
  public Losses losses() {
    return losses;
  }

  @Override
  public Capabilities capabilities() {
    return capabilities;
  }

  Surroundings surroundings() {
    return surroundings;
  }

  synchronized List<TableSchema> schemas() {
    return tables.values().stream().map(table -> table.codecs.schema()).toList();
  }

  synchronized void create(TableSchema schema) {
    Table standing = tables.get(schema.name());
    if (standing != null) {
      SchemaText.requireSame(standing.codecs.schema(), schema);
      return;
    }
    requireAble(schema);
    tables.put(
        schema.name(),
        new Table(
            new MemoryTable(schema, capabilities.keyOrder(), capabilities.keyBytesMax()),
            new ConcurrentSkipListSet<>()));
  }

  private static void requireAble(TableSchema schema) {
    for (Family family : schema.families()) {
      if (family instanceof ItemFamily) {
        throw new CapabilityException(
            "table '" + schema.name() + "' has items '" + family.name() + "'; a grid has none");
      }
    }
  }

  synchronized void alter(TableSchema before, TableSchema after) {
    Table standing = table(before.name());
    MemoryTable altered = standing.codecs.altered(before, after);
    requireAble(altered.schema());
    tables.put(before.name(), new Table(altered, standing.places));
    List<String> changed = MemoryTable.changedFamilies(standing.codecs.schema(), altered.schema());
    decided
        .keySet()
        .removeIf(
            target -> target.table().equals(before.name()) && changed.contains(target.family()));
  }

  synchronized void drop(String table) {
    tables.remove(table);
    decided.keySet().removeIf(target -> target.table().equals(table));
  }

  /** Returns whether none of the tables was dropped while a change was on its way. */
  synchronized boolean hasTables(Collection<Target> targets) {
    return targets.stream().allMatch(target -> tables.containsKey(target.table()));
  }

  synchronized Table table(String table) {
    Table found = tables.get(table);
    if (found == null) {
      throw new IllegalArgumentException(
          "there is no table '" + table + "' in the grid, only " + tables.keySet());
    }
    return found;
  }

  RowKey rowKey(Target target) {
    return new RowKey(target.table(), table(target.table()).codecs.key(target.place()));
  }

  /** Whether there is a complete copy to read from. */
  synchronized boolean readable() {
    return primary(0) >= 0;
  }

  /** Whether a majority of the servers is up, and one of them has a complete copy. */
  synchronized boolean writable() {
    int up = 0;
    for (Server server : servers) {
      up += server.up ? 1 : 0;
    }
    return 2 * up > SERVERS && readable();
  }

  /** Whether every server that is up has room for a commit. */
  synchronized boolean hasRoom() {
    for (int number = 0; number < SERVERS; number++) {
      if (servers[number].up && machines.isFull(number)) {
        return false;
      }
    }
    return true;
  }

  private int primary(int hash) {
    for (int turn = 0; turn < SERVERS; turn++) {
      int number = Math.floorMod(hash + turn, SERVERS);
      if (servers[number].up && servers[number].complete) {
        return number;
      }
    }
    return -1;
  }

  /** Reads at the primary. Returns null for nothing. */
  synchronized Object read(Target target) {
    int primary = primary(target.place().hashCode());
    for (Underway commit : underway) {
      if (!commit.reached[primary] && commit.before.containsKey(target)) {
        surroundings.met("state: read before a commit had reached the primary");
        return commit.before.get(target);
      }
    }
    return decided.get(target);
  }

  /**
   * Whether a commit of any of these targets was left half way, or has not reached the primary yet.
   * Other calls that change or compare them wait.
   */
  synchronized boolean locked(Collection<Target> targets) {
    return leftHalfWay.stream().anyMatch(left -> !Collections.disjoint(left.changed(), targets))
        || targets.stream().anyMatch(this::moving);
  }

  /**
   * Whether a commit that was left half way has compared any of these targets. Calls that change
   * them wait: as with Ignite, that commit is only made if they are still as it has found them.
   */
  synchronized boolean compared(Collection<Target> targets) {
    return leftHalfWay.stream().anyMatch(left -> !Collections.disjoint(left.touched(), targets));
  }

  /** Reads several parts at one moment; returns false if a commit of any of them is under way. */
  synchronized boolean readTogether(Collection<Target> targets, Map<Target, Object> found) {
    if (!readable() || locked(targets)) {
      return false;
    }
    targets.forEach(target -> found.put(target, decided.get(target)));
    return true;
  }

  private boolean moving(Target target) {
    if (underway.isEmpty() || !readable()) {
      return false;
    }
    int primary = primary(target.place().hashCode());
    return underway.stream()
        .anyMatch(commit -> commit.before.containsKey(target) && !commit.reached[primary]);
  }

  /** Returns the targets whose values differ from the seen values. */
  synchronized List<Target> changed(Map<Target, Object> seen) {
    return seen.entrySet().stream()
        .filter(each -> !Objects.equals(decided.get(each.getKey()), each.getValue()))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Returns the decided state of a row, even if it has not reached the servers yet. */
  synchronized MemoryRow row(String table, Place place) {
    Table found = table(table);
    Map<String, Object> parts = new LinkedHashMap<>();
    for (Family family : found.codecs.schema().families()) {
      parts.put(family.name(), decided.get(new Target(table, place, family.name())));
    }
    return row(found, place, parts);
  }

  /** Returns a row, given its encoded columns and counters by family; null for none. */
  static MemoryRow row(Table table, Place place, Map<String, Object> parts) {
    MemoryRow row = new MemoryRow(table.codecs.key(place));
    parts.forEach(
        (family, value) -> {
          if (value instanceof Bytes columns) {
            row.apply(new Part.OfColumns(family, Optional.of(columns)), new Stamp(0, 0), false);
          } else if (value instanceof Long count) {
            row.apply(new Part.OfCounter(family, Optional.of(count)), new Stamp(0, 0), false);
          }
        });
    return row;
  }

  /**
   * Decides and makes a commit.
   *
   * @param decision returns the writes, given the current state; throws to write nothing
   * @return the time after which all servers that are up have it
   */
  synchronized long commit(Supplier<Map<Target, GridWrite>> decision, RandomGenerator random) {
    Map<Target, GridWrite> writes = decision.get();
    if (writes.isEmpty()) {
      return 0;
    }
    Underway commit = new Underway();
    writes.forEach(
        (target, write) -> {
          Object before = decided.get(target);
          commit.before.put(target, before);
          table(target.table()).places.add(target.place());
          Object after = write.applied(before);
          if (after == null) {
            decided.remove(target);
          } else {
            decided.put(target, after);
          }
        });
    underway.add(commit);
    long last = 0;
    for (int number = 0; number < SERVERS; number++) {
      if (!servers[number].up) {
        servers[number].complete = false;
        surroundings.met("state: commit missed by a server that is down");
      }
      int server = number;
      long nanos = random.nextLong(random.nextInt(20) == 0 ? 50 * MILLI : DELAY_NANOS);
      last = Math.max(last, nanos);
      surroundings.later(nanos, () -> reach(commit, server));
    }
    surroundings.later(last, () -> end(commit));
    return last;
  }

  /** A commit reaches a server, after all earlier commits of the same rows. */
  private synchronized void reach(Underway commit, int server) {
    if (!underway.contains(commit)) {
      return;
    }
    for (Underway each : underway) {
      if (each == commit || each.overlaps(commit)) {
        each.reached[server] = true;
      }
      if (each == commit) {
        return;
      }
    }
  }

  private synchronized void end(Underway commit) {
    underway.remove(commit);
  }

  /**
   * Leaves a commit half way: its rows are locked, and the servers agree later whether it is made.
   */
  synchronized void leaveHalfWay(
      Supplier<Map<Target, GridWrite>> decision,
      Collection<Target> touched,
      long nanos,
      RandomGenerator random) {
    Map<Target, GridWrite> writes = decision.get();
    HalfWay rows = new HalfWay(new Object(), List.copyOf(writes.keySet()), List.copyOf(touched));
    leftHalfWay.add(rows);
    boolean made = random.nextBoolean();
    surroundings.met("state: commit left half way");
    surroundings.later(nanos, () -> agree(writes, rows, made, random));
  }

  private synchronized void agree(
      Map<Target, GridWrite> writes, HalfWay rows, boolean made, RandomGenerator random) {
    if (!writable() || !hasRoom()) {
      surroundings.later(AGREEING_NANOS, () -> agree(writes, rows, made, random));
      return;
    }
    leftHalfWay.removeIf(rows::equals);
    boolean makes = made && hasTables(writes.keySet());
    surroundings.met("state: commit left half way " + (makes ? "made" : "rolled back"));
    if (makes) {
      commit(() -> writes, random);
    }
  }

  /** Restarts a server, sometimes together with another; each may lose its copy meanwhile. */
  @Override
  public synchronized void restart(int server, long millis) {
    int number = server % SERVERS;
    if (surroundings.random().nextInt(4) == 0) {
      loseMajority(number, millis);
    } else {
      restartOne(number, millis);
    }
  }

  /** Restarts two servers at once. */
  synchronized void loseMajority(int number, long millis) {
    restartOne(number, millis);
    restartOne((number + 1) % SERVERS, millis);
  }

  private void restartOne(int number, long millis) {
    Server server = servers[number];
    server.up = false;
    int life = ++server.lives;
    long complete = List.of(servers).stream().filter(each -> each.complete).count();
    if (server.complete && complete > 1 && surroundings.random().nextInt(3) == 0) {
      server.complete = false;
      surroundings.met("state: server lost its copy");
    }
    // The other servers complete all decided commits.
    underway.clear();
    surroundings.later(millis * MILLI, () -> comeBack(server, life));
  }

  private synchronized void comeBack(Server server, int life) {
    if (server.lives == life) {
      server.up = true;
      copy(server, life);
    }
  }

  private synchronized void copy(Server server, int life) {
    if (!server.complete) {
      surroundings.later(
          1 + surroundings.random().nextLong(COPYING_NANOS), () -> endCopy(server, life));
    }
  }

  private synchronized void endCopy(Server server, int life) {
    if (server.lives != life) {
      return;
    }
    if (readable()) {
      server.complete = true;
      surroundings.met("state: server copied from another");
    } else {
      copy(server, life);
    }
  }
}
