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
import org.portolan.design.index.Bucket;
import org.portolan.design.index.OrderedTree;
import org.portolan.design.index.Partitioning;
import org.portolan.design.index.Representation;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.Family;
import org.portolan.engine.ItemFamily;
import org.portolan.engine.RowKey;
import org.portolan.engine.TableSchema;
import org.portolan.types.CollectionType;
import org.portolan.types.Column;
import org.portolan.types.KeyCodec;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/** The storage of the members of an index, and the entries that a row has in it. Immutable. */
public final class IndexSchema {
  private static final String FAMILY = "members";
  private static final String MEMBERS = "members";
  private static final KeyColumn BUCKET = KeyColumn.of("bucket", ScalarType.TEXT);

  /** The column of an item in a delta bucket that tells whether a removal is logged. */
  private static final Column REMOVED = new Column("removed", ScalarType.BOOLEAN);

  private final EntitySchema entity;
  private final IndexDesign design;
  private final EntitySchema host;
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

  /**
   * @param host the entity whose rows hold the members; null if the index has its own table
   */
  IndexSchema(EntitySchema entity, IndexDesign design, EntitySchema host) {
    this(entity, design, host, Optional.empty(), false);
  }

  /** Makes the list of a counter that keeps an extreme, in the order of its column. */
  IndexSchema(EntitySchema entity, ExtremeDesign extreme) {
    this(entity, extreme.list(), null, Optional.empty(), true);
  }

  /** Makes the lists of the rows that refer by a reference. */
  IndexSchema(ReferenceSchema reference, IndexDesign design, EntitySchema host) {
    this(reference.entity(), design, host, Optional.of(reference), false);
  }

  private IndexSchema(
      EntitySchema entity,
      IndexDesign design,
      EntitySchema host,
      Optional<ReferenceSchema> reference,
      boolean ofExtreme) {
    this.entity = entity;
    this.reference = reference;
    this.ofExtreme = ofExtreme;
    this.design = design;
    this.host = host;
    if (host != null && !host.keyMapping().originalColumns().isEmpty()) {
      throw new IllegalArgumentException(
          "index '"
              + design.name()
              + "' cannot lie within '"
              + host.name()
              + "': the key of a row that does not exist cannot be derived from its sort key");
    }
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
                    FAMILY,
                    valueColumns,
                    BUCKET,
                    MEMBERS,
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
    return host != null;
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

  public String table() {
    return host == null ? design.name() : host.table();
  }

  public String family() {
    return host == null ? FAMILY : design.within().orElseThrow().family();
  }

  /** Returns the row key of a bucket of a value. */
  public Tuple rowKey(Tuple value, Bucket bucket) {
    requireValue(value);
    return host == null ? value.append(Tuple.of(bucket.name())) : host.keyMapping().rowKey(value);
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
    return host == null
        ? rowKey.slice(0, valueColumns.size())
        : host.keyMapping().key(host.keyMapping().behindPrefix(rowKey), originals);
  }

  /** Returns the bucket of a row of the index; the root for any node of a tree. */
  public Bucket bucketOf(Tuple rowKey) {
    List<Bucket> buckets = partitioning().reads();
    if (host != null || tree().isPresent()) {
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
    return host == null ? tableSchema().key() : host.keyMapping().rowKeyColumns();
  }

  /** Returns the table of this index; not for an index within an entity. */
  TableSchema tableSchema() {
    if (tree.isPresent()) {
      return tree.get().tableSchema(design.options());
    }
    List<KeyColumn> key = new ArrayList<>(valueColumns);
    key.add(BUCKET);
    return new TableSchema(
        table(),
        key,
        key.size(),
        List.of(cells() ? cellFamily() : objectFamily()),
        List.of(),
        design.options());
  }

  Family cellFamily() {
    List<Column> itemColumns = new ArrayList<>(entity.keyMapping().originalColumns());
    if (hasDeltas()) {
      itemColumns.add(REMOVED);
    }
    return new ItemFamily(family(), memberColumns, itemColumns);
  }

  private Family objectFamily() {
    CollectionType list = new CollectionType(CollectionType.Kind.LIST, memberForm.elementType());
    List<Column> objectColumns = new ArrayList<>();
    objectColumns.add(new Column(MEMBERS, list));
    if (hasDeltas()) {
      objectColumns.add(new Column("removed", list));
    }
    return new ColumnFamily(FAMILY, objectColumns);
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
