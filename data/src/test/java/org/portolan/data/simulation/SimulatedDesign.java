package org.portolan.data.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.data.history.RandomDesign;
import org.portolan.design.ColumnRule;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.FamilyDesign;
import org.portolan.design.IndexDesign;
import org.portolan.design.index.IndexLayout;
import org.portolan.design.index.Representation;
import org.portolan.design.index.SinglePartition;
import org.portolan.engine.Capabilities;
import org.portolan.types.Column;
import org.portolan.types.ScalarType;

/** Random designs whose rows carry the number of the attempt that wrote them. */
final class SimulatedDesign {
  static final String LAST = "last_attempt";

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
    return new Design(
        random.name(), random.entities().stream().map(entity -> numbered(entity, listed)).toList());
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
                        entity.counters().stream().map(counter -> counter.withShards(1)).toList()))
            .toList());
  }

  private static EntityDesign numbered(EntityDesign entity, Representation listed) {
    List<FamilyDesign> families = new ArrayList<>(entity.families());
    families.add(
        new FamilyDesign(
            "attempts",
            List.of(new Column(LAST, ScalarType.LONG), new Column(LEFT, ScalarType.INT)),
            Map.of(LEFT, BOUNDS)));
    List<IndexDesign> indexes = new ArrayList<>(entity.indexes());
    indexes.add(
        new IndexDesign(
            entity.name() + "_by_attempt",
            List.of(LAST),
            List.of(),
            new IndexLayout(listed, new SinglePartition()),
            Optional.empty()));
    return new EntityDesign(
        entity.name(),
        entity.key(),
        entity.keyLayout(),
        entity.padding(),
        families,
        entity.collections(),
        indexes,
        entity.counters());
  }
}
