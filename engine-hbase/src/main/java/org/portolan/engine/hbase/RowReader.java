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

  /** A get and its future result; null if it cannot find anything. */
  private record Reading(Get get, RowQuery query, CompletableFuture<Result> result) {}

  List<Row> read(List<Get> gets) {
    if (gets.size() == 1) {
      return List.of(readOne(gets.get(0)));
    }
    List<Reading> readings = send(gets);
    long end = Failures.end(cluster.timeout());
    List<Row> rows = new ArrayList<>(gets.size());
    for (Reading reading : readings) {
      rows.add(await(reading, end));
    }
    return Collections.unmodifiableList(rows);
  }

  private Row readOne(Get get) {
    TableHandle table = tables.get(get.table());
    RowQuery query = RowQuery.of(table, get.families());
    byte[] key = table.encodeKey(get.key());
    CompletableFuture<Result> result =
        query.isNothing() ? null : cluster.forReads(table.nativeName()).get(query.get(key));
    return await(new Reading(get, query, result), Failures.end(cluster.timeout()));
  }

  /** Sends the gets, after all of them have been checked. */
  private List<Reading> send(List<Get> gets) {
    Map<TableName, List<org.apache.hadoop.hbase.client.Get>> requests = new LinkedHashMap<>();
    List<TableName> targets = new ArrayList<>(gets.size());
    List<RowQuery> queries = new ArrayList<>(gets.size());
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
      if (!query.isNothing()) {
        requests.computeIfAbsent(table.nativeName(), any -> new ArrayList<>()).add(query.get(key));
      }
      before = get;
    }
    Map<TableName, Iterator<CompletableFuture<Result>>> results = new LinkedHashMap<>();
    requests.forEach(
        (table, request) -> results.put(table, cluster.forReads(table).get(request).iterator()));
    List<Reading> readings = new ArrayList<>(gets.size());
    for (int index = 0; index < gets.size(); index++) {
      TableName target = targets.get(index);
      CompletableFuture<Result> result = target == null ? null : results.get(target).next();
      readings.add(new Reading(gets.get(index), queries.get(index), result));
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
    try {
      Result result = Failures.awaitUntil(reading.result(), end);
      return reading.query().decode(reading.get().key(), result);
    } catch (IOException failure) {
      throw Failures.of("read row " + reading.get().rowKey(), failure);
    }
  }
}
