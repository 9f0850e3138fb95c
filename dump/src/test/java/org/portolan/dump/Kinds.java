package org.portolan.dump;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.design.CollectionDesign;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.ExtremeDesign;
import org.portolan.design.IndexDesign;
import org.portolan.design.PortableDesign;
import org.portolan.design.ReferenceDesign;
import org.portolan.design.index.HashedPartitions;
import org.portolan.design.index.IndexLayout;
import org.portolan.design.index.Representation;
import org.portolan.design.key.KeyLayout;
import org.portolan.design.key.Md5ModuloPrefix;
import org.portolan.design.key.PlainKey;
import org.portolan.design.key.RowPartition;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.fixture.MemoryCluster;

/** Stores of each kind of engine, and designs that each of them keeps. */
enum Kinds {
  /** RocksDB itself: snapshots, and key order over the table. */
  EMBEDDED,
  /** RocksDB without ordered scans, with objects as on Ignite. */
  UNORDERED,
  /** Like HBase: one row at a time, in key order. */
  ROWS,
  /** Like Cassandra: key order within a partition. */
  COLUMNS;

  /** Returns the URI of a new store. */
  String uri(Path directory, String name) {
    return switch (this) {
      case EMBEDDED -> "rocksdb:" + directory.resolve(name);
      case UNORDERED -> "unordered:rocksdb:" + directory.resolve(name);
      case ROWS -> FixtureEngines.register(MemoryCluster.ofRows(name, 1)::connect);
      case COLUMNS -> FixtureEngines.register(MemoryCluster.ofColumns(name, 1)::connect);
    };
  }

  KeyOrder keyOrder() {
    return switch (this) {
      case EMBEDDED, ROWS -> KeyOrder.TABLE;
      case COLUMNS -> KeyOrder.WITHIN_PARTITION;
      case UNORDERED -> KeyOrder.NONE;
    };
  }

  /** Returns a design for the same rows and items with layouts of this kind. */
  Design placed(Design design) {
    if (this == EMBEDDED) {
      return design;
    }
    return new Design(design.name(), design.entities().stream().map(this::placed).toList());
  }

  private EntityDesign placed(EntityDesign entity) {
    KeyLayout layout = this == ROWS ? new PlainKey() : new Md5ModuloPrefix(3, entity.key().size());
    EntityDesign placed =
        new EntityDesign(
            entity.name(),
            entity.key(),
            layout,
            this == COLUMNS
                ? new RowPartition(entity.partition().stated(), Optional.empty())
                : RowPartition.BY_LAYOUT,
            this == ROWS ? entity.padding() : Map.of(),
            entity.families(),
            entity.collections().stream().map(this::placed).toList(),
            indexes(entity),
            entity.counters(),
            entity.references().stream().map(this::placed).toList(),
            Map.of());
    return placed.withExtremes(
        entity.extremes().stream().map(extreme -> placed(placed, extreme)).toList());
  }

  private ExtremeDesign placed(EntityDesign entity, ExtremeDesign extreme) {
    ExtremeDesign served =
        new ExtremeDesign(
            extreme.name(), extreme.end(), extreme.column(), extreme.by(), Optional.empty());
    if (entity.serving(served).isPresent()) {
      return served;
    }
    IndexLayout portable = new IndexLayout(Representation.PORTABLE, new HashedPartitions(2));
    return PortableDesign.concrete(extreme.withLayout(portable), this != UNORDERED);
  }

  private ReferenceDesign placed(ReferenceDesign reference) {
    ReferenceDesign portable =
        new ReferenceDesign(reference.name(), reference.on(), reference.to(), reference.onDelete());
    return PortableDesign.concrete(portable, this != UNORDERED);
  }

  private CollectionDesign placed(CollectionDesign collection) {
    return new CollectionDesign(
        collection.name(),
        collection.itemKey(),
        collection.columns(),
        this == UNORDERED ? Storage.OBJECT : Storage.CELLS,
        Optional.empty(),
        Map.of());
  }

  private List<IndexDesign> indexes(EntityDesign entity) {
    Representation representation =
        this == UNORDERED ? Representation.OBJECT : Representation.CELLS;
    List<IndexDesign> indexes = new ArrayList<>();
    for (IndexDesign index : entity.indexes()) {
      if (index.unique()) {
        indexes.add(index);
      } else if (index.within().isEmpty()) {
        indexes.add(
            new IndexDesign(
                index.name(),
                index.on(),
                index.order(),
                new IndexLayout(representation, new HashedPartitions(2)),
                Optional.empty()));
      }
    }
    return indexes;
  }
}
