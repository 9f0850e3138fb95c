package org.portolan.data.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.explain.About;
import org.portolan.design.key.KeyLayout;
import org.portolan.design.key.TimeBuckets;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.engine.Family;
import org.portolan.engine.ItemFamily;
import org.portolan.engine.TableSchema;
import org.portolan.types.KeyColumn;
import org.portolan.types.KeyColumn.Direction;
import org.portolan.types.ScalarType.Kind;

/**
 * The partitions of a design, on an engine that stores rows by partitions: their keys in CQL, how
 * large they may become, and what meets in them. Partitions that hold one row each are not told.
 */
final class Partitions {
  private Partitions() {}

  /** Returns the entities of which several rows may lie in one partition. */
  static List<EntitySchema> clustered(StoreSchema schema, Capabilities engine) {
    return engine.keyOrder() != KeyOrder.WITHIN_PARTITION
        ? List.of()
        : schema.entities().stream().filter(EntitySchema::isClustered).toList();
  }

  /** Returns the primary keys of the tables in which partitions can have several rows. */
  static List<String> keys(StoreSchema schema, Capabilities engine) {
    List<String> keys = new ArrayList<>();
    if (engine.keyOrder() != KeyOrder.WITHIN_PARTITION) {
      return keys;
    }
    for (TableSchema table : schema.tables()) {
      if (table.partitionColumns() == table.key().size()) {
        continue;
      }
      keys.add(key(table.name(), table.partitionColumns(), table.key()));
      for (Family family : table.families()) {
        if (family instanceof ItemFamily items) {
          List<KeyColumn> columns = new ArrayList<>(table.key());
          columns.addAll(items.itemKey());
          keys.add(key(table.name() + "_" + family.name(), table.partitionColumns(), columns));
        }
      }
    }
    return keys;
  }

  private static String key(String table, int partitionColumns, List<KeyColumn> key) {
    List<KeyColumn> clustering = key.subList(partitionColumns, key.size());
    return table
        + ": PRIMARY KEY (("
        + names(key.subList(0, partitionColumns))
        + "), "
        + names(clustering)
        + ")"
        + (clustering.stream().allMatch(column -> column.direction() == Direction.ASCENDING)
            ? ""
            : clustering.stream()
                .map(c -> c.name() + (c.direction() == Direction.ASCENDING ? " ASC" : " DESC"))
                .collect(Collectors.joining(", ", " WITH CLUSTERING ORDER BY (", ")")));
  }

  private static String names(List<KeyColumn> columns) {
    return columns.stream().map(KeyColumn::name).collect(Collectors.joining(", "));
  }

  /** Returns into how many partitions the prefix divides the rows that a scan finds together. */
  static int divisions(EntitySchema entity) {
    KeyLayout layout = entity.keyMapping().layout();
    boolean divides =
        layout.over() == 0 || layout.over() > entity.keyMapping().partitionKeyColumns();
    return layout.prefixRange() > 1 && divides ? layout.prefixRange() : 1;
  }

  /** Returns what a scan in order can read, {@code the rows of one customer}. */
  static String together(EntitySchema entity) {
    return "the rows of one " + String.join(" and ", entity.design().partitionColumns());
  }

  /** Returns whose rows a partition has, {@code of one customer in one month}. */
  static String whose(EntitySchema entity) {
    return "of one "
        + String.join(" and ", entity.design().partitionColumns())
        + entity
            .keyMapping()
            .buckets()
            .map(buckets -> " in one " + buckets.each().spelling())
            .orElse("");
  }

  /** Returns how large the partitions may become, with a way to bound them. */
  static String growth(EntitySchema entity, SizeEstimate rows, long parts) {
    String start = "partitions of " + entity.name() + ", each with ";
    int divisions = divisions(entity);
    String limit =
        String.format(
            Locale.ROOT,
            "rows of some %s reach %s at %s rows, %s",
            About.bytes(rows.unitBytes()),
            rows.advice(),
            About.number(rows.advised() / divisions),
            About.bytes(rows.placeBytes(rows.advised())));
    if (entity.keyMapping().buckets().isPresent()) {
      TimeBuckets buckets = entity.keyMapping().buckets().get();
      return start
          + together(entity)
          + " in one "
          + buckets.each().spelling()
          + ": "
          + limit
          + String.format(
              Locale.ROOT,
              ", so up to %s a day; the %s of %d and %d also have all earlier and all later rows",
              About.number(rows.advised() / days(buckets)),
              "first and the last bucket",
              buckets.from(),
              buckets.to());
    }
    if (divisions > 1) {
      return start
          + String.format(
              Locale.ROOT,
              "one of %,d parts of %s: %s, so up to %s rows together; a larger range makes more"
                  + " parts",
              divisions,
              together(entity),
              limit,
              About.number(rows.advised()));
    }
    return start + together(entity) + ", without bound: " + limit + "; " + remedy(entity, parts);
  }

  private static int days(TimeBuckets buckets) {
    return switch (buckets.each()) {
      case YEAR -> 366;
      case MONTH -> 31;
      case DAY -> 1;
    };
  }

  private static String remedy(EntitySchema entity, long parts) {
    KeyColumn next =
        entity.keyMapping().keyColumns().get(entity.keyMapping().partitionKeyColumns());
    String number =
        parts > KeyLayout.PREFIX_RANGE_MAX
            ? "no range divides them far enough: name a further column of the key in 'partition'"
            : "divide them by number: 'key-layout: {md5-modulo: {range: "
                + parts
                + "}}' with 'partition: ["
                + String.join(", ", entity.design().partitionColumns())
                + "]'";
    return next.type().kind() == Kind.TIMESTAMP && !next.nullable()
        ? "cut them by time: 'buckets: {"
            + next.name()
            + ": {each: month, from: 2015, to: 2039}}', or "
            + number
        : number;
  }

  /** Returns where writers of different rows wait for each other. */
  static List<String> contention(StoreSchema schema, Capabilities engine) {
    List<String> hot = new ArrayList<>();
    for (EntitySchema entity : clustered(schema, engine)) {
      hot.add(
          "entity "
              + entity.name()
              + ": the conditions of writes to one partition ("
              + together(entity)
              + (entity.keyMapping().buckets().isPresent() || divisions(entity) > 1
                  ? ", a part of them"
                  : "")
              + ") are decided one after another");
    }
    return hot;
  }
}
