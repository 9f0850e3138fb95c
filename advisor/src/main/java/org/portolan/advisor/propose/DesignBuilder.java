package org.portolan.advisor.propose;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.portolan.advisor.schema.ForeignKey;
import org.portolan.advisor.serve.Draft;
import org.portolan.advisor.serve.Estimates;
import org.portolan.advisor.serve.IndexChoice;
import org.portolan.advisor.serve.Served;
import org.portolan.advisor.serve.Step;
import org.portolan.advisor.shape.Shape;
import org.portolan.advisor.table.Identity;
import org.portolan.advisor.table.PlannedColumn;
import org.portolan.advisor.table.PlannedTable;
import org.portolan.design.CollectionDesign;
import org.portolan.design.ColumnRule;
import org.portolan.design.CounterDesign;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.FamilyDesign;
import org.portolan.design.IndexDesign;
import org.portolan.design.ReferenceDesign;
import org.portolan.design.index.HashedPartitions;
import org.portolan.design.index.IndexLayout;
import org.portolan.design.index.Representation;
import org.portolan.design.index.SinglePartition;
import org.portolan.design.key.KeyLayout;
import org.portolan.design.key.Md5ModuloPrefix;
import org.portolan.design.key.PlainKey;
import org.portolan.types.Collation;
import org.portolan.types.CollectionType;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.KeyColumn.Direction;
import org.portolan.types.ScalarType;
import org.portolan.types.ScalarType.Kind;

/** Writes a draft as a design. */
final class DesignBuilder {
  static final String DIGEST = "row_digest";
  static final String COPY = "row_copy";

  /** The column with the next number of a sequence. */
  static final String NEXT = "next";

  /** Prefixes enough for ten regions on each of ten servers (Zdravevski 2016, III-B). */
  private static final int PREFIXES = 100;

  private static final int SHARDS = 16;
  private static final double ROWS_MANY = 10_000;

  private final Draft draft;
  private final List<Served> served;
  private final Estimates estimates;
  private final Naming naming;
  private final Decisions decisions;
  private final IndexSpread spreads;
  private final Partitions partitions;

  /**
   * @param seconds the time in which the statements were executed; 0 if no log tells
   */
  DesignBuilder(
      Draft draft,
      List<Served> served,
      Estimates estimates,
      Naming naming,
      Decisions decisions,
      double seconds) {
    this.draft = draft;
    this.served = served;
    this.estimates = estimates;
    this.naming = naming;
    this.decisions = decisions;
    this.spreads = new IndexSpread(draft, served, estimates, seconds);
    this.partitions = new Partitions(draft, served, estimates, naming, decisions);
  }

  Design build(String name) {
    List<EntityDesign> entities = new ArrayList<>();
    for (PlannedTable table : draft.tables().values()) {
      if (draft.isEntity(table.source().name())) {
        entities.add(entity(table));
      }
    }
    if (isNumbered()) {
      entities.add(sequences());
    }
    return new Design(name, entities);
  }

  private boolean isNumbered() {
    return draft.tables().values().stream()
        .flatMap(table -> table.columns().stream())
        .anyMatch(column -> column.source().autoIncrement());
  }

  /** An entity with a row for each sequence. */
  private EntityDesign sequences() {
    return new EntityDesign(
        naming.sequences(),
        List.of(KeyColumn.of("name", ScalarType.TEXT)),
        new PlainKey(),
        Map.of(),
        List.of(new FamilyDesign("main", List.of(new Column(NEXT, ScalarType.LONG)))),
        List.of(),
        List.of(),
        List.of());
  }

  private EntityDesign entity(PlannedTable table) {
    List<KeyColumn> key = key(table);
    Partitions.Divided divided = partitions.of(table, key);
    List<FamilyDesign> families = new ArrayList<>(List.of(family("main", main(table), table)));
    List<CollectionDesign> collections = new ArrayList<>();
    List<IndexDesign> indexes = new ArrayList<>();
    draft.indexes(table.source().name()).forEach(index -> indexes.add(index(index)));
    for (PlannedTable other : owned(table)) {
      Shape shape = draft.shape(other.source().name());
      if (shape instanceof Shape.Items items) {
        partitions.items(other, items);
        collections.add(collection(other, items));
      } else if (shape instanceof Shape.Part part) {
        families.add(part(other, part));
      }
      draft.indexes(other.source().name()).forEach(index -> indexes.add(index(index)));
    }
    return new EntityDesign(
        table.name(),
        key,
        divided.number() > 1
            ? new Md5ModuloPrefix(divided.number(), key.size())
            : keyLayout(table, key),
        divided.partition(),
        Map.of(),
        families,
        collections,
        indexes,
        counters(table),
        references(table),
        Map.of());
  }

  private List<PlannedTable> owned(PlannedTable owner) {
    return draft.tables().values().stream()
        .filter(
            table ->
                draft.shape(table.source().name()) instanceof Shape.Owned owned
                    && owned.owner().equals(owner.source().name()))
        .toList();
  }

  private List<KeyColumn> key(PlannedTable table) {
    if (table.identity().kind() == Identity.Kind.NONE) {
      return List.of(KeyColumn.of(DIGEST, ScalarType.BYTES), KeyColumn.of(COPY, ScalarType.INT));
    }
    return table.identity().columns().stream()
        .map(table::column)
        .map(
            column ->
                KeyColumn.of(naming.of(column), (ScalarType) column.keyType())
                    .collatedBy(column.collation()))
        .toList();
  }

  private List<PlannedColumn> main(PlannedTable table) {
    return table.columns().stream()
        .filter(column -> !table.identity().columns().contains(column.source().name()))
        .toList();
  }

  private FamilyDesign family(String name, List<PlannedColumn> columns, PlannedTable table) {
    List<Column> typed = new ArrayList<>();
    Map<String, ColumnRule> rules = new TreeMap<>();
    Map<String, Collation> collations = new TreeMap<>();
    for (PlannedColumn column : columns) {
      String columnName = naming.of(column);
      boolean listed = isListed(table, column) || isReferring(table, column);
      typed.add(new Column(columnName, listed ? column.keyType() : column.type()));
      rules.put(columnName, column.rule());
      if (isListed(table, column) && !isReferring(table, column)) {
        collations.put(columnName, column.collation());
      }
    }
    for (PlannedTable other : owned(table)) {
      if (draft.shape(other.source().name()) instanceof Shape.Elements elements) {
        PlannedColumn element = other.column(elements.element());
        String columnName = naming.of(element);
        typed.add(
            new Column(
                columnName,
                new CollectionType(CollectionType.Kind.SET, (ScalarType) element.keyType())));
      }
    }
    return new FamilyDesign(name, typed, rules, collations);
  }

  /** Columns of a part may all be missing, so none is required. */
  private FamilyDesign part(PlannedTable table, Shape.Part part) {
    List<Column> typed = new ArrayList<>();
    Map<String, ColumnRule> rules = new TreeMap<>();
    Map<String, Collation> collations = new TreeMap<>();
    for (PlannedColumn column : table.columns()) {
      if (part.ownerColumns().contains(column.source().name())) {
        continue;
      }
      boolean listed = isListed(table, column);
      typed.add(new Column(naming.of(column), listed ? column.keyType() : column.type()));
      ColumnRule rule = column.rule();
      rules.put(
          naming.of(column),
          new ColumnRule(false, Optional.empty(), rule.min(), rule.max(), rule.pattern()));
      if (listed) {
        collations.put(naming.of(column), column.collation());
      }
    }
    return new FamilyDesign(table.name(), typed, rules, collations);
  }

  private CollectionDesign collection(PlannedTable table, Shape.Items items) {
    List<KeyColumn> key = new ArrayList<>();
    Set<String> used = new LinkedHashSet<>(items.ownerColumns());
    for (Shape.ItemColumn item : items.itemKey()) {
      PlannedColumn column = table.column(item.column());
      KeyColumn part = KeyColumn.of(naming.of(column), (ScalarType) column.keyType());
      key.add(item.descending() ? part.descending() : part);
      used.add(item.column());
    }
    if (key.isEmpty()) {
      key.add(KeyColumn.of(DIGEST, ScalarType.BYTES));
      key.add(KeyColumn.of(COPY, ScalarType.INT));
    }
    List<Column> columns = new ArrayList<>();
    Map<String, ColumnRule> rules = new TreeMap<>();
    for (PlannedColumn column : table.columns()) {
      if (!used.contains(column.source().name())) {
        columns.add(new Column(naming.of(column), column.type()));
        rules.put(naming.of(column), column.rule());
      }
    }
    return new CollectionDesign(
        table.name(),
        key,
        columns,
        rules,
        CollectionDesign.Storage.PORTABLE,
        Optional.empty(),
        Optional.empty(),
        Map.of());
  }

  private boolean isListed(PlannedTable table, PlannedColumn column) {
    String source = column.source().name();
    return draft.indexes(table.source().name()).stream()
        .anyMatch(
            index ->
                index.on().contains(source)
                    || index.order().stream().anyMatch(order -> order.column().equals(source)));
  }

  private boolean isReferring(PlannedTable table, PlannedColumn column) {
    return kept(table).stream().anyMatch(reference -> reference.on().contains(naming.of(column)));
  }

  private IndexDesign index(IndexChoice index) {
    PlannedTable table = draft.tables().get(index.table());
    List<String> on = index.on().stream().map(name -> naming.of(table.column(name))).toList();
    if (index.unique()) {
      return IndexDesign.unique(naming.of(index), on, Map.of());
    }
    List<IndexDesign.OrderColumn> order =
        index.order().stream()
            .map(
                column ->
                    new IndexDesign.OrderColumn(
                        naming.of(table.column(column.column())),
                        column.descending() ? Direction.DESCENDING : Direction.ASCENDING))
            .toList();
    return new IndexDesign(
        naming.of(index),
        on,
        order,
        new IndexLayout(Representation.PORTABLE, partitioning(index)),
        Optional.empty());
  }

  private org.portolan.design.index.Partitioning partitioning(IndexChoice index) {
    IndexSpread.Spread spread = spreads.of(index);
    decisions.layout(naming.of(index), spread);
    return spread.buckets() == 1 ? new SinglePartition() : new HashedPartitions(spread.buckets());
  }

  private KeyLayout keyLayout(PlannedTable table, List<KeyColumn> key) {
    Kind first = key.get(0).type().kind();
    boolean ascending =
        first == Kind.INT || first == Kind.LONG || first == Kind.TIMESTAMP || first == Kind.DECIMAL;
    boolean spread =
        draft.target() == org.portolan.advisor.target.Target.HBASE
            && ascending
            && estimates.rows(table) > ROWS_MANY;
    int over = partitions.scanned(table).orElse(key.size());
    decisions.keyLayout(table, spread, PREFIXES);
    return spread ? new Md5ModuloPrefix(PREFIXES, over) : new PlainKey();
  }

  private List<CounterDesign> counters(PlannedTable table) {
    Map<String, CounterDesign> counters = new LinkedHashMap<>();
    for (Served one : served) {
      for (Step step : one.steps()) {
        PlannedTable of = draft.tables().get(step.table());
        boolean whole = step.table().equals(table.source().name());
        boolean mine =
            whole
                || (draft.shape(step.table()) instanceof Shape.Items items
                    && items.owner().equals(table.source().name()));
        if (mine && step.kind() == Step.Kind.COUNT) {
          Optional<String> collection = whole ? Optional.empty() : Optional.of(of.name());
          counters.computeIfAbsent(
              "count " + of.name(),
              any ->
                  new CounterDesign(
                      naming.counter("number_of_" + of.name()), collection, SHARDS, true));
        } else if (mine && step.kind() == Step.Kind.SUM) {
          String column = naming.of(of.column(step.by().get(0)));
          counters.computeIfAbsent(
              "sum " + column,
              any ->
                  CounterDesign.sum(
                      naming.counter("sum_of_" + table.name() + "_" + column),
                      column,
                      SHARDS,
                      true));
        }
      }
    }
    counters.values().forEach(counter -> decisions.counter(table, counter));
    return List.copyOf(counters.values());
  }

  private List<ReferenceDesign> references(PlannedTable table) {
    return kept(table);
  }

  private ReferenceDesign differentlyNamed(
      String entity, ReferenceDesign reference, Set<String> names) {
    String name = reference.name();
    for (int number = 2; !naming.areFree(entity, name) || !names.add(name); number++) {
      String end = "_" + number;
      name = ReferencePlan.name(entity, reference.name(), end);
    }
    return new ReferenceDesign(name, reference.on(), reference.to(), reference.onDelete());
  }

  private static boolean isLike(ReferenceDesign one, ReferenceDesign other) {
    return one.on().equals(other.on()) && one.to().equals(other.to());
  }

  /** The foreign keys of a table that become references. */
  private List<ReferenceDesign> kept(PlannedTable table) {
    List<ReferenceDesign> references = new ArrayList<>();
    Set<String> names = new LinkedHashSet<>();
    for (ForeignKey key : table.source().foreignKeys()) {
      ReferencePlan.of(draft, naming, table, key)
          .reference()
          .filter(reference -> references.stream().noneMatch(other -> isLike(other, reference)))
          .map(reference -> differentlyNamed(table.name(), reference, names))
          .ifPresent(references::add);
    }
    return references;
  }
}
