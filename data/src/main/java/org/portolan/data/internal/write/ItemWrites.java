package org.portolan.data.internal.write;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.portolan.data.Item;
import org.portolan.data.ItemExistsException;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.data.StoreReader;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.access.ReadOrder;
import org.portolan.data.internal.read.Cursors;
import org.portolan.data.internal.read.ItemReads;
import org.portolan.data.internal.read.ListedRows;
import org.portolan.data.internal.schema.CollectionSchema;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.tree.TreeChanges;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.engine.Change;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;
import org.portolan.types.KeyCodec;
import org.portolan.types.Tuple;

/**
 * The items of one attempt of a write, in each storage of a collection: cells and rows are changed
 * in the target at once, objects and trees when the attempt ends. Used by one thread.
 */
final class ItemWrites {
  private final WriteTarget target;
  private final Access access;
  private final StoreReader reader;
  private final CollectionObjects objects;
  private final CollectionTrees trees;
  private final KnownItems known = new KnownItems();

  /** The rows that have no items but those that this write has put since. */
  private final Set<RowKey> bare = new HashSet<>();

  private ListedItems listedItems = new ListedItems();

  /**
   * @param access the reads of {@code target}
   * @param reader the same reads, by names of the design
   */
  ItemWrites(WriteTarget target, Access access, StoreReader reader) {
    this.target = target;
    this.access = access;
    this.reader = reader;
    this.objects = new CollectionObjects(access);
    this.trees = new CollectionTrees(access);
  }

  /** Checks the changes before they are committed. */
  void check(StoreReader write) {
    listedItems.check(write);
  }

  /** Forgets which items are still to be checked: those so far have been. */
  void endPart() {
    listedItems = new ListedItems();
  }

  /** Returns the mutations that write the collections stored as objects. */
  List<Mutation> objectMutations() {
    return objects.mutations();
  }

  /** Returns the changes of the collections stored as trees. */
  List<TreeChanges> treeChanges() {
    return trees.changes();
  }

  /** Remembers a collection stored as an object, from the row that holds it. */
  void objectRead(CollectionSchema items, Tuple key, Row row) {
    objects.read(items, key, row);
  }

  void put(CollectionSchema items, Tuple key, Tuple itemKey, Map<String, Object> values) {
    List<Object> stored = kept(items, key, itemKey, items.checked(key, itemKey, values));
    if (items.storage() == Storage.OBJECT) {
      listedItems.changed(items, key, itemKey, true);
      if (objects.put(items, key, itemKey, stored)) {
        count(items, key, 1);
      }
      return;
    }
    boolean isNew =
        CounterChanges.countsItems(items.entity(), items.name()) && !stands(items, key, itemKey);
    store(items, key, itemKey, stored, isNew);
  }

  /**
   * Writes an item that must not exist.
   *
   * @throws ItemExistsException if it exists; nothing was changed
   */
  void insert(CollectionSchema items, Tuple key, Tuple itemKey, Map<String, Object> values) {
    List<Object> stored = items.checked(key, itemKey, values);
    if (target.mayLeaveParts()) {
      throw new IllegalStateException(
          "an item of '"
              + items.entity().name()
              + "."
              + items.name()
              + "' cannot be inserted by a buffered write on this store, whose rows change one by"
              + " one: run again, it would find its own item; add or put the item, or write it"
              + " synced");
    }
    if (isTaken(items, key, itemKey)) {
      throw new ItemExistsException(items.entity().name(), key, items.name(), itemKey);
    }
    storeNew(items, key, itemKey, stored);
  }

  /** Returns an item with what it had before in columns that the application does not know. */
  private List<Object> kept(
      CollectionSchema items, Tuple key, Tuple itemKey, List<Object> checked) {
    return items.hidden().isEmpty()
        ? checked
        : get(items, key, itemKey).map(before -> items.keeping(before, checked)).orElse(checked);
  }

  /** Writes an item that is taken for new, without reading it first. */
  void add(CollectionSchema items, Tuple key, Tuple itemKey, Map<String, Object> values) {
    if (items.storage() == Storage.OBJECT) {
      put(items, key, itemKey, values);
    } else {
      List<Object> checked = items.checked(key, itemKey, values);
      storeNew(items, key, itemKey, kept(items, key, itemKey, checked));
    }
  }

  private void storeNew(CollectionSchema items, Tuple key, Tuple itemKey, List<Object> stored) {
    if (items.storage() == Storage.OBJECT) {
      listedItems.changed(items, key, itemKey, true);
      objects.put(items, key, itemKey, stored);
      count(items, key, 1);
    } else {
      store(items, key, itemKey, stored, true);
    }
  }

  /** Returns whether an item that is inserted is there; does not read it if its row is new. */
  private boolean isTaken(CollectionSchema items, Tuple key, Tuple itemKey) {
    if (items.storage() == Storage.OBJECT) {
      return stands(items, key, itemKey);
    }
    RowKey owner = owner(items.entity(), key);
    return (bare.contains(owner) || target.isNew(owner))
        ? told(items, key, itemKey).orElse(false)
        : stands(items, key, itemKey);
  }

  /** Returns whether an item is there; reads it if this write does not know. */
  private boolean stands(CollectionSchema items, Tuple key, Tuple itemKey) {
    return told(items, key, itemKey).orElseGet(() -> get(items, key, itemKey).isPresent());
  }

  private Optional<Boolean> told(CollectionSchema items, Tuple key, Tuple itemKey) {
    return switch (items.storage()) {
      case OBJECT -> Optional.empty();
      case TREE -> trees.changedTo(items, key, itemKey);
      default -> known.find(items, key, itemKey);
    };
  }

  private static RowKey owner(EntitySchema entity, Tuple key) {
    return new RowKey(entity.table(), entity.keyMapping().rowKey(key));
  }

  private void store(
      CollectionSchema items, Tuple key, Tuple itemKey, List<Object> stored, boolean isNew) {
    listedItems.changed(items, key, itemKey, true);
    if (items.storage() == Storage.TREE) {
      trees.put(items, key, itemKey, stored);
    } else {
      known.changed(items, key, itemKey, true);
      Change put =
          items.storage() == Storage.ROWS
              ? new Change.PutColumns(items.family(), stored)
              : new Change.PutItem(items.family(), itemKey, stored);
      change(items, key, itemKey, put);
    }
    if (isNew) {
      count(items, key, 1);
    }
  }

  void delete(CollectionSchema items, Tuple key, Tuple itemKey) {
    if (items.storage() == Storage.OBJECT) {
      if (objects.delete(items, key, itemKey)) {
        listedItems.changed(items, key, itemKey, false);
        count(items, key, -1);
      }
    } else if (stands(items, key, itemKey)) {
      remove(items, key, itemKey);
    }
  }

  private void remove(CollectionSchema items, Tuple key, Tuple itemKey) {
    listedItems.changed(items, key, itemKey, false);
    if (items.storage() == Storage.TREE) {
      trees.delete(items, key, itemKey);
    } else {
      known.changed(items, key, itemKey, false);
      Change delete =
          items.storage() == Storage.ROWS
              ? new Change.DeleteFamily(items.family())
              : new Change.DeleteItem(items.family(), itemKey);
      change(items, key, itemKey, delete);
    }
    count(items, key, -1);
  }

  /**
   * Changes the row or the cells of an item, as part of the write of the row that it belongs to.
   */
  private void change(CollectionSchema items, Tuple key, Tuple itemKey, Change change) {
    Tuple owner = items.entity().keyMapping().rowKey(key);
    Tuple row = items.storage() == Storage.ROWS ? items.rowKeyOfItem(owner, itemKey) : owner;
    target.change(
        new RowKey(items.entity().table(), owner), Mutation.of(items.table(), row, change));
  }

  private void count(CollectionSchema items, Tuple key, long delta) {
    EntitySchema entity = items.entity();
    target.derived(owner(entity, key)).counters().items(entity, items.name(), delta);
  }

  void deleteAll(CollectionSchema items, Tuple key) {
    if (items.storage() == Storage.OBJECT) {
      count(items, key, -objects.deleteAll(items, key));
      return;
    }
    if (items.storage() == Storage.TREE) {
      count(items, key, -trees.deleteAll(items, key));
      return;
    }
    Paging paging = Paging.first(Paging.LIMIT_MAX);
    while (true) {
      Slice<Item> page = page(items, key, paging);
      page.entries().forEach(item -> remove(items, key, item.key()));
      if (page.next().isEmpty()) {
        break;
      }
      paging = paging.following(page);
    }
    for (Tuple itemKey : listedItems.unlisted(items, key)) {
      if (stands(items, key, itemKey)) {
        remove(items, key, itemKey);
      }
    }
  }

  /** Notes that a row was deleted with all its items. */
  void ownerDeleted(EntitySchema entity, Tuple key) {
    listedItems.deleted(entity, key);
    bare.add(owner(entity, key));
  }

  /**
   * Notes that a row was inserted. Where a row has a state, that tells more: items may be there
   * without their row.
   */
  void ownerInserted(EntitySchema entity, Tuple key) {
    if (target.validatesReads()) {
      bare.add(owner(entity, key));
    }
  }

  Optional<Item> get(CollectionSchema items, Tuple key, Tuple itemKey) {
    return switch (items.storage()) {
      case OBJECT -> objects.item(items, key, itemKey);
      case TREE -> trees.item(items, key, itemKey);
      default -> stored(items, key, itemKey);
    };
  }

  private Optional<Item> stored(CollectionSchema items, Tuple key, Tuple itemKey) {
    if (known.find(items, key, itemKey).filter(stands -> !stands).isPresent()) {
      return Optional.empty();
    }
    Optional<Item> found = reader.item(items.entity().name(), key, items.name(), itemKey);
    known.read(items, key, itemKey, found.isPresent());
    return found;
  }

  /** Returns a page of the items as this transaction sees them. */
  Slice<Item> page(CollectionSchema items, Tuple key, Paging paging) {
    if (items.storage() == Storage.OBJECT) {
      return ItemReads.slice(objects.items(items, key), items, paging);
    }
    KeyCodec codec = items.itemKeyCodec();
    if (items.storage() == Storage.TREE) {
      Optional<Tuple> after = Cursors.parse(codec, paging);
      int count = paging.limit() + 1;
      return ItemReads.cut(
          trees.items(items, key, after, count, paging.backwards()), codec, paging);
    }
    Tuple rowKey = items.entity().keyMapping().rowKey(key);
    if (ListedRows.isByObject(items)) {
      List<Item> object = objects.items(items.listedBy().orElseThrow(), key);
      ReadOrder order = new ReadOrder(codec, paging.backwards());
      return ListedRows.byObject(access, items, rowKey, object, order).page(paging);
    }
    Optional<CollectionSchema> tree =
        items.listedBy().filter(lister -> lister.storage() == Storage.TREE);
    if (tree.isPresent()) {
      boolean backwards = ListedRows.isListerReadBackwards(items, paging.backwards());
      return ListedRows.byItems(
              access,
              items,
              rowKey,
              (last, count) -> trees.items(tree.get(), key, last, count, backwards))
          .page(paging);
    }
    return reader.items(items.entity().name(), key, items.name(), paging);
  }
}
