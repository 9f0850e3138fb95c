package org.portolan.engine.hbase;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.util.Bytes;
import org.portolan.engine.Durability;
import org.portolan.engine.Mutation;
import org.portolan.engine.RowKey;
import org.portolan.engine.TableSchema;
import org.portolan.engine.UnavailableException;
import org.portolan.types.Tuple;

/**
 * Changes rows. A synced write returns when HBase's log is on the disks of its replicas ({@code
 * FSYNC_WAL}). A buffered write returns when the log is in their memory ({@code SYNC_WAL}): it
 * survives the death of any process, and of fewer machines than there are replicas. This process
 * keeps no writes back. Thread-safe.
 */
final class Mutator {
  /** The most that goes to the servers at once; the client has it in memory twice. */
  private static final int ROWS_AT_ONCE = 2_000;

  private static final long BYTES_AT_ONCE = 16 << 20;
  static final byte[] FIRST_ROW = {0};

  /** The number of synced changes on conditions from which a region's log is synced only once. */
  private static final int GROUPED_MIN = 8;

  private final Cluster cluster;
  private final Tables tables;
  private final Limits limits;
  private final RowWriter writer;
  private final Set<String> unsynced = ConcurrentHashMap.newKeySet();

  Mutator(Cluster cluster, Tables tables, Limits limits) {
    this.limits = limits;
    this.cluster = cluster;
    this.tables = tables;
    writer = new RowWriter(cluster);
  }

  boolean mutate(Mutation mutation, Durability durability) {
    RowWrite write = encode(mutation);
    long stamp = stamp(List.of(write));
    RowWriter.Request request = request(write, stamp, durability);
    if (request == null) {
      return true;
    }
    try {
      writer.send(List.of(request));
    } finally {
      note(List.of(write), durability);
    }
    return request.held();
  }

  List<Boolean> mutateAll(List<Mutation> mutations, Durability durability) {
    List<RowWrite> writes = mutations.stream().map(this::encode).toList();
    long stamp = stamp(writes);
    long conditional = writes.stream().filter(write -> write.test().isPresent()).count();
    return durability == Durability.SYNCED && conditional >= GROUPED_MIN
        ? sendGrouped(writes, stamp)
        : sendAll(writes, stamp, durability);
  }

  /**
   * Notes which tables the next flush must sync. After the writes, whether they succeed or not: a
   * flush in between would sync too early for them, and the next one would find no note.
   */
  private void note(List<RowWrite> sent, Durability durability) {
    if (durability == Durability.BUFFERED) {
      sent.forEach(write -> unsynced.add(write.table().name()));
    }
  }

  private List<Boolean> sendAll(List<RowWrite> writes, long stamp, Durability durability) {
    try {
      return sendInParts(writes, stamp, durability);
    } finally {
      note(writes, durability);
    }
  }

  private List<Boolean> sendInParts(List<RowWrite> writes, long stamp, Durability durability) {
    List<RowWriter.Request> requests = new ArrayList<>(writes.size());
    List<RowWriter.Request> together = new ArrayList<>();
    long bytes = 0;
    long bytesAtOnce = Math.min(BYTES_AT_ONCE, limits.capabilities().transactionBytesMax());
    for (RowWrite write : writes) {
      RowWriter.Request request = request(write, stamp, durability);
      requests.add(request);
      if (request != null) {
        together.add(request);
        bytes += write.bytes();
      }
      if (together.size() == ROWS_AT_ONCE || bytes >= bytesAtOnce) {
        sendNext(together, requests);
        bytes = 0;
      }
    }
    sendNext(together, requests);
    return requests.stream().map(request -> request == null || request.held()).toList();
  }

  /**
   * Makes many synced changes with one sync for each region. A region makes changes on conditions
   * one after the other, and each synced change waits for the disk before the next begins. So all
   * but the last of each region are first sent unsynced, then the last ones synced: a log is
   * written in its order. If the condition of a last change does not hold, it writes nothing; a
   * synced change of nothing takes its place.
   */
  private List<Boolean> sendGrouped(List<RowWrite> writes, long stamp) {
    List<RegionInfo> regions = regionsOf(writes);
    Map<RegionInfo, Integer> lasts = new LinkedHashMap<>();
    for (int index = 0; index < writes.size(); index++) {
      if (writes.get(index).test().isPresent()) {
        lasts.put(regions.get(index), index);
      }
    }
    List<Integer> before = new ArrayList<>();
    List<Integer> after = new ArrayList<>();
    for (int index = 0; index < writes.size(); index++) {
      boolean isLast = lasts.getOrDefault(regions.get(index), index) == index;
      (isLast || writes.get(index).test().isEmpty() ? after : before).add(index);
    }
    Boolean[] held = new Boolean[writes.size()];
    send(writes, before, stamp, Durability.BUFFERED, held);
    try {
      send(writes, after, stamp, Durability.SYNCED, held);
      Map<TableHandle, List<RegionInfo>> unsynced = new LinkedHashMap<>();
      lasts.forEach(
          (region, last) -> {
            if (!held[last]) {
              TableHandle table = writes.get(last).table();
              unsynced.computeIfAbsent(table, any -> new ArrayList<>()).add(region);
            }
          });
      unsynced.forEach(this::sync);
    } catch (UnavailableException failure) {
      throw before.isEmpty() ? failure : Failures.partly(failure);
    }
    return List.of(held);
  }

  private void send(
      List<RowWrite> writes,
      List<Integer> indexes,
      long stamp,
      Durability durability,
      Boolean[] held) {
    List<Boolean> answers = sendAll(indexes.stream().map(writes::get).toList(), stamp, durability);
    for (int at = 0; at < indexes.size(); at++) {
      held[indexes.get(at)] = answers.get(at);
    }
  }

  /** Returns the region of each row, in the order of the rows, as far as this process knows. */
  private List<RegionInfo> regionsOf(List<RowWrite> writes) {
    List<CompletableFuture<HRegionLocation>> asked = new ArrayList<>(writes.size());
    for (RowWrite write : writes) {
      asked.add(
          cluster
              .forReads(write.table().nativeName())
              .getRegionLocator()
              .getRegionLocation(write.key()));
    }
    long end = Failures.end(cluster.timeout());
    List<RegionInfo> regions = new ArrayList<>(writes.size());
    for (CompletableFuture<HRegionLocation> answer : asked) {
      try {
        regions.add(Failures.awaitUntil(answer, end).getRegion());
      } catch (IOException failure) {
        throw Failures.of("find the regions of " + writes.size() + " rows", failure);
      }
    }
    return regions;
  }

  /** Sends the next requests; if they fail, earlier ones may have been made. */
  private void sendNext(List<RowWriter.Request> together, List<RowWriter.Request> all) {
    if (together.isEmpty()) {
      return;
    }
    try {
      writer.send(List.copyOf(together));
    } catch (UnavailableException failure) {
      if (together.size() < all.stream().filter(request -> request != null).count()) {
        throw Failures.partly(failure);
      }
      throw failure;
    }
    together.clear();
  }

  /** Puts rows of a table without a condition, buffered. */
  void putAll(TableHandle table, List<Put> puts) {
    try {
      putInParts(table, puts);
    } finally {
      unsynced.add(table.name());
    }
  }

  private void putInParts(TableHandle table, List<Put> puts) {
    List<RowWriter.Request> together = new ArrayList<>();
    long bytes = 0;
    for (Put put : puts) {
      put.setDurability(nativeDurability(Durability.BUFFERED));
      together.add(request(table, put.getRow(), put));
      bytes += put.heapSize();
      if (together.size() == ROWS_AT_ONCE || bytes >= BYTES_AT_ONCE) {
        writer.send(List.copyOf(together));
        together.clear();
        bytes = 0;
      }
    }
    if (!together.isEmpty()) {
      writer.send(together);
    }
  }

  private static RowWriter.Request request(TableHandle table, byte[] row, Row action) {
    return new RowWriter.Request(
        new RowKey(table.name(), Tuple.of(Bytes.toStringBinary(row))),
        table.nativeName(),
        action,
        true);
  }

  /** Refuses a mutation that cannot be written, otherwise encodes it. */
  RowWrite encode(Mutation mutation) {
    limits.capabilities().requireFor(mutation);
    return RowWrite.of(tables.get(mutation.table()), mutation, limits);
  }

  /** Returns the timestamp of those of the writes that have no version. */
  static long stamp(List<RowWrite> writes) {
    boolean puts = false;
    boolean removes = false;
    boolean replaces = false;
    for (RowWrite write : writes) {
      if (write.mutation().version().isEmpty()) {
        puts |= write.puts();
        removes |= write.removes();
        replaces |= write.replaces();
      }
    }
    return puts || removes || replaces
        ? WriteClock.OF_PROCESS.next(puts, removes, replaces)
        : System.currentTimeMillis();
  }

  /** Returns null if there is nothing to do. */
  private RowWriter.Request request(RowWrite write, long stamp, Durability durability) {
    long timestamp =
        write
            .mutation()
            .version()
            .orElse(write.isOrderedByServer() ? HConstants.LATEST_TIMESTAMP : stamp);
    Row action = RowActions.of(write, timestamp, nativeDurability(durability));
    if (action == null) {
      return null;
    }
    return new RowWriter.Request(
        write.row(), write.table().nativeName(), action, write.isRepeatable());
  }

  private static org.apache.hadoop.hbase.client.Durability nativeDurability(Durability durability) {
    return durability == Durability.SYNCED
        ? org.apache.hadoop.hbase.client.Durability.FSYNC_WAL
        : org.apache.hadoop.hbase.client.Durability.SYNC_WAL;
  }

  /**
   * Syncs the logs of all region servers that may hold buffered writes of this process, by a synced
   * change of nothing in every region of the tables concerned. One flush at a time: another one
   * must not return while the first still syncs its writes.
   */
  synchronized void flush() {
    List<TableSchema> standing = unsynced.isEmpty() ? List.of() : tables.schemas();
    for (String name : List.copyOf(unsynced)) {
      unsynced.remove(name);
      // If a table was dropped meanwhile, its writes are gone with it.
      if (standing.stream().anyMatch(schema -> schema.name().equals(name))) {
        try {
          TableHandle table = tables.get(name);
          sync(table, regions(table.nativeName()));
        } catch (RuntimeException failure) {
          unsynced.add(name);
          throw failure;
        }
      }
    }
  }

  private void sync(TableHandle table, List<RegionInfo> regions) {
    List<RowWriter.Request> requests = new ArrayList<>();
    byte[] family = table.family(table.schema().families().get(0).name()).nativeName();
    for (RegionInfo region : regions) {
      byte[] start = region.getStartKey();
      byte[] row = start.length == 0 ? FIRST_ROW : start;
      if (region.containsRow(row)) {
        Delete nothing = RowActions.nothing(row, family);
        nothing.setDurability(org.apache.hadoop.hbase.client.Durability.FSYNC_WAL);
        requests.add(request(table, row, nothing));
      }
    }
    writer.send(requests);
  }

  /** Returns the regions of a table, in the order of their keys. */
  List<RegionInfo> regions(TableName table) {
    try {
      return Failures.await(
              cluster.forReads(table).getRegionLocator().getAllRegionLocations(), cluster.timeout())
          .stream()
          .map(HRegionLocation::getRegion)
          .toList();
    } catch (IOException failure) {
      throw Failures.of("find the regions of table '" + table + "'", failure);
    }
  }
}
