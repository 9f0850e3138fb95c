package org.portolan.codegen;

import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.portolan.design.CollectionDesign;
import org.portolan.design.CounterDesign;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.ExtremeDesign;
import org.portolan.design.IndexDesign;
import org.portolan.design.ReferenceDesign;
import org.portolan.types.ColumnType;
import org.portolan.types.ScalarType;

/** Writes the class that reads and writes an entity's rows. */
final class RowsClass {
  /** The methods that every such class may have, and those of every object. */
  private static final Set<String> METHODS =
      Set.of(
          "clone",
          "delete",
          "entity",
          "equals",
          "extreme",
          "finalize",
          "first",
          "get",
          "getClass",
          "hashCode",
          "insert",
          "key",
          "notify",
          "notifyAll",
          "put",
          "scan",
          "sequence",
          "toString",
          "update",
          "wait");

  /** What the methods call their other parameters, and the fields that they use. */
  static final Set<String> VARIABLES =
      Set.of("delta", "entity", "item", "items", "paging", "reader", "row", "slice", "transaction");

  static final Object READER = "StoreReader reader";
  static final Object TRANSACTION = "StoreTransaction transaction";
  static final Object PAGING = "Paging paging";

  private final EntityDesign entity;
  private final ClassNames names;
  private final JavaText source;
  private final String row;
  private final List<Field> fields;
  private final Parameters key;
  private final Scope methods = new Scope(METHODS);
  private final Map<CollectionDesign, String> collections = new LinkedHashMap<>();

  private RowsClass(Design design, EntityDesign entity, ClassNames names, String head) {
    this.entity = entity;
    this.names = names;
    this.source = new JavaText(head);
    this.row = names.row(entity);
    this.fields = Field.ofRow(design, entity);
    this.key = new Parameters(Field.ofKey(entity.key()), VARIABLES, source);
    for (CollectionDesign collection : entity.collections()) {
      String name = Identifiers.variable(collection.name());
      collections.put(collection, methods.take(name, name + "Items"));
    }
  }

  static JavaFile of(Design design, EntityDesign entity, ClassNames names, String head) {
    RowsClass rows = new RowsClass(design, entity, names, head);
    rows.write();
    return new JavaFile(names.rows(entity), rows.source.toString());
  }

  private void write() {
    source.use(
        "org.portolan.data.Store", "org.portolan.data.records.Entity", "org.portolan.types.Tuple");
    source.document(
        "The rows of the entity '"
            + entity.name()
            + "' in a store: their names, keys, reads and writes. Immutable and thread-safe.");
    source.open("public final class " + names.rows(entity));
    constants();
    constructor();
    key();
    if (entity.keyLayout().answersLookup()) {
      reads();
      scan();
    }
    new WriteMethods(entity, row, key, methods, source).write();
    new IndexMethods(entity, row, fields, methods, source).write();
    entity.counters().forEach(this::counter);
    new ExtremeMethods(entity, fields, methods, source).write();
    collections.forEach(this::collection);
    for (CollectionDesign collection : entity.collections()) {
      source.blank();
      new ItemsClass(entity, collection, names, source).write();
    }
    source.close();
  }

  private void constants() {
    source.document("The name of the entity.");
    source.constant("ENTITY", entity.name());
    for (CollectionDesign collection : entity.collections()) {
      constant("collection", collection.name());
    }
    for (IndexDesign index : entity.indexes()) {
      constant("index", index.name());
    }
    for (CounterDesign counter : entity.counters()) {
      constant("counter", counter.name());
    }
    for (ExtremeDesign extreme : entity.extremes()) {
      constant("counter", extreme.name());
    }
    entity.references().forEach(this::reference);
  }

  private void reference(ReferenceDesign reference) {
    boolean refuses = reference.onDelete() == ReferenceDesign.OnDelete.RESTRICT;
    constant(
        "reference",
        reference.name(),
        ": "
            + String.join(", ", reference.on())
            + " is the key of a row of '"
            + reference.to()
            + (refuses
                ? "', which cannot be deleted meanwhile."
                : "', whose deletion deletes this row too."));
  }

  private void constant(String kind, String name) {
    constant(kind, name, ".");
  }

  private void constant(String kind, String name, String more) {
    source.blank();
    source.document("The name of the " + kind + " '" + name + "'" + more);
    source.constant(constantName(kind, name), name);
  }

  static String constantName(String kind, String name) {
    return Identifiers.constant(kind) + "_" + Identifiers.constant(name);
  }

  private void constructor() {
    source.blank();
    source.field("Entity<" + row + ">", "entity");
    collections.forEach((collection, name) -> source.field(names.items(entity, collection), name));
    source.blank();
    source.document(
        "Makes the rows of a store.",
        List.of(
            "@throws IllegalArgumentException if the design of the store does not have the entity,"
                + " or has it with other columns"));
    source.open("public " + names.rows(entity) + "(Store store)");
    source.assign("entity", Call.of("Entity.of", "store", "ENTITY", row + ".class"));
    collections.forEach(
        (collection, name) ->
            source.assign(
                name,
                Call.of(
                    "new " + names.items(entity, collection),
                    Call.of(
                        "entity.items",
                        constantName("collection", collection.name()),
                        row + "." + names.item(entity, collection) + ".class"))));
    source.close();
    source.blank();
    source.document("Returns the rows without the types of their keys, for scans for example.");
    source.open("public Entity<" + row + "> entity()");
    source.line("return entity;");
    source.close();
  }

  private void key() {
    source.blank();
    source.document("Returns the key of a row.");
    source.method(key.of("public static Tuple key"), key.passed("return Tuple.of"));
    if (isSequence()) {
      source.use("org.portolan.data.Sequence");
      source.blank();
      source.document("Returns the place of a sequence of numbers, see {@link Store#sequence}.");
      source.method(
          key.of("public static Sequence.Place sequence"),
          Call.of(
              "return new Sequence.Place",
              "ENTITY",
              key.passed("key"),
              row + "." + Identifiers.constant(entity.columns().findFirst().orElseThrow().name())));
    }
  }

  /** Whether the entity is for sequences: its rows hold one number. */
  private boolean isSequence() {
    List<ColumnType> columns = entity.columns().map(column -> column.type()).toList();
    return columns.equals(List.of(ScalarType.LONG))
        && entity.collections().isEmpty()
        && entity.keyLayout().answersLookup();
  }

  private void reads() {
    source.use("org.portolan.data.StoreReader", Optional.class.getName());
    source.blank();
    source.document("Reads a row: one round trip.");
    source.method(
        key.of("public Optional<" + row + "> get", READER),
        key.passed("return entity.get", "reader"));
  }

  /** Where rows lie together by a part of their key, they are listed by it. */
  private void scan() {
    int columns = entity.partitionColumns().size();
    if (columns == entity.key().size()) {
      return;
    }
    source.use(
        "org.portolan.data.Paging", "org.portolan.data.Slice", "org.portolan.data.StoreReader");
    Parameters partition =
        new Parameters(Field.ofKey(entity.key().subList(0, columns)), VARIABLES, source);
    source.blank();
    source.document(
        "Reads a page of the rows of a partition, in the order of their keys, see {@link"
            + " StoreReader#scan}.");
    source.method(
        partition.of("public Slice<" + row + "> scan", READER).with(PAGING),
        Call.of("return entity.scan", "reader", partition.passed("Tuple.of"), "paging"));
  }

  private void counter(CounterDesign counter) {
    source.use("org.portolan.data.StoreReader");
    String name = methods.take(Identifiers.variable(counter.name()) + "Counter");
    Call read = Call.of("reader.counter", constantName("counter", counter.name()));
    int scale =
        counter
            .sums()
            .flatMap(entity::column)
            .map(column -> column.type().element().scale())
            .orElse(0);
    source.blank();
    source.document(
        "Reads the counter '"
            + counter.name()
            + "', "
            + (counter.sums().isPresent() ? "" : "the number of ")
            + counter.counted()
            + ".");
    if (scale > 0) {
      source.use(BigDecimal.class.getName());
      source.method(
          Call.of("public BigDecimal " + name, READER),
          Call.of("return BigDecimal.valueOf", read, Integer.toString(scale)));
    } else {
      source.method(Call.of("public long " + name, READER), read.after("return "));
    }
  }

  private void collection(CollectionDesign collection, String name) {
    source.blank();
    source.document("Returns the collection '" + collection.name() + "' of all rows.");
    source.open("public " + names.items(entity, collection) + " " + name + "()");
    source.line("return " + name + ";");
    source.close();
  }
}
