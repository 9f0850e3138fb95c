package org.portolan.migrate;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.portolan.data.StoreReader;
import org.portolan.migrate.StoredRows.Stored;
import org.portolan.migrate.sql.KeyRange;
import org.portolan.migrate.sql.Source;
import org.portolan.types.Bytes;
import org.portolan.types.Tuple;

/**
 * The rows of one table in the database and in the store. Both sides are summed in buckets by key;
 * the rows of the buckets that differ are then looked at, in parts whose keys fit into memory. Used
 * by one thread.
 */
final class TwoSides {
  /** The keys that are in memory at a time. */
  private static final int KEYS_MAX = 200_000;

  private final TablePlan table;
  private final Source source;
  private final Throttle throttle;
  private final int rangeRows;
  private final StoreReader store;
  private final ContestedKeys contested;
  private final StoredRows stored;

  /** The buckets of rows that cannot be in the store: the sums may be equal all the same. */
  private final BitSet refused = new BitSet();

  private final Buckets ofSource;
  private final Buckets ofStore;
  private final boolean spelled;
  private long unfit;

  TwoSides(
      TablePlan table,
      Source source,
      Throttle throttle,
      int rangeRows,
      StoreReader store,
      ContestedKeys contested) {
    this.table = table;
    this.store = store;
    this.contested = contested;
    this.source = source;
    this.throttle = throttle;
    this.rangeRows = rangeRows;
    this.stored = new StoredRows(store, table);
    this.ofSource = new Buckets(table);
    this.ofStore = new Buckets(table);
    // The keys of items have no collation.
    this.spelled = table.isCollated() && table.isRows();
  }

  StoredRows stored() {
    return stored;
  }

  Buckets ofSource() {
    return ofSource;
  }

  Buckets ofStore() {
    return ofStore;
  }

  /** Returns how many rows of the database fit no row of the design. */
  long unfit() {
    return unfit;
  }

  /** Takes a row of the database that fits no row of the design. */
  interface Unfit {
    void row(Object[] raw, String column, String reason);
  }

  /** Reads both sides, and returns the buckets that differ. To be called once. */
  BitSet sum(Consumer<MappedRow> each) {
    return sum(each, (raw, column, reason) -> {});
  }

  /** Reads both sides, as {@link #sum(Consumer)} does, and passes the rows that do not fit. */
  BitSet sum(Consumer<MappedRow> each, Unfit unfits) {
    readSource(
        row -> {
          ofSource.add(row.key(), row.itemKey(), row.values());
          if (contested.isRefused(table, row, store)) {
            refused.set(Buckets.bucket(ofSource.identity(row.key(), row.itemKey())));
          }
          each.accept(row);
        },
        (raw, column, reason) -> {
          unfit++;
          unfits.row(raw, column, reason);
        });
    stored.forEach(row -> ofStore.add(row.key(), row.itemKey(), row.values()));
    BitSet differing = ofSource.differing(ofStore);
    differing.or(refused);
    return differing;
  }

  /** Passes the buckets in parts, so that the keys of the rows of each fit into memory. */
  void inParts(BitSet buckets, Consumer<BitSet> consumer) {
    long expected = Math.max(1, Math.max(ofSource.rows(), ofStore.rows()));
    int atOnce = (int) Math.max(1, (long) KEYS_MAX * Buckets.COUNT / expected);
    BitSet some = new BitSet();
    for (int bucket = buckets.nextSetBit(0); bucket >= 0; bucket = buckets.nextSetBit(bucket + 1)) {
      some.set(bucket);
      if (some.cardinality() >= atOnce) {
        consumer.accept(some);
        some.clear();
      }
    }
    if (!some.isEmpty()) {
      consumer.accept(some);
    }
  }

  /** The rows of some buckets. */
  interface Rows {
    /** Takes a row of the database. All of them come before those of the store. */
    default void ofSource(MappedRow row) {}

    /** Called when all rows of the database have come. */
    default void endOfSource() {}

    /** Takes a row that only the store has. */
    default void surplus(Stored row) {}

    /**
     * Takes a row whose key the database spells in another way, or in several: keys that are equal
     * under the collation of the design.
     *
     * @param spellings the keys of the database, at least one
     */
    default void spelled(Stored row, List<Tuple> spellings) {}
  }

  /** Reads the rows of some buckets on both sides. */
  void read(BitSet buckets, Rows rows) {
    Map<Bytes, List<Tuple>> known = new HashMap<>();
    readSource(
        row -> {
          Bytes identity = ofSource.identity(row.key(), row.itemKey());
          if (buckets.get(Buckets.bucket(identity))) {
            if (!refused.get(Buckets.bucket(identity)) || !contested.isRefused(table, row, store)) {
              known.merge(identity, spelled ? List.of(row.key()) : List.of(), TwoSides::both);
            }
            rows.ofSource(row);
          }
        },
        (raw, column, reason) -> {});
    rows.endOfSource();
    stored.forEach(
        row -> {
          Bytes identity = ofSource.identity(row.key(), row.itemKey());
          if (!buckets.get(Buckets.bucket(identity))) {
            return;
          }
          List<Tuple> spellings = known.get(identity);
          if (spellings == null) {
            rows.surplus(row);
          } else if (spelled && !spellings.equals(List.of(row.key()))) {
            rows.spelled(row, spellings);
          }
        });
  }

  private static List<Tuple> both(List<Tuple> some, List<Tuple> others) {
    if (others.isEmpty()) {
      return some;
    }
    List<Tuple> all = new ArrayList<>(some);
    all.addAll(others);
    return all;
  }

  private void readSource(Consumer<MappedRow> rows, Unfit unfits) {
    RangeReader reader = new RangeReader(table, source, throttle, contested);
    RangeReader.Output output =
        new RangeReader.Output() {
          @Override
          public void row(MappedRow row) {
            if (table.isRows() || table.isItems() || stored.isFilled(row.values())) {
              rows.accept(row);
            }
          }

          @Override
          public void rejected(Object[] raw, String column, String reason) {
            unfits.row(raw, column, reason);
          }
        };
    boolean whole = !table.counted() && (table.query().unique() || !table.query().ranged());
    if (whole) {
      reader.read(KeyRange.ALL, 0, output);
    } else if (table.counted()) {
      int parts = TableCopy.parts(source, table);
      for (int part = 0; part < parts; part++) {
        reader.read(new KeyRange(List.of(), List.of(), part, parts), 0, output);
      }
    } else {
      List<Object> low = List.of();
      while (true) {
        List<Object> high = source.end(table.query(), low, rangeRows);
        reader.read(new KeyRange(low, high, 0, 1), 0, output);
        if (high.isEmpty()) {
          return;
        }
        low = high;
      }
    }
  }
}
