package org.portolan.data.internal.schema;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.portolan.data.Item;
import org.portolan.design.CollectionDesign;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.design.evolve.Slot;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.Family;
import org.portolan.engine.ItemFamily;
import org.portolan.engine.TableSchema;
import org.portolan.types.CollectionType;
import org.portolan.types.Column;
import org.portolan.types.KeyCodec;
import org.portolan.types.KeyColumn;
import org.portolan.types.PositionedValues;
import org.portolan.types.RowCodec;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/** The storage of the items of a collection. Immutable. */
public final class CollectionSchema {
  private static final String ITEMS = "items";

  /** No name of a design begins like this, so no key column of an entity has it. */
  private static final KeyColumn NODE = KeyColumn.of("_node", ScalarType.TEXT);

  /** The column of an object that holds all items of a row, ascending by key. */
  private static final Column OBJECT_COLUMN =
      new Column(ITEMS, new CollectionType(CollectionType.Kind.LIST, ScalarType.BYTES));

  private final EntitySchema entity;
  private final CollectionDesign design;
  private final String table;
  private final KeyCodec itemKeyCodec;
  private final CheckedColumns columns;
  private final StoredColumns form;
  private final ItemForm itemForm;
  private final Optional<TreeSchema> tree;
  private final Set<String> hidden;

  /**
   * @param hidden the columns that are hidden from the application
   */
  CollectionSchema(
      EntitySchema entity, CollectionDesign design, List<Slot> slots, Set<String> hidden) {
    this.entity = entity;
    this.design = design;
    this.hidden = hidden;
    this.table =
        design.storage() == Storage.CELLS ? entity.table() : entity.table() + "_" + design.name();
    this.itemKeyCodec = new KeyCodec(design.itemKey());
    this.columns = new CheckedColumns("collection '" + entity.name() + "." + design.name() + "'");
    columns.add(design.columns(), design.rules());
    this.form = new StoredColumns(design.columns(), slots);
    this.itemForm = new ItemForm(itemKeyCodec, new RowCodec(form.physical()));
    this.tree =
        design
            .tree()
            .map(
                layout ->
                    new TreeSchema(
                        "collection '" + entity.name() + "." + name() + "'",
                        name(),
                        table,
                        family(),
                        entity.keyMapping().rowKeyColumns(),
                        NODE,
                        ITEMS,
                        layout,
                        itemForm,
                        false));
  }

  public String name() {
    return design.name();
  }

  public EntitySchema entity() {
    return entity;
  }

  /** Returns the storage; never {@link Storage#PORTABLE}, since the design is concrete. */
  public Storage storage() {
    return design.storage();
  }

  /** Returns the failure of code that met {@link Storage#PORTABLE}, which no store has. */
  public IllegalStateException notConcrete() {
    return new IllegalStateException("the storage of '" + name() + "' was left to the engine");
  }

  /** Returns the trees in whose nodes the items are; only under {@link Storage#TREE}. */
  public Optional<TreeSchema> tree() {
    return tree;
  }

  public String table() {
    return table;
  }

  /**
   * Returns the collection by whose keys this one is listed; empty if it is listed by its own keys.
   */
  public Optional<CollectionSchema> listedBy() {
    return design.listedBy().map(entity::collection);
  }

  /** Returns the collections that are listed by the keys of this one. */
  public List<CollectionSchema> listed() {
    List<CollectionSchema> listed = new ArrayList<>();
    for (CollectionSchema other : entity.collections()) {
      if (other.design.listedBy().filter(design.name()::equals).isPresent()) {
        listed.add(other);
      }
    }
    return listed;
  }

  /**
   * Returns whether the order of the items is opposite to that of the collection that lists them.
   */
  public boolean isListedBackwards() {
    return listedBy()
        .map(lister -> lister.design.itemKey().get(0).direction())
        .filter(direction -> direction != design.itemKey().get(0).direction())
        .isPresent();
  }

  /** Returns the family of the items; its name is the same under each storage. */
  public String family() {
    return design.name();
  }

  public KeyCodec itemKeyCodec() {
    return itemKeyCodec;
  }

  /** Returns the table of this collection; not for {@link Storage#CELLS}, which has no table. */
  TableSchema tableSchema() {
    if (tree.isPresent()) {
      return tree.get().tableSchema(design.options());
    }
    List<KeyColumn> rowKey = entity.keyMapping().rowKeyColumns();
    if (design.storage() == Storage.OBJECT) {
      return new TableSchema(
          table,
          rowKey,
          rowKey.size(),
          List.of(new ColumnFamily(family(), List.of(OBJECT_COLUMN))),
          List.of(),
          design.options());
    }
    List<KeyColumn> key = new ArrayList<>(rowKey);
    key.addAll(design.itemKey());
    return new TableSchema(
        table,
        key,
        rowKey.size(),
        List.of(new ColumnFamily(family(), form.physical())),
        List.of(),
        design.options());
  }

  Family cellFamily() {
    return new ItemFamily(family(), design.itemKey(), form.physical());
  }

  /** Returns the row key of one item under {@link Storage#ROWS}. */
  public Tuple rowKeyOfItem(Tuple rowKey, Tuple itemKey) {
    return rowKey.append(itemKey);
  }

  /** Returns the item key at the end of such a row key. */
  public Tuple itemKeyOf(Tuple rowKeyOfItem) {
    return rowKeyOfItem.slice(entity.keyMapping().rowKeyColumns().size(), rowKeyOfItem.size());
  }

  /** Returns an item that was read. */
  public Item item(Tuple itemKey, List<Object> stored) {
    Object[] values;
    if (form.isPlain()) {
      // Items without columns may be stored with a mark.
      values = stored.subList(0, design.columns().size()).toArray();
    } else {
      values = new Object[design.columns().size()];
      for (int column = 0; column < values.length; column++) {
        values[column] = form.read(column, stored);
      }
    }
    return new Item(itemKey, new PositionedValues(columns.positions(), values));
  }

  /**
   * Returns the values of a new item in stored order, checked against the types and rules of their
   * columns, with defaults for those that have none.
   *
   * @param key of the row that owns the item
   * @throws IllegalArgumentException if the key does not fit the collection, a name is not a
   *     column, or a value not of its type
   * @throws org.portolan.data.ConstraintException if a value breaks the rule of its column
   */
  public List<Object> checked(Tuple key, Tuple itemKey, Map<String, Object> values) {
    // A key of other types is refused before it is compared with others.
    var unused = itemKeyCodec.encode(itemKey);
    WritePlace place = new WritePlace(entity.name(), key, name(), itemKey);
    Object[] checked = columns.checked(place, values);
    return Collections.unmodifiableList(stored(checked));
  }

  /** Returns the columns that are hidden from the application. */
  public Set<String> hidden() {
    return hidden;
  }

  /**
   * Returns the values of a new item in stored order, with those of the item before in columns that
   * are hidden from the application.
   *
   * @param checked as by {@link #checked}
   */
  public List<Object> keeping(Item before, List<Object> checked) {
    Object[] values = item(before.key(), checked).values().values().toArray();
    columns
        .positions()
        .forEach(
            (name, position) -> {
              if (hidden.contains(name)) {
                values[position] = before.value(name);
              }
            });
    return Collections.unmodifiableList(stored(values));
  }

  /** Returns the values of an item that was read, in stored order. */
  public List<Object> stored(Item item) {
    return stored(item.values().values().toArray());
  }

  private List<Object> stored(Object[] values) {
    if (form.isPlain() && values.length == form.physical().size()) {
      return Arrays.asList(values);
    }
    Object[] stored = form.empty();
    for (int column = 0; column < values.length; column++) {
      form.put(stored, column, values[column]);
    }
    return Arrays.asList(stored);
  }

  /** Returns the form of items in objects and trees. */
  public ItemForm itemForm() {
    return itemForm;
  }

  /** Returns the item of an element of an object or a tree. */
  public Item unpack(Object element) {
    return item(itemForm.key(element), itemForm.stored(element));
  }
}
