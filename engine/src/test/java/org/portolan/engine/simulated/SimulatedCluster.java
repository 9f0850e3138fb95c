package org.portolan.engine.simulated;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Capabilities.AtomicAdd;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.engine.Capabilities.TransactionScope;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.CounterFamily;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.Family;
import org.portolan.engine.Mutation;
import org.portolan.engine.SchemaText;
import org.portolan.engine.TableSchema;
import org.portolan.engine.fixture.Discipline;
import org.portolan.engine.fixture.MemoryRow;
import org.portolan.engine.fixture.Part;
import org.portolan.engine.fixture.Place;
import org.portolan.engine.fixture.PreparedMutation;
import org.portolan.engine.fixture.Stamp;
import org.portolan.engine.simulated.PaxosPartition.Proposal;

/**
 * The servers of an engine, in memory.
 *
 * <ul>
 *   <li>{@code ROWS}, as HBase: one copy of each row, rows in the order of their keys, each changed
 *       at one moment. Regions move and servers restart; a server that restarts forgets what was
 *       not synced. Conditional changes keep their versions, and one of a lower version than what
 *       stands is void.
 *   <li>{@code COLUMNS}, as Cassandra: three copies of each row, each with a state of its own.
 *       Reads and writes wait for two of them. A write that failed may stay on one copy, and be
 *       seen by some reads and not by others: tables have no read repair. Conditional writes are
 *       rounds of Paxos: one left half way is completed by the next round in its partition. Columns
 *       and items of one row are changed and read at different moments. The higher timestamp wins.
 *   <li>{@code STORE}, as Ignite: transactions over all rows, see {@link Grid}.
 * </ul>
 *
 * Removals expire at {@link #compact}, and then let older changes that come late live again.
 * Thread-safe.
 */
public final class SimulatedCluster {
  /** Small, so that tests can go beyond them. */
  private static final int KEY_BYTES_MAX = 1_000;

  private static final int VALUE_BYTES_MAX = 64 << 10;
  private static final int MUTATION_BYTES_MAX = 256 << 10;
  private static final int SERVERS = 3;
  private static final int REGIONS = 4;

  /** What the servers are like. */
  public enum Kind {
    ROWS,
    COLUMNS,
    STORE
  }

  private final Kind kind;
  private final Surroundings surroundings;
  private final Capabilities capabilities;

  /** The servers of {@code STORE}; null for the others, which are below. */
  private final Grid grid;

  private final int copies;
  private final Map<String, SimulatedTable> tables = new LinkedHashMap<>();
  private final Discipline discipline = new Discipline();
  private final List<Set<SimulatedRow>> unsynced = new ArrayList<>();
  private final long[] serverDownUntilMillis = new long[SERVERS];
  private final long[] regionDownUntilMillis = new long[REGIONS];
  private Stamp clock = new Stamp(0, 0);

  private SimulatedCluster(Kind kind, Surroundings surroundings, boolean small) {
    this.kind = kind;
    this.surroundings = surroundings;
    this.copies = kind == Kind.ROWS ? 1 : SERVERS;
    int keyBytesMax = small ? KEY_BYTES_MAX : 32_000;
    int valueBytesMax = small ? VALUE_BYTES_MAX : 8 << 20;
    int mutationBytesMax = small ? MUTATION_BYTES_MAX : 32 << 20;
    this.capabilities =
        kind == Kind.STORE
            ? Grid.capabilities(keyBytesMax, valueBytesMax, mutationBytesMax)
            : new Capabilities(
                kind == Kind.ROWS ? TransactionScope.ROW : TransactionScope.COLUMNS,
                false,
                kind == Kind.ROWS ? KeyOrder.TABLE : KeyOrder.WITHIN_PARTITION,
                true,
                kind == Kind.COLUMNS,
                true,
                true,
                kind == Kind.ROWS ? AtomicAdd.ROW : AtomicAdd.NONE,
                false,
                false,
                keyBytesMax,
                valueBytesMax,
                mutationBytesMax);
    this.grid = kind == Kind.STORE ? new Grid(surroundings, capabilities) : null;
    for (int server = 0; server < SERVERS; server++) {
      unsynced.add(new LinkedHashSet<>());
    }
  }

  /** Returns an empty cluster of a simulation. */
  public static SimulatedCluster of(Kind kind, Scheduler scheduler, Choices choices) {
    return new SimulatedCluster(
        kind, Surroundings.simulated(scheduler, choices.of("servers")), true);
  }

  /** Returns an empty cluster without a scheduler, of which nothing fails or takes time. */
  static SimulatedCluster calm(Kind kind, RandomGenerator random) {
    return new SimulatedCluster(kind, Surroundings.calm(random), false);
  }

  /** Returns a client of a process. */
  public Engine connect(Client client) {
    return grid == null ? new SimulatedEngine(this, client) : new GridEngine(grid, client);
  }

  public Kind kind() {
    return kind;
  }

  String uri() {
    return "simulated:" + kind;
  }

  Capabilities capabilities() {
    return capabilities;
  }

  Surroundings surroundings() {
    return surroundings;
  }

  int copies() {
    return copies;
  }

  synchronized List<TableSchema> schemas() {
    return tables.values().stream().map(table -> table.codecs.schema()).toList();
  }

  synchronized void create(TableSchema schema) {
    SimulatedTable standing = tables.get(schema.name());
    if (standing != null) {
      SchemaText.requireSame(standing.codecs.schema(), schema);
      return;
    }
    for (Family family : schema.families()) {
      if (family instanceof CounterFamily && capabilities.atomicAdd() == AtomicAdd.NONE) {
        throw new CapabilityException(
            "table '" + schema.name() + "' has a counter '" + family.name() + "'; there are none");
      }
    }
    tables.put(schema.name(), new SimulatedTable(schema, capabilities, copies));
  }

  synchronized void drop(String table) {
    tables.remove(table);
    discipline.forget(table);
  }

  synchronized SimulatedTable table(String table) {
    SimulatedTable found = tables.get(table);
    if (found == null) {
      throw new IllegalArgumentException(
          "there is no table '" + table + "' in " + uri() + ", only " + tables.keySet());
    }
    return found;
  }

  /**
   * Checks and encodes mutations.
   *
   * @throws CapabilityException if one is beyond a limit
   */
  List<PreparedMutation> prepare(List<Mutation> mutations) {
    return mutations.stream()
        .map(
            each ->
                new PreparedMutation(
                    table(each.table()).codecs, each, capabilities, surroundings.nowMillis()))
        .toList();
  }

  void note(List<PreparedMutation> mutations) {
    mutations.forEach(discipline::note);
  }

  /** Returns a set of servers that is more than half of them. */
  int quorum(RandomGenerator random) {
    if (copies == 1) {
      return 1;
    }
    int all = (1 << SERVERS) - 1;
    int chosen = all & ~(1 << random.nextInt(SERVERS));
    int up = up();
    // Those that went down just now have answered before.
    return up == all || Integer.bitCount(up) < 2 ? chosen : up;
  }

  private synchronized int up() {
    int up = 0;
    for (int server = 0; server < SERVERS; server++) {
      if (serverDownUntilMillis[server] <= surroundings.nowMillis()) {
        up |= 1 << server;
      }
    }
    return up;
  }

  /** Returns the servers that take a change now. */
  int reachable() {
    return copies == 1 ? 1 : up();
  }

  /** Returns until when nobody serves a row. */
  synchronized long downUntilMillis(Place place) {
    if (copies > 1) {
      if (Integer.bitCount(up()) >= 2) {
        return 0;
      }
      long[] sorted = serverDownUntilMillis.clone();
      Arrays.sort(sorted);
      return sorted[1];
    }
    int region = region(place);
    return Math.max(regionDownUntilMillis[region], serverDownUntilMillis[region % SERVERS]);
  }

  private static int region(Place place) {
    byte[] key = place.key().toArray();
    int sum = 0;
    for (byte each : key) {
      sum = sum * 31 + each;
    }
    return Math.floorMod(sum, REGIONS);
  }

  /** Takes a region from its server for a while. Returns whether there are regions. */
  public synchronized boolean moveRegion(int region, long millis) {
    regionDownUntilMillis[region % REGIONS] = surroundings.nowMillis() + millis;
    return kind == Kind.ROWS;
  }

  /** Restarts a server: it is down for a while, and has forgotten what was not synced. */
  public synchronized void restart(int server, long millis) {
    if (grid != null) {
      grid.restart(server % SERVERS, millis);
      return;
    }
    serverDownUntilMillis[server % SERVERS] = surroundings.nowMillis() + millis;
    Set<SimulatedRow> lost = unsynced.get(server % SERVERS);
    if (!lost.isEmpty()) {
      surroundings.met("state: unsynced writes forgotten");
    }
    lost.forEach(SimulatedRow::forgetUnsynced);
    lost.clear();
  }

  /** Makes everything durable. */
  synchronized void flush() {
    unsynced.forEach(
        rows -> {
          rows.forEach(SimulatedRow::sync);
          rows.clear();
        });
  }

  /** Brings copies together, and forgets removals that are older than their life. */
  public synchronized int compact(long lifeMillis) {
    int purged = 0;
    for (SimulatedTable table : tables.values()) {
      for (SimulatedRow row : table.rows.values()) {
        purged += row.compact(surroundings.nowMillis() - lifeMillis);
      }
    }
    return purged;
  }

  private synchronized Stamp tick() {
    clock =
        new Stamp(
            Math.max(clock.version(), surroundings.nowMillis()),
            Math.addExact(clock.sequence(), 1));
    return clock;
  }

  /**
   * Returns the place of each part among others. Of two conditional changes of columns with the
   * same version the later stands: the condition has ordered them.
   */
  private List<Stamp> stamps(PreparedMutation mutation) {
    List<Stamp> stamps = new ArrayList<>();
    for (Part part : mutation.parts()) {
      boolean ordered = mutation.conditional() && part instanceof Part.OfColumns;
      OptionalLong version = mutation.mutation().version();
      if (version.isEmpty() || (ordered && kind == Kind.COLUMNS)) {
        stamps.add(tick());
      } else {
        Stamp stamp = new Stamp(version.getAsLong(), ordered ? tick().sequence() : 0);
        stamps.add(mutation.isBeforeOwnPuts(part) ? stamp.justBefore() : stamp);
      }
    }
    return stamps;
  }

  /** A change arrives. Returns whether its condition held. */
  synchronized boolean arrive(PreparedMutation mutation, Durability durability, Route route) {
    SimulatedTable table = table(mutation.mutation().table());
    SimulatedRow row = table.rowToChange(mutation.place());
    if (kind == Kind.ROWS) {
      return changeRow(mutation, row, durability);
    }
    if (mutation.conditional()) {
      return round(mutation, table.partition(mutation.mutation().key()), row, route);
    }
    spread(mutation, stamps(mutation), row, route, route.reached());
    return true;
  }

  private boolean changeRow(PreparedMutation mutation, SimulatedRow row, Durability durability) {
    int server = region(mutation.place()) % SERVERS;
    ReplicaRow stored = row.replica(0);
    if (mutation.conditional() && !mutation.holds(stored.row())) {
      return false;
    }
    if (durability == Durability.BUFFERED && row.beforeUnsynced()) {
      unsynced.get(server).add(row);
    }
    List<Stamp> stamps = stamps(mutation);
    for (int part = 0; part < stamps.size(); part++) {
      stored.apply(mutation.parts().get(part), stamps.get(part), surroundings.nowMillis());
    }
    if (durability == Durability.SYNCED) {
      Collection<SimulatedRow> synced = unsynced.get(server);
      synced.forEach(SimulatedRow::sync);
      synced.clear();
    }
    return true;
  }

  private void spread(
      PreparedMutation mutation, List<Stamp> stamps, SimulatedRow row, Route route, int reached) {
    if (reached != (1 << copies) - 1) {
      surroundings.met("state: change missing on a copy");
    }
    for (int copy = 0; copy < copies; copy++) {
      if ((reached >> copy & 1) == 0) {
        continue;
      }
      ReplicaRow replica = row.replica(copy);
      long nanos = route.copiesNanos().get(copy);
      surroundings.later(
          nanos + route.columnsNanos(),
          () -> apply(mutation, stamps, replica, Part.OfColumns.class::isInstance));
      surroundings.later(
          nanos + route.itemsNanos(),
          () -> apply(mutation, stamps, replica, part -> !(part instanceof Part.OfColumns)));
    }
  }

  private synchronized void apply(
      PreparedMutation mutation, List<Stamp> stamps, ReplicaRow replica, Predicate<Part> which) {
    for (int part = 0; part < stamps.size(); part++) {
      if (which.test(mutation.parts().get(part))) {
        replica.apply(mutation.parts().get(part), stamps.get(part), surroundings.nowMillis());
      }
    }
  }

  private boolean round(
      PreparedMutation mutation, PaxosPartition partition, SimulatedRow row, Route route) {
    Proposal before = partition.seenBy(route.quorum());
    if (before != null) {
      complete(partition, before, route.quorum());
    }
    Predicate<String> everything = family -> true;
    if (!mutation.holds(row.read(route.quorum(), everything))) {
      return false;
    }
    if (route.acceptors() == 0) {
      return true;
    }
    List<Stamp> stamps = stamps(mutation);
    Proposal proposal = new Proposal(mutation, stamps, route.acceptors());
    partition.accepted(proposal);
    if (route.commits()) {
      partition.committed(proposal);
      spread(mutation, stamps, row, route, reachable() | route.quorum());
    } else {
      surroundings.met("state: conditional write left half way");
    }
    return true;
  }

  private void complete(PaxosPartition partition, Proposal proposal, int servers) {
    if (!proposal.committed) {
      surroundings.met("state: conditional write completed by the next");
      partition.committed(proposal);
    }
    PreparedMutation mutation = proposal.mutation;
    SimulatedRow row = table(mutation.mutation().table()).rowToChange(mutation.place());
    for (int copy = 0; copy < copies; copy++) {
      if ((servers >> copy & 1) != 0) {
        apply(mutation, proposal.stamps, row.replica(copy), part -> true);
      }
    }
  }

  /** Reads some families of a row from some servers. */
  synchronized MemoryRow read(SimulatedRow row, int servers, Predicate<String> families) {
    return row.read(servers, families);
  }
}
