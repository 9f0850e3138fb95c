package org.portolan.data.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.portolan.data.Store.Guarantee;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.ColumnRule;
import org.portolan.design.FamilyDesign;
import org.portolan.design.key.KeyLayoutAdvice;
import org.portolan.design.key.KeyLayoutAdvice.Severity;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.ScalarType.Kind;

/** The rows that many writes change, as far as the design alone tells. */
final class HotKeys {
  private static final Set<Kind> NUMBERS = Set.of(Kind.INT, Kind.LONG, Kind.DECIMAL);
  private static final Set<Kind> IN_SEQUENCE = Set.of(Kind.INT, Kind.LONG, Kind.TIMESTAMP);

  /** What makes several trees of one, or one leaf of many, on an engine that has no cells. */
  private static final String SPREAD =
      "order by another column first; or give 'on' (of a counter 'by') a further"
          + " column of few values, for example a number from 0 to 7 that each row draws, so that"
          + " each number has a tree of its own, and let readers merge them; or lay out a list that"
          + " stays short as 'object hashed(k)', k rows that each change rewrites";

  private static final String IN_CELLS =
      "lay the list out in cells, which writers of different rows change at once, or order by"
          + " another column first";

  private HotKeys() {}

  static List<String> of(StoreSchema schema, Capabilities engine) {
    List<String> hot = new ArrayList<>();
    for (EntitySchema entity : schema.entities()) {
      if (engine.keyOrder() == KeyOrder.TABLE && !engine.local()) {
        lastRegion(entity, hot);
      }
      entity.indexes().forEach(index -> index(index, hot));
    }
    hotLeaves(schema, hot);
    boolean leaf =
        schema.indexes().stream()
            .anyMatch(index -> index.tree().isPresent() && sequence(index).isPresent());
    if (leaf) {
      hot.add("against a hot leaf: " + (engine.items() ? IN_CELLS : SPREAD));
    }
    hot.addAll(Partitions.contention(schema, engine));
    counters(schema, engine, hot);
    bounds(schema, hot);
    guards(schema, hot);
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

  /** A stock: every sale of a product adds to the same row, and must see what is left. */
  private static void bounds(StoreSchema schema, List<String> hot) {
    List<String> names = new ArrayList<>();
    for (EntitySchema entity : schema.entities()) {
      for (FamilyDesign family : entity.design().families()) {
        for (Column column : family.columns()) {
          ColumnRule rule = family.rules().getOrDefault(column.name(), ColumnRule.NONE);
          if (column.type() instanceof ScalarType number
              && NUMBERS.contains(number.kind())
              && (rule.min().isPresent() || rule.max().isPresent())) {
            names.add(entity.design().name() + "." + column.name());
          }
        }
      }
    }
    if (!names.isEmpty()) {
      hot.add(
          SomeOf.names(names)
              + ": additions to the same row keep a bound, so they are made one after the other; those"
              + " that wait in one process are committed together");
    }
  }

  private static void guards(StoreSchema schema, List<String> hot) {
    List<String> names =
        schema.entities().stream()
            .flatMap(
                entity ->
                    entity.design().references().stream()
                        .map(
                            reference ->
                                entity.design().name()
                                    + "."
                                    + reference.name()
                                    + " ("
                                    + reference.shards()
                                    + ")"))
            .toList();
    if (!names.isEmpty()) {
      hot.add(
          "writes that make or end a reference to one row share its guard rows: "
              + SomeOf.names(names)
              + "; 'shards: k' makes it k");
    }
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
      sequence(index)
          .ifPresent(
              column ->
                  hot.add(
                      index.kind()
                          + " "
                          + index.name()
                          + ": "
                          + rows
                          + " are ordered by "
                          + column
                          + ", so those that arrive in its order change the same leaf"));
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

  /** Tells of trees with one for each of many values: hot only if many rows come under one. */
  private static void hotLeaves(StoreSchema schema, List<String> hot) {
    List<String> names = new ArrayList<>();
    for (IndexSchema index : schema.indexes()) {
      if (index.tree().isPresent() && values(index).isEmpty()) {
        sequence(index).ifPresent(column -> names.add(index.name() + " (by " + column + ")"));
      }
    }
    if (!names.isEmpty()) {
      hot.add(
          "in the tree of each value, rows that arrive in its order change the same leaf, so writers"
              + " under the same value wait for each other: "
              + SomeOf.names(names));
    }
  }

  /** Returns the column in whose order rows may arrive, if members are ordered by it. */
  private static Optional<String> sequence(IndexSchema index) {
    return Optional.of(first(index)).filter(HotKeys::isInSequence).map(KeyColumn::name);
  }

  /** Returns the first column in which members under one value differ. */
  static KeyColumn first(IndexSchema index) {
    List<KeyColumn> columns = index.memberCodec().columns();
    return columns.stream()
        .filter(column -> !index.design().on().contains(column.name()))
        .findFirst()
        .orElse(columns.get(0));
  }

  /** Returns whether values of a column often rise with the time. */
  static boolean isInSequence(KeyColumn column) {
    return IN_SEQUENCE.contains(column.type().kind());
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
