package org.portolan.data.internal.counter;

import java.util.List;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;

/** Reads counters. */
public final class CounterReads {
  private CounterReads() {}

  /** Returns the value of a counter: its remainder and its shards, read in one round trip. */
  public static long value(Access access, CounterSchema counter) {
    if (counter.hasReceipts()) {
      return CounterReceipts.value(access, counter);
    }
    List<Get> gets =
        counter.shards().stream()
            .map(
                shard ->
                    Get.of(
                        CounterSchema.TABLE, shard, new FamilyRead.Counter(CounterSchema.FAMILY)))
            .toList();
    return counter.remainder()
        + access.get(gets).stream().mapToLong(row -> row.counter(CounterSchema.FAMILY)).sum();
  }
}
