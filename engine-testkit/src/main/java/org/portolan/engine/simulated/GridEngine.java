package org.portolan.engine.simulated;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.portolan.engine.Capabilities;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Condition;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.engine.TableSchema;
import org.portolan.engine.Transaction;
import org.portolan.engine.fixture.Place;
import org.portolan.engine.fixture.PreparedMutation;
import org.portolan.engine.fixture.RowReads;
import org.portolan.engine.simulated.Client.Fate;
import org.portolan.engine.simulated.GridWrite.Target;
import org.portolan.types.Tuple;

/**
 * A client's view of a {@link Grid}: calls take time and can fail. A failure before the beginning
 * of a commit changes nothing, and the answer says so. After that the outcome is unknown, as with
 * Ignite.
 */
final class GridEngine implements Engine {
  private final Grid grid;
  private final Client client;
  private final GridCalls calls;
  private volatile boolean closed;

  GridEngine(Grid grid, Client client) {
    this.grid = grid;
    this.client = client;
    this.calls = new GridCalls(grid, client);
  }

  void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the store " + uri() + " is closed");
    }
  }

  @Override
  public String uri() {
    return "simulated:" + SimulatedCluster.Kind.STORE;
  }

  @Override
  public Capabilities capabilities() {
    return grid.capabilities();
  }

  @Override
  public List<String> staleReads() {
    return List.of();
  }

  private Fate arrived(String what) {
    requireOpen();
    return calls.arrived(what);
  }

  @Override
  public List<TableSchema> tables() {
    Fate fate = arrived("list tables");
    calls.awaitReadable(fate);
    List<TableSchema> tables = grid.schemas();
    return calls.answer(fate, tables, tables.size() + " tables");
  }

  @Override
  public void createTable(TableSchema schema) {
    Fate fate = arrived("create table " + schema.name());
    calls.awaitWritable(fate);
    grid.create(schema);
    calls.answer(fate, true, "created");
  }

  @Override
  public void alterTable(TableSchema before, TableSchema after) {
    Fate fate = arrived("alter table " + before.name());
    calls.awaitWritable(fate);
    grid.alter(before, after);
    calls.answer(fate, true, "altered");
  }

  @Override
  public void dropTable(String table) {
    Fate fate = arrived("drop table " + table);
    calls.awaitWritable(fate);
    grid.drop(table);
    calls.answer(fate, true, "dropped");
  }

  private static List<Target> targets(Get get, Place place) {
    return get.families().stream()
        .map(read -> new Target(get.table(), place, read.family()))
        .distinct()
        .toList();
  }

  /** Outside a transaction, all families of a row are read at one moment. */
  @Override
  public List<Row> get(List<Get> gets) {
    return read(gets, true, Set::copyOf, found -> found::get);
  }

  /**
   * Reads rows.
   *
   * @param together whether all families of a row must be read at one moment
   * @param asked the parts to ask the grid for
   * @param merged takes the parts in the grid and returns the parts that the caller must see
   */
  List<Row> read(
      List<Get> gets,
      boolean together,
      Function<Collection<Target>, Set<Target>> asked,
      Function<Map<Target, Object>, Function<Target, Object>> merged) {
    requireOpen();
    List<RowReads> reads = new ArrayList<>();
    List<List<Target>> wanted = new ArrayList<>();
    for (Get get : gets) {
      Grid.Table table = grid.table(get.table());
      reads.add(new RowReads(table.codecs(), get.families()));
      wanted.add(targets(get, table.codecs().place(get.key())));
    }
    Map<Target, Object> found = new LinkedHashMap<>();
    Set<Target> unseen = asked.apply(wanted.stream().flatMap(List::stream).toList());
    Fate fate = null;
    if (!unseen.isEmpty()) {
      fate = arrived("get " + CallText.of(gets));
      for (List<Target> ofRow : wanted) {
        fetch(ofRow.stream().filter(unseen::contains).toList(), together, found, fate);
      }
    }
    Function<Target, Object> shown = merged.apply(found);
    List<Row> rows = new ArrayList<>();
    for (int index = 0; index < gets.size(); index++) {
      Map<String, Object> parts = new HashMap<>();
      wanted.get(index).forEach(target -> parts.put(target.family(), shown.apply(target)));
      Place place = grid.table(gets.get(index).table()).codecs().place(gets.get(index).key());
      Row row =
          reads.get(index).of(Grid.row(grid.table(gets.get(index).table()), place, parts), null);
      rows.add(
          new Row(gets.get(index).key(), row.columns(), row.items(), row.counters(), row.bytes()));
    }
    return fate == null ? rows : calls.answer(fate, rows, CallText.ofRows(rows));
  }

  /** Returns the parts that have changed since they were seen. */
  List<Target> changed(Map<Target, Object> seen) {
    Fate fate = arrived("validate " + seen.keySet());
    calls.awaitReadable(fate);
    List<Target> changed = grid.changed(seen);
    return calls.answer(fate, changed, changed.toString());
  }

  private void fetch(List<Target> ofRow, boolean together, Map<Target, Object> found, Fate fate) {
    if (fate.random().nextInt(4) == 0) {
      client.pass(fate.random().nextLong(GridCalls.LATENCY_NANOS));
    }
    calls.awaitReadable(fate);
    if (together && ofRow.size() > 1) {
      calls.await(
          fate,
          "read of one moment met a commit",
          "others change it all the time",
          () -> grid.readTogether(ofRow, found));
      return;
    }
    for (Target target : ofRow) {
      if (fate.random().nextInt(8) == 0) {
        client.pass(fate.random().nextLong(GridCalls.LATENCY_NANOS));
        calls.awaitReadable(fate);
      }
      found.put(target, grid.read(target));
    }
  }

  @Override
  public ScanPage scan(Scan scan) {
    requireOpen();
    var range = scan.range();
    Grid.Table table = grid.table(scan.table());
    boolean whole = range.to().size() == 0 && !scan.reversed();
    boolean following =
        range.from().size() == table.codecs().schema().key().size() && !range.fromInclusive();
    if (!whole || (range.from().size() > 0 && !following)) {
      throw new CapabilityException(
          "cannot scan " + range + " of table '" + scan.table() + "': a grid has no order");
    }
    RowReads reads = new RowReads(table.codecs(), scan.families());
    Fate fate = arrived("scan " + scan.table() + " " + CallText.of(range));
    List<Row> rows = new ArrayList<>();
    long bytes = 0;
    Optional<Tuple> next = Optional.empty();
    var places =
        following
            ? table.places().tailSet(table.codecs().place(range.from()), false)
            : table.places();
    for (Place place : places) {
      if (rows.size() == scan.rowsMax() || bytes >= scan.bytesMax()) {
        next = Optional.of(rows.get(rows.size() - 1).key());
        break;
      }
      if (fate.random().nextInt(8) == 0) {
        client.pass(fate.random().nextLong(GridCalls.LATENCY_NANOS));
      }
      calls.awaitReadable(fate);
      Map<String, Object> parts = new HashMap<>();
      scan.families().stream()
          .map(FamilyRead::family)
          .forEach(name -> parts.put(name, grid.read(new Target(scan.table(), place, name))));
      Row row = reads.of(Grid.row(table, place, parts), null);
      if (!row.isEmpty()) {
        rows.add(row);
        bytes += row.bytes();
      }
    }
    return calls.answer(fate, new ScanPage(rows, next), CallText.ofRows(rows));
  }

  PreparedMutation prepare(Mutation mutation) {
    return new PreparedMutation(
        grid.table(mutation.table()).codecs(),
        mutation,
        grid.capabilities(),
        grid.surroundings().nowMillis());
  }

  @Override
  public void requireWritable(List<Mutation> mutations) {
    requireOpen();
    mutations.forEach(this::prepare);
  }

  @Override
  public boolean mutate(Mutation mutation, Durability durability) {
    return mutateAll(List.of(mutation), durability).get(0);
  }

  /** Makes a batch as one transaction, which changes no row twice. */
  @Override
  public List<Boolean> mutateAll(List<Mutation> mutations, Durability durability) {
    requireOpen();
    List<PreparedMutation> prepared = mutations.stream().map(this::prepare).toList();
    List<Boolean> held = new ArrayList<>();
    int from = 0;
    while (from < prepared.size()) {
      Set<Object> rows = new HashSet<>();
      int to = from;
      while (to < prepared.size()
          && rows.add(prepared.get(to).mutation().rowKey())
          && (to == from || grid.surroundings().random().nextInt(4) > 0)) {
        to++;
      }
      held.addAll(mutate(prepared.subList(from, to), durability));
      from = to;
    }
    return List.copyOf(held);
  }

  private List<Boolean> mutate(List<PreparedMutation> batch, Durability durability) {
    Set<Target> touched = new LinkedHashSet<>();
    for (PreparedMutation each : batch) {
      touched.addAll(GridWrite.of(each).keySet());
      each.mutation()
          .condition()
          .ifPresent(
              condition ->
                  touched.add(
                      new Target(each.mutation().table(), each.place(), family(condition))));
    }
    List<Boolean> held = new ArrayList<>();
    commit(
        durability + " write " + CallText.ofMutations(batch),
        batch.size(),
        touched,
        touched,
        () -> {
          held.clear();
          Map<Target, GridWrite> writes = new LinkedHashMap<>();
          for (PreparedMutation each : batch) {
            held.add(each.holds(grid.row(each.mutation().table(), each.place())));
            if (held.get(held.size() - 1)) {
              writes.putAll(GridWrite.of(each));
            }
          }
          return writes;
        });
    return held;
  }

  private static String family(Condition condition) {
    return condition instanceof Condition.Absent absent
        ? absent.family()
        : ((Condition.ColumnEquals) condition).family();
  }

  /**
   * Makes a transaction of the grid.
   *
   * @param changes about how many rows it changes; 0 if it only compares
   * @param touched the parts that it changes or compares
   * @param changed those that it may change
   * @param decision called at the moment of the commit, see {@link Grid#commit}
   */
  void commit(
      String what,
      int changes,
      Set<Target> touched,
      Set<Target> changed,
      Supplier<Map<Target, GridWrite>> decision) {
    if (changes == 0) {
      Fate fate = arrived(what);
      calls.awaitReadable(fate);
      calls.await(
          fate,
          "commit met another of its rows",
          "timed out behind another commit",
          () -> !grid.locked(touched));
      grid.commit(decision, fate.random());
      calls.answer(fate, true, "unchanged");
      return;
    }
    requireOpen();
    new GridCommit(
            grid, client, calls, client.next(what, changes, true), touched, changed, decision)
        .run();
  }

  @Override
  public Transaction begin(Durability durability) {
    requireOpen();
    return new GridTransaction(this, grid, durability);
  }

  @Override
  public void flush() {
    calls.answer(arrived("flush"), true, "flushed");
  }

  @Override
  public String describe() {
    return "simulated " + SimulatedCluster.Kind.STORE;
  }

  @Override
  public void close() {
    closed = true;
  }
}
