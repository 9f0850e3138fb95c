package org.portolan.data.internal.online;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.portolan.data.Patience;
import org.portolan.data.StoreRuntime;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.counter.CounterReads;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.Transaction;

/**
 * The remainders of counters at the beginning and at the end of a change of their shards, see
 * {@link CounterSchema}. Both read what shards hold that nobody writes, so they can be repeated.
 */
record CounterShards(Engine engine, StoreRuntime runtime) {

  /**
   * Returns the remainders while a change is under way.
   *
   * @param schema before the change; every process works by it
   * @param reading how many shards are read, by the names of the counters
   * @param before the remainders before the change
   */
  Map<String, Long> beginning(
      StoreSchema schema, Map<String, Integer> reading, Map<String, Long> before) {
    Map<String, Long> remainders = new HashMap<>(before);
    reading.forEach(
        (name, shards) -> {
          CounterSchema counter = schema.counter(name);
          long added = value(counter, shards);
          remainders.merge(name, -added, Long::sum);
        });
    return remainders;
  }

  /**
   * Returns the remainders after a change.
   *
   * @param schema of the last step: no process writes other shards than those of its design
   * @param before the remainders while the change was under way
   */
  Map<String, Long> end(StoreSchema schema, Map<String, Long> before) {
    Map<String, Long> remainders = new HashMap<>(before);
    for (CounterSchema counter : schema.counters()) {
      long removed = value(counter, counter.shards().size());
      remainders.merge(counter.name(), removed, Long::sum);
    }
    return remainders;
  }

  /**
   * Returns the remainders of a store in which counters are new: a counter that was dropped has
   * left what it had counted under its name.
   *
   * @param schema with the counters, of which nobody writes any yet
   */
  Map<String, Long> without(StoreSchema schema, Set<String> added, Map<String, Long> before) {
    Map<String, Long> remainders = new HashMap<>(before);
    for (String name : added) {
      long left = valueOf(schema.counter(name));
      remainders.remove(name);
      if (left != 0) {
        remainders.put(name, -left);
      }
    }
    return remainders;
  }

  /** Returns whether shards are read that no process of the design in force writes. */
  static boolean areReadUnwritten(StoreSchema schema) {
    return schema.counters().stream()
        .anyMatch(counter -> counter.shards().size() > counter.written().size());
  }

  /** Returns what lies in the shards from those of the design up to a number. */
  private long value(CounterSchema counter, int to) {
    int from = counter.design().shards();
    if (to <= from) {
      return 0;
    }
    return valueOf(counter.unwritten(from, to));
  }

  private long valueOf(CounterSchema unwritten) {
    if (unwritten.hasReceipts()) {
      return CounterReads.value(new Access(engine, null), unwritten);
    }
    long[] value = new long[1];
    Patience.ofMinutes(runtime)
        .run(
            () -> {
              // A commit reaches the servers one by one: plain reads may miss a part of the last.
              try (Transaction moment = engine.begin(Durability.SYNCED)) {
                value[0] = CounterReads.value(new Access(moment, null), unwritten);
                moment.commit();
              }
            });
    return value[0];
  }
}
