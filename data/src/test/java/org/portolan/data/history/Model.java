package org.portolan.data.history;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.portolan.design.CollectionDesign;
import org.portolan.design.ColumnRule;
import org.portolan.design.CounterDesign;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.ExtremeDesign;
import org.portolan.design.ExtremeDesign.End;
import org.portolan.design.IndexDesign;
import org.portolan.design.ReferenceDesign;
import org.portolan.design.ReferenceDesign.OnDelete;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.KeyColumn.Direction;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/** The expected content of a store: rows and items in maps, everything derived computed anew. */
public final class Model {
  /** A row: the key as it was last written, and all columns. */
  public record ModelRow(Tuple key, Map<String, Object> values) {}

  private final Design design;
  private final Map<String, TreeMap<Tuple, ModelRow>> rows = new LinkedHashMap<>();
  private final Map<String, TreeMap<Tuple, TreeMap<Tuple, Map<String, Object>>>> items =
      new LinkedHashMap<>();
  private final Map<String, Set<Tuple>> inserted = new HashMap<>();
  private boolean outOfBounds;

  public Model(Design design) {
    this.design = design;
    for (EntityDesign entity : design.entities()) {
      rows.put(entity.name(), new TreeMap<>(Orders.of(entity.key())));
      for (CollectionDesign collection : entity.collections()) {
        items.put(entity.name() + "." + collection.name(), new TreeMap<>(Orders.of(entity.key())));
      }
    }
  }

  /** Returns a copy with the same content, for another write. */
  public Model copy() {
    Model copy = new Model(design);
    rows.forEach((entity, all) -> copy.rows.get(entity).putAll(all));
    items.forEach(
        (place, all) ->
            all.forEach((key, ofRow) -> copy.items.get(place).put(key, new TreeMap<>(ofRow))));
    return copy;
  }

  public Design design() {
    return design;
  }

  public NavigableMap<Tuple, ModelRow> rows(String entity) {
    return rows.get(entity);
  }

  public NavigableMap<Tuple, Map<String, Object>> items(
      EntityDesign entity, String collection, Tuple key) {
    CollectionDesign found = entity.collection(collection).orElseThrow();
    return items
        .get(entity.name() + "." + collection)
        .computeIfAbsent(key, row -> new TreeMap<>(Orders.of(found.itemKey())));
  }

  /** Notes that the write whose content this is has inserted a row. */
  void inserted(EntityDesign entity, Tuple key) {
    inserted.computeIfAbsent(entity.name(), any -> new TreeSet<>(Orders.of(entity.key()))).add(key);
  }

  boolean isInserted(EntityDesign entity, Tuple key) {
    return inserted.getOrDefault(entity.name(), Set.of()).contains(key);
  }

  /** Returns the keys of all rows, and of rows that do not exist but have items. */
  public Set<Tuple> keys(EntityDesign entity) {
    Set<Tuple> keys = new HashSet<>(rows.get(entity.name()).keySet());
    for (CollectionDesign collection : entity.collections()) {
      items
          .get(entity.name() + "." + collection.name())
          .forEach(
              (key, ofRow) -> {
                if (!ofRow.isEmpty()) {
                  keys.add(key);
                }
              });
    }
    return keys;
  }

  /** Removes a row and all items under its key. */
  public void clear(EntityDesign entity, Tuple key) {
    rows.get(entity.name()).remove(key);
    entity
        .collections()
        .forEach(collection -> items.get(entity.name() + "." + collection.name()).remove(key));
  }

  /** Notes whether values are out of the bounds of their columns, so that no row can have them. */
  void judge(EntityDesign entity, Map<String, Object> values) {
    values.forEach((column, value) -> outOfBounds |= !admits(entity, column, value));
  }

  /** Returns whether any row was given a value out of its bounds: a store refuses the write. */
  public boolean isOutOfBounds() {
    return outOfBounds;
  }

  /** Returns whether a value is within the bounds of its column. */
  static boolean admits(EntityDesign entity, String column, Object value) {
    ColumnRule rule =
        entity.families().stream()
            .filter(family -> family.rules().containsKey(column))
            .findFirst()
            .map(family -> family.rule(column))
            .orElse(ColumnRule.NONE);
    return value == null
        || (rule.min().stream().allMatch(min -> decimal(value).compareTo(decimal(min)) >= 0)
            && rule.max().stream().allMatch(max -> decimal(value).compareTo(decimal(max)) <= 0));
  }

  private static BigDecimal decimal(Object number) {
    return new BigDecimal(number.toString());
  }

  /** Returns the sum of a row's value and a number, of the class of the value; empty for no row. */
  Optional<Number> sum(EntityDesign entity, Tuple key, String column, Number delta) {
    return Optional.ofNullable(rows.get(entity.name()).get(key))
        .map(row -> row.values().get(column) == null ? 0 : row.values().get(column))
        .map(value -> decimal(value).add(decimal(delta)))
        .map(sum -> delta instanceof BigDecimal ? sum : (Number) sum.intValueExact());
  }

  public void put(EntityDesign entity, Tuple key, Map<String, Object> values) {
    judge(entity, values);
    Map<String, Object> all = new HashMap<>();
    entity.columns().forEach(column -> all.put(column.name(), values.get(column.name())));
    TreeMap<Tuple, ModelRow> table = rows.get(entity.name());
    table.remove(key);
    table.put(key, new ModelRow(key, all));
  }

  public boolean update(EntityDesign entity, Tuple key, Map<String, Object> changes) {
    ModelRow row = rows.get(entity.name()).get(key);
    if (row == null) {
      return false;
    }
    Map<String, Object> values = new HashMap<>(row.values());
    values.putAll(changes);
    put(entity, row.key(), values);
    return true;
  }

  public boolean delete(EntityDesign entity, Tuple key) {
    boolean existed = rows.get(entity.name()).remove(key) != null;
    if (existed) {
      entity
          .collections()
          .forEach(collection -> items.get(entity.name() + "." + collection.name()).remove(key));
    }
    return existed;
  }

  /** Returns the rows listed under a value of an index, in its order: ordering columns and key. */
  public List<Listed> listed(EntityDesign entity, IndexDesign index, Tuple value) {
    List<Listed> listed = new ArrayList<>();
    Tuple folded = folded(design, entity, index.on(), value);
    for (ModelRow row : rows.get(entity.name()).values()) {
      if (values(entity, index, row).contains(folded)) {
        List<Object> order = new ArrayList<>();
        index.order().forEach(column -> order.add(row.values().get(column.column())));
        order.addAll(row.key().values());
        listed.add(new Listed(new Tuple(order), row.key()));
      }
    }
    listed.sort(Comparator.comparing(Listed::member, Orders.of(memberColumns(entity, index))));
    return listed;
  }

  public record Listed(Tuple member, Tuple key) {}

  private List<KeyColumn> memberColumns(EntityDesign entity, IndexDesign index) {
    List<KeyColumn> columns = new ArrayList<>();
    for (IndexDesign.OrderColumn order : index.order()) {
      Column column = entity.column(order.column()).orElseThrow();
      KeyColumn member =
          KeyColumn.of(column.name(), (ScalarType) column.type())
              .allowingNull()
              .collatedBy(design.collation(entity, column.name()));
      columns.add(order.direction() == Direction.ASCENDING ? member : member.descending());
    }
    columns.addAll(entity.key());
    return columns;
  }

  /** Returns all values of an index under which any row is listed, each in one spelling. */
  public Set<Tuple> values(EntityDesign entity, IndexDesign index) {
    Set<Tuple> values = new HashSet<>();
    rows.get(entity.name()).values().forEach(row -> values.addAll(values(entity, index, row)));
    return values;
  }

  /**
   * Ends a write: deletes the rows that refer to deleted ones, where the design says so.
   *
   * @param before the content before the write
   * @return whether every row that refers to another finds it; if not, a store refuses the write
   */
  public boolean settle(Model before) {
    boolean more = true;
    while (more) {
      more = false;
      for (EntityDesign entity : design.entities()) {
        for (ReferenceDesign reference : entity.references()) {
          for (ModelRow row : List.copyOf(rows.get(entity.name()).values())) {
            if (reference.onDelete() == OnDelete.CASCADE
                && isDangling(entity, reference, row)
                && before.refersAlike(entity, reference, row)) {
              more |= delete(entity, row.key());
            }
          }
        }
      }
    }
    return design.entities().stream()
        .allMatch(
            entity ->
                entity.references().stream()
                    .allMatch(
                        reference ->
                            rows.get(entity.name()).values().stream()
                                .noneMatch(row -> isDangling(entity, reference, row))));
  }

  private boolean isDangling(EntityDesign entity, ReferenceDesign reference, ModelRow row) {
    Optional<Tuple> target = target(entity, reference, row);
    return target.isPresent() && !rows.get(reference.to()).containsKey(target.get());
  }

  /** Returns whether a row is here too, and refers to the same row. */
  private boolean refersAlike(EntityDesign entity, ReferenceDesign reference, ModelRow row) {
    ModelRow here = rows.get(entity.name()).get(row.key());
    return here != null && target(entity, reference, here).equals(target(entity, reference, row));
  }

  /** Returns the key to which a row refers, in one spelling. */
  private Optional<Tuple> target(EntityDesign entity, ReferenceDesign reference, ModelRow row) {
    List<KeyColumn> columns = design.entity(reference.to()).orElseThrow().key();
    List<Object> key = new ArrayList<>();
    for (String column : reference.on()) {
      Object value = value(entity, row, column);
      if (value == null) {
        return Optional.empty();
      }
      key.add(Orders.folded(columns.get(key.size()).collation(), value));
    }
    return Optional.of(new Tuple(key));
  }

  /**
   * Returns whether two rows have the same value of a unique index, so that a store refuses them.
   */
  public boolean hasDuplicates() {
    for (EntityDesign entity : design.entities()) {
      for (IndexDesign index : entity.indexes()) {
        Set<Tuple> seen = new HashSet<>();
        for (ModelRow row :
            index.unique() ? rows.get(entity.name()).values() : List.<ModelRow>of()) {
          for (Tuple value : values(entity, index, row)) {
            if (!seen.add(value)) {
              return true;
            }
          }
        }
      }
    }
    return false;
  }

  private Set<Tuple> values(EntityDesign entity, IndexDesign index, ModelRow row) {
    return values(design, entity, index.on(), row);
  }

  private static Set<Tuple> values(
      Design design, EntityDesign entity, List<String> on, ModelRow row) {
    List<List<Object>> combinations = List.of(List.of());
    for (String column : on) {
      List<List<Object>> longer = new ArrayList<>();
      for (Object element : elements(value(entity, row, column))) {
        for (List<Object> combination : combinations) {
          List<Object> next = new ArrayList<>(combination);
          next.add(element);
          longer.add(next);
        }
      }
      combinations = longer;
    }
    Set<Tuple> values = new HashSet<>();
    combinations.forEach(
        combination -> values.add(folded(design, entity, on, new Tuple(combination))));
    return values;
  }

  /** Returns the same value for all that an index on these columns takes for the same. */
  private static Tuple folded(Design design, EntityDesign entity, List<String> on, Tuple value) {
    List<Object> folded = new ArrayList<>();
    for (int place = 0; place < on.size(); place++) {
      folded.add(Orders.folded(design.collation(entity, on.get(place)), value.get(place)));
    }
    return new Tuple(folded);
  }

  private static Object value(EntityDesign entity, ModelRow row, String column) {
    for (int position = 0; position < entity.key().size(); position++) {
      if (entity.key().get(position).name().equals(column)) {
        return row.key().get(position);
      }
    }
    return row.values().get(column);
  }

  private static Collection<?> elements(Object value) {
    if (value == null) {
      return List.of();
    }
    return value instanceof Collection<?> collection ? collection : List.of(value);
  }

  /** Returns the groups of a counter of extremes that have rows. */
  public Set<Tuple> groups(EntityDesign entity, ExtremeDesign extreme) {
    Set<Tuple> groups = new HashSet<>();
    rows.get(entity.name())
        .values()
        .forEach(row -> groups.addAll(values(design, entity, extreme.by(), row)));
    return groups;
  }

  /** Returns the groups of a row, sorted by their text. */
  public static List<Tuple> groups(
      Design design, EntityDesign entity, ExtremeDesign extreme, ModelRow row) {
    return values(design, entity, extreme.by(), row).stream()
        .sorted(Comparator.comparing(Tuple::toString))
        .toList();
  }

  /** Returns the least or greatest value of a group; empty if no row of it has a value. */
  public Optional<Object> extreme(EntityDesign entity, ExtremeDesign extreme, Tuple group) {
    Comparator<Tuple> ascending =
        Orders.of(List.of(KeyColumn.of(extreme.column(), type(entity, extreme.column()))));
    List<Tuple> found =
        rows.get(entity.name()).values().stream()
            .flatMap(row -> inGroup(design, entity, extreme, group, row).stream())
            .map(Tuple::of)
            .sorted(extreme.end() == End.LEAST ? ascending : ascending.reversed())
            .toList();
    return found.stream().findFirst().map(value -> value.get(0));
  }

  /** Returns the value of a row in a group; empty if it is not in it or has none. */
  public static Optional<Object> inGroup(
      Design design, EntityDesign entity, ExtremeDesign extreme, Tuple group, ModelRow row) {
    return values(design, entity, extreme.by(), row)
            .contains(folded(design, entity, extreme.by(), group))
        ? Optional.ofNullable(value(entity, row, extreme.column()))
        : Optional.empty();
  }

  private static ScalarType type(EntityDesign entity, String name) {
    return entity.key().stream()
        .filter(column -> column.name().equals(name))
        .findFirst()
        .map(KeyColumn::type)
        .orElseGet(() -> entity.column(name).orElseThrow().type().element());
  }

  public long count(EntityDesign entity, CounterDesign counter) {
    if (counter.collection().isEmpty()) {
      return rows.get(entity.name()).values().stream()
          .mapToLong(row -> counted(counter, row.values()))
          .sum();
    }
    return items.get(entity.name() + "." + counter.collection().get()).values().stream()
        .mapToLong(Map::size)
        .sum();
  }

  /** Returns how much a row with these values adds to a counter of rows. */
  public static long counted(CounterDesign counter, Map<String, Object> values) {
    if (counter.sums().isPresent()) {
      Object value = values.get(counter.sums().get());
      return value instanceof BigDecimal decimal
          ? decimal.unscaledValue().longValueExact()
          : value == null ? 0 : ((Number) value).longValue();
    }
    return counter.where().isEmpty() || values.get(counter.where().get()) != null ? 1 : 0;
  }
}
