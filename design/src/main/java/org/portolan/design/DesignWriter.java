package org.portolan.design;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.design.IndexDesign.OrderColumn;
import org.portolan.design.key.KeyLayout;
import org.portolan.design.key.TimeBuckets;
import org.portolan.types.Collation;
import org.portolan.types.Column;
import org.portolan.types.ColumnType;
import org.portolan.types.KeyColumn;
import org.portolan.types.KeyColumn.Direction;
import org.portolan.types.ScalarType;
import org.portolan.types.ScalarType.Kind;
import org.portolan.types.Values;

/**
 * Writes designs in the format of {@code design.yaml}. The same design gives the same text, and
 * {@link DesignReader} reads the same design from it. Names need no quotes: the rules exclude names
 * that would.
 */
public final class DesignWriter {
  private static final String HEADER =
      """
      # A design for Portolan: how data lies in the target store.
      # 'portolan explain' says what each decision means and costs.
      """;

  private final StringBuilder text = new StringBuilder();

  private DesignWriter() {}

  /**
   * Returns the design as text, ending with a line break.
   *
   * @throws InvalidDesignException if the design breaks a rule, so that it could not be read again
   */
  public static String write(Design design) {
    List<Problem> problems = DesignReader.problems(design);
    if (!problems.isEmpty()) {
      throw new InvalidDesignException(design.name(), problems);
    }
    DesignWriter writer = new DesignWriter();
    writer.text.append(HEADER);
    writer.line(0, "format: " + Design.FORMAT_VERSION);
    writer.line(0, "design: " + design.name());
    writer.line(0, "entities:");
    design.entities().forEach(writer::entity);
    return writer.text.toString();
  }

  private void entity(EntityDesign entity) {
    text.append('\n');
    line(1, entity.name() + ":");
    line(2, "key:");
    entity.key().forEach(column -> line(3, keyColumn(column, entity.padding())));
    line(2, "key-layout: " + keyLayout(entity.keyLayout(), entity.key()));
    if (entity.partition().stated() > 0) {
      line(2, "partition: " + flow(entity.partitionColumns()));
    }
    entity.partition().buckets().ifPresent(buckets -> line(2, "buckets: " + buckets(buckets)));
    options(2, entity.options());
    line(2, "families:");
    for (FamilyDesign family : entity.families()) {
      family(family);
    }
    heading("collections", entity.collections());
    entity.collections().forEach(this::collection);
    heading("indexes", entity.indexes());
    entity.indexes().forEach(this::index);
    if (!entity.counters().isEmpty() || !entity.extremes().isEmpty()) {
      line(2, "counters:");
    }
    entity.counters().forEach(this::counter);
    entity.extremes().forEach(this::extreme);
    heading("references", entity.references());
    entity.references().forEach(this::reference);
  }

  private void heading(String key, List<?> parts) {
    if (!parts.isEmpty()) {
      line(2, key + ":");
    }
  }

  private void collection(CollectionDesign collection) {
    line(3, collection.name() + ":");
    line(4, "key:");
    collection.itemKey().forEach(column -> line(5, keyColumn(column, Map.of())));
    if (!PortableDesign.isPortable(collection)) {
      line(4, "storage: " + collection.storageSpelling() + comment(collection.storage()));
    }
    collection.listedBy().ifPresent(other -> line(4, "listed-by: " + other));
    options(4, collection.options());
    if (!collection.columns().isEmpty()) {
      line(4, "columns:");
      columns(5, collection.columns(), collection::rule, column -> Collation.BINARY);
    }
  }

  private static String comment(Storage storage) {
    return switch (storage) {
      case ROWS -> " # each item in a separate row";
      case CELLS -> " # items as cells of the entity's row";
      case OBJECT -> " # all items of a row in one value";
      case TREE -> " # items in the leaves of a tree for each row";
      case PORTABLE -> throw new IllegalArgumentException("the engine chooses the storage");
    };
  }

  private void index(IndexDesign index) {
    line(3, index.name() + ":");
    if (!index.on().isEmpty()) {
      line(4, "on: " + flow(index.on()));
    }
    if (!index.order().isEmpty()) {
      line(4, "order: " + flow(index.order().stream().map(DesignWriter::order).toList()));
    }
    line(4, index.unique() ? "unique: true" : "layout: " + index.layoutSpelling());
    index
        .within()
        .ifPresent(within -> line(4, "within: " + within.entity() + "." + within.family()));
    options(4, index.options());
  }

  private void options(int depth, Map<String, String> options) {
    if (options.isEmpty()) {
      return;
    }
    line(depth, "options:");
    // The rules exclude every character that would end the quotes.
    options.forEach(
        (name, value) ->
            line(
                depth + 1,
                name
                    + ": "
                    + (value.matches("[A-Za-z0-9][A-Za-z0-9._-]*") ? value : "\"" + value + "\"")));
  }

  private void counter(CounterDesign counter) {
    line(3, counter.name() + ":");
    counter.collection().ifPresent(collection -> line(4, "counts: " + collection));
    counter.where().ifPresent(column -> line(4, "where: " + column));
    counter.sums().ifPresent(column -> line(4, "sums: " + column));
    line(4, "layout: " + shards(counter.shards()));
    if (!counter.transactional()) {
      line(4, "transactional: false");
    }
  }

  private void extreme(ExtremeDesign extreme) {
    line(3, extreme.name() + ":");
    line(4, extreme.end().spelling() + ": " + extreme.column());
    if (!extreme.by().isEmpty()) {
      line(4, "by: " + flow(extreme.by()));
    }
    extreme.layout().ifPresent(layout -> line(4, "layout: " + layout.spelling()));
  }

  private void reference(ReferenceDesign reference) {
    line(3, reference.name() + ":");
    line(4, "on: " + flow(reference.on()));
    line(4, "to: " + reference.to());
    line(4, "on-delete: " + reference.onDelete().spelling());
    line(4, "shards: " + reference.shards());
    if (!PortableDesign.isPortable(reference)) {
      line(4, "storage: " + reference.storageSpelling());
    }
  }

  private void family(FamilyDesign family) {
    if (family.columns().isEmpty()) {
      line(3, family.name() + ": {}");
      return;
    }
    line(3, family.name() + ":");
    columns(4, family.columns(), family::rule, family::collation);
  }

  private void columns(
      int depth,
      List<Column> columns,
      Function<String, ColumnRule> rules,
      Function<String, Collation> collations) {
    for (Column column : columns) {
      ColumnRule rule = rules.apply(column.name());
      Collation collation = collations.apply(column.name());
      line(
          depth,
          column.name()
              + ": "
              + (rule.equals(ColumnRule.NONE) && collation == Collation.BINARY
                  ? column.type().spelling()
                  : withProperties(column.type(), rule, collation)));
    }
  }

  private static String withProperties(ColumnType type, ColumnRule rule, Collation collation) {
    StringBuilder form = new StringBuilder("{type: " + quoted(type.spelling()));
    if (collation != Collation.BINARY) {
      form.append(", collation: ").append(collation.spelling());
    }
    if (!rule.equals(ColumnRule.NONE)) {
      appendRule(form, (ScalarType) type, rule);
    }
    return form.append('}').toString();
  }

  private static void appendRule(StringBuilder form, ScalarType type, ColumnRule rule) {
    if (rule.required()) {
      form.append(", required: true");
    }
    rule.defaultValue().ifPresent(v -> form.append(", default: " + value(type, v)));
    rule.min().ifPresent(v -> form.append(", min: " + value(type, v)));
    rule.max().ifPresent(v -> form.append(", max: " + value(type, v)));
    rule.pattern().ifPresent(pattern -> form.append(", pattern: " + inQuotes(pattern)));
  }

  private static String value(ScalarType type, Object value) {
    String text = Values.render(type, value);
    return type.kind() == Kind.INT || type.kind() == Kind.LONG || type.kind() == Kind.BOOLEAN
        ? text
        : inQuotes(text);
  }

  private static String quoted(String type) {
    return type.contains(",") ? inQuotes(type) : type;
  }

  private static String inQuotes(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /** Returns the layout of a counter: {@code random(50)}. */
  public static String shards(int shards) {
    return shards == 1 ? "single" : "random(" + shards + ")";
  }

  /** Returns a column of a key with its name. */
  public static String keyColumn(KeyColumn column, Map<String, Integer> padding) {
    return column.name() + ": " + keyColumn(column, padding.getOrDefault(column.name(), 0));
  }

  private static String keyColumn(KeyColumn column, int padded) {
    boolean descending = column.direction() == Direction.DESCENDING;
    String type = column.type().spelling();
    if (!column.nullable() && padded == 0 && column.collation() == Collation.BINARY) {
      return descending ? type + " desc" : type;
    }
    StringBuilder form = new StringBuilder("{type: ");
    form.append(type.contains(",") ? "\"" + type + "\"" : type);
    if (descending) {
      form.append(", order: desc");
    }
    if (column.nullable()) {
      form.append(", nullable: true");
    }
    if (padded > 0) {
      form.append(", padded: ").append(padded);
    }
    if (column.collation() != Collation.BINARY) {
      form.append(", collation: ").append(column.collation().spelling());
    }
    return form.append('}').toString();
  }

  /** Returns a key layout: {@code {modulo: {range: 1000}}}. */
  public static String keyLayout(KeyLayout layout, List<KeyColumn> key) {
    if (layout.prefixRange() == 1) {
      return layout.spelling();
    }
    String over = "";
    if (layout.spelling().equals("md5-modulo") && layout.over() < key.size()) {
      over = ", over: " + flow(key.stream().limit(layout.over()).map(KeyColumn::name).toList());
    }
    return "{" + layout.spelling() + ": {range: " + layout.prefixRange() + over + "}}";
  }

  /** Returns the buckets of a partition. */
  public static String buckets(TimeBuckets buckets) {
    return "{"
        + buckets.column()
        + ": {each: "
        + buckets.each().spelling()
        + ", from: "
        + buckets.from()
        + ", to: "
        + buckets.to()
        + "}}";
  }

  /** Returns a column that orders an index: {@code time desc}. */
  public static String order(OrderColumn order) {
    return order.direction() == Direction.DESCENDING ? order.column() + " desc" : order.column();
  }

  private static String flow(List<String> words) {
    return words.stream().collect(Collectors.joining(", ", "[", "]"));
  }

  private void line(int depth, String content) {
    text.append("  ".repeat(depth)).append(content).append('\n');
  }
}
