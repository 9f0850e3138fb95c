package org.portolan.bench.endurance;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.api.Rounds;
import org.portolan.bench.endurance.Seen.Cost;
import org.portolan.bench.endurance.Seen.Kind;
import org.portolan.bench.endurance.Seen.Reading;
import org.portolan.bench.statistics.Spread;
import org.portolan.data.Columns;
import org.portolan.data.Store;
import org.portolan.data.Trace;
import org.portolan.types.Tuple;

/**
 * Times reads of counters and, for comparison, plain reads of rows, in turn, so that other work of
 * the machine disturbs all equally. Used by one thread.
 */
final class Reads {
  private final Map<Kind, Trace> traces = new EnumMap<>(Kind.class);
  private final Map<Kind, Store> stores = new EnumMap<>(Kind.class);
  private final GroupedItems shape;
  private final RandomGenerator random;
  private final int reads;

  Reads(Store store, GroupedItems shape, RandomGenerator random, int reads) {
    this.shape = shape;
    this.random = random;
    this.reads = reads;
    for (Kind kind : Kind.values()) {
      Trace trace = new Trace();
      traces.put(kind, trace);
      stores.put(kind, store.traced(trace));
    }
  }

  Reading take(double at) {
    Map<Kind, Trace.Counts> before = new EnumMap<>(Kind.class);
    traces.forEach((kind, trace) -> before.put(kind, trace.counts()));
    Map<Kind, List<Double>> times = new Rounds(0, reads).run(traces.keySet(), this::millis);
    Map<Kind, Cost> costs = new EnumMap<>(Kind.class);
    times.forEach((kind, millis) -> costs.put(kind, cost(kind, millis, before.get(kind))));
    return new Reading(at, costs);
  }

  private Cost cost(Kind kind, List<Double> millis, Trace.Counts before) {
    Trace.Counts counted = traces.get(kind).counts().minus(before);
    return new Cost(
        Spread.of(millis, Double::doubleValue).median(),
        counted.roundTrips() / (double) reads,
        counted.bytesRead() / (double) reads);
  }

  private double millis(Kind kind) {
    long start = System.nanoTime();
    switch (kind) {
      case CONTROL -> point(stores.get(kind));
      case HOT -> stores.get(kind).counter(counter(0, GroupedItems.HOT_GROUPS));
      case COLD -> stores.get(kind).counter(counter(GroupedItems.HOT_GROUPS, GroupedItems.GROUPS));
    }
    return (System.nanoTime() - start) / 1e6;
  }

  private String counter(int from, int to) {
    return GroupedItems.counter(random.nextInt(from, to));
  }

  private void point(Store store) {
    Tuple key = Tuple.of(random.nextLong(shape.rows()));
    if (store.get(GroupedItems.ITEM, key, Columns.ALL).isEmpty()) {
      throw new BenchmarkFailedException("row item" + key + " was filled and is missing");
    }
  }
}
