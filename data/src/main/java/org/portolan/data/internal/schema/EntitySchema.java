package org.portolan.data.internal.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.portolan.data.Columns;
import org.portolan.data.ConstraintException;
import org.portolan.data.EntityRow;
import org.portolan.design.CollectionDesign;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.evolve.DesignView;
import org.portolan.design.evolve.Slot;
import org.portolan.design.evolve.Slots;
import org.portolan.design.key.KeyMapping;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.Row;
import org.portolan.types.Collation;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.PositionedValues;
import org.portolan.types.Tuple;

/** The storage of the rows of an entity. Immutable, except for what it remembers; thread-safe. */
public final class EntitySchema {
  private final EntityDesign design;
  private final KeyOrder keyOrder;
  private final Map<String, Collation> collations;
  private final KeyMapping keyMapping;
  private final CheckedColumns columns;
  private final RowForm form;
  private final Map<String, CollectionSchema> collections = new LinkedHashMap<>();
  private final List<IndexSchema> indexes = new ArrayList<>();
  private final List<IndexSchema> maintained = new ArrayList<>();
  private final List<CounterSchema> counters = new ArrayList<>();

  private final List<ReferenceSchema> references = new ArrayList<>();
  private final List<ReferenceSchema> referring = new ArrayList<>();
  private Optional<RowCounting> counting = Optional.empty();
  private final Set<String> followedColumns = new LinkedHashSet<>();
  private final Set<String> hidden;
  private final Optional<EntityDesign> inForce;

  /** Makes a schema of rows that are never scanned in order, and that no index lists. */
  EntitySchema(EntityDesign design) {
    this(
        design,
        KeyOrder.NONE,
        Map.of(),
        Slots.initial(design),
        DesignView.whole(new Design(design.name(), List.of(design))));
  }

  /**
   * @param collations how indexes compare columns, see {@code Design.collations}
   * @param slots the physical columns, by the names of families and collections
   * @param view what the application sees
   */
  EntitySchema(
      EntityDesign design,
      KeyOrder keyOrder,
      Map<String, Collation> collations,
      Map<String, List<Slot>> slots,
      DesignView view) {
    this.design = design;
    this.hidden = view.hiddenColumns(design.name());
    this.inForce = view.inForce().entity(design.name());
    // A put keeps their values.
    followedColumns.addAll(hidden);
    this.collations = Map.copyOf(collations);
    this.keyOrder = keyOrder;
    this.keyMapping = design.keyMapping();
    this.columns = new CheckedColumns("entity '" + design.name() + "'");
    this.form = new RowForm(design, slots, keyMapping, columns);
    for (CollectionDesign collection : design.collections()) {
      String name = collection.name();
      collections.put(
          name,
          new CollectionSchema(
              this, collection, slots.get(name), view.hiddenColumns(design.name(), name)));
    }
  }

  void add(IndexSchema index) {
    indexes.add(index);
    maintained.add(index);
    followedColumns.addAll(index.columns());
  }

  /** Adds a generation of an index that the design does not have. */
  void addShadow(IndexSchema shadow) {
    if (shadow.state().isMaintained()) {
      maintained.add(shadow);
      followedColumns.addAll(shadow.columns());
    }
  }

  void add(CounterSchema counter) {
    counters.add(counter);
    followedColumns.addAll(counter.columns());
  }

  void count(RowCounting rows) {
    counting = Optional.of(rows);
  }

  void add(ReferenceSchema reference) {
    references.add(reference);
    followedColumns.addAll(reference.columns());
    reference.target().referring.add(reference);
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

  /** Returns how indexes compare the texts of a column. */
  Collation collation(String column) {
    return collations.getOrDefault(column, Collation.BINARY);
  }

  /** Returns the rows that the engine scans in order. */
  public KeyOrder keyOrder() {
    return keyOrder;
  }

  /** Returns whether a partition can have several rows. */
  public boolean isClustered() {
    return keyMapping.partitionColumns() < keyMapping.rowKeyColumns().size();
  }

  List<ColumnFamily> families() {
    return form.physical();
  }

  public List<IndexSchema> indexes() {
    return indexes;
  }

  /** Returns the indexes whose entries a write of a row changes: also those that nobody reads. */
  public List<IndexSchema> maintained() {
    return maintained;
  }

  /** Returns the counters that a write of a row changes: also those that nobody reads. */
  public List<CounterSchema> counters() {
    return counters;
  }

  /** Returns how its rows are counted for counters that it gets; empty if it gets none. */
  public Optional<RowCounting> counting() {
    return counting;
  }

  /** Returns the references by which rows of this entity refer to others. */
  public List<ReferenceSchema> references() {
    return references;
  }

  /** Returns the lists that a write of a row changes: indexes, and those of referring rows. */
  public List<IndexSchema> lists() {
    List<IndexSchema> lists = new ArrayList<>(maintained);
    references.forEach(reference -> lists.add(reference.referrers()));
    return lists;
  }

  /** Returns the references by which rows of any entity refer to rows of this one. */
  public List<ReferenceSchema> referring() {
    return referring;
  }

  /**
   * Returns the columns of which a write must know the values before: from them indexes, counters
   * and lists of referring rows are derived, or they are hidden from the application.
   */
  public Set<String> followedColumns() {
    return followedColumns;
  }

  /**
   * Returns whether a write must know the row before, because the change has others, of an index, a
   * counter or a reference, or because it keeps columns that are hidden from the application.
   */
  public boolean isFollowed() {
    return !maintained.isEmpty()
        || !counters.isEmpty()
        || !references.isEmpty()
        || !hidden.isEmpty();
  }

  /** Returns whether the design in force has this entity. */
  public boolean isInForce() {
    return inForce.isPresent();
  }

  public Iterable<CollectionSchema> collections() {
    return collections.values();
  }

  /** Returns the collections that the design in force has. */
  public List<CollectionSchema> collectionsInForce() {
    return collections.values().stream()
        .filter(items -> inForce.flatMap(found -> found.collection(items.name())).isPresent())
        .toList();
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
    return form.familyName(0);
  }

  /** Returns how to read some columns of rows; ask once for all rows of a read. */
  public Projection projection(Columns columns) {
    return form.projection(columns);
  }

  /**
   * Returns {@link Columns#ALL} in place of a set of all columns: then a row is known whole.
   *
   * @throws IllegalArgumentException if there is no column of one of these names
   */
  public Columns wholeIfAll(Columns some) {
    columns.require(some.names());
    return some.names().containsAll(columns.positions().keySet()) ? Columns.ALL : some;
  }

  /** Returns whether a row that was read with a {@link #projection} exists. */
  public boolean exists(Row row) {
    return form.exists(row);
  }

  /** Returns the key of a row that was read with a {@link #projection}. */
  public Tuple key(Row row) {
    return key(row, keyMapping.behindPrefix(row.key()));
  }

  /** Returns the key of such a row, given what follows the prefix in its row key. */
  public Tuple key(Row row, Tuple behindPrefix) {
    return form.key(row, behindPrefix);
  }

  /**
   * Returns the value of a column of the key or of a family.
   *
   * @param values with at least that column, if it is one of a family
   */
  Object valueOf(String column, Tuple key, Map<String, Object> values) {
    List<KeyColumn> keyColumns = keyMapping.keyColumns();
    for (int position = 0; position < keyColumns.size(); position++) {
      if (keyColumns.get(position).name().equals(column)) {
        return key.get(position);
      }
    }
    return values.get(column);
  }

  /** Returns some columns of a row that was read whole. */
  public EntityRow projected(EntityRow whole, Columns columns) {
    if (columns.all()) {
      return whole;
    }
    Map<String, Object> values = new LinkedHashMap<>();
    this.columns.require(columns.names());
    for (String name : columns.names()) {
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
    return new PositionedValues(
        columns.positions(), columns.checked(WritePlace.ofRow(name(), key), values));
  }

  /**
   * Returns the new values of a row, with those of the row before in columns that are hidden from
   * the application.
   *
   * @param before with at least {@link #followedColumns}
   * @param checked as by {@link #checked}
   */
  public Map<String, Object> keeping(EntityRow before, Map<String, Object> checked) {
    if (hidden.isEmpty()) {
      return checked;
    }
    Object[] values = new Object[columns.columns().size()];
    columns
        .positions()
        .forEach(
            (name, position) ->
                values[position] = hidden.contains(name) ? before.value(name) : checked.get(name));
    return new PositionedValues(columns.positions(), values);
  }

  /** Returns the columns that are hidden from the application. */
  public Set<String> hidden() {
    return hidden;
  }

  /**
   * Checks changes of a row that does not exist.
   *
   * @throws IllegalArgumentException if a name is not a column, or a value not of its type
   */
  public void requireTypes(Tuple key, Map<String, Object> changes) {
    columns.requireTypes(WritePlace.ofRow(name(), key), changes);
  }

  /**
   * Returns the new values of a row of which some change, the changes checked as by {@link
   * #checked}; the others were checked when they were read or written.
   *
   * @param whole with all its columns
   */
  public Map<String, Object> updated(EntityRow whole, Map<String, Object> changes) {
    WritePlace place = WritePlace.ofRow(name(), whole.key());
    return new PositionedValues(columns.positions(), columns.updated(place, whole, changes));
  }

  /** Returns values of some columns of a row, checked as by {@link #checked}. */
  Map<String, Object> some(Tuple key, Map<String, Object> values) {
    return new PositionedValues(
        columns.positions(), columns.some(WritePlace.ofRow(name(), key), values));
  }

  /**
   * Returns the rules of additions to a column.
   *
   * @throws IllegalArgumentException if there is no such column
   */
  public ColumnSum sum(String column) {
    return columns.sum(name(), column);
  }

  /**
   * Returns a column of a family.
   *
   * @throws IllegalArgumentException if there is none of this name
   */
  public Column column(String name) {
    return columns.column(name);
  }

  /** Returns the new content of a family of a row, or null if the row will not have the family. */
  public List<Object> stored(int position, Tuple key, Map<String, Object> values) {
    return form.stored(position, key, values);
  }

  public int familyCount() {
    return form.familyCount();
  }

  public String familyName(int position) {
    return form.familyName(position);
  }
}
