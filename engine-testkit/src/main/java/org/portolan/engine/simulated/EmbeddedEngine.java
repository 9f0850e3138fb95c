package org.portolan.engine.simulated;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineException;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.engine.TableSchema;
import org.portolan.engine.Transaction;
import org.portolan.engine.fixture.MemoryRow;
import org.portolan.engine.fixture.Place;
import org.portolan.engine.fixture.PreparedMutation;
import org.portolan.engine.fixture.RowReads;
import org.portolan.engine.simulated.Client.Fate;
import org.portolan.engine.simulated.Client.Fault;
import org.portolan.engine.simulated.Embedded.Write;
import org.portolan.types.Tuple;

/** An open {@link Embedded} store: calls take little time, and fail with the disk or process. */
final class EmbeddedEngine implements Engine {
  private static final long CALL_NANOS = 50_000;
  private static final long SYNC_NANOS = 5_000_000;
  private static final long STALL_NANOS = 2_000_000_000;

  private final Embedded store;
  private final Client client;
  private volatile boolean closed;

  EmbeddedEngine(Embedded store, Client client) {
    this.store = store;
    this.client = client;
  }

  /** Whether the store is open, in a living process. */
  boolean isOpen() {
    return !closed && client.alive();
  }

  void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the store " + uri() + " is closed");
    }
  }

  @Override
  public String uri() {
    return "simulated:" + SimulatedCluster.Kind.EMBEDDED;
  }

  @Override
  public Capabilities capabilities() {
    return store.capabilities();
  }

  @Override
  public List<String> staleReads() {
    return List.of();
  }

  private Fate begun(String what, int mutations) {
    requireOpen();
    Fate fate = client.next(what, mutations, false);
    // No process runs while the machine is down.
    long down = store.machines().majorityDownUntilMillis() - store.surroundings().nowMillis();
    client.pass(Math.max(0, down) * 1_000_000 + fate.random().nextLong(CALL_NANOS));
    if (fate.fault() == Fault.KILLED_BEFORE) {
      client.kill();
    }
    if (fate.fault() == Fault.SLOW) {
      client.pass(fate.random().nextLong(STALL_NANOS));
    }
    return fate;
  }

  private <T> T answer(Fate fate, T truth, String text) {
    client.done(fate, text);
    return truth;
  }

  @Override
  public List<TableSchema> tables() {
    Fate fate = begun("list tables", 0);
    List<TableSchema> tables = store.schemas();
    return answer(fate, tables, tables.size() + " tables");
  }

  @Override
  public void createTable(TableSchema schema) {
    Fate fate = begun("create table " + schema.name(), 0);
    store.create(schema);
    answer(fate, true, "created");
  }

  @Override
  public void alterTable(TableSchema before, TableSchema after) {
    Fate fate = begun("alter table " + before.name(), 0);
    store.alter(before, after);
    answer(fate, true, "altered");
  }

  @Override
  public void dropTable(String table) {
    Fate fate = begun("drop table " + table, 0);
    store.drop(table);
    answer(fate, true, "dropped");
  }

  @Override
  public List<Row> get(List<Get> gets) {
    requireOpen();
    return get(gets, (table, place) -> store.read(table, place, store.newest()));
  }

  /** Reads rows; {@code view} returns each row as the caller must see it. */
  List<Row> get(List<Get> gets, BiFunction<Embedded.Table, Place, MemoryRow> view) {
    List<RowReads> reads = new ArrayList<>();
    for (Get get : gets) {
      reads.add(new RowReads(store.table(get.table()).codecs(), get.families()));
    }
    Fate fate = begun("get " + CallText.of(gets), 0);
    List<Row> rows = new ArrayList<>();
    for (int index = 0; index < gets.size(); index++) {
      Embedded.Table table = store.table(gets.get(index).table());
      Place place = table.codecs().place(gets.get(index).key());
      Row row = reads.get(index).of(view.apply(table, place), null);
      rows.add(
          new Row(gets.get(index).key(), row.columns(), row.items(), row.counters(), row.bytes()));
    }
    return answer(fate, rows, CallText.ofRows(rows));
  }

  @Override
  public ScanPage scan(Scan scan) {
    requireOpen();
    return scan(scan, (table, place) -> store.read(table, place, store.newest()));
  }

  ScanPage scan(Scan scan, BiFunction<Embedded.Table, Place, MemoryRow> view) {
    Embedded.Table table = store.table(scan.table());
    RowReads reads = new RowReads(table.codecs(), scan.families());
    var range = table.codecs().range(table.rows(), scan.range(), scan.reversed());
    Fate fate = begun("scan " + scan.table() + " " + CallText.of(scan.range()), 0);
    List<Row> rows = new ArrayList<>();
    long bytes = 0;
    Optional<Tuple> next = Optional.empty();
    for (Map.Entry<Place, EmbeddedRow> entry : range.entrySet()) {
      if (rows.size() == scan.rowsMax() || bytes >= scan.bytesMax()) {
        next = Optional.of(rows.get(rows.size() - 1).key());
        break;
      }
      Row row = reads.of(view.apply(table, entry.getKey()), null);
      if (!row.isEmpty()) {
        rows.add(row);
        bytes += row.bytes();
      }
    }
    return answer(fate, new ScanPage(rows, next), CallText.ofRows(rows));
  }

  PreparedMutation prepare(Mutation mutation) {
    return new PreparedMutation(
        store.table(mutation.table()).codecs(),
        mutation,
        store.capabilities(),
        store.surroundings().nowMillis());
  }

  @Override
  public void requireWritable(List<Mutation> mutations) {
    requireOpen();
    mutations.forEach(this::prepare);
  }

  static List<Write> writes(PreparedMutation prepared) {
    return prepared.parts().stream()
        .map(part -> new Write(prepared.mutation().table(), prepared.place(), part))
        .toList();
  }

  @Override
  public boolean mutate(Mutation mutation, Durability durability) {
    return mutateAll(List.of(mutation), durability).get(0);
  }

  @Override
  public List<Boolean> mutateAll(List<Mutation> mutations, Durability durability) {
    requireOpen();
    List<PreparedMutation> prepared = mutations.stream().map(this::prepare).toList();
    if (prepared.isEmpty()) {
      return List.of();
    }
    return commit(
        "write " + CallText.ofMutations(prepared),
        prepared.size(),
        durability,
        () -> prepared.stream().map(this::made).toList());
  }

  private boolean made(PreparedMutation mutation) {
    synchronized (store) {
      Embedded.Table table = store.table(mutation.mutation().table());
      if (!mutation.holds(store.read(table, mutation.place(), store.newest()))) {
        return false;
      }
      store.commit(writes(mutation));
      return true;
    }
  }

  /**
   * Makes a commit and waits until it is as durable as requested.
   *
   * @param change makes the commit, at one moment; throws to change nothing
   */
  <T> T commit(String what, int changes, Durability durability, Supplier<T> change) {
    Fate fate = begun(durability + " " + what, changes);
    RandomGenerator random = fate.random();
    if (fate.fault() == Fault.REQUEST_LOST) {
      throw unknown(fate, "the log could not be written");
    }
    if (store.machines().isFull(0)) {
      store.surroundings().met("state: commit failed on a full disk");
      if (random.nextInt(4) == 0) {
        made(change, durability);
        store.surroundings().met("state: commit failed on a full disk, and found later");
      }
      throw unknown(fate, "no space left on device");
    }
    if (durability == Durability.SYNCED) {
      client.pass(random.nextLong(SYNC_NANOS));
    }
    T made = made(change, durability);
    if (fate.fault() == Fault.KILLED_AFTER) {
      client.kill();
    }
    if (fate.fault() == Fault.ANSWER_LOST) {
      throw unknown(fate, "the log could not be synced");
    }
    return answer(fate, made, "made " + made);
  }

  /** Makes a change; no other reader sees a synced change before it is synced. */
  private <T> T made(Supplier<T> change, Durability durability) {
    synchronized (store) {
      T made = change.get();
      if (durability == Durability.SYNCED) {
        store.sync();
      }
      return made;
    }
  }

  private EngineException unknown(Fate fate, String why) {
    client.done(fate, "UNKNOWN: " + why);
    return new OutcomeUnknownException("a commit failed and may be found later: " + why);
  }

  @Override
  public Transaction begin(Durability durability) {
    requireOpen();
    return new EmbeddedTransaction(this, store, durability);
  }

  @Override
  public void flush() {
    Fate fate = begun("flush", 0);
    store.sync();
    answer(fate, true, "flushed");
  }

  @Override
  public String describe() {
    return "simulated " + SimulatedCluster.Kind.EMBEDDED;
  }

  @Override
  public void close() {
    if (!closed) {
      store.sync();
      closed = true;
    }
  }
}
