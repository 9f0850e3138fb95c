package org.portolan.data.internal.load;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ObjLongConsumer;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.data.internal.write.CounterChanges;

/** What a load adds to the counters of a design. Thread-safe. */
final class CounterSums {
  private final Map<CounterSchema, LongAdder> sums = new ConcurrentHashMap<>();

  void add(CounterChanges changes) {
    changes.each(
        (counter, delta) -> sums.computeIfAbsent(counter, any -> new LongAdder()).add(delta));
  }

  void each(ObjLongConsumer<CounterSchema> consumer) {
    sums.forEach((counter, sum) -> consumer.accept(counter, sum.sum()));
  }
}
