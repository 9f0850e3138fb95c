package org.portolan.engine.cassandra;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.portolan.engine.adapter.ByteRange;
import org.portolan.types.Bytes;

/**
 * The changes of a family of items of one row: first all items, or ranges of them, may be removed;
 * then items are put and removed one by one. Not thread-safe.
 */
final class ItemsChange {
  private final ItemsPart part;
  private final NavigableMap<Bytes, Item> puts = new TreeMap<>();
  private final NavigableMap<Bytes, Item> removals = new TreeMap<>();
  private final List<Range> ranges = new ArrayList<>();
  private boolean removesAll;

  /**
   * An item in CQL.
   *
   * @param key of the item within its row
   * @param values null if it is removed
   */
  record Item(List<ByteBuffer> key, List<ByteBuffer> values) {}

  /** A removal of all items in a range, and the one slice that is this range in CQL. */
  record Range(ByteRange keys, Slice slice) {}

  ItemsChange(ItemsPart part) {
    this.part = part;
  }

  ItemsPart part() {
    return part;
  }

  void put(Bytes encodedKey, Item item) {
    removals.remove(encodedKey);
    puts.put(encodedKey, item);
  }

  void remove(Bytes encodedKey, Item item) {
    puts.remove(encodedKey);
    removals.put(encodedKey, item);
  }

  void remove(Range range) {
    within(range.keys).clear();
    ranges.add(range);
  }

  void removeAll() {
    removesAll = true;
    puts.clear();
    removals.clear();
    ranges.clear();
  }

  private NavigableMap<Bytes, Item> within(ByteRange keys) {
    if (keys.isEmpty()) {
      return new TreeMap<>();
    }
    Bytes from = Bytes.wrap(keys.from());
    return keys.to() == null
        ? puts.tailMap(from, true)
        : puts.subMap(from, true, Bytes.wrap(keys.to()), false);
  }

  /** Whether an item of the range is put after the range is removed. */
  boolean putsWithin(Range range) {
    return !within(range.keys).isEmpty();
  }

  boolean removesAll() {
    return removesAll;
  }

  Collection<Item> puts() {
    return puts.values();
  }

  Collection<Item> removals() {
    return removals.values();
  }

  List<Range> ranges() {
    return ranges;
  }
}
