package org.portolan.data.history;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.portolan.design.CollectionDesign;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.design.CounterDesign;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.ExtremeDesign;
import org.portolan.design.ExtremeDesign.End;
import org.portolan.design.FamilyDesign;
import org.portolan.design.IndexDesign;
import org.portolan.design.index.HashedPartitions;
import org.portolan.design.index.IndexLayout;
import org.portolan.design.index.OrderedTree;
import org.portolan.design.index.Partitioning;
import org.portolan.design.index.ReadDeltaBuckets;
import org.portolan.design.index.Representation;
import org.portolan.design.index.SinglePartition;
import org.portolan.design.key.KeyLayout;
import org.portolan.design.key.Md5ModuloPrefix;
import org.portolan.design.key.ModuloPrefix;
import org.portolan.design.key.PlainKey;
import org.portolan.design.key.RowPartition;
import org.portolan.design.key.TimeBuckets;
import org.portolan.design.key.TimeBuckets.Unit;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.engine.Capabilities.TransactionScope;
import org.portolan.types.Collation;
import org.portolan.types.CollectionType;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.KeyColumn.Direction;
import org.portolan.types.ScalarType;

/**
 * A design from a seed. Consecutive seeds cover all key layouts, index layouts and storages, in
 * random combinations.
 */
public final class RandomDesign {
  public static final String HOST = "host";
  public static final String DOCUMENT = "document";

  /** Enough shards for additions to join the transaction of their write, if the engine has one. */
  public static final int SHARDS_MANY = 17;

  private static final int KEYS = 9;

  private final int seed;
  private final Kind kind;
  private final Random random;
  private int layouts;
  private int storages;

  /** The layouts that a design may have. */
  private enum Kind {
    ANY,
    /** No objects, trees and delta buckets: for engines of rows. */
    CELLS,
    /** No cells, and no item rows without a lister: for engines without items and order. */
    OBJECTS
  }

  private RandomDesign(int seed, Kind kind) {
    this.seed = seed;
    this.kind = kind;
    this.random = new Random(seed);
    this.layouts = seed;
    this.storages = seed;
  }

  public static Design of(int seed) {
    return new RandomDesign(seed, Kind.ANY).design();
  }

  /** Returns a design that an engine can keep. */
  public static Design fitting(Capabilities engine, int seed) {
    Kind kind = Kind.ANY;
    if (engine.transactions() != TransactionScope.STORE) {
      kind = Kind.CELLS;
    } else if (!engine.items() || engine.keyOrder() == KeyOrder.NONE) {
      kind = Kind.OBJECTS;
    }
    return new RandomDesign(seed, kind).design();
  }

  /** Returns the unique index over a collated column of a document, if a design has one. */
  public static Optional<IndexDesign> collatedUnique(Design design) {
    EntityDesign document = design.entity(DOCUMENT).orElseThrow();
    return document.indexes().stream()
        .filter(IndexDesign::unique)
        .filter(index -> index.on().stream().anyMatch(design.collations(document)::containsKey))
        .findFirst();
  }

  private Design design() {
    return new Design("random-" + seed, List.of(host(), document()));
  }

  private EntityDesign host() {
    KeyLayout layout = random.nextBoolean() ? new PlainKey() : new Md5ModuloPrefix(4, 1);
    return new EntityDesign(
        HOST,
        List.of(KeyColumn.of("name", ScalarType.TEXT)),
        layout,
        Map.of(),
        List.of(new FamilyDesign("info", List.of(new Column("note", ScalarType.TEXT)))),
        List.of(),
        List.of(),
        List.of(new CounterDesign("hosts", Optional.empty(), 1 + random.nextInt(3), true)));
  }

  private EntityDesign document() {
    Key key = key();
    List<CollectionDesign> collections = collections();
    List<FamilyDesign> families = families();
    List<IndexDesign> indexes = indexes(key.columns.get(0).name());
    EntityDesign entity =
        new EntityDesign(
            DOCUMENT,
            key.columns,
            key.layout,
            key.partition,
            key.padding,
            collated(families, indexes),
            collections,
            indexes,
            counters(collections),
            List.of(),
            Map.of());
    return entity.withExtremes(extremes(entity));
  }

  private record Key(
      List<KeyColumn> columns,
      KeyLayout layout,
      RowPartition partition,
      Map<String, Integer> padding) {

    Key(List<KeyColumn> columns, KeyLayout layout, Map<String, Integer> padding) {
      this(columns, layout, RowPartition.BY_LAYOUT, padding);
    }

    Key in(RowPartition other) {
      return new Key(columns, layout, other, padding);
    }

    /** Returns this key with a time behind its first column, cut into buckets. */
    Key bucketed(Random choice) {
      KeyColumn at = KeyColumn.of("at", ScalarType.TIMESTAMP);
      List<KeyColumn> timed = new ArrayList<>(columns);
      timed.add(1, choice.nextBoolean() ? at : at.descending());
      Unit each = List.of(Unit.YEAR, Unit.MONTH, Unit.DAY).get(choice.nextInt(3));
      // Some of the random times are before the first bucket or behind the last.
      TimeBuckets buckets =
          choice.nextInt(4) == 0
              ? new TimeBuckets("at", each, 2009, 2010)
              : new TimeBuckets("at", each, 2006, 2010);
      return new Key(timed, layout, new RowPartition(1, Optional.of(buckets)), padding);
    }
  }

  /**
   * Returns the key, for an engine with order partly with rows of one user in one partition, by a
   * choice that changes no other.
   */
  private Key key() {
    Key key = spreadKey();
    if (kind == Kind.OBJECTS || key.columns.size() < 2) {
      return key;
    }
    Random choice = new Random(41L * seed + 11);
    boolean byPrefix = key.layout.over() == key.columns.size();
    return switch (choice.nextInt(4)) {
      case 0 -> key;
      case 1 -> key.in(new RowPartition(1, Optional.empty()));
      default -> byPrefix ? key.in(new RowPartition(1, Optional.empty())) : key.bucketed(choice);
    };
  }

  private Key spreadKey() {
    KeyColumn id = KeyColumn.of("id", ScalarType.LONG);
    KeyColumn number = KeyColumn.of("id", ScalarType.INT);
    KeyColumn user = KeyColumn.of("user", ScalarType.TEXT);
    KeyColumn title =
        KeyColumn.of("title", ScalarType.TEXT).collatedBy(Collation.ACCENT_AND_CASE_INSENSITIVE);
    return switch (Math.floorMod(seed, KEYS)) {
      case 0 -> new Key(List.of(id), new PlainKey(), Map.of());
      case 1 -> new Key(List.of(user, id.descending()), new Md5ModuloPrefix(8, 1), Map.of());
      case 2 -> new Key(List.of(id), new ModuloPrefix(5), Map.of("id", 6));
      case 3 -> new Key(List.of(title), new PlainKey(), Map.of());
      case 4 -> new Key(List.of(user, number), new Md5ModuloPrefix(12, 2), Map.of("id", 3));
      case 5 -> new Key(List.of(title, id.descending()), new Md5ModuloPrefix(3, 1), Map.of());
      case 6 -> new Key(List.of(number.descending().allowingNull()), new PlainKey(), Map.of());
      case 7 -> new Key(List.of(number, title), new ModuloPrefix(3), Map.of());
      default -> new Key(List.of(user.descending(), id), new PlainKey(), Map.of("id", 4));
    };
  }

  private List<FamilyDesign> families() {
    List<Column> columns =
        new ArrayList<>(
            List.of(
                new Column("label", ScalarType.TEXT),
                new Column("n", ScalarType.INT),
                new Column("flag", ScalarType.BOOLEAN),
                new Column("price", ScalarType.decimal(8, 2)),
                new Column("changed", ScalarType.TIMESTAMP),
                new Column("tags", new CollectionType(CollectionType.Kind.SET, ScalarType.TEXT)),
                new Column("words", new CollectionType(CollectionType.Kind.LIST, ScalarType.TEXT)),
                new Column("body", ScalarType.COMPRESSED_TEXT),
                new Column("digest", ScalarType.BYTES)));
    Collections.shuffle(columns, random);
    int first = random.nextInt(4);
    int second = first + 1 + random.nextInt(columns.size() - first - 1);
    List<FamilyDesign> families = new ArrayList<>();
    families.add(new FamilyDesign("main", columns.subList(0, first)));
    families.add(new FamilyDesign("middle", columns.subList(first, second)));
    if (second < columns.size()) {
      families.add(new FamilyDesign("rest", columns.subList(second, columns.size())));
    }
    return families;
  }

  /** Gives some columns a collation, by a choice that changes no other. */
  private List<FamilyDesign> collated(List<FamilyDesign> families, List<IndexDesign> indexes) {
    Random choice = new Random(67L * seed + 29);
    Map<String, Collation> collations = new HashMap<>();
    for (String column : List.of("label", "tags", "words")) {
      boolean within =
          indexes.stream()
              .anyMatch(index -> index.within().isPresent() && index.on().contains(column));
      if (choice.nextInt(3) > 0 && !within) {
        collations.put(
            column,
            choice.nextBoolean()
                ? Collation.ACCENT_AND_CASE_INSENSITIVE
                : Collation.CASE_INSENSITIVE);
      }
    }
    return families.stream()
        .map(
            family -> {
              Map<String, Collation> own = new HashMap<>(collations);
              own.keySet().retainAll(family.columns().stream().map(Column::name).toList());
              return new FamilyDesign(family.name(), family.columns(), family.rules(), own);
            })
        .toList();
  }

  private List<CollectionDesign> collections() {
    List<CollectionDesign> collections = new ArrayList<>();
    int count = random.nextInt(4);
    for (int number = 0; number < count; number++) {
      Storage storage = storage();
      // A tree has keys enough for several leaves.
      List<KeyColumn> itemKey =
          switch (storage == Storage.TREE ? 2 : random.nextInt(4)) {
            case 0 -> List.of(KeyColumn.of("position", ScalarType.INT));
            case 1 -> List.of(KeyColumn.of("position", ScalarType.INT).descending());
            case 2 ->
                List.of(
                    KeyColumn.of("kind", ScalarType.TEXT),
                    KeyColumn.of("position", ScalarType.INT));
            default -> List.of(KeyColumn.of("position", ScalarType.INT).allowingNull());
          };
      List<Column> columns =
          random.nextInt(4) == 0
              ? List.of()
              : List.of(
                  new Column("comment", ScalarType.TEXT), new Column("size", ScalarType.LONG));
      collections.add(collection("parts" + number, itemKey, columns, storage));
    }
    collections.stream()
        .filter(collection -> collection.storage() != Storage.ROWS)
        .skip(random.nextInt(2))
        .findFirst()
        .ifPresent(lister -> collections.add(listedBy(lister)));
    return collections;
  }

  private static CollectionDesign collection(
      String name, List<KeyColumn> key, List<Column> columns, Storage storage) {
    Optional<OrderedTree> tree =
        storage == Storage.TREE
            ? Optional.of(new OrderedTree(OrderedTree.MEMBERS_LEAST))
            : Optional.empty();
    return new CollectionDesign(name, key, columns, storage, tree, Optional.empty(), Map.of());
  }

  private CollectionDesign listedBy(CollectionDesign lister) {
    boolean backwards = random.nextBoolean();
    List<KeyColumn> key =
        lister.itemKey().stream().map(column -> backwards ? reversed(column) : column).toList();
    List<Column> columns = List.of(new Column("comment", ScalarType.TEXT));
    return new CollectionDesign(
        "listed_parts", key, columns, Storage.ROWS, Optional.of(lister.name()), Map.of());
  }

  private static KeyColumn reversed(KeyColumn column) {
    Direction direction =
        column.direction() == Direction.ASCENDING ? Direction.DESCENDING : Direction.ASCENDING;
    return new KeyColumn(
        column.name(), column.type(), direction, column.nullable(), column.collation());
  }

  private Storage storage() {
    List<Storage> storages =
        switch (kind) {
          case ANY -> List.of(Storage.ROWS, Storage.CELLS, Storage.OBJECT, Storage.TREE);
          case CELLS -> List.of(Storage.ROWS, Storage.CELLS);
          case OBJECTS -> List.of(Storage.OBJECT, Storage.TREE);
        };
    return storages.get(Math.floorMod(this.storages++, storages.size()));
  }

  private IndexLayout layout() {
    List<Partitioning> partitionings =
        List.of(
            new SinglePartition(),
            new HashedPartitions(2 + random.nextInt(4)),
            new ReadDeltaBuckets(1 + random.nextInt(3), 1 + random.nextInt(3)),
            new OrderedTree(OrderedTree.MEMBERS_LEAST));
    int number = layouts++;
    if (kind == Kind.CELLS) {
      return new IndexLayout(Representation.CELLS, partitionings.get(Math.floorMod(number, 2)));
    }
    if (kind == Kind.OBJECTS) {
      return new IndexLayout(Representation.OBJECT, partitionings.get(Math.floorMod(number, 4)));
    }
    int all = Math.floorMod(number, 7);
    return new IndexLayout(
        all < 3 ? Representation.CELLS : Representation.OBJECT,
        partitionings.get(all < 3 ? all : all - 3));
  }

  private List<IndexDesign> indexes(String keyColumn) {
    List<IndexDesign> indexes = new ArrayList<>();
    indexes.add(index("all_documents"));
    indexes.add(index("by_number", "n"));
    indexes.add(index("by_tag", "tags"));
    indexes.add(index("by_word", "words", "flag"));
    indexes.add(index("by_price", "price", "label"));
    indexes.add(index("by_time", "changed"));
    indexes.add(index("by_key", keyColumn, "flag"));
    Collections.shuffle(indexes, random);
    List<IndexDesign> chosen = new ArrayList<>(indexes.subList(0, 1 + random.nextInt(5)));
    if (random.nextBoolean() && kind != Kind.OBJECTS) {
      chosen.add(
          new IndexDesign(
              "backlinks",
              List.of("tags"),
              order("tags"),
              new IndexLayout(Representation.CELLS, new SinglePartition()),
              Optional.of(new IndexDesign.Within(HOST, "links"))));
    }
    unique(keyColumn).ifPresent(chosen::add);
    return chosen;
  }

  /** Returns a unique index for half of the seeds, by a choice that changes no other. */
  private Optional<IndexDesign> unique(String keyColumn) {
    Random choice = new Random(31L * seed + 7);
    List<List<String>> on =
        List.of(
            List.of("label"),
            List.of("label", "n"),
            List.of("price"),
            List.of("tags"),
            List.of("flag", keyColumn),
            List.of("digest", "changed"));
    return choice.nextBoolean()
        ? Optional.of(
            IndexDesign.unique("unique_value", on.get(choice.nextInt(on.size())), Map.of()))
        : Optional.empty();
  }

  private IndexDesign index(String name, String... on) {
    return new IndexDesign(name, List.of(on), order(on), layout(), Optional.empty());
  }

  private List<IndexDesign.OrderColumn> order(String... on) {
    List<String> scalars = new ArrayList<>(List.of("label", "n", "flag", "price", "digest"));
    scalars.removeAll(List.of(on));
    Collections.shuffle(scalars, random);
    return scalars.subList(0, Math.max(0, random.nextInt(5) - 2)).stream()
        .map(
            column ->
                new IndexDesign.OrderColumn(
                    column, random.nextBoolean() ? Direction.ASCENDING : Direction.DESCENDING))
        .toList();
  }

  private List<CounterDesign> counters(List<CollectionDesign> collections) {
    List<CounterDesign> counters = new ArrayList<>();
    counters.add(new CounterDesign("documents", Optional.empty(), shards(), random.nextBoolean()));
    if (random.nextBoolean()) {
      counters.add(
          new CounterDesign(
              "labelled", Optional.empty(), Optional.of("label"), shards(), random.nextBoolean()));
    }
    for (CollectionDesign collection : collections) {
      if (random.nextBoolean()) {
        counters.add(
            new CounterDesign(
                "all_" + collection.name(),
                Optional.of(collection.name()),
                shards(),
                random.nextBoolean()));
      }
    }
    Random choice = new Random(17L * seed + 3);
    if (choice.nextBoolean()) {
      counters.add(
          CounterDesign.sum(
              "total",
              choice.nextBoolean() ? "n" : "price",
              1 + choice.nextInt(3),
              choice.nextBoolean()));
    }
    return counters;
  }

  /**
   * Returns counters of least and greatest values for two seeds in three, by a choice that changes
   * no other. Indexes of the design serve some of them.
   */
  private List<ExtremeDesign> extremes(EntityDesign entity) {
    Random choice = new Random(53L * seed + 19);
    List<ExtremeDesign> extremes = new ArrayList<>();
    if (choice.nextInt(3) == 0) {
      return extremes;
    }
    String keyColumn = entity.key().get(0).name();
    List<String> columns = List.of("n", "label", "price", "changed", "digest", "flag", keyColumn);
    List<List<String>> groups =
        List.of(List.of(), List.of("flag"), List.of("tags"), List.of("flag", "words"));
    for (int number = 0; number <= choice.nextInt(3); number++) {
      List<String> by = new ArrayList<>(groups.get(choice.nextInt(groups.size())));
      String column = columns.get(choice.nextInt(columns.size()));
      by.remove(column);
      extremes.add(extreme("extreme_" + number, column, by, choice, entity));
    }
    for (IndexDesign index : entity.indexes()) {
      if (!index.order().isEmpty()) {
        String column = index.order().get(0).column();
        List<String> by = new ArrayList<>(index.on());
        Collections.reverse(by);
        extremes.add(extreme("end_of_" + index.name(), column, by, choice, entity));
      }
    }
    // A counter could not give the text of a collated column as it was written.
    Map<String, Collation> collated = new Design("alone", List.of(entity)).collations(entity);
    extremes.removeIf(extreme -> collated.containsKey(extreme.column()));
    return extremes;
  }

  private ExtremeDesign extreme(
      String name, String column, List<String> by, Random choice, EntityDesign entity) {
    End end = choice.nextBoolean() ? End.LEAST : End.GREATEST;
    ExtremeDesign served = new ExtremeDesign(name, end, column, by, Optional.empty());
    boolean tree = kind == Kind.OBJECTS || (kind == Kind.ANY && choice.nextInt(3) == 0);
    IndexLayout layout =
        tree
            ? new IndexLayout(Representation.OBJECT, new OrderedTree(OrderedTree.MEMBERS_LEAST))
            : new IndexLayout(
                Representation.CELLS,
                choice.nextBoolean()
                    ? new SinglePartition()
                    : new HashedPartitions(2 + choice.nextInt(3)));
    return entity.serving(served).isPresent() ? served : served.withLayout(layout);
  }

  private int shards() {
    return random.nextBoolean() ? 1 : List.of(2, 3, 5, SHARDS_MANY).get(random.nextInt(4));
  }
}
