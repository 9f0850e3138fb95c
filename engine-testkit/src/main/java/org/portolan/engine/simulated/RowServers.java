package org.portolan.engine.simulated;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
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
import org.portolan.engine.RowKey;
import org.portolan.engine.SchemaText;
import org.portolan.engine.TableSchema;
import org.portolan.engine.fixture.Discipline;
import org.portolan.engine.fixture.MemoryRow;
import org.portolan.engine.fixture.Part;
import org.portolan.engine.fixture.Place;
import org.portolan.engine.fixture.PreparedMutation;
import org.portolan.engine.fixture.Stamp;
import org.portolan.engine.simulated.PaxosPartition.Proposal;
import org.portolan.engine.simulated.SimulatedCluster.Kind;

/**
 * The servers of an engine whose transactions span one row.
 *
 * <ul>
 *   <li>{@code ROWS}, like HBase: one copy of each row, rows in the order of their keys, each
 *       changed at one moment. Regions move and servers restart; a server that restarts forgets
 *       unsynced changes. Conditional changes keep their versions, and a change with a lower
 *       version than the current content is void.
 *   <li>{@code COLUMNS}, like Cassandra: three copies of each row, each with its own state. Reads
 *       and writes wait for two of them. A failed write may stay on one copy, so that some reads
 *       see it and others do not: tables have no read repair. Conditional writes are rounds of
 *       Paxos: the next round in a partition completes a round that was left half way. Columns and
 *       items of one row are changed and read at different moments. The higher timestamp wins.
 * </ul>
 *
 * A server with a full disk takes no changes but still answers reads. Removals expire at {@link
 * #compact}; older changes that arrive after that take effect again. Thread-safe.
 */
final class RowServers implements Servers {
  private static final int SERVERS = 3;

  private final Kind kind;
  private final Surroundings surroundings;
  private final Capabilities capabilities;
  private final int copies;
  private final Machines machines;
  private final Losses losses = new Losses();
  private final Map<String, SimulatedTable> tables = new LinkedHashMap<>();
  private final Discipline discipline = new Discipline();
  private final List<Map<SimulatedRow, RowKey>> unsynced = new ArrayList<>();
  private Stamp clock = new Stamp(0, 0);

  /** The result of a change that arrived. */
  enum Arrival {
    MADE,
    CONDITION_FALSE,
    /** Nothing was changed, and nothing will be: there was no room. */
    REFUSED,
    /** Too few copies had room: some reads may see the change, and it may be completed later. */
    HALF_MADE
  }

  RowServers(Kind kind, Surroundings surroundings, Limits limits) {
    this.kind = kind;
    this.surroundings = surroundings;
    this.copies = kind == Kind.ROWS ? 1 : SERVERS;
    this.capabilities =
        new Capabilities(
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
            limits.keyBytesMax(),
            limits.valueBytesMax(),
            limits.mutationBytesMax());
    this.machines = new Machines(SERVERS, surroundings);
    for (int server = 0; server < SERVERS; server++) {
      unsynced.add(new LinkedHashMap<>());
    }
  }

  @Override
  public Engine connect(Client client) {
    return new SimulatedEngine(this, client);
  }

  @Override
  public Machines machines() {
    return machines;
  }

  @Override
  public Losses losses() {
    return losses;
  }

  Kind kind() {
    return kind;
  }

  String uri() {
    return "simulated:" + kind;
  }

  @Override
  public Capabilities capabilities() {
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
    requireAble(schema);
    tables.put(schema.name(), new SimulatedTable(schema, capabilities, copies));
  }

  private void requireAble(TableSchema schema) {
    for (Family family : schema.families()) {
      if (family instanceof CounterFamily && capabilities.atomicAdd() == AtomicAdd.NONE) {
        throw new CapabilityException(
            "table '" + schema.name() + "' has a counter '" + family.name() + "'; there are none");
      }
    }
  }

  synchronized void alter(TableSchema before, TableSchema after) {
    SimulatedTable table = table(before.name());
    requireAble(table.codecs.altered(before, after).schema());
    table.alter(before, after).forEach(family -> discipline.forget(before.name(), family));
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

  /** Returns a set of more than half of the servers. */
  int quorum(RandomGenerator random) {
    if (copies == 1) {
      return 1;
    }
    int chosen = machines.all() & ~(1 << random.nextInt(SERVERS));
    int up = machines.up();
    // Servers that just went down have answered before.
    return up == machines.all() || Integer.bitCount(up) < 2 ? chosen : up;
  }

  /** Returns the servers that take a change now. */
  int reachable() {
    return copies == 1 ? 1 : machines.up();
  }

  /** Returns the time until which no server serves a row. */
  long downUntilMillis(Place place) {
    return copies > 1
        ? machines.majorityDownUntilMillis()
        : machines.regionDownUntilMillis(Machines.region(place));
  }

  @Override
  public boolean moveRegion(int region, long millis) {
    machines.moveRegion(region, millis);
    return kind == Kind.ROWS;
  }

  /** Restarts a server: it is down for a while and forgets unsynced changes. */
  @Override
  public synchronized void restart(int server, long millis) {
    machines.restart(server % SERVERS, millis);
    Map<SimulatedRow, RowKey> lost = unsynced.get(server % SERVERS);
    if (!lost.isEmpty()) {
      surroundings.met("state: unsynced writes forgotten");
    }
    lost.forEach(
        (row, key) -> {
          row.forgetUnsynced();
          losses.add(key, surroundings.nowMillis());
        });
    lost.clear();
  }

  /** Makes everything durable. */
  synchronized void flush() {
    for (int server = 0; server < SERVERS; server++) {
      sync(server);
    }
  }

  private void sync(int server) {
    Map<SimulatedRow, RowKey> rows = unsynced.get(server);
    rows.keySet().forEach(SimulatedRow::sync);
    rows.clear();
  }

  /** Merges the copies of each row, and forgets removals that are older than the given life. */
  @Override
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
   * Returns the stamp of each part. Of two conditional changes of columns with the same version,
   * the later wins: the condition has ordered them.
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

  /** A change arrives. */
  synchronized Arrival arrive(PreparedMutation mutation, Durability durability, Route route) {
    SimulatedTable table = tables.get(mutation.mutation().table());
    if (table == null) {
      // Dropped while the change was on its way.
      surroundings.met("state: change met a dropped table");
      return Arrival.REFUSED;
    }
    SimulatedRow row = table.rowToChange(mutation.place());
    if (kind == Kind.ROWS) {
      return changeRow(mutation, row, durability);
    }
    if (mutation.conditional()) {
      return round(mutation, table.partition(mutation.mutation().key()), row, route);
    }
    int taking = route.reached() & machines.withRoom();
    if (taking == 0) {
      return refused();
    }
    spread(mutation, stamps(mutation), row, route, taking);
    return taking == route.reached() || isMajority(taking) ? Arrival.MADE : halfMade();
  }

  private boolean isMajority(int servers) {
    return 2 * Integer.bitCount(servers) > copies;
  }

  private Arrival refused() {
    surroundings.met("state: write refused by a full disk");
    return Arrival.REFUSED;
  }

  private Arrival halfMade() {
    surroundings.met("state: write half made because of full disks");
    return Arrival.HALF_MADE;
  }

  private Arrival changeRow(PreparedMutation mutation, SimulatedRow row, Durability durability) {
    int server = Machines.region(mutation.place()) % SERVERS;
    if (machines.isFull(server)) {
      return refused();
    }
    ReplicaRow stored = row.replica(0);
    if (mutation.conditional() && !mutation.holds(stored.row())) {
      return Arrival.CONDITION_FALSE;
    }
    if (durability == Durability.BUFFERED) {
      if (surroundings.random().nextInt(4) == 0) {
        // A log is synced now and then, even if no call waits for it.
        sync(server);
      }
      if (row.beforeUnsynced()) {
        unsynced.get(server).put(row, mutation.mutation().rowKey());
      }
    }
    List<Stamp> stamps = stamps(mutation);
    for (int part = 0; part < stamps.size(); part++) {
      stored.apply(mutation.parts().get(part), stamps.get(part), surroundings.nowMillis());
    }
    if (durability == Durability.SYNCED) {
      sync(server);
    }
    return Arrival.MADE;
  }

  private void spread(
      PreparedMutation mutation, List<Stamp> stamps, SimulatedRow row, Route route, int reached) {
    if (reached != machines.all()) {
      surroundings.met("state: change missing on a copy");
    }
    for (int copy = 0; copy < copies; copy++) {
      if ((reached >> copy & 1) == 0) {
        continue;
      }
      ReplicaRow replica = row.replica(copy);
      long own = route.copiesNanos().get(copy);
      // A call that waits for most of the copies waits for these.
      long nanos = reached == machines.all() ? own : Math.min(own, route.mostCopiesNanos());
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

  private Arrival round(
      PreparedMutation mutation, PaxosPartition partition, SimulatedRow row, Route route) {
    int quorum = quorumWithRoom(route.quorum());
    if (!isMajority(quorum)) {
      return roundWithoutRoom(mutation, partition, row, route, quorum);
    }
    Proposal before = partition.seenBy(quorum);
    if (before != null) {
      complete(partition, before, quorum);
    }
    if (!holds(mutation, row, quorum)) {
      return Arrival.CONDITION_FALSE;
    }
    boolean toAll = route.acceptors() == route.quorum();
    int acceptors = toAll ? quorum : route.acceptors() & quorum;
    if (acceptors == 0) {
      return Arrival.MADE;
    }
    Proposal proposal = new Proposal(mutation, stamps(mutation), acceptors);
    partition.accepted(proposal);
    if (route.commits()) {
      int reached = isMajority(route.reached()) ? reachable() | quorum : route.reached();
      int taking = reached & machines.withRoom();
      if (!isMajority(taking)) {
        surroundings.met("state: conditional write committed on few copies");
      }
      partition.committed(proposal);
      proposal.copies = taking;
      spread(mutation, proposal.stamps, row, route, taking);
    } else {
      surroundings.met("state: conditional write left half way");
    }
    return Arrival.MADE;
  }

  /**
   * A round in which most servers find their disks full: most have accepted the change and few can
   * commit it, or few accept it, or the round is refused.
   *
   * @param quorum the servers that have room
   */
  private Arrival roundWithoutRoom(
      PreparedMutation mutation,
      PaxosPartition partition,
      SimulatedRow row,
      Route route,
      int quorum) {
    int chance = surroundings.random().nextInt(4);
    Proposal before = partition.seenBy(route.quorum());
    if (quorum == 0 || chance < 2 || (before != null && !isMajority(before.copies))) {
      return refused();
    }
    if (!holds(mutation, row, machines.all())) {
      return Arrival.CONDITION_FALSE;
    }
    boolean accepted = chance == 2;
    Proposal proposal =
        new Proposal(mutation, stamps(mutation), accepted ? route.quorum() : quorum);
    partition.accepted(proposal);
    if (accepted) {
      partition.committed(proposal);
      proposal.copies = quorum;
      spread(mutation, proposal.stamps, row, route, quorum);
    }
    return halfMade();
  }

  private static boolean holds(PreparedMutation mutation, SimulatedRow row, int servers) {
    return mutation.holds(row.read(servers, family -> true));
  }

  /** Returns the servers of a quorum with room; if they are no majority, a majority if possible. */
  private int quorumWithRoom(int wanted) {
    int room = machines.withRoom();
    return isMajority(wanted & room) || !isMajority(machines.up() & room)
        ? wanted & room
        : machines.up() & room;
  }

  private void complete(PaxosPartition partition, Proposal proposal, int servers) {
    if (!proposal.committed) {
      surroundings.met("state: conditional write completed by the next");
      partition.committed(proposal);
    }
    proposal.copies |= servers;
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
