package org.portolan.data.internal.repaired;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.portolan.data.StoreRuntime;
import org.portolan.data.internal.read.Access;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.engine.Change;
import org.portolan.engine.Condition;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.types.Tuple;

/**
 * Counters whose additions are receipts. A shard's value is its base and the receipts above the
 * base's watermark. Receipts that are final, since a sweep has seen every outbox that could still
 * bring one of their versions, are folded into the base, and removed a while after that: whoever
 * has read the base before finds them still.
 */
public final class CounterReceipts {
  private static final int RECEIPTS_MAX = 10_000;
  private static final int REMOVALS_MAX = 1_000;

  /** How long receipts stay after they were folded, in milliseconds: longer than any read takes. */
  private static final long KEEP_MILLIS = 60_000;

  private CounterReceipts() {}

  /** What a shard's base says. */
  private record Base(long total, long watermark, long folded) {
    static final Base NONE = new Base(0, Long.MIN_VALUE, 0);

    static Base of(Row row) {
      return row.family(CounterSchema.BASE)
          .map(values -> new Base((Long) values.get(0), (Long) values.get(1), (Long) values.get(2)))
          .orElse(NONE);
    }

    Condition condition() {
      return watermark == Long.MIN_VALUE
          ? new Condition.Absent(CounterSchema.BASE)
          : new Condition.ColumnEquals(CounterSchema.BASE, "watermark", watermark);
    }
  }

  /** Returns the value of a counter: one round trip unless it has very many receipts. */
  public static long value(Access access, CounterSchema counter) {
    List<Get> gets = new ArrayList<>();
    for (Tuple shard : counter.shards()) {
      gets.add(
          Get.of(
              CounterSchema.TABLE,
              shard,
              FamilyRead.all(CounterSchema.BASE),
              receipts(KeyRange.ALL)));
    }
    long sum = 0;
    for (Row row : access.get(gets)) {
      Base base = Base.of(row);
      sum += base.total() + sum(receipts(access, row), base.watermark(), Long.MAX_VALUE);
    }
    return sum;
  }

  private static FamilyRead receipts(KeyRange range) {
    return new FamilyRead.Items(CounterSchema.CHANGES, range, RECEIPTS_MAX, false);
  }

  /** Returns all receipts of a shard of which the first were read. */
  private static List<Row.Item> receipts(Access access, Row row) {
    List<Row.Item> all = new ArrayList<>(row.itemsOf(CounterSchema.CHANGES));
    List<Row.Item> page = all;
    while (page.size() == RECEIPTS_MAX) {
      KeyRange rest = KeyRange.ALL.after(page.get(RECEIPTS_MAX - 1).key());
      page =
          access
              .get(List.of(Get.of(CounterSchema.TABLE, row.key(), receipts(rest))))
              .get(0)
              .itemsOf(CounterSchema.CHANGES);
      all.addAll(page);
    }
    return all;
  }

  private static long version(Row.Item receipt) {
    return (Long) receipt.key().get(0);
  }

  private static long sum(List<Row.Item> receipts, long above, long upTo) {
    long sum = 0;
    for (Row.Item receipt : receipts) {
      if (version(receipt) > above && version(receipt) <= upTo) {
        sum += (Long) receipt.values().get(0);
      }
    }
    return sum;
  }

  /** Adds to a counter, once, for nobody's write: a repair. */
  public static void add(Engine engine, StoreRuntime runtime, CounterSchema counter, long delta) {
    long version = runtime.wallMillis();
    Tuple key = Tuple.of(version, runtime.random().nextLong(), 0);
    engine.mutate(
        Mutation.of(
                CounterSchema.TABLE,
                counter.shards().get(0),
                new Change.PutItem(CounterSchema.CHANGES, key, List.of(delta)))
            .at(version),
        Durability.SYNCED);
  }

  /**
   * Folds the receipts of a counter that are final, and removes those folded a while ago.
   *
   * @param watermark the version up to which receipts are final
   * @return how many receipts were folded
   */
  static long fold(Engine engine, CounterSchema counter, long watermark, long nowMillis) {
    long folded = 0;
    for (Tuple shard : counter.shards()) {
      folded += fold(engine, shard, watermark, nowMillis);
    }
    return folded;
  }

  private static long fold(Engine engine, Tuple shard, long watermark, long nowMillis) {
    // The base is read before the receipts: one that is missing was folded before the base was.
    Base base =
        Base.of(engine.get(Get.of(CounterSchema.TABLE, shard, FamilyRead.all(CounterSchema.BASE))));
    Row row = engine.get(Get.of(CounterSchema.TABLE, shard, receipts(KeyRange.ALL)));
    List<Row.Item> receipts = receipts(new Access(engine, null), row);
    removeFolded(engine, shard, base, receipts, nowMillis);
    if (watermark <= base.watermark()) {
      return 0;
    }
    long count =
        receipts.stream()
            .filter(receipt -> version(receipt) > base.watermark() && version(receipt) <= watermark)
            .count();
    if (count == 0) {
      return 0;
    }
    List<Object> folded =
        Arrays.asList(
            base.total() + sum(receipts, base.watermark(), watermark), watermark, nowMillis);
    Mutation mutation =
        Mutation.of(CounterSchema.TABLE, shard, new Change.PutColumns(CounterSchema.BASE, folded))
            .on(base.condition())
            .at(watermark);
    return engine.mutate(mutation, Durability.SYNCED) ? count : 0;
  }

  private static void removeFolded(
      Engine engine, Tuple shard, Base base, List<Row.Item> receipts, long nowMillis) {
    if (nowMillis - base.folded() < KEEP_MILLIS) {
      return;
    }
    List<Change> removals = new ArrayList<>();
    for (Row.Item receipt : receipts) {
      if (version(receipt) <= base.watermark()) {
        removals.add(new Change.DeleteItem(CounterSchema.CHANGES, receipt.key()));
      }
    }
    for (int from = 0; from < removals.size(); from += REMOVALS_MAX) {
      List<Change> some = removals.subList(from, Math.min(removals.size(), from + REMOVALS_MAX));
      engine.mutate(
          Mutation.of(CounterSchema.TABLE, shard, some).at(base.watermark()), Durability.BUFFERED);
    }
  }
}
