package org.portolan.design.key;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.portolan.types.Bytes;
import org.portolan.types.Collation;
import org.portolan.types.Collations;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/**
 * Turns the keys that an application sees into row keys and back: the layout's prefix before them,
 * the bucket of a timestamp before this timestamp where the design cuts partitions by time,
 * integers padded to digits where the design says so, and text under a collation replaced by its
 * sort key. The row key does not contain the original of a collated text; columns of the row hold
 * it ({@link #originalColumns}). Immutable and thread-safe.
 */
public final class KeyMapping {
  private final List<KeyColumn> key;
  private final KeyLayout layout;
  private final int[] paddedDigits;
  private final List<KeyColumn> rowKeyColumns;
  private final List<Column> originalColumns;
  private final boolean identity;
  private final int partitionKeyColumns;

  /** Null if partitions are not cut by time. */
  private final TimeBuckets buckets;

  /** Makes the mapping of rows whose partition follows from the layout. */
  public KeyMapping(List<KeyColumn> key, KeyLayout layout, Map<String, Integer> padding) {
    this(key, layout, RowPartition.BY_LAYOUT, padding);
  }

  /**
   * @param padding the number of digits to which some int or long key columns are padded
   */
  public KeyMapping(
      List<KeyColumn> key, KeyLayout layout, RowPartition partition, Map<String, Integer> padding) {
    this.key = List.copyOf(key);
    this.layout = layout;
    this.partitionKeyColumns = partition.columns(layout, key.size());
    this.buckets = partition.buckets().orElse(null);
    this.paddedDigits = new int[key.size()];
    List<KeyColumn> rowKey = new ArrayList<>();
    List<Column> originals = new ArrayList<>();
    boolean same = buckets == null;
    if (layout.prefixRange() > 1) {
      rowKey.add(KeyColumn.of("prefix", ScalarType.TEXT));
    }
    for (int position = 0; position < key.size(); position++) {
      KeyColumn column = key.get(position);
      if (isBucketed(position)) {
        rowKey.add(retyped(column, buckets.columnName(), ScalarType.TEXT));
      }
      paddedDigits[position] = padding.getOrDefault(column.name(), 0);
      if (column.collation() != Collation.BINARY) {
        originals.add(new Column(column.name(), column.type()));
        rowKey.add(retyped(column, column.name() + "_sort", ScalarType.BYTES));
        same = false;
      } else if (paddedDigits[position] > 0) {
        rowKey.add(retyped(column, column.name(), ScalarType.TEXT));
        same = false;
      } else {
        rowKey.add(column);
      }
    }
    this.rowKeyColumns = List.copyOf(rowKey);
    this.originalColumns = List.copyOf(originals);
    this.identity = same;
  }

  private static KeyColumn retyped(KeyColumn column, String name, ScalarType type) {
    return new KeyColumn(name, type, column.direction(), column.nullable(), Collation.BINARY);
  }

  public KeyLayout layout() {
    return layout;
  }

  /** Returns the columns of the key that the application sees. */
  public List<KeyColumn> keyColumns() {
    return key;
  }

  /** Returns the columns of the row key, the prefix first if there is one. */
  public List<KeyColumn> rowKeyColumns() {
    return rowKeyColumns;
  }

  /** Returns how many leading columns of the key the rows of one partition agree in. */
  public int partitionKeyColumns() {
    return partitionKeyColumns;
  }

  /** Returns how many leading columns of the row key decide in which partition a row lies. */
  public int partitionColumns() {
    return (layout.prefixRange() > 1 ? 1 : 0) + partitionKeyColumns + (buckets == null ? 0 : 1);
  }

  /** Returns the buckets of time into which partitions are cut. */
  public Optional<TimeBuckets> buckets() {
    return Optional.ofNullable(buckets);
  }

  /** Whether the bucket of this key column stands before it in the row key. */
  private boolean isBucketed(int position) {
    return buckets != null && position == partitionKeyColumns;
  }

  /** Returns the columns that must be stored beside the row key to restore the key. */
  public List<Column> originalColumns() {
    return originalColumns;
  }

  /** Returns the values of {@link #originalColumns} for a key. */
  public List<Object> originals(Tuple keyValues) {
    List<Object> originals = new ArrayList<>(originalColumns.size());
    for (int position = 0; position < key.size(); position++) {
      if (key.get(position).collation() != Collation.BINARY) {
        originals.add(keyValues.get(position));
      }
    }
    return originals;
  }

  /**
   * Returns the row key under which a key is looked up.
   *
   * @throws IllegalStateException if the layout does not answer look-ups
   */
  public Tuple rowKey(Tuple keyValues) {
    checkArity(keyValues);
    if (layout.prefixRange() == 1) {
      return withoutPrefix(keyValues);
    }
    int prefix =
        layout
            .prefixOf(alike(keyValues))
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "a row under key layout '"
                            + layout.spelling()
                            + "' cannot be looked up by its key; scan for it"));
    return Tuple.of(layout.prefixText(prefix)).append(withoutPrefix(keyValues));
  }

  /** Returns the row key under which a new row is written, see {@link KeyLayout#prefixFor}. */
  public Tuple rowKeyFor(Tuple keyValues, String rowText, RandomGenerator random) {
    checkArity(keyValues);
    if (layout.prefixRange() == 1) {
      return withoutPrefix(keyValues);
    }
    int prefix = layout.prefixFor(alike(keyValues), rowText, random);
    return withPrefix(prefix, keyValues);
  }

  /**
   * Returns the prefixes that the rows of a range can have, see {@link KeyLayout#prefixesToScan}.
   *
   * @param leading the key columns that all keys of the range have in common
   */
  public List<Integer> prefixesToScan(Tuple leading) {
    return layout.prefixesToScan(alike(leading));
  }

  /** Returns the leading part of row keys for a prefix and a leading part of a key. */
  public Tuple withPrefix(int prefix, Tuple leading) {
    Tuple rest = withoutPrefix(leading);
    return layout.prefixRange() == 1 ? rest : Tuple.of(layout.prefixText(prefix)).append(rest);
  }

  /** Returns a key or its leading part as stored after the prefix. */
  public Tuple withoutPrefix(Tuple leading) {
    if (identity) {
      return leading;
    }
    List<Object> values = new ArrayList<>(leading.size());
    for (int position = 0; position < leading.size(); position++) {
      Object stored = stored(position, leading.get(position));
      if (isBucketed(position)) {
        values.add(buckets.of((Instant) leading.get(position)));
      }
      values.add(stored);
    }
    return new Tuple(values);
  }

  /** Returns the part of a row key after its prefix: the part by which rows are ordered. */
  public Tuple behindPrefix(Tuple rowKey) {
    return layout.prefixRange() == 1 ? rowKey : rowKey.slice(1, rowKey.size());
  }

  /**
   * Returns the key of a row.
   *
   * @param behindPrefix the row key after its prefix
   * @param originals the values of {@link #originalColumns} from the row
   */
  public Tuple key(Tuple behindPrefix, List<Object> originals) {
    return key(behindPrefix, Optional.of(originals));
  }

  /**
   * Returns the key of a row that is not there, as far as its row key tells: of a column with a
   * collation the sort key.
   */
  public Tuple keyOfAbsent(Tuple behindPrefix) {
    return key(behindPrefix, Optional.empty());
  }

  private Tuple key(Tuple behindPrefix, Optional<List<Object>> originals) {
    if (identity) {
      return behindPrefix;
    }
    List<Object> values = new ArrayList<>(key.size());
    int original = 0;
    int place = 0;
    for (int position = 0; position < key.size(); position++) {
      place += isBucketed(position) ? 1 : 0;
      Object stored = behindPrefix.get(place++);
      if (key.get(position).collation() != Collation.BINARY) {
        values.add(originals.isPresent() ? originals.get().get(original++) : stored);
      } else if (paddedDigits[position] > 0 && stored != null) {
        long number = Long.parseLong((String) stored);
        values.add(
            key.get(position).type().kind() == ScalarType.Kind.INT
                ? (Object) Math.toIntExact(number)
                : (Object) number);
      } else {
        values.add(stored);
      }
    }
    return new Tuple(values);
  }

  private Object stored(int position, Object value) {
    KeyColumn column = key.get(position);
    column.requireValue(value);
    if (value == null) {
      return null;
    }
    if (column.collation() != Collation.BINARY) {
      return Bytes.wrap(Collations.sortKey(column.collation(), (String) value));
    }
    if (paddedDigits[position] > 0) {
      return padded(column.name(), ((Number) value).longValue(), paddedDigits[position]);
    }
    return value;
  }

  private static String padded(String column, long value, int digits) {
    String text = Long.toString(value);
    if (value < 0 || text.length() > digits) {
      throw new IllegalArgumentException(
          "key column '"
              + column
              + "' is padded to "
              + digits
              + " digits and cannot hold "
              + value
              + "; give it more digits in the design, or no padding");
    }
    return "0".repeat(digits - text.length()) + text;
  }

  /**
   * Returns the form of a key, or of its leading part, that is hashed. Keys that a collation treats
   * as equal have the same form, because they must have the same prefix. Numbers stay unpadded, as
   * the paper hashes them.
   */
  private Tuple alike(Tuple leading) {
    if (originalColumns.isEmpty()) {
      return leading;
    }
    List<Object> values = new ArrayList<>(leading.values());
    for (int position = 0; position < values.size(); position++) {
      if (key.get(position).collation() != Collation.BINARY) {
        values.set(position, stored(position, values.get(position)));
      }
    }
    return new Tuple(values);
  }

  private void checkArity(Tuple keyValues) {
    if (keyValues.size() != key.size()) {
      throw new IllegalArgumentException(
          "key "
              + keyValues
              + " must have the columns "
              + key.stream().map(KeyColumn::name).toList());
    }
  }
}
