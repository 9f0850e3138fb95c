package org.portolan.engine.simulated;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.portolan.engine.fixture.Cell;
import org.portolan.engine.fixture.EncodedRange;
import org.portolan.engine.fixture.MemoryRow;
import org.portolan.engine.fixture.Part;
import org.portolan.engine.fixture.Stamp;
import org.portolan.types.Bytes;
import org.portolan.types.Tuple;

/** One server's copy of a row: the newest change of each part, and removals until they expire. */
final class ReplicaRow {
  private final Tuple key;
  private final Map<Target, Standing> standing = new LinkedHashMap<>();
  private final Map<String, Long> counters = new LinkedHashMap<>();

  /** The target of a change: the columns of a family, an item, all items, or a range of them. */
  private record Target(String family, Optional<Bytes> item, Optional<EncodedRange> range) {
    static Target of(Part part) {
      return new Target(
          part.family(),
          part instanceof Part.OfItem item ? Optional.of(item.itemKey()) : Optional.empty(),
          part instanceof Part.ItemRange some ? Optional.of(some.range()) : Optional.empty());
    }
  }

  private record Standing(Part part, Stamp stamp, long sinceMillis) {
    Cell cell() {
      return new Cell(stamp, value(part));
    }
  }

  ReplicaRow(Tuple key) {
    this.key = key;
  }

  ReplicaRow copy() {
    ReplicaRow copy = new ReplicaRow(key);
    copy.standing.putAll(standing);
    copy.counters.putAll(counters);
    return copy;
  }

  private static Optional<Bytes> value(Part part) {
    if (part instanceof Part.OfColumns columns) {
      return columns.values();
    }
    return part instanceof Part.OfItem item ? item.values() : Optional.empty();
  }

  void apply(Part part, Stamp stamp, long nowMillis) {
    if (part instanceof Part.OfCounter change) {
      change
          .delta()
          .ifPresentOrElse(
              delta -> counters.merge(change.family(), delta, Long::sum),
              () -> counters.remove(change.family()));
      return;
    }
    Target target = Target.of(part);
    put(target, new Standing(part, stamp, nowMillis));
  }

  private boolean put(Target target, Standing arriving) {
    Standing before = standing.get(target);
    if (before != null && !arriving.cell().standsAgainst(before.cell())) {
      return false;
    }
    standing.put(target, arriving);
    return true;
  }

  /** Merges some families of another server's copy; returns whether anything was new. */
  boolean merge(ReplicaRow other, Predicate<String> families) {
    boolean[] changed = {false};
    other.standing.forEach(
        (target, arriving) -> {
          if (families.test(target.family())) {
            Standing before = standing.get(target);
            if (before == null || !before.cell().equals(arriving.cell())) {
              changed[0] |= put(target, arriving);
            }
          }
        });
    return changed[0];
  }

  /** Forgets removals from before a time, with the values that they removed. Returns how many. */
  int purge(long beforeMillis) {
    MemoryRow now = row();
    int size = standing.size();
    standing
        .entrySet()
        .removeIf(
            each -> {
              Target target = each.getKey();
              Standing found = each.getValue();
              boolean removal = value(found.part()).isEmpty();
              if (removal) {
                return found.sinceMillis() < beforeMillis;
              }
              if (target.item().isEmpty()) {
                return false;
              }
              Cell seen = now.items(target.family()).get(target.item().get());
              return seen == null || seen.removed();
            });
    return size - standing.size();
  }

  /** Removes the content of a family, and the memory of its removals. */
  void forget(String family) {
    standing.keySet().removeIf(target -> target.family().equals(family));
    counters.remove(family);
  }

  /** Returns the row as a read sees it. */
  MemoryRow row() {
    MemoryRow row = new MemoryRow(key);
    standing.values().forEach(each -> row.apply(each.part(), each.stamp(), false));
    counters.forEach(
        (family, value) ->
            row.apply(new Part.OfCounter(family, Optional.of(value)), new Stamp(0, 0), false));
    return row;
  }
}
