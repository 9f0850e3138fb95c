package org.portolan.migrate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.portolan.design.TableMapping;
import org.portolan.types.Bytes;
import org.portolan.types.CollectionType;
import org.portolan.types.KeyCodec;
import org.portolan.types.Tuple;

/**
 * The elements of sets and lists that are read together, gathered by their owners: each owner's
 * become one row. An owner may be spelled in several ways, which are one under the collation of the
 * design. If the database has an owner for more than one of them, each spelling has a row of its
 * own, of which the store can have one only. Used by one thread.
 */
final class ElementGroups {
  private final TablePlan plan;
  private final ContestedKeys contested;
  private final KeyCodec keys;
  private final String column;
  private final int place;
  private final boolean set;
  private final Map<Bytes, List<MappedRow>> groups = new LinkedHashMap<>();

  /**
   * @param plan of a table of elements
   */
  ElementGroups(TablePlan plan, ContestedKeys contested) {
    this.plan = plan;
    this.contested = contested;
    this.keys = new KeyCodec(plan.entity().key());
    this.column = ((TableMapping.Elements) plan.mapping()).column();
    this.place = plan.values().get(0).place();
    CollectionType type = (CollectionType) plan.entity().column(column).orElseThrow().type();
    this.set = type.kind() == CollectionType.Kind.SET;
  }

  /** Takes a row of the table. */
  void add(MappedRow row, RangeReader.Output output) {
    if (row.values().get(column) == null) {
      output.rejected(row.raw(), column, "is null, and no set or list can hold it");
    } else {
      groups.computeIfAbsent(Bytes.wrap(keys.encode(row.key())), any -> new ArrayList<>()).add(row);
    }
  }

  /** Passes the rows of the design. To be called once. */
  void emit(RangeReader.Output output) {
    groups.values().forEach(group -> emit(group, output));
  }

  private void emit(List<MappedRow> group, RangeReader.Output output) {
    Tuple key = group.get(0).key();
    Map<Tuple, List<MappedRow>> bySpelling =
        group.stream()
            .collect(
                Collectors.groupingBy(MappedRow::key, LinkedHashMap::new, Collectors.toList()));
    Optional<Tuple> stays = contested.parts().staying(plan, key, Tuple.EMPTY);
    boolean apart =
        contested.contains(plan.entity(), key)
            || stays.filter(spelling -> !bySpelling.containsKey(spelling)).isPresent();
    if (apart || bySpelling.size() == 1) {
      bySpelling.values().forEach(rows -> output.row(one(rows, output)));
      return;
    }
    List<MappedRow> ordered = new ArrayList<>(group);
    if (set) {
      // Of equal elements the first one stays.
      stays.ifPresent(
          spelling ->
              ordered.sort(
                  (a, b) -> Boolean.compare(b.key().equals(spelling), a.key().equals(spelling))));
    }
    output.row(one(ordered, output));
  }

  private MappedRow one(List<MappedRow> rows, RangeReader.Output output) {
    Set<Tuple> spellings = new LinkedHashSet<>();
    List<Object> elements = new ArrayList<>();
    Map<Object, Tuple> distinct = new HashMap<>();
    List<Object> raw = new ArrayList<>();
    long bytes = 0;
    for (MappedRow row : rows) {
      Object element = row.values().get(column);
      Tuple other = set ? distinct.putIfAbsent(element, row.key()) : null;
      if (other == null) {
        spellings.add(row.key());
        elements.add(element);
        raw.add(row.raw()[place]);
        bytes += row.bytes();
      } else if (other.equals(row.key())) {
        output.rejected(row.raw(), column, "is in the set already");
      } else {
        output.rejected(
            row.raw(),
            RowKeys.collated(plan),
            ContestedParts.reason(row, other, Tuple.of(element)));
      }
    }
    MappedRow first = rows.get(0);
    Object[] values = first.raw().clone();
    values[place] = raw;
    return new MappedRow(
        first.key(),
        spellings,
        first.itemKey(),
        Map.of(column, set ? new LinkedHashSet<>(elements) : List.copyOf(elements)),
        values,
        elements.size(),
        bytes);
  }
}
