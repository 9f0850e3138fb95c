package org.portolan.data.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.portolan.data.internal.schema.CollectionSchema;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.ReferenceSchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.data.plan.SizeEstimate.Growing;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.design.Expectations;
import org.portolan.design.Expectations.OfEntity;
import org.portolan.design.explain.About;
import org.portolan.design.index.OrderedTree;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.engine.StoredSizes;
import org.portolan.engine.StoredSizes.Width;

/** Estimates the sizes of a design's rows, collections and indexes on an engine. */
final class Sizes {
  /** An object of that size is rewritten by each change: as much as the largest leaf of a tree. */
  static final long OBJECT_BYTES_ADVISED = OrderedTree.NODE_BYTES_MAX;

  private final StoreSchema schema;
  private final Capabilities engine;
  private final Expectations expected;
  private final TypicalRows typical;
  private final Optional<Width> width;

  Sizes(StoreSchema schema, Capabilities engine, StoredSizes sizes, Expectations expected) {
    this.schema = schema;
    this.engine = engine;
    this.expected = expected;
    this.typical = new TypicalRows(schema, sizes, expected);
    this.width = sizes.width();
  }

  /** Returns the assumed lengths of values, each with the columns concerned; after {@link #all}. */
  List<String> assumptions() {
    return typical.assumptions();
  }

  /** Returns which typical keys are longer than the engine admits; empty if none is. */
  Optional<String> keysTooLong() {
    List<String> tooLong =
        typical.keyBytes().entrySet().stream()
            .filter(each -> each.getValue() > engine.keyBytesMax())
            .map(each -> each.getKey() + " (" + About.bytes(each.getValue()) + ")")
            .toList();
    return tooLong.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "too long for what you expect: keys of table "
                + SomeOf.names(tooLong)
                + "; this engine's longest key has "
                + About.bytes(engine.keyBytesMax())
                + ", and writes of longer ones fail; use shorter columns, for example a hash");
  }

  List<SizeEstimate> all() {
    List<SizeEstimate> all = new ArrayList<>();
    for (EntitySchema entity : schema.entities()) {
      all.add(entity(entity));
      entity.collections().forEach(collection -> all.add(collection(collection)));
    }
    for (IndexSchema index : schema.indexes()) {
      all.add(index.claims().isEmpty() ? index(index) : unique(index));
    }
    for (ReferenceSchema reference : schema.references()) {
      all.add(referrers(reference));
      all.add(guards(reference));
    }
    return all;
  }

  private SizeEstimate entity(EntitySchema entity) {
    OfEntity of = expected.entity(entity.name());
    long bytes = typical.rowBytes(entity);
    return isClustered(entity) && width.isPresent()
        ? together(
            entity.name(),
            "entity " + entity.name(),
            "row",
            bytes,
            Partitions.whose(entity),
            Partitions.divisions(entity),
            of.partitionRows())
        : apart(entity.name(), "entity " + entity.name(), "row", bytes, of.rows());
  }

  private SizeEstimate collection(CollectionSchema collection) {
    EntitySchema entity = collection.entity();
    String name = entity.name() + "." + collection.name();
    String spelling = entity.design().collection(collection.name()).orElseThrow().storageSpelling();
    String title = "collection " + name + ", " + spelling;
    OptionalLong items = expected.entity(entity.name()).collection(collection.name()).items();
    long bytes = typical.itemBytes(collection);
    if (collection.storage() == Storage.OBJECT) {
      return rewritten(name, title, "item", bytes, "object", "of one row", 1, items);
    }
    if (collection.storage() != Storage.CELLS || width.isEmpty()) {
      return apart(name, title, "item", bytes, items);
    }
    return isClustered(entity)
        ? together(
            name,
            title,
            "item",
            bytes,
            Partitions.whose(entity),
            Partitions.divisions(entity),
            itemsTogether(entity, items))
        : together(name, title, "item", bytes, "of one row", 1, items);
  }

  private boolean isClustered(EntitySchema entity) {
    return engine.keyOrder() == KeyOrder.WITHIN_PARTITION && entity.isClustered();
  }

  /** Returns the items that lie together where the items of many rows lie in one partition. */
  private OptionalLong itemsTogether(EntitySchema entity, OptionalLong items) {
    OptionalLong rows = expected.entity(entity.name()).partitionRows();
    return rows.isPresent() && items.isPresent()
        ? OptionalLong.of(SizeEstimate.times(rows.getAsLong(), items.getAsLong()))
        : OptionalLong.empty();
  }

  /** Each value has a row of its own, so that nothing grows but their number. */
  private SizeEstimate unique(IndexSchema index) {
    OptionalLong rows = expected.entity(index.entity().name()).rows();
    OptionalLong values =
        rows.isPresent()
            ? OptionalLong.of(SizeEstimate.times(rows.getAsLong(), typical.values(index)))
            : OptionalLong.empty();
    return apart(
        index.name(),
        "index " + index.name() + ", unique",
        "value",
        typical.valueBytes(index),
        values);
  }

  private SizeEstimate referrers(ReferenceSchema reference) {
    IndexSchema list = reference.referrers();
    OptionalLong rows =
        expected.entity(reference.entity().name()).referenceRows(reference.design().name());
    String title = "reference " + reference.name() + ", " + reference.design().storageSpelling();
    long bytes = typical.memberBytes(list, listOf(reference, rows));
    return list.tree().isPresent() || width.isEmpty()
        ? apart(reference.name(), title, SizeEstimate.REFERRING, bytes, rows)
        : together(
            reference.name(),
            title,
            SizeEstimate.REFERRING,
            bytes,
            "of one " + reference.target().name(),
            reference.design().shards(),
            rows);
  }

  /** Returns how many of the rows that refer to one row are in a list, which is of one shard. */
  private static OptionalLong listOf(ReferenceSchema reference, OptionalLong rows) {
    return rows.isPresent()
        ? OptionalLong.of(rows.getAsLong() / reference.design().shards())
        : rows;
  }

  /**
   * A row that is referred to has up to as many guard rows as shards, but no more than referrers.
   */
  private SizeEstimate guards(ReferenceSchema reference) {
    OptionalLong referring = expected.entity(reference.entity().name()).rows();
    OptionalLong targets = expected.entity(reference.target().name()).rows();
    OptionalLong guards =
        referring.isPresent() && targets.isPresent()
            ? OptionalLong.of(
                Math.min(
                    referring.getAsLong(),
                    SizeEstimate.times(targets.getAsLong(), reference.design().shards())))
            : OptionalLong.empty();
    return apart(
        reference.name(),
        "guard rows of reference " + reference.name(),
        "row",
        typical.guardBytes(reference),
        guards);
  }

  private SizeEstimate index(IndexSchema index) {
    String title = index.kind() + " " + index.name() + ", " + index.design().layout().spelling();
    OfEntity of = expected.entity(index.entity().name());
    boolean all = index.valueColumns().isEmpty();
    OptionalLong listed = of.indexRows(index.name());
    if (listed.isEmpty() && all) {
      listed = of.rows();
    }
    long bytes = typical.memberBytes(index, listed);
    int parts = index.partitioning().readBuckets();
    String whose = all ? "of " + index.entity().name() : "of one value";
    if (index.tree().isPresent() || (index.cells() && width.isEmpty())) {
      return apart(index.name(), title, "member", bytes, listed);
    }
    return index.cells()
        ? together(index.name(), title, "member", bytes, whose, parts, listed)
        : rewritten(index.name(), title, "member", bytes, "bucket", whose, parts, listed);
  }

  private static SizeEstimate apart(
      String name, String title, String unit, long bytes, OptionalLong expected) {
    return new SizeEstimate(
        name, title, Growing.APART, unit, bytes, "", "", 1, Long.MAX_VALUE, "", "", expected);
  }

  private SizeEstimate rewritten(
      String name,
      String title,
      String unit,
      long bytes,
      String place,
      String whose,
      int parts,
      OptionalLong expected) {
    long most = engine.valueBytesMax() / bytes * parts;
    return new SizeEstimate(
        name,
        title,
        Growing.REWRITTEN,
        unit,
        bytes,
        place,
        whose,
        parts,
        OBJECT_BYTES_ADVISED / bytes * parts,
        "64 KiB in each " + place + ", as a leaf of a tree has",
        String.format(
            Locale.ROOT,
            "at some %s %ss %s, when %s %s reaches %s, the engine's largest value: writes fail",
            About.number(most),
            unit,
            whose,
            parts == 1 ? "the" : "one of the " + parts,
            parts == 1 ? place : place + "s",
            About.bytes(engine.valueBytesMax())),
        expected);
  }

  private SizeEstimate together(
      String name,
      String title,
      String unit,
      long bytes,
      String whose,
      int parts,
      OptionalLong expected) {
    Width limit = width.orElseThrow();
    long advised = limit.entriesAdvised(bytes);
    return new SizeEstimate(
        name,
        title,
        Growing.TOGETHER,
        unit,
        bytes,
        limit.place(),
        whose,
        parts,
        advised * parts,
        limit.advice() + " in each " + limit.place(),
        limit.end(),
        expected);
  }
}
