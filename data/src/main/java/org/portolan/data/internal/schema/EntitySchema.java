package org.portolan.data.internal.schema;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.portolan.data.Columns;
import org.portolan.data.ConstraintException;
import org.portolan.data.EntityRow;
import org.portolan.design.ColumnRule;
import org.portolan.design.EntityDesign;
import org.portolan.design.FamilyDesign;
import org.portolan.design.key.KeyMapping;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.Row;
import org.portolan.types.Column;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;
import org.portolan.types.Values;

/** The storage of the rows of an entity. Immutable, except for what it remembers; thread-safe. */
public final class EntitySchema {
  /** The column of a family without columns, since no engine stores an empty family. */
  static final Column MARK = new Column("present", ScalarType.BOOLEAN);

  /** An application reads few different sets of columns; if it reads more, they are not kept. */
  private static final int PROJECTIONS_MAX = 64;

  private final EntityDesign design;
  private final KeyMapping keyMapping;
  private final List<ColumnFamily> families;
  private final Map<String, Integer> familyOfColumn = new HashMap<>();
  private final Map<String, Integer> positions = new LinkedHashMap<>();
  private final List<Column> columns = new ArrayList<>();

  /** By position; null for a column without a rule. */
  private final List<ColumnRule> rules = new ArrayList<>();

  private final Map<String, CollectionSchema> collections = new LinkedHashMap<>();
  private final List<IndexSchema> indexes = new ArrayList<>();
  private final List<CounterSchema> counters = new ArrayList<>();
  private final Set<String> followedColumns = new LinkedHashSet<>();
  private final Map<Columns, Projection> projections = new ConcurrentHashMap<>();

  EntitySchema(EntityDesign design) {
    this.design = design;
    this.keyMapping = design.keyMapping();
    List<ColumnFamily> physical = new ArrayList<>();
    for (FamilyDesign family : design.families()) {
      List<Column> columns = new ArrayList<>(family.columns());
      for (Column column : columns) {
        familyOfColumn.put(column.name(), physical.size());
        positions.put(column.name(), positions.size());
        this.columns.add(column);
        rules.add(family.rules().get(column.name()));
      }
      if (physical.isEmpty()) {
        columns.addAll(keyMapping.originalColumns());
      }
      if (columns.isEmpty()) {
        columns.add(MARK);
      }
      physical.add(new ColumnFamily(family.name(), columns));
    }
    this.families = List.copyOf(physical);
    design
        .collections()
        .forEach(
            collection ->
                collections.put(collection.name(), new CollectionSchema(this, collection)));
  }

  void add(IndexSchema index) {
    indexes.add(index);
    followedColumns.addAll(index.columns());
  }

  void add(CounterSchema counter) {
    counters.add(counter);
    followedColumns.addAll(counter.columns());
  }

  public String name() {
    return design.name();
  }

  public String table() {
    return design.name();
  }

  public KeyMapping keyMapping() {
    return keyMapping;
  }

  public EntityDesign design() {
    return design;
  }

  List<ColumnFamily> families() {
    return families;
  }

  public List<IndexSchema> indexes() {
    return indexes;
  }

  public List<CounterSchema> counters() {
    return counters;
  }

  /** Returns the columns from which indexes and counters are derived. */
  public Set<String> followedColumns() {
    return followedColumns;
  }

  /** Returns whether a change of a row has derived changes: of an index or a counter. */
  public boolean isFollowed() {
    return !indexes.isEmpty() || !counters.isEmpty();
  }

  public Iterable<CollectionSchema> collections() {
    return collections.values();
  }

  /** Returns the collections in the order in which all of their items can be deleted. */
  public List<CollectionSchema> collectionsToDelete() {
    // Listed collections come before those that list them: without the lister, their rows could not
    // be found.
    List<CollectionSchema> ordered = new ArrayList<>();
    collections.values().stream().filter(each -> each.listedBy().isPresent()).forEach(ordered::add);
    collections.values().stream().filter(each -> each.listedBy().isEmpty()).forEach(ordered::add);
    return ordered;
  }

  public CollectionSchema collection(String collection) {
    CollectionSchema schema = collections.get(collection);
    if (schema == null) {
      throw new IllegalArgumentException(
          "entity '"
              + name()
              + "' has no collection '"
              + collection
              + "'; it has "
              + collections.keySet());
    }
    return schema;
  }

  /** Returns the name of the family that every row has. */
  public String presenceFamily() {
    return families.get(0).name();
  }

  /** Returns how to read some columns of rows; ask once for all rows of a read. */
  public Projection projection(Columns columns) {
    Projection known = projections.get(columns);
    if (known != null) {
      return known;
    }
    columns.names().forEach(this::familyPosition);
    Projection made = new Projection(design.families(), keyMapping.originalColumns(), columns);
    if (projections.size() < PROJECTIONS_MAX) {
      projections.put(columns, made);
    }
    return made;
  }

  private int familyPosition(String column) {
    Integer position = familyOfColumn.get(column);
    if (position == null) {
      throw unknownColumn(column);
    }
    return position;
  }

  private IllegalArgumentException unknownColumn(String column) {
    return new IllegalArgumentException(
        "entity '"
            + name()
            + "' has no column '"
            + column
            + "'; it has "
            + familyOfColumn.keySet().stream().sorted().toList());
  }

  /** Returns whether a row that was read with a {@link #projection} exists. */
  public boolean exists(Row row) {
    return row.columns().containsKey(presenceFamily());
  }

  /** Returns the key of a row that was read with a {@link #projection}. */
  public Tuple key(Row row) {
    return key(row, keyMapping.behindPrefix(row.key()));
  }

  /** Returns the key of such a row, given what follows the prefix in its row key. */
  public Tuple key(Row row, Tuple behindPrefix) {
    List<Object> originals = List.of();
    int count = keyMapping.originalColumns().size();
    if (count > 0) {
      List<Object> values = row.columns().get(presenceFamily());
      originals = values.subList(values.size() - count, values.size());
    }
    return keyMapping.key(behindPrefix, originals);
  }

  /** Returns some columns of a row that was read whole. */
  public EntityRow projected(EntityRow whole, Columns columns) {
    if (columns.all()) {
      return whole;
    }
    Map<String, Object> values = new LinkedHashMap<>();
    for (String name : columns.names()) {
      familyPosition(name);
      values.put(name, whole.value(name));
    }
    return new EntityRow(whole.key(), values);
  }

  /**
   * Returns the new values of a row, checked against the types and rules of their columns, with
   * defaults for those that have none.
   *
   * @throws IllegalArgumentException if a name is not a column, or a value not of its type
   * @throws ConstraintException if a value breaks the rule of its column
   */
  public Map<String, Object> checked(Tuple key, Map<String, Object> values) {
    requireColumns(values);
    Object[] checked = new Object[columns.size()];
    for (int position = 0; position < checked.length; position++) {
      Column column = columns.get(position);
      ColumnRule rule = rules.get(position);
      Object value = Values.check(column, values.get(column.name()));
      if (rule != null) {
        if (value == null) {
          value = rule.defaultValue().orElse(null);
        }
        require(key, column, rule, value);
      }
      checked[position] = value;
    }
    return new ColumnValues(positions, checked);
  }

  /**
   * Checks changes of a row that does not exist.
   *
   * @throws IllegalArgumentException if a name is not a column, or a value not of its type
   */
  public void requireTypes(Map<String, Object> changes) {
    requireColumns(changes);
    for (Column column : columns) {
      var unused = Values.check(column, changes.get(column.name()));
    }
  }

  private void require(Tuple key, Column column, ColumnRule rule, Object value) {
    Optional<String> violation = rule.violation((ScalarType) column.type(), value);
    if (violation.isPresent()) {
      throw new ConstraintException(name(), key, column.name(), violation.get());
    }
  }

  /**
   * Returns the new values of a row of which some change, the changes checked as by {@link
   * #checked}; the others were checked when they were read or written.
   *
   * @param whole with all its columns
   */
  public Map<String, Object> updated(EntityRow whole, Map<String, Object> changes) {
    requireColumns(changes);
    Object[] values = new Object[columns.size()];
    for (int position = 0; position < values.length; position++) {
      Column column = columns.get(position);
      if (!changes.containsKey(column.name())) {
        values[position] = whole.value(column.name());
        continue;
      }
      Object value = Values.check(column, changes.get(column.name()));
      if (rules.get(position) != null) {
        require(whole.key(), column, rules.get(position), value);
      }
      values[position] = value;
    }
    return new ColumnValues(positions, values);
  }

  /**
   * Returns the rules of additions to a column.
   *
   * @throws IllegalArgumentException if there is no such column
   */
  public ColumnSum sum(String column) {
    int position = positionOf(column);
    return new ColumnSum(name(), columns.get(position), rules.get(position));
  }

  /**
   * Refuses a column that does not hold a number which rows can be given, found by their keys.
   *
   * @throws IllegalArgumentException if the column is not a long, or rows have no look-up
   */
  public void requireLong(String column) {
    Column found = columns.get(positionOf(column));
    if (!found.type().equals(ScalarType.LONG)) {
      throw new IllegalArgumentException(
          "column '"
              + column
              + "' of entity '"
              + name()
              + "' is "
              + found.type().spelling()
              + ", and a sequence needs a long");
    }
    if (!keyMapping.layout().answersLookup()) {
      throw new IllegalArgumentException(
          "entity '"
              + name()
              + "' cannot hold a sequence: its key layout "
              + keyMapping.layout().spelling()
              + " finds no row by its key");
    }
  }

  private int positionOf(String column) {
    Integer position = positions.get(column);
    if (position == null) {
      throw unknownColumn(column);
    }
    return position;
  }

  private void requireColumns(Map<String, Object> values) {
    for (String name : values.keySet()) {
      if (!familyOfColumn.containsKey(name)) {
        throw unknownColumn(name);
      }
    }
  }

  /** Returns the new content of a family of a row, or null if the row will not have the family. */
  public List<Object> stored(int position, Tuple key, Map<String, Object> values) {
    List<Column> declared = design.families().get(position).columns();
    List<Object> stored = new ArrayList<>(declared.size());
    boolean any = position == 0;
    for (Column column : declared) {
      Object value = values.get(column.name());
      any |= value != null;
      stored.add(value);
    }
    if (!any) {
      return null;
    }
    if (position == 0) {
      stored.addAll(keyMapping.originals(key));
    }
    if (stored.isEmpty()) {
      stored.add(true);
    }
    return stored;
  }

  public int familyCount() {
    return families.size();
  }

  public String familyName(int position) {
    return families.get(position).name();
  }
}
