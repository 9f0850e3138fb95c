package org.portolan.data.internal.schema;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.portolan.design.CounterDesign;
import org.portolan.engine.CounterFamily;
import org.portolan.engine.TableSchema;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/** Where a counter lies: its shards, rows of one table of all counters. Immutable. */
public final class CounterSchema {
  public static final String TABLE = "counters";
  public static final String FAMILY = "value";

  private final EntitySchema entity;
  private final CounterDesign design;
  private final List<Tuple> shards;

  CounterSchema(EntitySchema entity, CounterDesign design) {
    this.entity = entity;
    this.design = design;
    this.shards =
        IntStream.range(0, design.shards())
            .mapToObj(shard -> Tuple.of(design.name(), shard))
            .toList();
  }

  static TableSchema tableSchema() {
    return TableSchema.of(
        TABLE,
        List.of(KeyColumn.of("counter", ScalarType.TEXT), KeyColumn.of("shard", ScalarType.INT)),
        new CounterFamily(FAMILY));
  }

  public String name() {
    return design.name();
  }

  public EntitySchema entity() {
    return entity;
  }

  public CounterDesign design() {
    return design;
  }

  /** Whether it counts the rows of its entity, not the items of a collection. */
  public boolean countsRows() {
    return design.collection().isEmpty();
  }

  public boolean counts(String collection) {
    return design.collection().isPresent() && design.collection().get().equals(collection);
  }

  /** Returns the row keys of all shards: what a read adds up. */
  public List<Tuple> shards() {
    return shards;
  }

  /** Returns the row key of some shard: what a change adds to. */
  public Tuple anyShard(RandomGenerator random) {
    return shards.size() == 1 ? shards.get(0) : shards.get(random.nextInt(shards.size()));
  }
}
