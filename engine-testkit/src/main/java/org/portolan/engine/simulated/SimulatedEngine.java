package org.portolan.engine.simulated;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import org.portolan.engine.Capabilities;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Change;
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
import org.portolan.engine.simulated.Client.Fault;
import org.portolan.engine.simulated.RowServers.Arrival;
import org.portolan.types.Tuple;

/** A client's view of a cluster of {@link RowServers}: calls take time and can fail. */
final class SimulatedEngine implements Engine {
  private final RowServers cluster;
  private final Client client;
  private final Calls calls;
  private volatile boolean closed;

  SimulatedEngine(RowServers cluster, Client client) {
    this.cluster = cluster;
    this.client = client;
    this.calls = new Calls(client);
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the store " + uri() + " is closed");
    }
  }

  @Override
  public String uri() {
    return cluster.uri();
  }

  @Override
  public Capabilities capabilities() {
    return cluster.capabilities();
  }

  /** None: every read asks, and every write waits for, more than half of the copies. */
  @Override
  public List<String> staleReads() {
    return List.of();
  }

  /** Begins a read; returns its fate once it has arrived. */
  private Fate read(String what) {
    requireOpen();
    return calls.arrived(what);
  }

  private void awaitServer(Fate fate, Place place) {
    long millis = cluster.downUntilMillis(place) - cluster.surroundings().nowMillis();
    if (millis <= 0) {
      return;
    }
    cluster.surroundings().met("state: call met a server that was down");
    if (millis * Calls.MILLI > Calls.TIMEOUT_NANOS) {
      client.pass(Calls.TIMEOUT_NANOS);
      throw calls.unavailable(fate, "the server of the row is down");
    }
    client.pass(millis * Calls.MILLI);
  }

  @Override
  public List<TableSchema> tables() {
    Fate fate = read("list tables");
    List<TableSchema> tables = cluster.schemas();
    return calls.answer(fate, tables, tables.size() + " tables");
  }

  @Override
  public void createTable(TableSchema schema) {
    Fate fate = read("create table " + schema.name());
    cluster.create(schema);
    calls.answer(fate, true, "created");
  }

  @Override
  public void alterTable(TableSchema before, TableSchema after) {
    Fate fate = read("alter table " + before.name());
    cluster.alter(before, after);
    calls.answer(fate, true, "altered");
  }

  @Override
  public void dropTable(String table) {
    Fate fate = read("drop table " + table);
    cluster.drop(table);
    calls.answer(fate, true, "dropped");
  }

  /** The reads of rows of one table: columns and items are read at different moments. */
  private final class Reads {
    private final SimulatedTable table;
    private final List<RowReads> moments = new ArrayList<>();
    private final List<List<String>> families = new ArrayList<>();

    Reads(SimulatedTable table, List<FamilyRead> reads) {
      this.table = table;
      if (cluster.copies() == 1) {
        moment(reads);
      } else {
        moment(reads.stream().filter(Reads::ofColumns).toList());
        moment(reads.stream().filter(read -> !ofColumns(read)).toList());
      }
    }

    private static boolean ofColumns(FamilyRead read) {
      return read instanceof FamilyRead.Columns || read instanceof FamilyRead.Presence;
    }

    private void moment(List<FamilyRead> reads) {
      if (!reads.isEmpty()) {
        moments.add(new RowReads(table.codecs, reads));
        families.add(reads.stream().map(FamilyRead::family).toList());
      }
    }

    Row of(SimulatedRow row, Tuple key, Fate fate) {
      Map<String, List<Object>> columns = new HashMap<>();
      Map<String, List<Row.Item>> items = new HashMap<>();
      Map<String, Long> counters = new HashMap<>();
      int bytes = 0;
      for (int moment = 0; moment < moments.size(); moment++) {
        if (moment > 0) {
          client.pass(fate.random().nextLong(Calls.LATENCY_NANOS));
        }
        int servers = cluster.quorum(fate.random());
        Row part =
            moments
                .get(moment)
                .of(cluster.read(row, servers, families.get(moment)::contains), null);
        columns.putAll(part.columns());
        items.putAll(part.items());
        counters.putAll(part.counters());
        bytes += part.bytes();
      }
      return new Row(key, columns, items, counters, bytes);
    }
  }

  @Override
  public List<Row> get(List<Get> gets) {
    requireOpen();
    List<Reads> reads = new ArrayList<>();
    List<Place> places = new ArrayList<>();
    for (Get get : gets) {
      SimulatedTable table = cluster.table(get.table());
      reads.add(new Reads(table, get.families()));
      places.add(table.codecs.place(get.key()));
    }
    Fate fate = read("get " + CallText.of(gets));
    List<Row> rows = new ArrayList<>();
    for (int index = 0; index < gets.size(); index++) {
      if (index > 0 && fate.random().nextInt(4) == 0) {
        client.pass(fate.random().nextLong(Calls.LATENCY_NANOS));
      }
      awaitServer(fate, places.get(index));
      SimulatedRow row = reads.get(index).table.rowToRead(places.get(index));
      rows.add(reads.get(index).of(row, gets.get(index).key(), fate));
    }
    return calls.answer(fate, rows, CallText.ofRows(rows));
  }

  @Override
  public ScanPage scan(Scan scan) {
    requireOpen();
    SimulatedTable table = cluster.table(scan.table());
    Reads reads = new Reads(table, scan.families());
    var range = table.codecs.range(table.rows, scan.range(), scan.reversed());
    Fate fate = read("scan " + scan.table() + " " + CallText.of(scan.range()));
    List<Row> rows = new ArrayList<>();
    long bytes = 0;
    Optional<Tuple> next = Optional.empty();
    for (Map.Entry<Place, SimulatedRow> entry : range.entrySet()) {
      if (rows.size() == scan.rowsMax() || bytes >= scan.bytesMax()) {
        next = Optional.of(rows.get(rows.size() - 1).key());
        break;
      }
      if (fate.random().nextInt(8) == 0) {
        client.pass(fate.random().nextLong(Calls.LATENCY_NANOS));
      }
      awaitServer(fate, entry.getKey());
      Row row = reads.of(entry.getValue(), table.codecs.key(entry.getKey()), fate);
      if (!row.isEmpty()) {
        rows.add(row);
        bytes += row.bytes();
      }
    }
    return calls.answer(fate, new ScanPage(rows, next), CallText.ofRows(rows));
  }

  @Override
  public boolean mutate(Mutation mutation, Durability durability) {
    return mutateAll(List.of(mutation), durability).get(0);
  }

  @Override
  public List<Boolean> mutateAll(List<Mutation> mutations, Durability durability) {
    requireOpen();
    if (mutations.isEmpty()) {
      return List.of();
    }
    List<PreparedMutation> prepared = cluster.prepare(mutations);
    cluster.note(prepared);
    return new Write(prepared, durability).made();
  }

  @Override
  public void requireWritable(List<Mutation> mutations) {
    requireOpen();
    cluster.prepare(mutations);
  }

  /** One call that changes rows. */
  private final class Write {
    private final List<PreparedMutation> mutations;
    private final Durability durability;
    private final Arrival[] answers;
    private final boolean[] taken;
    private final boolean[] refused;
    private final Fate fate;
    private final RandomGenerator random;
    private long completeNanos;

    Write(List<PreparedMutation> mutations, Durability durability) {
      this.mutations = mutations;
      this.durability = durability;
      this.answers = new Arrival[mutations.size()];
      this.taken = new boolean[mutations.size()];
      this.refused = new boolean[mutations.size()];
      this.fate =
          client.next(
              durability + " write " + CallText.ofMutations(mutations),
              mutations.size(),
              mutations.stream().allMatch(Write::orderless));
      this.random = fate.random();
    }

    /** Whether a repeated or late execution has no further effect. */
    private static boolean orderless(PreparedMutation prepared) {
      Mutation mutation = prepared.mutation();
      return (mutation.version().isPresent() || mutation.condition().isPresent())
          && mutation.changes().stream().noneMatch(Change.Add.class::isInstance);
    }

    List<Boolean> made() {
      client.pass(random.nextLong(Calls.latency(random)));
      Fault fault = fate.fault();
      if (fault == Fault.KILLED_BEFORE) {
        client.kill();
      }
      if (client.cutOff()) {
        client.pass(Calls.TIMEOUT_NANOS);
        throw random.nextBoolean()
            ? calls.unknown(fate, "no server can be reached")
            : calls.unavailable(fate, "no server can be reached");
      }
      if (fault == Fault.UNAVAILABLE) {
        throw calls.unavailable(fate, "the servers do not answer");
      }
      if (fault == Fault.REQUEST_LOST) {
        client.pass(Calls.TIMEOUT_NANOS);
        throw calls.unknown(fate, "no answer");
      }
      mutations.forEach(each -> awaitServer(fate, each.place()));
      send(fault);
      return ended(fault);
    }

    private void send(Fault fault) {
      boolean part =
          fault == Fault.PART_DONE || fault == Fault.PART_UNAVAILABLE || fault == Fault.KILLED_PART;
      int some = random.nextInt(mutations.size());
      for (int index = 0; index < mutations.size(); index++) {
        boolean chosen = index == some || random.nextBoolean();
        if (part && chosen) {
          continue;
        }
        Route route = route();
        if ((fault == Fault.LATE && chosen) || fault == Fault.KILLED_LATE) {
          route = route.arriving(fault == Fault.LATE ? lateness() : outlasting());
        } else if (fault == Fault.HALF_WAY && chosen) {
          route =
              random.nextInt(3) == 0
                  ? route.committingTo(1 << random.nextInt(cluster.copies()))
                  : route.reaching(halfWay());
        }
        deliver(index, route, fault != Fault.REPEATED);
        if (fault == Fault.REPEATED) {
          deliver(index, route.arriving(route.arrivalNanos() + 1), true);
        } else if (fault == Fault.REPEATED_LATE) {
          deliver(index, route.arriving(lateness()), false);
        }
      }
    }

    /** Returns one or two copies; a conditional change is accepted there but not committed. */
    private int halfWay() {
      int one = 1 << random.nextInt(cluster.copies());
      return random.nextBoolean() ? one : one | 1 << random.nextInt(cluster.copies());
    }

    private Route route() {
      Route route =
          Route.of(random, Calls.latency(random), cluster.copies(), cluster.quorum(random));
      return cluster.copies() == 1 ? route : route.among(cluster.reachable() | route.quorum());
    }

    private long lateness() {
      // Mostly soon after the client has given up: then it is finding out the outcome.
      return switch (random.nextInt(10)) {
        case 0 -> (60_000 + random.nextLong(1_200_000)) * Calls.MILLI;
        case 1, 2 -> (2_000 + random.nextLong(60_000)) * Calls.MILLI;
        case 3, 4, 5, 6 -> Calls.TIMEOUT_NANOS + random.nextLong(15_000) * Calls.MILLI;
        default -> (10 + random.nextLong(2_000)) * Calls.MILLI;
      };
    }

    /** Often so long that others take the sender for dead and finish its work. */
    private long outlasting() {
      return switch (random.nextInt(4)) {
        case 0 -> random.nextLong(50_000) * Calls.MILLI;
        case 1 -> (40_000 + random.nextLong(40_000)) * Calls.MILLI;
        case 2 -> (60_000 + random.nextLong(200_000)) * Calls.MILLI;
        default -> (200_000 + random.nextLong(1_500_000)) * Calls.MILLI;
      };
    }

    private void deliver(int index, Route route, boolean answered) {
      PreparedMutation mutation = mutations.get(index);
      if (answered) {
        completeNanos = Math.max(completeNanos, route.completeNanos());
      }
      cluster
          .surroundings()
          .later(
              route.arrivalNanos(),
              () -> {
                if (refused[index]) {
                  // A refused mutation is not sent again.
                  return;
                }
                Arrival arrival = cluster.arrive(mutation, durability, route);
                if (arrival == Arrival.REFUSED) {
                  refused[index] = !taken[index];
                  answered(index, taken[index] ? Arrival.HALF_MADE : arrival, answered);
                } else {
                  taken[index] = true;
                  answered(index, arrival, answered);
                }
              });
    }

    private void answered(int index, Arrival arrival, boolean answered) {
      if (answered || arrival == Arrival.REFUSED) {
        answers[index] = arrival;
      }
    }

    private boolean anyAnswer(Arrival arrival) {
      return Arrays.asList(answers).contains(arrival);
    }

    private List<Boolean> ended(Fault fault) {
      if (fault == Fault.KILLED_AFTER || fault == Fault.KILLED_PART || fault == Fault.KILLED_LATE) {
        client.kill();
      }
      boolean tooLate = completeNanos > Calls.TIMEOUT_NANOS;
      client.pass(Math.min(Calls.TIMEOUT_NANOS, completeNanos));
      if (fault == Fault.SLOW) {
        client.pass(random.nextLong(Calls.TIMEOUT_NANOS));
      }
      if (anyAnswer(Arrival.HALF_MADE)) {
        throw calls.unknown(fate, "too few copies have room for it");
      }
      if (fault == Fault.PART_UNAVAILABLE) {
        throw calls.unavailable(fate, "some servers do not answer");
      }
      if (tooLate
          || fault == Fault.ANSWER_LOST
          || fault == Fault.PART_DONE
          || fault == Fault.HALF_WAY) {
        client.pass(random.nextLong(Calls.TIMEOUT_NANOS));
        throw calls.unknown(fate, "no answer");
      }
      if (anyAnswer(Arrival.REFUSED)) {
        client.pass(random.nextLong(Calls.TIMEOUT_NANOS));
        throw calls.unavailable(fate, "the disk of a server is full");
      }
      List<Boolean> held = Arrays.stream(answers).map(each -> each == Arrival.MADE).toList();
      return calls.answer(fate, held, held.toString());
    }
  }

  @Override
  public Transaction begin(Durability durability) {
    requireOpen();
    throw new CapabilityException(describe() + " has no transactions over rows");
  }

  @Override
  public void flush() {
    Fate fate = read("flush");
    cluster.flush();
    calls.answer(fate, true, "flushed");
  }

  @Override
  public OptionalLong serverMillis() {
    Fate fate = read("ask for the time");
    return calls.answer(fate, OptionalLong.of(cluster.surroundings().nowMillis()), "the time");
  }

  @Override
  public String describe() {
    return "simulated " + cluster.kind();
  }

  @Override
  public void close() {
    closed = true;
  }
}
