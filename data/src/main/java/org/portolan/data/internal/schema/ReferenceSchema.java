package org.portolan.data.internal.schema;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.design.EntityDesign;
import org.portolan.design.FamilyDesign;
import org.portolan.design.IndexDesign;
import org.portolan.design.IndexDesign.Within;
import org.portolan.design.ReferenceDesign;
import org.portolan.design.index.IndexLayout;
import org.portolan.design.index.Representation;
import org.portolan.design.index.SinglePartition;
import org.portolan.design.key.PlainKey;
import org.portolan.engine.Change;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;
import org.portolan.types.Collation;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/**
 * The storage of a reference. Each row that is referred to, its target, has guard rows: rows like
 * those of an entity, under the target's key as stored and the number of a shard. A referring row
 * is listed under one of them, which its own key decides. The lists are an index, whose entries
 * belong to the guard row. Immutable.
 */
public final class ReferenceSchema {
  private static final String FAMILY = "guard";
  private static final String REFERRERS = "referrers";

  private final EntitySchema entity;
  private final EntitySchema target;
  private final ReferenceDesign design;
  private final Set<String> columns = new LinkedHashSet<>();
  private final EntitySchema guards;
  private final IndexSchema referrers;

  ReferenceSchema(EntitySchema entity, EntitySchema target, ReferenceDesign design) {
    this.entity = entity;
    this.target = target;
    this.design = design;
    for (String name : design.on()) {
      entity.design().column(name).ifPresent(column -> columns.add(name));
    }
    String table = ReferenceDesign.table(entity.name(), design.name());
    this.guards =
        new EntitySchema(
            new EntityDesign(
                table,
                guardKey(target),
                new PlainKey(),
                Map.of(),
                List.of(new FamilyDesign(FAMILY, List.of())),
                List.of(),
                List.of(),
                List.of(),
                Map.of()));
    this.referrers =
        design.storage() == Storage.CELLS
            ? new IndexSchema(this, lists(table, cells(), Optional.of(within(table))), guards)
            : new IndexSchema(
                this,
                lists(
                    ReferenceDesign.treeTable(entity.name(), design.name()),
                    new IndexLayout(Representation.OBJECT, design.tree().orElseThrow()),
                    Optional.empty()),
                null);
  }

  private static List<KeyColumn> guardKey(EntitySchema target) {
    List<KeyColumn> key = new ArrayList<>();
    key.add(KeyColumn.of("shard", ScalarType.INT));
    List<KeyColumn> ofTarget = target.keyMapping().rowKeyColumns();
    int prefix = target.keyMapping().layout().prefixRange() > 1 ? 1 : 0;
    for (KeyColumn column : ofTarget.subList(prefix, ofTarget.size())) {
      key.add(
          new KeyColumn(
              "to_" + column.name(),
              column.type(),
              column.direction(),
              column.nullable(),
              Collation.BINARY));
    }
    return key;
  }

  private static IndexLayout cells() {
    return new IndexLayout(Representation.CELLS, new SinglePartition());
  }

  private static Within within(String table) {
    return new Within(table, REFERRERS);
  }

  private static IndexDesign lists(String name, IndexLayout layout, Optional<Within> within) {
    return new IndexDesign(name, List.of(), List.of(), layout, within);
  }

  /** Returns the name for people: {@code order.customer}. */
  public String name() {
    return entity.name() + "." + design.name();
  }

  public ReferenceDesign design() {
    return design;
  }

  /** Returns the entity whose rows refer. */
  public EntitySchema entity() {
    return entity;
  }

  /** Returns the entity whose rows are referred to. */
  public EntitySchema target() {
    return target;
  }

  /** Returns the guard rows, as an entity that no application writes. */
  public EntitySchema guards() {
    return guards;
  }

  /** Returns the lists of the referring rows; a value is the key of a guard row. */
  public IndexSchema referrers() {
    return referrers;
  }

  /** Returns the columns of a referring row, without its key, that decide its target. */
  Set<String> columns() {
    return columns;
  }

  /** Returns the key of the row that a row refers to; empty if it refers to none. */
  public Optional<Tuple> targetKey(Tuple key, Map<String, Object> values) {
    List<Object> found = new ArrayList<>(design.on().size());
    for (String column : design.on()) {
      Object value = entity.valueOf(column, key, values);
      if (value == null) {
        return Optional.empty();
      }
      found.add(value);
    }
    return Optional.of(new Tuple(found));
  }

  /** Returns the key of the row that a row refers to; empty if it refers to none. */
  public Optional<Tuple> targetKey(EntityRow row) {
    return targetKey(row.key(), row.values());
  }

  /** Returns the guard row under which a row is listed. */
  Tuple guard(Tuple targetKey, int hash) {
    return guardOf(targetKey, Math.floorMod(hash, design.shards()));
  }

  private Tuple guardOf(Tuple targetKey, int shard) {
    return Tuple.of(shard).append(target.keyMapping().withoutPrefix(targetKey));
  }

  /** Returns all guard rows of a row that is referred to. */
  public List<Tuple> guardsOf(Tuple targetKey) {
    List<Tuple> all = new ArrayList<>(design.shards());
    for (int shard = 0; shard < design.shards(); shard++) {
      all.add(guardOf(targetKey, shard));
    }
    return all;
  }

  /** Returns the key of a guard row in the store. */
  public RowKey rowKey(Tuple guard) {
    return new RowKey(guards.table(), guards.keyMapping().rowKey(guard));
  }

  /** Returns the read of a guard row, without its list. */
  public Get get(Tuple guard) {
    return Get.of(guards.table(), guards.keyMapping().rowKey(guard), FamilyRead.all(FAMILY));
  }

  public boolean exists(Row guard) {
    return guards.exists(guard);
  }

  /**
   * Returns the mutation that writes or removes a guard row. It says nothing that is read: it is
   * there so that writers of the same guard row meet.
   */
  public Mutation mutation(Tuple guard, boolean exists) {
    RowKey row = rowKey(guard);
    return Mutation.of(
        row.table(),
        row.key(),
        exists
            ? new Change.PutColumns(FAMILY, guards.stored(0, guard, Map.of()))
            : new Change.DeleteFamily(FAMILY));
  }

  /** Returns the read that tells whether a row is there that is referred to. */
  public Get targetGet(Tuple targetKey) {
    return new Get(
        target.table(),
        target.keyMapping().rowKey(targetKey),
        target.projection(new Columns(false, Set.of())).reads());
  }
}
