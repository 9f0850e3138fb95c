package org.portolan.data.internal.schema;

import java.math.BigDecimal;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.portolan.data.EntityRow;
import org.portolan.data.Store.Guarantee;
import org.portolan.design.CounterDesign;
import org.portolan.design.evolve.CounterStates;
import org.portolan.engine.Capabilities.AtomicAdd;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.CounterFamily;
import org.portolan.engine.Family;
import org.portolan.engine.ItemFamily;
import org.portolan.engine.TableSchema;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/**
 * The storage of a counter: its shards, which are rows of one table for all counters. Immutable,
 * except for the last known watermark of each shard. Thread-safe.
 *
 * <h2>Shards that change while applications go on</h2>
 *
 * The value is the sum of the shards that are <em>read</em> and the <em>remainder</em>. Additions
 * go to the shards that the design in force has, the first of those that are read. No content ever
 * moves from one row to another, since a reader could see it twice, or not at all. Instead, the
 * store's text of its evolution says what is read, and with it changes the remainder:
 *
 * <ul>
 *   <li>From a number of shards on, none is written: by no process, nor by what a dead process has
 *       left. What they hold is read then, and does not change any more.
 *   <li>If they are to be read from the next text on, it has that much less for a remainder; if
 *       they are not to be read any more, it has that much more. By both texts the value is the
 *       same, so processes of both, and readers that are further behind, see the same counter.
 *   <li>A process that dies between the two has changed nothing. The next one reads the same.
 * </ul>
 *
 * A shard whose content went into a remainder stays as it is, and is taken off again if it is
 * needed again.
 */
public final class CounterSchema {
  public static final String TABLE = "counters";
  public static final String FAMILY = "value";

  /** If additions are receipts: the family of the sum of those folded. */
  public static final String BASE = "base";

  /** If additions are receipts: the family of the receipts, each an item. */
  public static final String CHANGES = "changes";

  private final EntitySchema entity;
  private final CounterDesign design;
  private final boolean receipts;
  private final List<Tuple> shards;
  private final long remainder;
  private final AtomicLongArray watermarks;

  /**
   * @param states how it is read
   */
  CounterSchema(
      EntitySchema entity, CounterDesign design, Guarantee guarantee, CounterStates states) {
    this(
        entity,
        design,
        guarantee == Guarantee.REPAIRED,
        shards(design, 0, states.shards(design)),
        states.remainder(design));
  }

  private CounterSchema(
      EntitySchema entity,
      CounterDesign design,
      boolean receipts,
      List<Tuple> shards,
      long remainder) {
    this.entity = entity;
    this.design = design;
    this.receipts = receipts;
    this.shards = shards;
    this.remainder = remainder;
    this.watermarks = new AtomicLongArray(shards.size());
    for (int shard = 0; shard < shards.size(); shard++) {
      watermarks.set(shard, Long.MIN_VALUE);
    }
  }

  private static List<Tuple> shards(CounterDesign design, int from, int to) {
    return IntStream.range(from, to).mapToObj(shard -> Tuple.of(design.name(), shard)).toList();
  }

  /**
   * Returns some shards that no process writes, as a counter to be read.
   *
   * @param from the number of the first one
   * @param to one more than the number of the last one
   */
  public CounterSchema unwritten(int from, int to) {
    if (from < design.shards()) {
      throw new IllegalArgumentException("shard " + from + " of '" + name() + "' is written");
    }
    return new CounterSchema(entity, design, receipts, shards(design, from, to), 0);
  }

  /**
   * Returns a version up to which a shard is known to be folded, so that a read may begin there;
   * the lowest number if nothing is known.
   */
  public long knownWatermark(int shard) {
    return watermarks.get(shard);
  }

  /** Remembers that a shard was folded up to a version. */
  public void learnWatermark(int shard, long watermark) {
    watermarks.accumulateAndGet(shard, watermark, Math::max);
  }

  static TableSchema tableSchema(Guarantee guarantee) {
    return TableSchema.of(
        TABLE,
        List.of(KeyColumn.of("counter", ScalarType.TEXT), KeyColumn.of("shard", ScalarType.INT)),
        guarantee == Guarantee.ATOMIC
            ? new Family[] {new CounterFamily(FAMILY)}
            : receiptFamilies());
  }

  /**
   * On an engine of rows, an addition may be made twice, and it is not idempotent; the put of a
   * receipt is. So each addition is a receipt, and the counter is the sum of the receipts and of
   * the folded base.
   */
  private static Family[] receiptFamilies() {
    return new Family[] {
      new ColumnFamily(
          BASE,
          List.of(
              new Column("total", ScalarType.LONG),
              new Column("watermark", ScalarType.LONG),
              new Column("folded", ScalarType.LONG))),
      new ItemFamily(
          CHANGES,
          List.of(
              KeyColumn.of("version", ScalarType.LONG),
              KeyColumn.of("write", ScalarType.LONG),
              KeyColumn.of("ordinal", ScalarType.INT)),
          List.of(new Column("delta", ScalarType.LONG)))
    };
  }

  public String name() {
    return design.name();
  }

  /** Returns whether each addition is a receipt. */
  public boolean hasReceipts() {
    return receipts;
  }

  /**
   * Returns whether additions are made in the transaction of their write, on an engine with
   * transactions over the store: because the design says so, or because they conflict with nothing,
   * or rarely.
   */
  public boolean joinsTransactions(AtomicAdd ability) {
    return design.transactional()
        || ability == AtomicAdd.WITHOUT_CONFLICT
        || design.shards() >= CounterDesign.JOINING_SHARDS_MIN;
  }

  public EntitySchema entity() {
    return entity;
  }

  public CounterDesign design() {
    return design;
  }

  /** Returns whether it counts rows of its entity, not the items of a collection. */
  public boolean countsRows() {
    return design.collection().isEmpty();
  }

  /** Returns the columns of a row that decide how much it adds to a counter of rows. */
  public Set<String> columns() {
    Set<String> columns = new LinkedHashSet<>();
    design.where().ifPresent(columns::add);
    design.sums().ifPresent(columns::add);
    return columns;
  }

  /**
   * Returns how much a row adds to a counter of rows: 0 or 1, or the value that is added up.
   *
   * @param row with at least {@link #columns}
   */
  public long ofRow(Optional<EntityRow> row) {
    if (row.isEmpty()) {
      return 0;
    }
    if (design.sums().isPresent()) {
      return number(row.get().value(design.sums().get()));
    }
    return design.where().isEmpty() || row.get().value(design.where().get()) != null ? 1 : 0;
  }

  /** Returns a value as a number, a decimal in units of its last digit. */
  private static long number(Object value) {
    if (value == null) {
      return 0;
    }
    return value instanceof BigDecimal decimal
        ? decimal.unscaledValue().longValueExact()
        : ((Number) value).longValue();
  }

  public boolean counts(String collection) {
    return design.collection().isPresent() && design.collection().get().equals(collection);
  }

  /** Returns the row keys of all shards that are read, the first ones those that are written. */
  public List<Tuple> shards() {
    return shards;
  }

  /** Returns the row keys of the shards to which changes add. */
  public List<Tuple> written() {
    return shards.subList(0, design.shards());
  }

  /** Returns what the counter has beside its shards. */
  public long remainder() {
    return remainder;
  }

  /** Returns the row key of a random shard, to which a change adds. */
  public Tuple anyShard(RandomGenerator random) {
    int written = design.shards();
    return written == 1 ? shards.get(0) : shards.get(random.nextInt(written));
  }
}
