package org.portolan.design;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.portolan.types.Collation;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;

/**
 * Lists the differences of two designs for people: the design of a store, and the design with which
 * it is opened.
 */
public final class DesignDifferences {
  private final List<String> differences = new ArrayList<>();

  private final Design stored;
  private final Design given;

  private DesignDifferences(Design stored, Design given) {
    this.stored = stored;
    this.given = given;
  }

  /**
   * Returns the differences, a line each: {@code entity page: index backlinks: layout object
   * hashed(5) → object single}.
   *
   * @return empty exactly if the designs differ at most in the order of entities, collections,
   *     indexes, counters and references, and in whether a partition that follows from the key
   *     layout is also named, which have no effect, and in the options of tables, see {@link
   *     #ofOptions}
   */
  public static List<String> between(Design stored, Design given) {
    DesignDifferences found = new DesignDifferences(stored, given);
    found.compare("design", "name", stored.name(), given.name());
    found.parts(
        "", "entity", stored.entities(), given.entities(), EntityDesign::name, found::entity);
    return List.copyOf(found.differences);
  }

  /**
   * Returns how the options of tables differ, a line each: {@code entity page: option
   * hbase.compression gz → none}. {@link #between} does not report them: options decide how an
   * engine creates a table, not its content, so a store also works with other options.
   */
  public static List<String> ofOptions(Design stored, Design given) {
    DesignDifferences found = new DesignDifferences(stored, given);
    for (EntityDesign one : stored.entities()) {
      given.entity(one.name()).ifPresent(other -> found.optionsOf(one, other));
    }
    return List.copyOf(found.differences);
  }

  private void optionsOf(EntityDesign stored, EntityDesign given) {
    String place = "entity " + stored.name();
    options(place, stored.options(), given.options());
    for (CollectionDesign one : stored.collections()) {
      given
          .collection(one.name())
          .ifPresent(
              other ->
                  options(place + ": collection " + one.name(), one.options(), other.options()));
    }
    for (IndexDesign one : stored.indexes()) {
      given.indexes().stream()
          .filter(other -> other.name().equals(one.name()))
          .forEach(
              other -> options(place + ": index " + one.name(), one.options(), other.options()));
    }
  }

  private void options(String place, Map<String, String> stored, Map<String, String> given) {
    Set<String> names = new TreeSet<>(stored.keySet());
    names.addAll(given.keySet());
    for (String name : names) {
      compare(
          place,
          "option " + name,
          stored.getOrDefault(name, "none"),
          given.getOrDefault(name, "none"));
    }
  }

  private void entity(EntityDesign stored, EntityDesign given) {
    String place = "entity " + stored.name();
    compare(place, "key", key(stored), key(given));
    compare(place, "key layout", layout(stored), layout(given));
    if (key(stored).equals(key(given)) && layout(stored).equals(layout(given))) {
      compare(
          place,
          "partition",
          stored.partitionColumns().toString(),
          given.partitionColumns().toString());
    }
    compare(place, "buckets", buckets(stored), buckets(given));
    parts(place, "family", stored.families(), given.families(), FamilyDesign::name, this::nothing);
    order(
        place + ": families",
        stored.families().stream().map(FamilyDesign::name).toList(),
        given.families().stream().map(FamilyDesign::name).toList());
    collations(place, stored, given);
    for (FamilyDesign family : stored.families()) {
      given.families().stream()
          .filter(other -> other.name().equals(family.name()))
          .forEach(
              other -> {
                String where = place + ": family " + family.name();
                columns(where, family.columns(), other.columns());
                rules(where, family.columns(), family::rule, other.columns(), other::rule);
              });
    }
    parts(
        place,
        "collection",
        stored.collections(),
        given.collections(),
        CollectionDesign::name,
        (one, other) -> collection(place, one, other));
    parts(
        place,
        "index",
        stored.indexes(),
        given.indexes(),
        IndexDesign::name,
        (one, other) -> index(place, one, other));
    parts(
        place,
        "counter",
        stored.counters(),
        given.counters(),
        CounterDesign::name,
        (one, other) -> counter(place, one, other));
    parts(
        place,
        "counter",
        stored.extremes(),
        given.extremes(),
        ExtremeDesign::name,
        (one, other) -> extreme(place, one, other));
    parts(
        place,
        "reference",
        stored.references(),
        given.references(),
        ReferenceDesign::name,
        (one, other) -> reference(place, one, other));
  }

  /** Compares how indexes compare the columns, whether or not the design says it for a column. */
  private void collations(String place, EntityDesign one, EntityDesign other) {
    Map<String, Collation> before = stored.collations(one);
    Map<String, Collation> after = given.collations(other);
    for (Column column : one.columns().toList()) {
      if (other.column(column.name()).isPresent()) {
        compare(
            place,
            "collation of " + column.name(),
            before.getOrDefault(column.name(), Collation.BINARY).spelling(),
            after.getOrDefault(column.name(), Collation.BINARY).spelling());
      }
    }
  }

  private void collection(String entity, CollectionDesign stored, CollectionDesign given) {
    String place = entity + ": collection " + stored.name();
    compare(place, "key", key(stored.itemKey()), key(given.itemKey()));
    compare(place, "storage", stored.storageSpelling(), given.storageSpelling());
    compare(place, "listed by", listedBy(stored), listedBy(given));
    columns(place, stored.columns(), given.columns());
    rules(place, stored.columns(), stored::rule, given.columns(), given::rule);
  }

  private void index(String entity, IndexDesign stored, IndexDesign given) {
    String place = entity + ": index " + stored.name();
    compare(place, "on", stored.on().toString(), given.on().toString());
    compare(place, "order", order(stored), order(given));
    compare(place, "layout", stored.layout().spelling(), given.layout().spelling());
    compare(place, "within", within(stored), within(given));
  }

  private void counter(String entity, CounterDesign stored, CounterDesign given) {
    String place = entity + ": counter " + stored.name();
    compare(place, "counts", stored.counted(), given.counted());
    compare(place, "layout", shards(stored), shards(given));
    compare(
        place,
        "transactional",
        Boolean.toString(stored.transactional()),
        Boolean.toString(given.transactional()));
  }

  private void extreme(String entity, ExtremeDesign stored, ExtremeDesign given) {
    String place = entity + ": counter " + stored.name();
    compare(place, "is", stored.shown(), given.shown());
    compare(place, "layout", layout(stored), layout(given));
  }

  private void reference(String entity, ReferenceDesign stored, ReferenceDesign given) {
    String place = entity + ": reference " + stored.name();
    compare(place, "on", stored.on().toString(), given.on().toString());
    compare(place, "to", stored.to(), given.to());
    compare(place, "on-delete", stored.onDelete().spelling(), given.onDelete().spelling());
    compare(place, "shards", Integer.toString(stored.shards()), Integer.toString(given.shards()));
    compare(place, "storage", stored.storageSpelling(), given.storageSpelling());
  }

  private void columns(String place, List<Column> stored, List<Column> given) {
    parts(
        place,
        "column",
        stored,
        given,
        Column::name,
        (one, other) ->
            compare(place, "column " + one.name(), one.type().spelling(), other.type().spelling()));
    order(
        place + ": columns",
        stored.stream().map(Column::name).toList(),
        given.stream().map(Column::name).toList());
  }

  private void rules(
      String place,
      List<Column> stored,
      Function<String, ColumnRule> storedRule,
      List<Column> given,
      Function<String, ColumnRule> givenRule) {
    for (Column column : stored) {
      if (given.contains(column) && column.type() instanceof ScalarType type) {
        compare(
            place,
            "rule of " + column.name(),
            rule(storedRule.apply(column.name()), type),
            rule(givenRule.apply(column.name()), type));
      }
    }
  }

  private static String rule(ColumnRule rule, ScalarType type) {
    return rule.equals(ColumnRule.NONE) ? "none" : rule.text(type);
  }

  /** Reports the parts that only one side has, and passes on those that both sides have. */
  private <T> void parts(
      String place,
      String kind,
      List<T> stored,
      List<T> given,
      Function<T, String> name,
      BiConsumer<T, T> both) {
    Set<String> names = new LinkedHashSet<>();
    stored.forEach(part -> names.add(name.apply(part)));
    given.forEach(part -> names.add(name.apply(part)));
    String before = place.isEmpty() ? "" : place + ": ";
    for (String each : names) {
      Optional<T> one = stored.stream().filter(part -> name.apply(part).equals(each)).findFirst();
      Optional<T> other = given.stream().filter(part -> name.apply(part).equals(each)).findFirst();
      if (other.isEmpty()) {
        differences.add(before + kind + " " + each + ": only in the stored design");
      } else if (one.isEmpty()) {
        differences.add(before + kind + " " + each + ": only in the given design");
      } else {
        both.accept(one.get(), other.get());
      }
    }
  }

  private void nothing(FamilyDesign stored, FamilyDesign given) {}

  /** Reports a difference in order: columns are encoded, and families created, in this order. */
  private void order(String place, List<String> stored, List<String> given) {
    if (!stored.equals(given) && Set.copyOf(stored).equals(Set.copyOf(given))) {
      compare(place, "order", stored.toString(), given.toString());
    }
  }

  private void compare(String place, String what, String stored, String given) {
    if (!stored.equals(given)) {
      differences.add(place + ": " + what + " " + stored + " → " + given);
    }
  }

  private static String key(EntityDesign entity) {
    return entity.key().stream()
        .map(column -> DesignWriter.keyColumn(column, entity.padding()))
        .toList()
        .toString();
  }

  private static String key(List<KeyColumn> columns) {
    return columns.stream()
        .map(column -> DesignWriter.keyColumn(column, Map.of()))
        .toList()
        .toString();
  }

  private static String layout(EntityDesign entity) {
    return DesignWriter.keyLayout(entity.keyLayout(), entity.key());
  }

  private static String layout(ExtremeDesign extreme) {
    return extreme.layout().map(layout -> layout.spelling()).orElse("that of an index");
  }

  private static String buckets(EntityDesign entity) {
    return entity.partition().buckets().map(DesignWriter::buckets).orElse("none");
  }

  private static String order(IndexDesign index) {
    return index.order().stream().map(DesignWriter::order).toList().toString();
  }

  private static String within(IndexDesign index) {
    return index
        .within()
        .map(within -> within.entity() + "." + within.family())
        .orElse("a separate table");
  }

  private static String listedBy(CollectionDesign collection) {
    return collection.listedBy().orElse("itself");
  }

  private static String shards(CounterDesign counter) {
    return DesignWriter.shards(counter.shards());
  }
}
