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
import org.portolan.migrate.sql.Source;
import org.portolan.migrate.sql.SqlColumn;
import org.portolan.types.Bytes;
import org.portolan.types.CollectionType;
import org.portolan.types.KeyCodec;
import org.portolan.types.Tuple;

/**
 * The elements of sets and lists that are read together, gathered by their owners: each owner's
 * become one row. Spellings of an owner that the database takes for equal are always read together,
 * and are one owner. Those that it tells apart have a row each, though they are equal under the
 * collation of the design: the store can have one of these rows only. Used by one thread.
 */
final class ElementGroups {
  private final TablePlan plan;
  private final Source source;
  private final ContestedKeys contested;
  private final KeyCodec keys;
  private final String column;

  /** The columns of the table that name the owner. */
  private final List<SqlColumn> owner;

  private final boolean set;
  private final Map<Bytes, List<MappedRow>> groups = new LinkedHashMap<>();

  /**
   * @param plan of a table of elements
   */
  ElementGroups(TablePlan plan, Source source, ContestedKeys contested) {
    this.plan = plan;
    this.source = source;
    this.contested = contested;
    this.keys = new KeyCodec(plan.entity().key());
    this.column = ((TableMapping.Elements) plan.mapping()).column();
    this.owner =
        plan.key().stream().map(field -> plan.query().columns().get(field.place())).toList();
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

  /** Passes the rows of the design. To be called once, when the source is not read any more. */
  void emit(RangeReader.Output output) {
    groups.values().forEach(group -> emit(group, output));
  }

  private void emit(List<MappedRow> group, RangeReader.Output output) {
    Map<Tuple, List<MappedRow>> bySpelling =
        group.stream()
            .collect(
                Collectors.groupingBy(MappedRow::key, LinkedHashMap::new, Collectors.toList()));
    if (bySpelling.size() == 1) {
      output.row(one(group, output));
      return;
    }
    Optional<Tuple> stays = contested.parts().staying(plan, group.get(0).key(), Tuple.EMPTY);
    for (Set<Tuple> spellings : owners(bySpelling)) {
      List<MappedRow> rows =
          new ArrayList<>(group.stream().filter(row -> spellings.contains(row.key())).toList());
      if (set) {
        // Of equal elements the first one stays.
        stays.ifPresent(
            spelling ->
                rows.sort(
                    (a, b) -> Boolean.compare(b.key().equals(spelling), a.key().equals(spelling))));
      }
      output.row(one(rows, output));
    }
  }

  /** Returns the spellings that the database takes for equal, of each owner. */
  private List<Set<Tuple>> owners(Map<Tuple, List<MappedRow>> bySpelling) {
    Map<Tuple, Set<Tuple>> byFirst = new LinkedHashMap<>();
    bySpelling.forEach(
        (spelling, rows) ->
            byFirst
                .computeIfAbsent(
                    byFirst.keySet().stream()
                        .filter(first -> isSame(bySpelling.get(first).get(0), rows.get(0)))
                        .findFirst()
                        .orElse(spelling),
                    any -> new LinkedHashSet<>())
                .add(spelling));
    return List.copyOf(byFirst.values());
  }

  private boolean isSame(MappedRow one, MappedRow other) {
    return source.takesForEqual(plan.table(), owner, owner(one), owner(other));
  }

  private List<Object> owner(MappedRow row) {
    return plan.key().stream().map(field -> row.raw()[field.place()]).toList();
  }

  private MappedRow one(List<MappedRow> rows, RangeReader.Output output) {
    Set<Tuple> spellings = new LinkedHashSet<>();
    List<Object> elements = new ArrayList<>();
    Map<Object, Tuple> distinct = new HashMap<>();
    List<Object[]> raw = new ArrayList<>();
    long bytes = 0;
    for (MappedRow row : rows) {
      Object element = row.values().get(column);
      Tuple other = set ? distinct.putIfAbsent(element, row.key()) : null;
      if (other == null) {
        spellings.add(row.key());
        elements.add(element);
        raw.add(row.raw());
        bytes += row.bytes();
      } else if (other.equals(row.key())) {
        output.rejected(row.raw(), column, "is in the set already");
      } else {
        output.rejected(
            row.raw(),
            RowKeys.collated(plan),
            ContestedParts.reason(row.key(), other, Tuple.of(element)));
      }
    }
    return new MappedRow(
        rows.get(0).key(),
        spellings,
        Map.of(column, set ? new LinkedHashSet<>(elements) : List.copyOf(elements)),
        raw,
        bytes);
  }
}
