package org.portolan.design;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.design.IndexDesign.OrderColumn;
import org.portolan.design.IndexDesign.Within;
import org.portolan.design.index.HashedPartitions;
import org.portolan.design.index.IndexLayout;
import org.portolan.design.index.OrderedTree;
import org.portolan.design.index.Partitioning;
import org.portolan.design.index.ReadDeltaBuckets;
import org.portolan.design.index.Representation;
import org.portolan.design.index.SinglePartition;
import org.portolan.design.key.KeyLayout;
import org.portolan.design.key.Md5ModuloPrefix;
import org.portolan.design.key.Md5OfRowModuloPrefix;
import org.portolan.design.key.ModuloPrefix;
import org.portolan.design.key.PlainKey;
import org.portolan.design.key.RandomPrefix;
import org.portolan.design.key.RowPartition;
import org.portolan.types.Collation;
import org.portolan.types.CollectionType;
import org.portolan.types.Column;
import org.portolan.types.ColumnType;
import org.portolan.types.KeyColumn;
import org.portolan.types.KeyColumn.Direction;
import org.portolan.types.ScalarType;

/** Makes arbitrary sound designs, each from a source of random numbers. */
public final class Designs {
  private static final List<ScalarType> KEY_TYPES =
      List.of(
          ScalarType.TEXT,
          ScalarType.INT,
          ScalarType.LONG,
          ScalarType.BOOLEAN,
          ScalarType.TIMESTAMP,
          ScalarType.BYTES,
          ScalarType.decimal(10, 2),
          ScalarType.decimal(65, 0));

  private final RandomGenerator random;
  private final Set<String> names = new HashSet<>(Set.of("counters", "prefix"));

  private Designs(RandomGenerator random) {
    this.random = random;
  }

  public static Design arbitrary(RandomGenerator random) {
    return new Designs(random).design();
  }

  private Design design() {
    List<EntityDesign> entities = new ArrayList<>();
    for (int count = 1 + random.nextInt(4); count > 0; count--) {
      entities.add(entity(entities));
    }
    return new Design("Design-" + random.nextInt(1_000), entities);
  }

  private EntityDesign entity(List<EntityDesign> earlier) {
    List<KeyColumn> key = keyColumns(1 + random.nextInt(4), true);
    Map<String, Integer> padding = new HashMap<>();
    for (KeyColumn column : key) {
      if (isInteger(column) && random.nextBoolean()) {
        padding.put(column.name(), 1 + random.nextInt(19));
      }
    }
    KeyLayout layout = keyLayout(key);
    List<FamilyDesign> families = new ArrayList<>();
    for (int count = 1 + random.nextInt(3); count > 0; count--) {
      List<Column> columns = columns(random.nextInt(5));
      families.add(new FamilyDesign(name(), columns, rules(columns)));
    }
    List<CollectionDesign> collections = new ArrayList<>();
    List<IndexDesign> indexes = new ArrayList<>();
    List<CounterDesign> counters = new ArrayList<>();
    if (layout.answersLookup()) {
      for (int count = random.nextInt(3); count > 0; count--) {
        collections.add(collection());
      }
      if (random.nextBoolean()) {
        collections.stream()
            .filter(collection -> collection.storage() != Storage.ROWS)
            .findFirst()
            .ifPresent(lister -> collections.add(listedBy(lister)));
      }
      for (int count = random.nextInt(4); count > 0; count--) {
        indexes.add(index(key, families, earlier));
      }
      for (int count = random.nextInt(3); count > 0; count--) {
        counters.add(counter(collections, families));
      }
    }
    EntityDesign entity =
        new EntityDesign(
            name(),
            key,
            layout,
            RowPartition.BY_LAYOUT,
            padding,
            families,
            collections,
            indexes,
            counters,
            references(key, families, layout, earlier),
            options());
    EntityDesign collated = collated(entity, earlier);
    return layout.answersLookup()
        ? collated.withExtremes(extremes(collated, with(earlier, collated)))
        : collated;
  }

  private static Design with(List<EntityDesign> earlier, EntityDesign entity) {
    List<EntityDesign> all = new ArrayList<>(earlier);
    all.add(entity);
    return new Design("part", all);
  }

  /** Gives some columns a collation, and leaves out references that would give them another. */
  private EntityDesign collated(EntityDesign entity, List<EntityDesign> earlier) {
    Set<String> uncollated = new HashSet<>();
    entity.indexes().stream()
        .filter(index -> index.within().isPresent())
        .forEach(index -> uncollated.addAll(index.on()));
    List<ReferenceDesign> references = new ArrayList<>();
    Map<String, Collation> taken = new HashMap<>();
    for (ReferenceDesign reference : entity.references()) {
      Map<String, Collation> all = new HashMap<>(taken);
      List<KeyColumn> key = with(earlier, entity).entity(reference.to()).orElseThrow().key();
      boolean fits = true;
      for (int place = 0; place < key.size(); place++) {
        Collation collation = key.get(place).collation();
        String column = reference.on().get(place);
        fits &= all.getOrDefault(column, collation) == collation;
        fits &= collation == Collation.BINARY || !uncollated.contains(column);
        all.put(column, collation);
      }
      if (fits) {
        references.add(reference);
        taken = all;
      }
    }
    uncollated.addAll(taken.keySet());
    List<FamilyDesign> families = new ArrayList<>();
    for (FamilyDesign family : entity.families()) {
      Map<String, Collation> own = new HashMap<>();
      for (Column column : family.columns()) {
        if (column.type().element().equals(ScalarType.TEXT)
            && !uncollated.contains(column.name())
            && random.nextBoolean()) {
          own.put(column.name(), pick(List.of(Collation.values())));
        }
      }
      families.add(new FamilyDesign(family.name(), family.columns(), family.rules(), own));
    }
    return new EntityDesign(
        entity.name(),
        entity.key(),
        entity.keyLayout(),
        entity.partition(),
        entity.padding(),
        families,
        entity.collections(),
        entity.indexes(),
        entity.counters(),
        references,
        entity.options());
  }

  /** Returns counters of extremes, served by an index if one has their order. */
  private List<ExtremeDesign> extremes(EntityDesign entity, Design design) {
    List<ExtremeDesign> extremes = new ArrayList<>();
    for (int count = random.nextInt(3); count > 0; count--) {
      extremes.add(
          extreme(
              entity,
              pick(entity.key()).name(),
              random.nextBoolean() ? List.of() : keyColumns(entity)));
    }
    entity.indexes().stream()
        .filter(index -> !index.order().isEmpty())
        .forEach(index -> extremes.add(extreme(entity, index.order().get(0).column(), index.on())));
    extremes.removeIf(extreme -> design.collation(entity, extreme.column()) != Collation.BINARY);
    return extremes;
  }

  private static List<String> keyColumns(EntityDesign entity) {
    return entity.key().stream().skip(1).map(KeyColumn::name).toList();
  }

  private ExtremeDesign extreme(EntityDesign entity, String column, List<String> by) {
    ExtremeDesign served =
        new ExtremeDesign(
            name(),
            pick(List.of(ExtremeDesign.End.values())),
            column,
            by.stream().filter(name -> !name.equals(column)).toList(),
            Optional.empty());
    IndexLayout layout =
        pick(
            List.of(
                new IndexLayout(Representation.PORTABLE, new SinglePartition()),
                new IndexLayout(Representation.CELLS, new HashedPartitions(3)),
                new IndexLayout(Representation.OBJECT, new OrderedTree(9))));
    return entity.serving(served).isPresent() ? served : served.withLayout(layout);
  }

  /** Returns references to earlier entities whose key has types of columns here. */
  private List<ReferenceDesign> references(
      List<KeyColumn> key,
      List<FamilyDesign> families,
      KeyLayout layout,
      List<EntityDesign> earlier) {
    List<Column> all = new ArrayList<>();
    key.forEach(column -> all.add(new Column(column.name(), column.type())));
    families.forEach(family -> all.addAll(family.columns()));
    List<ReferenceDesign> references = new ArrayList<>();
    for (EntityDesign target : earlier) {
      List<String> on = new ArrayList<>();
      for (KeyColumn part : target.key()) {
        all.stream()
            .filter(column -> column.type().equals(part.type()) && !on.contains(column.name()))
            .findFirst()
            .ifPresent(column -> on.add(column.name()));
      }
      if (layout.answersLookup()
          && target.keyLayout().answersLookup()
          && on.size() == target.key().size()) {
        Storage storage = pick(List.of(Storage.CELLS, Storage.TREE, Storage.PORTABLE));
        references.add(
            new ReferenceDesign(
                name(),
                on,
                target.name(),
                pick(List.of(ReferenceDesign.OnDelete.values())),
                1 + random.nextInt(256),
                storage,
                storage == Storage.TREE
                    ? Optional.of(new OrderedTree(8 + random.nextInt(993)))
                    : Optional.empty()));
      }
    }
    return references;
  }

  private CollectionDesign collection() {
    Storage storage = pick(List.of(Storage.values()));
    List<Column> columns = columns(random.nextInt(4));
    return new CollectionDesign(
        name(),
        keyColumns(1 + random.nextInt(2), false),
        columns,
        rules(columns),
        storage,
        storage == Storage.TREE
            ? Optional.of(new OrderedTree(8 + random.nextInt(993)))
            : Optional.empty(),
        Optional.empty(),
        storage == Storage.CELLS || storage == Storage.PORTABLE ? Map.of() : options());
  }

  private CollectionDesign listedBy(CollectionDesign lister) {
    List<KeyColumn> key = new ArrayList<>(lister.itemKey());
    if (random.nextBoolean()) {
      key.replaceAll(
          column ->
              new KeyColumn(
                  column.name(),
                  column.type(),
                  column.direction() == Direction.ASCENDING
                      ? Direction.DESCENDING
                      : Direction.ASCENDING,
                  column.nullable(),
                  column.collation()));
    }
    return new CollectionDesign(
        name(), key, columns(1), Storage.ROWS, Optional.of(lister.name()), options());
  }

  private Map<String, String> options() {
    Map<String, String> options = new HashMap<>();
    for (int count = random.nextInt(4) - 1; count > 0; count--) {
      options.put(
          pick(List.of("hbase", "cassandra", "x1")) + "." + pick(List.of("a.b", "no", "1-k_")),
          pick(List.of("gz", "true", "1g", "- a: #b", "null", "~", "{'c': 1}", "-", "0x1F")));
    }
    return options;
  }

  private IndexDesign index(
      List<KeyColumn> key, List<FamilyDesign> families, List<EntityDesign> earlier) {
    List<Column> all = new ArrayList<>();
    key.forEach(column -> all.add(new Column(column.name(), column.type())));
    families.forEach(family -> all.addAll(family.columns()));
    List<String> on = new ArrayList<>();
    List<ColumnType> onTypes = new ArrayList<>();
    List<OrderColumn> order = new ArrayList<>();
    boolean manyValued = false;
    for (Column column : all) {
      boolean isMany = column.type() instanceof CollectionType;
      if (!column.type().element().allowedInKey() || (isMany && manyValued)) {
        continue;
      }
      if (random.nextInt(3) == 0) {
        on.add(column.name());
        onTypes.add(column.type().element());
        manyValued |= isMany;
      } else if (!isMany && random.nextInt(4) == 0) {
        order.add(new OrderColumn(column.name(), direction()));
      }
    }
    Optional<EntityDesign> target =
        earlier.stream()
            .filter(entity -> entity.keyLayout().answersLookup())
            .filter(entity -> entity.key().stream().map(KeyColumn::type).toList().equals(onTypes))
            .filter(
                entity ->
                    entity.key().stream().allMatch(part -> part.collation() == Collation.BINARY))
            .findFirst();
    boolean collated =
        key.stream()
            .anyMatch(part -> part.collation() != Collation.BINARY && on.contains(part.name()));
    if (target.isPresent() && !collated) {
      return new IndexDesign(
          name(),
          on,
          order,
          new IndexLayout(
              random.nextBoolean() ? Representation.CELLS : Representation.PORTABLE,
              new SinglePartition()),
          Optional.of(new Within(target.get().name(), name())));
    }
    if (!on.isEmpty() && random.nextInt(4) == 0) {
      return IndexDesign.unique(name(), on, options());
    }
    return new IndexDesign(
        name(), on, order, layout(), Optional.empty(), options(), random.nextInt(4) == 0);
  }

  private IndexLayout layout() {
    return random.nextInt(4) == 0
        ? new IndexLayout(Representation.OBJECT, new OrderedTree(8 + random.nextInt(993)))
        : layout(partitioning());
  }

  private IndexLayout layout(Partitioning partitioning) {
    Representation representation =
        pick(List.of(Representation.CELLS, Representation.OBJECT, Representation.PORTABLE));
    return representation == Representation.PORTABLE && partitioning.deltaBuckets() > 0
        ? new IndexLayout(Representation.OBJECT, partitioning)
        : new IndexLayout(representation, partitioning);
  }

  private Partitioning partitioning() {
    return switch (random.nextInt(3)) {
      case 0 -> new SinglePartition();
      case 1 -> new HashedPartitions(2 + random.nextInt(99));
      default -> new ReadDeltaBuckets(1 + random.nextInt(9), 1 + random.nextInt(20));
    };
  }

  private CounterDesign counter(List<CollectionDesign> collections, List<FamilyDesign> families) {
    Optional<String> counted =
        collections.isEmpty() || random.nextBoolean()
            ? Optional.empty()
            : Optional.of(pick(collections).name());
    List<String> scalars =
        families.stream()
            .flatMap(family -> family.columns().stream())
            .filter(column -> column.type() instanceof ScalarType)
            .map(Column::name)
            .toList();
    Optional<String> where =
        counted.isPresent() || scalars.isEmpty() || random.nextBoolean()
            ? Optional.empty()
            : Optional.of(pick(scalars));
    int shards = 1 + random.nextInt(60);
    List<String> numbers =
        families.stream()
            .flatMap(family -> family.columns().stream())
            .filter(column -> List.of(ScalarType.INT, ScalarType.LONG).contains(column.type()))
            .map(Column::name)
            .toList();
    return numbers.isEmpty() || random.nextInt(3) > 0
        ? new CounterDesign(name(), counted, where, shards, random.nextBoolean())
        : CounterDesign.sum(name(), pick(numbers), shards, random.nextBoolean());
  }

  private KeyLayout keyLayout(List<KeyColumn> key) {
    int range = 2 + random.nextInt(999_999);
    return switch (random.nextInt(5)) {
      case 0 -> new RandomPrefix(range);
      case 1 -> new Md5OfRowModuloPrefix(range);
      case 2 -> new Md5ModuloPrefix(range, 1 + random.nextInt(key.size()));
      case 3 ->
          isInteger(key.get(0)) && !key.get(0).nullable()
              ? new ModuloPrefix(range)
              : new PlainKey();
      default -> new PlainKey();
    };
  }

  private List<KeyColumn> keyColumns(int count, boolean collated) {
    List<KeyColumn> columns = new ArrayList<>();
    for (int column = 0; column < count; column++) {
      ScalarType type = pick(KEY_TYPES);
      Collation collation =
          collated && type.equals(ScalarType.TEXT)
              ? pick(List.of(Collation.values()))
              : Collation.BINARY;
      columns.add(new KeyColumn(name(), type, direction(), random.nextBoolean(), collation));
    }
    return columns;
  }

  private List<Column> columns(int count) {
    List<Column> columns = new ArrayList<>();
    for (int column = 0; column < count; column++) {
      ScalarType scalar = random.nextInt(6) == 0 ? ScalarType.COMPRESSED_TEXT : pick(KEY_TYPES);
      ColumnType type =
          random.nextInt(3) == 0
              ? new CollectionType(pick(List.of(CollectionType.Kind.values())), scalar)
              : scalar;
      columns.add(new Column(name(), type));
    }
    return columns;
  }

  private Map<String, ColumnRule> rules(List<Column> columns) {
    Map<String, ColumnRule> rules = new HashMap<>();
    for (Column column : columns) {
      if (column.type().equals(ScalarType.INT) && random.nextBoolean()) {
        rules.put(
            column.name(),
            new ColumnRule(
                random.nextBoolean(),
                random.nextBoolean() ? Optional.of(7) : Optional.empty(),
                random.nextBoolean() ? Optional.of(-random.nextInt(9)) : Optional.empty(),
                random.nextBoolean() ? Optional.of(7 + random.nextInt(9)) : Optional.empty(),
                Optional.empty()));
      } else if (column.type().equals(ScalarType.TEXT) && random.nextBoolean()) {
        rules.put(
            column.name(),
            new ColumnRule(
                random.nextBoolean(),
                Optional.of(pick(List.of("a", "a: b", "\"", "\\", "#x", "ü", "{", "yes"))),
                Optional.empty(),
                Optional.empty(),
                Optional.of(pick(List.of(".*", "[^\"]*|\"", "(?s).+")))));
      }
    }
    return rules;
  }

  private Direction direction() {
    return random.nextBoolean() ? Direction.ASCENDING : Direction.DESCENDING;
  }

  private <T> T pick(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  private static boolean isInteger(KeyColumn column) {
    return column.type().equals(ScalarType.INT) || column.type().equals(ScalarType.LONG);
  }

  /** Returns an unused name; some are words that YAML does not read as text. */
  private String name() {
    List<String> traps = List.of("null", "true", "no", "y", "e1", "key", "on", "desc", "text");
    while (true) {
      String name = random.nextInt(8) == 0 ? pick(traps) : "n" + random.nextInt(100_000);
      if (names.add(name)) {
        return name;
      }
    }
  }
}
