package org.portolan.data.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.portolan.data.Store.Guarantee;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.key.KeyLayoutAdvice;
import org.portolan.design.key.KeyLayoutAdvice.Severity;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType.Kind;

/** The rows that many writes change, as far as the design alone tells. */
final class HotKeys {
  private static final Set<Kind> IN_SEQUENCE = Set.of(Kind.INT, Kind.LONG, Kind.TIMESTAMP);

  private HotKeys() {}

  static List<String> of(StoreSchema schema, Capabilities engine) {
    List<String> hot = new ArrayList<>();
    for (EntitySchema entity : schema.entities()) {
      if (engine.keyOrder() == KeyOrder.TABLE && !engine.local()) {
        lastRegion(entity, hot);
      }
      entity.indexes().forEach(index -> index(index, hot));
    }
    hot.addAll(Partitions.contention(schema, engine));
    counters(schema, engine, hot);
    return hot;
  }

  /** On an embedded engine, additions merge without meeting. */
  private static void counters(StoreSchema schema, Capabilities engine, List<String> hot) {
    if (engine.local()) {
      return;
    }
    Map<Boolean, List<String>> single =
        schema.counters().stream()
            .filter(counter -> counter.shards().size() == 1)
            .collect(
                Collectors.partitioningBy(
                    counter ->
                        schema.guarantee() == Guarantee.ATOMIC
                            && counter.joinsTransactions(engine.atomicAdd()),
                    Collectors.mapping(CounterSchema::name, Collectors.toList())));
    single.forEach(
        (joins, names) -> {
          if (!names.isEmpty()) {
            hot.add(
                "counter "
                    + SomeOf.names(names)
                    + (names.size() == 1 ? ": one row" : ": one row each")
                    + ", which all writes that change the count "
                    + (joins ? "wait for" : "add to")
                    + "; random(k) makes it k rows");
          }
        });
  }

  private static void lastRegion(EntitySchema entity, List<String> hot) {
    var design = entity.design();
    for (KeyLayoutAdvice advice : KeyLayoutAdvice.check(design.keyLayout(), design.key(), 1, 1)) {
      if (advice.severity() == Severity.WARNING && design.keyLayout().prefixRange() == 1) {
        hot.add("entity " + entity.name() + ": " + advice.what() + ": " + advice.why());
      }
    }
  }

  private static void index(IndexSchema index, List<String> hot) {
    String values = values(index);
    if (values.isEmpty() || index.claims().isPresent()) {
      return;
    }
    String rows = values + " of " + index.entity().name();
    if (index.tree().isPresent()) {
      KeyColumn first = index.memberCodec().columns().get(0);
      if (IN_SEQUENCE.contains(first.type().kind())) {
        hot.add(
            index.kind()
                + " "
                + index.name()
                + ": "
                + rows
                + " are ordered by "
                + first.name()
                + ", so those that arrive in its order change the same leaf; order by another"
                + " column first, or use an engine with cells");
      }
    } else if (index.partitioning().writeConcurrency() == 1) {
      hot.add(
          index.kind()
              + " "
              + index.name()
              + ": one "
              + (index.cells() ? "row takes " : "object is rewritten for ")
              + rows
              + (index.withinEntity() ? "" : "; hashed(k) makes it k"));
    }
  }

  /** Returns which rows come under the same value; empty if no value is known to have many. */
  private static String values(IndexSchema index) {
    List<KeyColumn> on = index.valueColumns();
    if (on.isEmpty()) {
      return "all rows";
    }
    return on.stream().allMatch(column -> column.type().kind() == Kind.BOOLEAN)
        ? "half the rows"
        : "";
  }
}
