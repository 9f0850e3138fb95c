package org.portolan.data.internal.counter;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.engine.Change;
import org.portolan.engine.Condition;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.UnavailableException;
import org.portolan.types.Tuple;

/**
 * Counters whose additions are receipts. A shard's value is its base and the receipts above the
 * base's watermark. Final receipts are folded into the base (by {@code repaired.CounterFold}) and
 * removed a while later, so that a reader of the old base still finds them. A read begins at the
 * last known watermark, so its cost depends neither on the number of all additions nor on the
 * number of removals that the engine still remembers. Thread-safe.
 */
public final class CounterReceipts {
  private static final int RECEIPTS_MAX = 10_000;
  private static final int READS_MAX = 10;

  private CounterReceipts() {}

  /**
   * The base of a shard.
   *
   * @param folded the time of its last change, in milliseconds; rises with each change, so a change
   *     can be made on condition of it
   */
  public record Base(long total, long watermark, long folded) {
    private static final Base NONE = new Base(0, Long.MIN_VALUE, 0);
    public static final FamilyRead READ = FamilyRead.all(CounterSchema.BASE);

    public static Base of(Row row) {
      return row.family(CounterSchema.BASE)
          .map(values -> new Base((Long) values.get(0), (Long) values.get(1), (Long) values.get(2)))
          .orElse(NONE);
    }

    public Condition condition() {
      return watermark == Long.MIN_VALUE
          ? new Condition.Absent(CounterSchema.BASE)
          : new Condition.ColumnEquals(CounterSchema.BASE, "folded", folded);
    }

    public long nextFolded(long nowMillis) {
      return Math.max(folded + 1, nowMillis);
    }
  }

  /**
   * Returns the value of a counter: one round trip unless it has very many receipts, two if this
   * process has never read it. Receipts of several pages are not read at one moment; if some were
   * folded meanwhile, and perhaps removed, they are read again.
   *
   * @throws UnavailableException if they are folded during each of ten reads
   */
  public static long value(Access access, CounterSchema counter) {
    for (int read = 1; read <= READS_MAX; read++) {
      OptionalLong value = valueOnce(access, counter);
      if (value.isPresent()) {
        return value.getAsLong();
      }
    }
    throw new UnavailableException(
        "cannot read counter '"
            + counter.name()
            + "': its additions are folded faster than they can be read; try again");
  }

  private static OptionalLong valueOnce(Access access, CounterSchema counter) {
    List<Tuple> shards = counter.shards();
    if (counter.knownWatermark(shards.size() - 1) == Long.MIN_VALUE) {
      bases(access, counter);
    }
    List<Get> gets = new ArrayList<>();
    for (int shard = 0; shard < shards.size(); shard++) {
      FamilyRead receipts = receipts(above(counter.knownWatermark(shard)));
      // Two reads of one row: HBase seeks to the start of a range only if nothing else is read.
      gets.add(Get.of(CounterSchema.TABLE, shards.get(shard), Base.READ));
      gets.add(Get.of(CounterSchema.TABLE, shards.get(shard), receipts));
    }
    List<Row> rows = access.get(gets);
    long[] sum = {counter.remainder()};
    List<Base> bases = new ArrayList<>();
    boolean severalPages = false;
    for (int shard = 0; shard < shards.size(); shard++) {
      Base base = Base.of(rows.get(2 * shard));
      learn(counter, shard, base);
      bases.add(base);
      severalPages |= isFull(rows.get(2 * shard + 1).itemsOf(CounterSchema.CHANGES));
      sum[0] += base.total();
      each(
          access,
          rows.get(2 * shard + 1),
          receipt -> sum[0] += version(receipt) > base.watermark() ? delta(receipt) : 0);
    }
    return severalPages && !bases(access, counter).equals(bases)
        ? OptionalLong.empty()
        : OptionalLong.of(sum[0]);
  }

  private static boolean isFull(List<Row.Item> page) {
    return page.size() == RECEIPTS_MAX;
  }

  /** Reads the bases of all shards: one round trip. */
  public static List<Base> bases(Access access, CounterSchema counter) {
    List<Base> bases =
        access
            .get(
                counter.shards().stream()
                    .map(shard -> Get.of(CounterSchema.TABLE, shard, Base.READ))
                    .toList())
            .stream()
            .map(Base::of)
            .toList();
    for (int shard = 0; shard < bases.size(); shard++) {
      learn(counter, shard, bases.get(shard));
    }
    return bases;
  }

  private static void learn(CounterSchema counter, int shard, Base base) {
    // A shard that was never folded is read from the start, and this is now known.
    counter.learnWatermark(shard, Math.max(base.watermark(), Long.MIN_VALUE + 1));
  }

  /** Returns the range of the receipts above a version. */
  public static KeyRange above(long version) {
    return KeyRange.ALL.after(Tuple.of(version));
  }

  /**
   * Returns the put of an item before all receipts, which is never removed and which no read of a
   * range of receipts sees. HBase seeks to the start of a range only from an item that exists:
   * without this item, each read would first pass over every removal since the last major
   * compaction, and counters would become slower with every addition.
   */
  public static Mutation anchor(Tuple shard) {
    Tuple key = Tuple.of(Long.MIN_VALUE, Long.MIN_VALUE, 0);
    return Mutation.of(
            CounterSchema.TABLE, shard, new Change.PutItem(CounterSchema.CHANGES, key, List.of(0L)))
        .at(1);
  }

  /** Returns a read of the first receipts of a range. */
  public static FamilyRead receipts(KeyRange range) {
    return new FamilyRead.Items(CounterSchema.CHANGES, range, RECEIPTS_MAX, false);
  }

  /**
   * Passes all receipts of a shard to a consumer, in the order of their versions.
   *
   * @param row the row of the shard, with the first receipts
   */
  public static void each(Access access, Row row, Consumer<Row.Item> consumer) {
    List<Row.Item> page = row.itemsOf(CounterSchema.CHANGES);
    page.forEach(consumer);
    while (isFull(page)) {
      KeyRange rest = KeyRange.ALL.after(page.get(RECEIPTS_MAX - 1).key());
      page =
          access
              .get(List.of(Get.of(CounterSchema.TABLE, row.key(), receipts(rest))))
              .get(0)
              .itemsOf(CounterSchema.CHANGES);
      page.forEach(consumer);
    }
  }

  public static long version(Row.Item receipt) {
    return (Long) receipt.key().get(0);
  }

  public static long delta(Row.Item receipt) {
    return (Long) receipt.values().get(0);
  }
}
