package org.portolan.data.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.portolan.data.history.RandomDesign;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.design.ColumnRule;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.FamilyDesign;
import org.portolan.design.IndexDesign;
import org.portolan.design.PortableDesign;
import org.portolan.design.ReferenceDesign;
import org.portolan.design.ReferenceDesign.OnDelete;
import org.portolan.design.index.IndexLayout;
import org.portolan.design.index.Representation;
import org.portolan.design.index.SinglePartition;
import org.portolan.design.key.PlainKey;
import org.portolan.engine.Capabilities;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;

/** Random designs whose rows carry the number of the attempt that wrote them. */
final class SimulatedDesign {
  static final String LAST = "last_attempt";

  /** The column of a document that refers to a host, whose deletion it restricts. */
  static final String AT_HOST = "at_host";

  /** The entity whose rows are deleted with the host that they refer to. */
  static final String TIE = "tie";

  static final String TIED_TO = "tied_to";

  /** A number that many writes add to. Random values are within its bounds. */
  static final String LEFT = "pieces_left";

  /** The greatest value of {@link #LEFT}; the least is 0. */
  static final int LEFT_MAX = 5;

  private static final ColumnRule BOUNDS =
      new ColumnRule(
          false, Optional.empty(), Optional.of(0), Optional.of(LEFT_MAX), Optional.empty());

  private SimulatedDesign() {}

  static Design fitting(Capabilities engine, int seed) {
    Design random = RandomDesign.fitting(engine, seed);
    Representation listed = engine.items() ? Representation.CELLS : Representation.OBJECT;
    Random choice = new Random(53L * seed + 5);
    boolean referring = choice.nextBoolean();
    int shards = 1 + choice.nextInt(3);
    return new Design(
        random.name(),
        random.entities().stream()
            .map(entity -> numbered(entity, listed))
            .map(entity -> referring ? referring(entity, engine, shards) : entity)
            .toList());
  }

  /** Lets documents refer to hosts. */
  private static EntityDesign referring(EntityDesign entity, Capabilities engine, int shards) {
    return entity.name().equals(RandomDesign.DOCUMENT)
        ? entity.with(List.of(reference(AT_HOST, OnDelete.RESTRICT, engine, shards)))
        : entity;
  }

  private static ReferenceDesign reference(
      String column, OnDelete onDelete, Capabilities engine, int shards) {
    ReferenceDesign portable =
        new ReferenceDesign(
            column,
            List.of(column),
            RandomDesign.HOST,
            onDelete,
            shards,
            Storage.PORTABLE,
            Optional.empty());
    return PortableDesign.concrete(portable, engine.items());
  }

  /** Returns whether documents refer to hosts. */
  static boolean refers(Design design) {
    return !design.entity(RandomDesign.DOCUMENT).orElseThrow().references().isEmpty();
  }

  /**
   * Returns the design of the store: if documents refer to hosts, so do ties. Nobody judges ties,
   * but none may refer to a host that is not there.
   */
  static Design stored(Design design, Capabilities engine) {
    if (!refers(design)) {
      return design;
    }
    List<EntityDesign> entities = new ArrayList<>(design.entities());
    entities.add(
        new EntityDesign(
                TIE,
                List.of(KeyColumn.of("number", ScalarType.INT)),
                new PlainKey(),
                Map.of(),
                List.of(new FamilyDesign("main", List.of(new Column(TIED_TO, ScalarType.TEXT)))),
                List.of(),
                List.of(),
                List.of())
            .with(List.of(reference(TIED_TO, OnDelete.CASCADE, engine, 2))));
    return new Design(design.name(), entities);
  }

  /** Returns a design whose counters have one shard each. */
  static Design withSingleShards(Design design) {
    return new Design(
        design.name(),
        design.entities().stream()
            .map(
                entity ->
                    new EntityDesign(
                            entity.name(),
                            entity.key(),
                            entity.keyLayout(),
                            entity.padding(),
                            entity.families(),
                            entity.collections(),
                            entity.indexes(),
                            entity.counters().stream()
                                .map(counter -> counter.withShards(1))
                                .toList())
                        .withExtremes(entity.extremes())
                        .with(entity.references()))
            .toList());
  }

  private static EntityDesign numbered(EntityDesign entity, Representation listed) {
    List<FamilyDesign> families = new ArrayList<>(entity.families());
    List<Column> columns = new ArrayList<>(List.of(new Column(LAST, ScalarType.LONG)));
    if (entity.name().equals(RandomDesign.DOCUMENT)) {
      columns.add(new Column(AT_HOST, ScalarType.TEXT));
    }
    columns.add(new Column(LEFT, ScalarType.INT));
    families.add(new FamilyDesign("attempts", columns, Map.of(LEFT, BOUNDS)));
    List<IndexDesign> indexes = new ArrayList<>(entity.indexes());
    indexes.add(
        new IndexDesign(
            entity.name() + "_by_attempt",
            List.of(LAST),
            List.of(),
            new IndexLayout(listed, new SinglePartition()),
            Optional.empty()));
    return entity.with(families, entity.collections()).withIndexes(indexes);
  }
}
