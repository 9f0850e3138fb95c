package org.portolan.data.internal.write;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Item;
import org.portolan.data.Paging;
import org.portolan.data.RowExistsException;
import org.portolan.data.Slice;
import org.portolan.data.StoreReader;
import org.portolan.data.StoreRuntime;
import org.portolan.data.StoreTransaction;
import org.portolan.data.Trace;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.read.ReaderView;
import org.portolan.data.internal.read.SchemaReader;
import org.portolan.data.internal.schema.CollectionSchema;
import org.portolan.data.internal.schema.ColumnSum;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.IndexEntry;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.data.internal.tree.TreeChanges;
import org.portolan.engine.Change;
import org.portolan.engine.Mutation;
import org.portolan.engine.RowKey;
import org.portolan.types.Tuple;

/**
 * One attempt of a write. Changes of rows and items go to its target at once. Derived changes are
 * gathered there and made at the end. Rows that were read whole are remembered, so that a
 * read-modify-write costs one round trip to read.
 */
public final class StoreWrite implements StoreTransaction, ReaderView {
  private final StoreSchema schema;
  private final WatchedTarget target;
  private final Access access;
  private final StoreRuntime runtime;
  private final SchemaReader reader;
  private final KnownRows known;
  private final ItemWrites items;
  private UniqueValues uniqueValues;
  private References references;
  private boolean followed;
  private boolean wantsNoOthers;

  /**
   * @param access the reads of {@code target}
   * @param runtime the source of random numbers, for key prefixes
   */
  public StoreWrite(StoreSchema schema, WriteTarget target, Access access, StoreRuntime runtime) {
    this.runtime = runtime;
    this.schema = schema;
    this.target = new WatchedTarget(target);
    this.access = access;
    this.reader = new SchemaReader(schema, access);
    this.known = new KnownRows(access);
    this.items = new ItemWrites(this.target, access, reader);
    this.uniqueValues = new UniqueValues(this.target);
    this.references = new References(this, this.target, access);
  }

  /**
   * Checks the changes before they are committed, and completes them by those of references and
   * unique values.
   *
   * @throws org.portolan.data.ReferenceException if a row would refer to one that is not there
   * @throws org.portolan.data.DuplicateValueException if two rows would have the same unique value
   */
  public void check() {
    references.settle();
    items.check(this);
    uniqueValues.settle(access);
  }

  /**
   * Ends the changes of one function, and checks them as {@link #check}; those of another may
   * follow.
   */
  void endPart() {
    check();
    followed = true;
    uniqueValues = new UniqueValues(target);
    references = new References(this, target, access);
    items.endPart();
  }

  /**
   * Notes that the function that runs must not share this write with others: it does what does not
   * see what others have changed here (indexes, counters and scans show committed rows), or what
   * others would not see.
   *
   * @throws Together if another function has changed this write before
   */
  void wantNoOthers() {
    wantsNoOthers = true;
    if (followed) {
      throw new Together(null);
    }
  }

  boolean wantsNoOthers() {
    return wantsNoOthers;
  }

  /** Returns whether a function since the last call must not share this write with others. */
  boolean takeWantsNoOthers() {
    boolean wanted = wantsNoOthers;
    wantsNoOthers = false;
    return wanted;
  }

  /** Returns the changes made so far; tells of each before it is made. */
  WatchedTarget changes() {
    return target;
  }

  /** Counts reads for another trace; null to count for this write's own again. */
  void countFor(Trace other) {
    access.trace().divertTo(other);
  }

  /** Returns whether another write may change what this one has read before it ends, unnoticed. */
  boolean readsMayChange() {
    return !target.validatesReads();
  }

  /** Returns the rows that this write knows. */
  KnownRows known() {
    return known;
  }

  /**
   * Makes an entry of a unique index, or of the list of referring rows, right: it is there if and
   * only if its row has the value. The row of the value is written anew, so that no other writer
   * can change it meanwhile.
   *
   * @param key the key of the entry's row
   * @return false if another row has the unique value too, and nothing was changed
   */
  public boolean repair(IndexSchema index, IndexEntry entry, Tuple key) {
    if (index.reference().isPresent()) {
      references.repair(index, entry, key);
      return true;
    }
    wantNoOthers();
    return uniqueValues.repair(this, access, index, entry, key);
  }

  /**
   * Takes the values that rows have for them, in unique indexes of which nobody has taken the
   * values of older rows. Each row that has some is written anew, and so are the rows of its
   * values: no other writer can change them meanwhile. A value that a row has taken already stays
   * with it.
   *
   * @param indexes of one entity; every process maintains them
   * @throws org.portolan.data.DuplicateValueException at the end of the write, if another row has
   *     taken a value
   */
  public void claim(List<IndexSchema> indexes, List<Tuple> keys) {
    wantNoOthers();
    uniqueValues.claim(this, indexes, keys);
  }

  /** Returns whether a row is there, if this write has read it whole or written it. */
  Optional<Boolean> knownToExist(EntitySchema entity, Tuple key) {
    return known.find(entity, key).map(Optional::isPresent);
  }

  /** Returns the mutations that write the collections stored as objects. */
  public List<Mutation> objectMutations() {
    return items.objectMutations();
  }

  /** Returns the changes of the collections stored as trees. */
  public List<TreeChanges> treeChanges() {
    return items.treeChanges();
  }

  private void change(EntitySchema entity, Tuple ownerKey, Mutation mutation) {
    if (!mutation.changes().isEmpty()) {
      target.change(new RowKey(entity.table(), ownerKey), mutation);
    }
  }

  @Override
  public List<Optional<EntityRow>> getAll(String entity, List<Tuple> keys, Columns columns) {
    EntitySchema entitySchema = schema.entity(entity);
    return known.getAll(entitySchema, keys, columns);
  }

  @Override
  public void prefetch(String entity, List<Tuple> keys) {
    EntitySchema entitySchema = schema.entity(entity);
    known.prefetch(entitySchema, keys, items);
  }

  @Override
  public void put(String entity, Tuple key, Map<String, Object> values) {
    EntitySchema entitySchema = schema.entity(entity);
    putChecked(entitySchema, key, entitySchema.checked(key, values));
  }

  private void putChecked(EntitySchema entitySchema, Tuple key, Map<String, Object> checked) {
    if (!entitySchema.keyMapping().layout().answersLookup()) {
      append(entitySchema, key, checked);
      return;
    }
    Tuple rowKey = entitySchema.keyMapping().rowKey(key);
    RowKey row = new RowKey(entitySchema.table(), rowKey);
    if (!entitySchema.isFollowed()) {
      target.alone(row);
      target.isTakenForNew(row, false);
      // The old row is not needed; a conflict with another writer of the row is still found by its
      // key.
      write(entitySchema, key, checked, rowKey, true);
      known.put(entitySchema, key, Optional.of(new EntityRow(key, checked)));
      return;
    }
    boolean isNew = isTakenForNew(entitySchema, key, row, false);
    Optional<EntityRow> before = isNew ? Optional.empty() : known.before(entitySchema, key);
    Map<String, Object> values =
        before.map(old -> entitySchema.keeping(old, checked)).orElse(checked);
    write(entitySchema, key, values, rowKey, before.isPresent());
    follow(entitySchema, before, Optional.of(new EntityRow(key, values)));
  }

  private boolean isTakenForNew(EntitySchema entity, Tuple key, RowKey row, boolean inserted) {
    boolean isNew = known.find(entity, key).isEmpty() && target.isTakenForNew(row, inserted);
    if (isNew) {
      // If this runs again for several writes, it is read along with the others' rows.
      known.asked(entity, key, Columns.ALL);
    }
    return isNew;
  }

  @Override
  public void insert(String entity, Tuple key, Map<String, Object> values) {
    EntitySchema entitySchema = schema.entity(entity);
    Map<String, Object> checked = entitySchema.checked(key, values);
    if (!entitySchema.keyMapping().layout().answersLookup()) {
      throw new IllegalArgumentException(
          "a row of '"
              + entity
              + "' cannot be inserted: its key layout "
              + entitySchema.keyMapping().layout().spelling()
              + " finds no row by its key, so nothing would notice that the row exists; put it");
    }
    if (target.mayLeaveParts()) {
      throw new IllegalStateException(
          "a row of '"
              + entity
              + "' cannot be inserted by a buffered write on this store, whose rows change one by"
              + " one: run again, it would find its own row; put the row, or write it synced");
    }
    Tuple rowKey = entitySchema.keyMapping().rowKey(key);
    RowKey row = new RowKey(entitySchema.table(), rowKey);
    if (!entitySchema.isFollowed()) {
      target.alone(row);
    }
    boolean isNew = isTakenForNew(entitySchema, key, row, true);
    if (!isNew && known.before(entitySchema, key).isPresent()) {
      throw new RowExistsException(entity, key);
    }
    write(entitySchema, key, checked, rowKey, false);
    items.ownerInserted(entitySchema, key);
    Optional<EntityRow> after = Optional.of(new EntityRow(key, checked));
    if (entitySchema.isFollowed()) {
      follow(entitySchema, Optional.empty(), after);
    } else {
      known.put(entitySchema, key, after);
    }
  }

  /** Appends a row: under a layout without look-ups, the table is a log, not a map. */
  private void append(EntitySchema entity, Tuple key, Map<String, Object> values) {
    Tuple rowKey = entity.keyMapping().rowKeyFor(key, key + values.toString(), runtime.random());
    RowKey row = new RowKey(entity.table(), rowKey);
    if (!entity.isFollowed()) {
      target.alone(row);
    }
    target.isTakenForNew(row, false);
    write(entity, key, values, rowKey, false);
    target
        .derived(row)
        .counters()
        .row(entity, Optional.empty(), Optional.of(new EntityRow(key, values)));
  }

  private void write(
      EntitySchema entity, Tuple key, Map<String, Object> values, Tuple rowKey, boolean existed) {
    List<Change> changes = new ArrayList<>();
    for (int position = 0; position < entity.familyCount(); position++) {
      List<Object> stored = entity.stored(position, key, values);
      if (stored != null) {
        changes.add(new Change.PutColumns(entity.familyName(position), stored));
      } else if (existed) {
        changes.add(new Change.DeleteFamily(entity.familyName(position)));
      }
    }
    change(entity, rowKey, Mutation.of(entity.table(), rowKey, changes));
    references.wrote(entity, key, true);
  }

  /** Gathers the changes derived from the difference between the old row and the new one. */
  private void follow(EntitySchema entity, Optional<EntityRow> before, Optional<EntityRow> after) {
    EntityRow row = after.or(() -> before).orElseThrow();
    Tuple key = row.key();
    DerivedChanges derived =
        target.derived(new RowKey(entity.table(), entity.keyMapping().rowKey(key)));
    for (IndexSchema index : entity.maintained()) {
      Set<IndexEntry> old = index.entries(before);
      Set<IndexEntry> young = index.entries(after);
      if (index.claims().isPresent()) {
        uniqueValues.follow(index, row, old, young);
      } else {
        derived.indexes().add(index, old, young);
      }
    }
    derived.counters().row(entity, before, after);
    references.change(entity, key, before, after);
    known.put(entity, key, after);
  }

  @Override
  public boolean update(String entity, Tuple key, Map<String, Object> changes) {
    EntitySchema entitySchema = schema.entity(entity);
    noteChange(entitySchema, key, changes.keySet());
    Optional<EntityRow> before = get(entity, key, Columns.ALL);
    if (before.isEmpty()) {
      entitySchema.requireTypes(key, changes);
      return false;
    }
    // Under its own key: a collated key may have been given in another spelling.
    putChecked(entitySchema, before.get().key(), entitySchema.updated(before.get(), changes));
    return true;
  }

  /** Notes, before it is read, that some columns of a row are going to change. */
  private void noteChange(EntitySchema entity, Tuple key, Set<String> columns) {
    if (entity.keyMapping().layout().answersLookup()
        && Collections.disjoint(entity.followedColumns(), columns)) {
      target.alone(new RowKey(entity.table(), entity.keyMapping().rowKey(key)));
    }
  }

  @Override
  public OptionalLong add(String entity, Tuple key, String column, long delta) {
    Optional<Object> sum = sum(entity, key, column, delta);
    return sum.isPresent()
        ? OptionalLong.of(((Number) sum.get()).longValue())
        : OptionalLong.empty();
  }

  @Override
  public Optional<BigDecimal> add(String entity, Tuple key, String column, BigDecimal delta) {
    return sum(entity, key, column, delta).map(BigDecimal.class::cast);
  }

  private Optional<Object> sum(String entity, Tuple key, String column, Number delta) {
    EntitySchema entitySchema = schema.entity(entity);
    ColumnSum sum = entitySchema.sum(column);
    sum.require(delta);
    noteChange(entitySchema, key, Set.of(column));
    Optional<EntityRow> before = get(entity, key, Columns.ALL);
    if (before.isEmpty()) {
      return Optional.empty();
    }
    Object after = sum.of(before.get().key(), before.get().value(column), delta);
    Tuple own = before.get().key();
    putChecked(entitySchema, own, entitySchema.updated(before.get(), Map.of(column, after)));
    return Optional.of(after);
  }

  @Override
  public boolean delete(String entity, Tuple key) {
    EntitySchema entitySchema = schema.entity(entity);
    if (!entitySchema.referring().isEmpty()) {
      wantNoOthers();
    }
    Optional<EntityRow> before = known.before(entitySchema, key);
    if (before.isEmpty()) {
      return false;
    }
    List<Change> changes = new ArrayList<>();
    for (int position = 0; position < entitySchema.familyCount(); position++) {
      changes.add(new Change.DeleteFamily(entitySchema.familyName(position)));
    }
    Tuple rowKey = entitySchema.keyMapping().rowKey(key);
    change(entitySchema, rowKey, Mutation.of(entitySchema.table(), rowKey, changes));
    for (CollectionSchema collection : entitySchema.collectionsToDelete()) {
      items.deleteAll(collection, key);
    }
    items.ownerDeleted(entitySchema, key);
    references.wrote(entitySchema, key, false);
    follow(entitySchema, before, Optional.empty());
    return true;
  }

  @Override
  public void leaveReferencesUnchecked() {
    wantNoOthers();
    references.leaveUnchecked();
  }

  private CollectionSchema collection(String entity, String collection) {
    return schema.entity(entity).collection(collection);
  }

  @Override
  public void putItem(
      String entity, Tuple key, String collection, Tuple itemKey, Map<String, Object> values) {
    items.put(collection(entity, collection), key, itemKey, values);
  }

  @Override
  public void insertItem(
      String entity, Tuple key, String collection, Tuple itemKey, Map<String, Object> values) {
    items.insert(collection(entity, collection), key, itemKey, values);
  }

  @Override
  public void addItem(
      String entity, Tuple key, String collection, Tuple itemKey, Map<String, Object> values) {
    items.add(collection(entity, collection), key, itemKey, values);
  }

  @Override
  public void deleteItem(String entity, Tuple key, String collection, Tuple itemKey) {
    items.delete(collection(entity, collection), key, itemKey);
  }

  @Override
  public Optional<Item> item(String entity, Tuple key, String collection, Tuple itemKey) {
    return items.get(collection(entity, collection), key, itemKey);
  }

  @Override
  public Slice<Item> items(String entity, Tuple key, String collection, Paging paging) {
    return items.page(collection(entity, collection), key, paging);
  }

  /** Answers the reads of what shows committed rows only: indexes, counters and scans. */
  @Override
  public StoreReader reader() {
    wantNoOthers();
    return reader;
  }
}
