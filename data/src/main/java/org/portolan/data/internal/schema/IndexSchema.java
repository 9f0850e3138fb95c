package org.portolan.data.internal.schema;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.CRC32C;
import org.portolan.data.EntityRow;
import org.portolan.design.ExtremeDesign;
import org.portolan.design.IndexDesign;
import org.portolan.design.evolve.IndexState;
import org.portolan.design.evolve.IndexStates;
import org.portolan.design.evolve.Shadow;
import org.portolan.design.index.Bucket;
import org.portolan.design.index.OrderedTree;
import org.portolan.design.index.Partitioning;
import org.portolan.design.index.Representation;
import org.portolan.engine.RowKey;
import org.portolan.types.KeyCodec;
import org.portolan.types.KeyColumn;
import org.portolan.types.Tuple;

/** The storage of the members of an index, and the entries that a row has in it. Immutable. */
public final class IndexSchema {
  private final EntitySchema entity;
  private final IndexDesign design;
  private final IndexPlace place;
  private final IndexState state;
  private final IndexColumns indexColumns;
  private final List<KeyColumn> valueColumns = new ArrayList<>();
  private final List<KeyColumn> memberColumns = new ArrayList<>();
  private final KeyCodec memberCodec;
  private final MemberForm memberForm;
  private final Optional<TreeSchema> tree;
  private final Optional<EntitySchema> claims;
  private final Optional<ReferenceSchema> reference;
  private final boolean ofExtreme;
  private final Set<String> columns = new HashSet<>();

  /** Makes an index of the design in force. */
  IndexSchema(EntitySchema entity, IndexDesign design, IndexPlace place) {
    this(entity, design, place, IndexState.READABLE, Optional.empty(), false);
  }

  /** Makes an index that is being built, or given up. */
  IndexSchema(EntitySchema entity, Shadow shadow) {
    this(
        entity,
        shadow.design(),
        IndexPlace.of(shadow.design(), shadow.generation(), null),
        shadow.state(),
        Optional.empty(),
        false);
  }

  /** Makes the list of a counter that keeps an extreme, in the order of its column. */
  IndexSchema(EntitySchema entity, ExtremeDesign extreme) {
    this(
        entity,
        extreme.list(),
        IndexPlace.of(extreme.list(), IndexStates.FIRST, null),
        IndexState.READABLE,
        Optional.empty(),
        true);
  }

  /**
   * Makes the lists of the rows that refer by a reference.
   *
   * @param host the entity whose rows hold the members; null if they have their own table
   */
  IndexSchema(ReferenceSchema reference, IndexDesign design, EntitySchema host) {
    this(
        reference.entity(),
        design,
        IndexPlace.of(design, IndexStates.FIRST, host),
        IndexState.READABLE,
        Optional.of(reference),
        false);
  }

  private IndexSchema(
      EntitySchema entity,
      IndexDesign design,
      IndexPlace place,
      IndexState state,
      Optional<ReferenceSchema> reference,
      boolean ofExtreme) {
    this.entity = entity;
    this.reference = reference;
    this.ofExtreme = ofExtreme;
    this.design = design;
    this.place = place;
    this.state = state;
    reference.ifPresent(
        of -> {
          valueColumns.addAll(of.guards().keyMapping().keyColumns());
          columns.addAll(of.columns());
        });
    List<KeyColumn> rowKey = entity.keyMapping().rowKeyColumns();
    int prefix = entity.keyMapping().layout().prefixRange() > 1 ? 1 : 0;
    List<KeyColumn> key = rowKey.subList(prefix, rowKey.size());
    this.indexColumns = new IndexColumns(entity, design, key);
    columns.addAll(indexColumns.followed());
    valueColumns.addAll(indexColumns.valueColumns());
    memberColumns.addAll(indexColumns.orderColumns());
    memberColumns.addAll(key);
    this.memberCodec = new KeyCodec(memberColumns);
    this.memberForm =
        MemberForm.of(memberColumns, memberCodec, entity.keyMapping().originalColumns());
    this.tree =
        partitioning() instanceof OrderedTree layout
            ? Optional.of(
                new TreeSchema(
                    kind() + " '" + name() + "'",
                    name(),
                    table(),
                    IndexPlace.FAMILY,
                    valueColumns,
                    PhysicalTables.BUCKET,
                    PhysicalTables.MEMBERS,
                    layout,
                    memberForm,
                    true))
            : Optional.empty();
    this.claims = design.unique() ? Optional.of(Claims.schema(this)) : Optional.empty();
  }

  public String name() {
    return design.name();
  }

  public EntitySchema entity() {
    return entity;
  }

  public IndexDesign design() {
    return design;
  }

  /** Returns what writes do with it; readable is every index of the design in force. */
  public IndexState state() {
    return state;
  }

  public Partitioning partitioning() {
    return design.layout().partitioning();
  }

  public boolean cells() {
    return design.layout().representation() == Representation.CELLS;
  }

  /** Returns the trees in whose nodes the members are, if this index has the layout tree(n). */
  public Optional<TreeSchema> tree() {
    return tree;
  }

  /**
   * Returns the rows of a unique index, one for each value, with the key of the row that has it: as
   * an entity that no application writes. Empty for any other index.
   */
  public Optional<EntitySchema> claims() {
    return claims;
  }

  /** Returns the reference whose referring rows are listed; empty for an index of the design. */
  public Optional<ReferenceSchema> reference() {
    return reference;
  }

  /** Returns whether it is the list of a counter of the design, which nothing else reads. */
  public boolean ofExtreme() {
    return ofExtreme;
  }

  /** Returns whether rows are not listed if the first column of the order is null. */
  public boolean leavesOutNulls() {
    return ofExtreme;
  }

  /** Returns what the design calls it, {@code index}. */
  public String kind() {
    return ofExtreme ? "counter" : "index";
  }

  /** Returns the name for people. */
  public String title() {
    return reference.map(ReferenceSchema::name).orElse(name());
  }

  /**
   * Returns the row of no entity that changes whenever an entry does: that of a unique value, or
   * the guard of a referring row. Empty if only the row of the entity changes.
   */
  public Optional<RowKey> guard(IndexEntry entry) {
    return claims
        .map(any -> Claims.rowKey(this, entry.value()))
        .or(() -> reference.map(of -> of.rowKey(entry.value())));
  }

  public boolean hasDeltas() {
    return partitioning().deltaBuckets() > 0;
  }

  /** Returns whether the members are in the rows of an entity. */
  public boolean withinEntity() {
    return place.isWithinEntity();
  }

  /** Returns the columns of a row, without its key, that decide its entries. */
  public Set<String> columns() {
    return columns;
  }

  /** Returns the columns of the values as they are stored. */
  public List<KeyColumn> valueColumns() {
    return valueColumns;
  }

  /** Returns whether the index has sort keys of its columns, not only of keys. */
  public boolean isCollated() {
    return indexColumns.isCollated();
  }

  /**
   * Returns a value of the columns that the index is on as it is stored.
   *
   * @throws IllegalArgumentException if it has another number of columns
   */
  public Tuple stored(Tuple value) {
    requireValue(value);
    return indexColumns.stored(value);
  }

  /** Returns the value of a row as it was written, given as it is stored; for messages. */
  public Tuple written(EntityRow row, Tuple stored) {
    return indexColumns.written(row.key(), row.values()).stream()
        .filter(value -> indexColumns.stored(value).equals(stored))
        .findFirst()
        .orElse(stored);
  }

  public KeyCodec memberCodec() {
    return memberCodec;
  }

  public MemberForm memberForm() {
    return memberForm;
  }

  /** Returns the columns of the members. */
  List<KeyColumn> memberColumns() {
    return memberColumns;
  }

  /** Returns the table of its generation, or of the entity that it lies within. */
  public String table() {
    return place.table();
  }

  public String family() {
    return place.family();
  }

  /** Returns the row key of a bucket of a value. */
  public Tuple rowKey(Tuple value, Bucket bucket) {
    requireValue(value);
    return place.rowKey(value, bucket);
  }

  /** Refuses a value of another number of columns than the index is on. */
  public void requireValue(Tuple value) {
    if (value.size() != valueColumns.size()) {
      throw new IllegalArgumentException(
          kind()
              + " '"
              + name()
              + "' is looked up by "
              + (reference.isPresent()
                  ? valueColumns.stream().map(KeyColumn::name).toList()
                  : design.on())
              + ", not by "
              + value);
    }
  }

  /**
   * Returns the value of a row of the index.
   *
   * @param originals the original key columns of the host, if its keys are collated
   */
  public Tuple valueOf(Tuple rowKey, List<Object> originals) {
    return place.valueOf(rowKey, valueColumns.size(), originals);
  }

  /** Returns the bucket of a row of the index; the root for any node of a tree. */
  public Bucket bucketOf(Tuple rowKey) {
    List<Bucket> buckets = partitioning().reads();
    if (withinEntity() || tree().isPresent()) {
      return buckets.get(0);
    }
    String name = rowKey.text(rowKey.size() - 1);
    for (Bucket bucket : buckets) {
      if (bucket.name().equals(name)) {
        return bucket;
      }
    }
    throw new IllegalStateException(
        "row "
            + rowKey
            + " of index '"
            + name()
            + "' is in no bucket of "
            + partitioning().spelling());
  }

  /** Returns the key columns of the table that holds the members. */
  public List<KeyColumn> rowKeyColumns() {
    if (claims.isPresent()) {
      return claims.get().keyMapping().rowKeyColumns();
    }
    return withinEntity()
        ? place.host().keyMapping().rowKeyColumns()
        : PhysicalTables.of(this).key();
  }

  /** Returns the hash that decides a member's buckets; the same on every machine and release. */
  public int hash(Tuple member) {
    return hash(memberCodec.encode(member));
  }

  /** Returns the hash of a member, given its encoding by {@link #memberCodec}. */
  public static int hash(byte[] encodedMember) {
    CRC32C crc = new CRC32C();
    crc.update(encodedMember);
    return (int) crc.getValue();
  }

  /**
   * Returns the entries that a row has in this index.
   *
   * @param values the row's values, at least those of {@link #columns}
   */
  public Set<IndexEntry> entries(Tuple key, Map<String, Object> values) {
    Tuple memberKey =
        indexColumns.orderOf(key, values).append(entity.keyMapping().withoutPrefix(key));
    if (leavesOutNulls() && memberKey.get(0) == null) {
      return Set.of();
    }
    List<Object> originals = entity.keyMapping().originals(key);
    if (reference.isPresent()) {
      return reference
          .get()
          .targetKey(key, values)
          .map(target -> reference.get().guard(target, hash(memberKey)))
          .map(guard -> Set.of(new IndexEntry(guard, memberKey, originals)))
          .orElse(Set.of());
    }
    List<Tuple> listedUnder = indexColumns.written(key, values);
    if (listedUnder.size() == 1) {
      return Set.of(new IndexEntry(indexColumns.stored(listedUnder.get(0)), memberKey, originals));
    }
    Set<IndexEntry> entries = new HashSet<>();
    for (Tuple value : listedUnder) {
      entries.add(new IndexEntry(indexColumns.stored(value), memberKey, originals));
    }
    return entries;
  }

  /** Returns the entries that a row has in this index: none if there is no row. */
  public Set<IndexEntry> entries(Optional<EntityRow> row) {
    return row.map(found -> entries(found.key(), found.values())).orElse(Set.of());
  }

  /** Returns leading columns of order and key as the leading part of a member. */
  public Tuple leading(Tuple orderAndKey) {
    int ordered = Math.min(design.order().size(), orderAndKey.size());
    Tuple key = orderAndKey.slice(ordered, orderAndKey.size());
    return indexColumns
        .storedOrder(orderAndKey.slice(0, ordered))
        .append(entity.keyMapping().withoutPrefix(key));
  }

  /** Returns the key of a member's row. */
  public Tuple keyOf(Tuple member, List<Object> originals) {
    Tuple behindPrefix = member.slice(design.order().size(), member.size());
    return entity.keyMapping().key(behindPrefix, originals);
  }
}
