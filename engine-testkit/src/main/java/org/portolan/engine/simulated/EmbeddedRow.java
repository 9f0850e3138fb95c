package org.portolan.engine.simulated;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.portolan.engine.fixture.MemoryRow;
import org.portolan.engine.fixture.Part;
import org.portolan.engine.fixture.Stamp;
import org.portolan.types.Bytes;
import org.portolan.types.Tuple;

/** A row with its whole history: all values, by the numbers of the commits that put them. */
final class EmbeddedRow {
  private final Tuple key;
  private final Map<Slot, TreeMap<Long, Optional<Object>>> histories = new LinkedHashMap<>();

  /**
   * A part of a row that changes independently.
   *
   * @param item the encoded key of an item; empty for the columns of a family, or a counter
   */
  record Slot(String family, Optional<Bytes> item) {
    static Slot of(String family) {
      return new Slot(family, Optional.empty());
    }
  }

  EmbeddedRow(Tuple key) {
    this.key = key;
  }

  private Optional<Object> value(Slot slot, long commit) {
    TreeMap<Long, Optional<Object>> history = histories.get(slot);
    var found = history == null ? null : history.floorEntry(commit);
    return found == null ? Optional.empty() : found.getValue();
  }

  /** Returns the row as it was after a commit. */
  MemoryRow at(long commit) {
    MemoryRow row = new MemoryRow(key);
    histories.keySet().forEach(slot -> value(slot, commit).ifPresent(any -> put(row, slot, any)));
    return row;
  }

  private static void put(MemoryRow row, Slot slot, Object value) {
    Part part;
    if (value instanceof Long count) {
      part = new Part.OfCounter(slot.family(), Optional.of(count));
    } else if (slot.item().isPresent()) {
      part = new Part.OfItem(slot.family(), slot.item().get(), Optional.of((Bytes) value));
    } else {
      part = new Part.OfColumns(slot.family(), Optional.of((Bytes) value));
    }
    row.apply(part, new Stamp(0, 0), false);
  }

  /** Returns the last commit that changed a slot; 0 if none did. */
  long changedBy(Slot slot) {
    TreeMap<Long, Optional<Object>> history = histories.get(slot);
    return history == null || history.isEmpty() ? 0 : history.lastKey();
  }

  /** Makes a change. */
  void apply(Part part, long commit) {
    if (part instanceof Part.OfColumns columns) {
      put(Slot.of(part.family()), commit, columns.values().map(Object.class::cast));
    } else if (part instanceof Part.OfItem item) {
      put(
          new Slot(part.family(), Optional.of(item.itemKey())),
          commit,
          item.values().map(Object.class::cast));
    } else if (part instanceof Part.OfCounter counter) {
      Slot slot = Slot.of(part.family());
      long before = (Long) value(slot, commit).orElse(0L);
      put(slot, commit, counter.delta().map(delta -> before + delta));
    } else {
      items(part, commit).forEach(slot -> put(slot, commit, Optional.empty()));
    }
  }

  private void put(Slot slot, long commit, Optional<Object> value) {
    histories.computeIfAbsent(slot, any -> new TreeMap<>()).put(commit, value);
  }

  /** Returns the items that a removal of several items removes. */
  private List<Slot> items(Part removal, long commit) {
    Predicate<Bytes> removed =
        removal instanceof Part.ItemRange some ? some.range()::contains : any -> true;
    List<Slot> found = new ArrayList<>();
    for (Slot slot : histories.keySet()) {
      if (slot.family().equals(removal.family())
          && slot.item().filter(removed).isPresent()
          && value(slot, commit).isPresent()) {
        found.add(slot);
      }
    }
    return found;
  }

  /** Removes the content of a family, and its history. */
  void forget(String family) {
    histories.keySet().removeIf(slot -> slot.family().equals(family));
  }

  /** Restores the state after a commit. */
  void forgetAfter(long commit) {
    histories.values().forEach(history -> history.tailMap(commit, false).clear());
  }
}
