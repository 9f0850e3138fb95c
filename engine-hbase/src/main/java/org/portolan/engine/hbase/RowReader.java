package org.portolan.engine.hbase;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Result;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.Row;

/**
 * Reads rows by key: the rows of one table in one request to each region server concerned. The
 * requests of all tables and servers are sent at once. Thread-safe.
 */
final class RowReader {
  private final Cluster cluster;
  private final Tables tables;

  RowReader(Cluster cluster, Tables tables) {
    this.cluster = cluster;
    this.tables = tables;
  }

  /**
   * A get and its future result; null if it cannot find anything.
   *
   * @param tail reads items from their end; null if there are none to read so
   */
  private record Reading(
      Get get, RowQuery query, TailRead tail, CompletableFuture<Result> result) {}

  List<Row> read(List<Get> gets) {
    if (gets.size() == 1 && gets.get(0).families().stream().noneMatch(RowReader::isReversed)) {
      return List.of(readOne(gets.get(0)));
    }
    List<Reading> readings = send(gets);
    long end = Failures.end(cluster.timeout());
    List<Row> rows = new ArrayList<>(gets.size());
    List<Tail> tails = new ArrayList<>();
    for (Reading reading : readings) {
      if (reading.tail() != null) {
        reading.tail().receive(List.of(result(reading, end)));
        tails.add(new Tail(reading, rows.size()));
        rows.add(null);
      } else {
        rows.add(await(reading, end));
      }
    }
    complete(tails);
    for (Tail tail : tails) {
      Reading reading = tail.reading();
      Row row = reading.query().decode(reading.get().key(), reading.tail().result());
      rows.set(tail.position(), row);
    }
    return Collections.unmodifiableList(rows);
  }

  private static boolean isReversed(FamilyRead read) {
    return read instanceof FamilyRead.Items items && items.reversed();
  }

  /** A row that is read from the end of its items, and its place in the answer. */
  private record Tail(Reading reading, int position) {}

  /** Makes the further requests for the ends of long lists, those of all rows together. */
  private void complete(List<Tail> tails) {
    while (true) {
      Map<TableName, List<org.apache.hadoop.hbase.client.Get>> requests = new LinkedHashMap<>();
      Map<Tail, Integer> counts = new LinkedHashMap<>();
      for (Tail tail : tails) {
        if (tail.reading().tail().result() == null) {
          List<org.apache.hadoop.hbase.client.Get> gets = tail.reading().tail().next();
          counts.put(tail, gets.size());
          TableName table = tables.get(tail.reading().get().table()).nativeName();
          requests.computeIfAbsent(table, any -> new ArrayList<>()).addAll(gets);
        }
      }
      if (counts.isEmpty()) {
        return;
      }
      Map<TableName, Iterator<CompletableFuture<Result>>> results = send(requests);
      long end = Failures.end(cluster.timeout());
      counts.forEach(
          (tail, count) -> {
            Get get = tail.reading().get();
            var ofTable = results.get(tables.get(get.table()).nativeName());
            List<Result> found = new ArrayList<>(count);
            for (int number = 0; number < count; number++) {
              found.add(await(get, ofTable.next(), end));
            }
            tail.reading().tail().receive(found);
          });
    }
  }

  private Map<TableName, Iterator<CompletableFuture<Result>>> send(
      Map<TableName, List<org.apache.hadoop.hbase.client.Get>> requests) {
    Map<TableName, Iterator<CompletableFuture<Result>>> results = new LinkedHashMap<>();
    requests.forEach(
        (table, request) -> results.put(table, cluster.forReads(table).get(request).iterator()));
    return results;
  }

  private Row readOne(Get get) {
    TableHandle table = tables.get(get.table());
    RowQuery query = RowQuery.of(table, get.families());
    byte[] key = table.encodeKey(get.key());
    CompletableFuture<Result> result =
        query.isNothing() ? null : cluster.forReads(table.nativeName()).get(query.get(key));
    return await(new Reading(get, query, null, result), Failures.end(cluster.timeout()));
  }

  /** Sends the gets, after all of them have been checked. */
  private List<Reading> send(List<Get> gets) {
    Map<TableName, List<org.apache.hadoop.hbase.client.Get>> requests = new LinkedHashMap<>();
    List<TableName> targets = new ArrayList<>(gets.size());
    List<RowQuery> queries = new ArrayList<>(gets.size());
    List<TailRead> tails = new ArrayList<>(gets.size());
    Get before = null;
    for (Get get : gets) {
      TableHandle table = tables.get(get.table());
      // The gets of one call mostly read the same families.
      RowQuery query =
          before != null && sameQuery(before, get)
              ? queries.get(queries.size() - 1)
              : RowQuery.of(table, get.families());
      byte[] key = table.encodeKey(get.key());
      queries.add(query);
      targets.add(query.isNothing() ? null : table.nativeName());
      TailRead tail = query.backwards().isPresent() ? new TailRead(key, query) : null;
      tails.add(tail);
      if (!query.isNothing()) {
        requests
            .computeIfAbsent(table.nativeName(), any -> new ArrayList<>())
            .add(tail == null ? query.get(key) : tail.next().get(0));
      }
      before = get;
    }
    Map<TableName, Iterator<CompletableFuture<Result>>> results = send(requests);
    List<Reading> readings = new ArrayList<>(gets.size());
    for (int index = 0; index < gets.size(); index++) {
      TableName target = targets.get(index);
      CompletableFuture<Result> result = target == null ? null : results.get(target).next();
      readings.add(new Reading(gets.get(index), queries.get(index), tails.get(index), result));
    }
    return readings;
  }

  private static boolean sameQuery(Get left, Get right) {
    List<FamilyRead> families = left.families();
    return left.table().equals(right.table()) && families.equals(right.families());
  }

  private Row await(Reading reading, long end) {
    if (reading.result() == null) {
      return reading.query().decode(reading.get().key(), Result.EMPTY_RESULT);
    }
    return reading.query().decode(reading.get().key(), result(reading, end));
  }

  private static Result result(Reading reading, long end) {
    return await(reading.get(), reading.result(), end);
  }

  private static Result await(Get get, CompletableFuture<Result> result, long end) {
    try {
      return Failures.awaitUntil(result, end);
    } catch (IOException failure) {
      throw Failures.of("read row " + get.rowKey(), failure);
    }
  }
}
