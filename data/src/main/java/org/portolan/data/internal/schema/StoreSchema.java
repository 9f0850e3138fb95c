package org.portolan.data.internal.schema;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.portolan.data.Store.Guarantee;
import org.portolan.design.CounterDesign;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.ExtremeDesign;
import org.portolan.design.IndexDesign;
import org.portolan.design.PortableDesign;
import org.portolan.design.ReferenceDesign;
import org.portolan.design.evolve.Arriving;
import org.portolan.design.evolve.Arriving.Stage;
import org.portolan.design.evolve.CounterStates;
import org.portolan.design.evolve.DesignView;
import org.portolan.design.evolve.IndexStates;
import org.portolan.design.evolve.Leaving;
import org.portolan.design.evolve.Shadow;
import org.portolan.design.evolve.Slots;
import org.portolan.design.evolve.WorkingDesign;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.TableSchema;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/** A design compiled to tables. Immutable. */
public final class StoreSchema {
  /** The table in which a store keeps its own design and state. */
  public static final String META_TABLE = "portolan_store";

  public static final String META_FAMILY = "value";

  /** The family in which a row of an entity carries the state of its writes. */
  public static final String WRITE_FAMILY = "_write";

  private final Design design;
  private final DesignView view;
  private final Guarantee guarantee;
  private final KeyOrder keyOrder;
  private final Map<String, EntitySchema> entities = new LinkedHashMap<>();
  private final Map<String, IndexSchema> indexes = new LinkedHashMap<>();
  private final Map<String, CounterSchema> counters = new LinkedHashMap<>();
  private final Map<String, ExtremeSchema> extremes = new LinkedHashMap<>();
  private final List<IndexSchema> shadows = new ArrayList<>();
  private final List<CounterSchema> arriving = new ArrayList<>();
  private final List<ReferenceSchema> references = new ArrayList<>();
  private final Set<String> guardTables = new HashSet<>();
  private final List<TableSchema> tables;

  /** Compiles a design for an engine whose transactions span the store. */
  public StoreSchema(Design design) {
    this(design, Guarantee.ATOMIC);
  }

  /** Compiles a design for an engine that scans whole tables in the order of their keys. */
  public StoreSchema(Design design, Guarantee guarantee) {
    this(design, guarantee, KeyOrder.TABLE);
  }

  /** Compiles a valid design for an engine. */
  public static StoreSchema of(Design design, Capabilities engine) {
    return of(design, engine, Slots.initial(design));
  }

  /** Compiles a valid design for the store that has its rows in these physical columns. */
  public static StoreSchema of(Design design, Capabilities engine, Slots slots) {
    return of(design, engine, slots, IndexStates.NONE);
  }

  /** Compiles a valid design for the store that has its rows and entries in these places. */
  public static StoreSchema of(
      Design design, Capabilities engine, Slots slots, IndexStates indexes) {
    DesignView whole = DesignView.whole(design);
    return of(new WorkingDesign(design, slots, indexes), engine, whole, List.of());
  }

  /**
   * Compiles what a process works by.
   *
   * @param view what its application sees of it
   * @param known the tables that processes of the next step write to: they can be decoded, and what
   *     they have more than the tables of the design is not written; none if they have nothing more
   */
  public static StoreSchema of(
      WorkingDesign working, Capabilities engine, DesignView view, List<TableSchema> known) {
    return new StoreSchema(working, Guarantee.of(engine), engine.keyOrder(), view, known);
  }

  /** Compiles a design for a new store. */
  public StoreSchema(Design design, Guarantee guarantee, KeyOrder keyOrder) {
    this(
        new WorkingDesign(design, Slots.initial(design), IndexStates.NONE),
        guarantee,
        keyOrder,
        DesignView.whole(design),
        List.of());
  }

  /**
   * Compiles a design that {@code DesignReader} has found valid.
   *
   * @param keyOrder the rows that the engine scans in order; scans depend on it, no table does
   * @param view what the application sees
   * @param known the tables that can be decoded; none if they are those of the design
   * @throws IllegalArgumentException if the design leaves a choice to the engine, or if two parts
   *     would have one table
   */
  private StoreSchema(
      WorkingDesign working,
      Guarantee guarantee,
      KeyOrder keyOrder,
      DesignView view,
      List<TableSchema> known) {
    Design design = working.design();
    Slots slots = working.slots();
    IndexStates states = working.indexes();
    if (PortableDesign.isPortable(design)) {
      throw new IllegalArgumentException("design '" + design.name() + "' is not concrete");
    }
    this.design = design;
    this.view = view;
    this.guarantee = guarantee;
    this.keyOrder = keyOrder;
    for (EntityDesign entity : design.entities()) {
      entities.put(
          entity.name(),
          new EntitySchema(entity, keyOrder, design.collations(entity), slots.of(entity), view));
    }
    for (EntityDesign entityDesign : design.entities()) {
      EntitySchema entity = entities.get(entityDesign.name());
      for (IndexDesign index : entityDesign.indexes()) {
        EntitySchema host = index.within().map(within -> entity(within.entity())).orElse(null);
        IndexPlace place = IndexPlace.of(index, states.generation(index.name()), host);
        IndexSchema schema = new IndexSchema(entity, index, place);
        indexes.put(index.name(), schema);
        schema.claims().ifPresent(claims -> guardTables.add(claims.table()));
        entity.add(schema);
      }
      for (CounterDesign counter : entityDesign.counters()) {
        CounterSchema schema = new CounterSchema(entity, counter, guarantee, states.counters());
        counters.put(counter.name(), schema);
        entity.add(schema);
      }
      entityDesign.extremes().forEach(extreme -> add(entity, extreme));
      for (ReferenceDesign reference : entityDesign.references()) {
        ReferenceSchema schema = new ReferenceSchema(entity, entity(reference.to()), reference);
        references.add(schema);
        guardTables.add(schema.guards().table());
        entity.add(schema);
      }
    }
    for (Shadow shadow : states.shadows()) {
      EntitySchema entity = entity(shadow.entity());
      IndexSchema schema = new IndexSchema(entity, shadow);
      shadows.add(schema);
      schema.claims().ifPresent(claims -> guardTables.add(claims.table()));
      entity.addShadow(schema);
    }
    working.leaving().forEach(each -> add(each, states.counters()));
    working.arriving().forEach(each -> add(each, states.counters()));
    this.tables = known.isEmpty() ? new PhysicalTables(this).all() : known;
  }

  /** Has writes follow counters that no read and no check finds. */
  private void add(Leaving leaving, CounterStates states) {
    EntitySchema entity = entity(leaving.entity());
    for (CounterDesign counter : leaving.counters()) {
      entity.add(new CounterSchema(entity, counter, guarantee, states));
    }
    for (ExtremeDesign extreme : leaving.extremes()) {
      IndexSchema list = new IndexSchema(entity, extreme);
      shadows.add(list);
      entity.addShadow(list);
    }
  }

  /** Has writes follow counters that the entity gets. */
  private void add(Arriving coming, CounterStates states) {
    EntitySchema entity = entity(coming.entity());
    List<CounterSchema> schemas = new ArrayList<>();
    for (CounterDesign counter : coming.counters()) {
      schemas.add(
          coming.stage() == Stage.IN_FORCE
              ? counters.get(counter.name())
              : new CounterSchema(entity, counter, guarantee, states));
    }
    if (coming.stage() != Stage.IN_FORCE) {
      arriving.addAll(schemas);
    }
    if (coming.stage() == Stage.FOLLOWED || coming.stage() == Stage.COUNTED) {
      schemas.forEach(entity::add);
    }
    if (coming.stage() != Stage.KNOWN) {
      entity.count(RowCounting.of(coming, schemas));
    }
  }

  private void add(EntitySchema entity, ExtremeDesign extreme) {
    IndexSchema index;
    if (extreme.layout().isPresent()) {
      index = new IndexSchema(entity, extreme);
      indexes.put(extreme.name(), index);
      entity.add(index);
    } else {
      index = indexes.get(entity.design().serving(extreme).orElseThrow().name());
    }
    extremes.put(extreme.name(), new ExtremeSchema(extreme, index));
  }

  public Design design() {
    return design;
  }

  /** Returns what the application sees of the design. */
  public DesignView view() {
    return view;
  }

  public Guarantee guarantee() {
    return guarantee;
  }

  /** Returns the rows that the engine scans in order. */
  public KeyOrder keyOrder() {
    return keyOrder;
  }

  public EntitySchema entity(String name) {
    return find(entities, "entity", name);
  }

  /** Returns an index of the design; the list of a counter is none. */
  public IndexSchema index(String name) {
    IndexSchema index = indexes.get(name);
    if (index != null && !index.ofExtreme()) {
      return index;
    }
    Map<String, IndexSchema> readable = new LinkedHashMap<>(indexes);
    readable.values().removeIf(IndexSchema::ofExtreme);
    return find(readable, "index", name);
  }

  /** Returns a counter that is a number. */
  public CounterSchema counter(String name) {
    if (extremes.containsKey(name)) {
      throw new IllegalArgumentException(
          "counter '"
              + name
              + "' is "
              + extremes.get(name).design().shown()
              + ", not a number that is added to: read it with extreme(), and correct it with a"
              + " check with repair");
    }
    return find(counters, "counter", name);
  }

  /** Returns a counter that is a least or greatest value. */
  public ExtremeSchema extreme(String name) {
    if (counters.containsKey(name)) {
      throw new IllegalArgumentException(
          "counter '"
              + name
              + "' is "
              + counters.get(name).design().counted()
              + ", not a least or greatest value: read it with counter()");
    }
    return find(extremes, "counter of a least or greatest value", name);
  }

  public Collection<ExtremeSchema> extremes() {
    return extremes.values();
  }

  public Collection<EntitySchema> entities() {
    return entities.values();
  }

  /** Returns the indexes of the design, and the lists of its counters of extremes. */
  public Collection<IndexSchema> indexes() {
    return indexes.values();
  }

  /**
   * Returns the generations of indexes that the design in force does not have. Writes maintain them
   * as their states say; no read and no check of the design finds them.
   */
  public List<IndexSchema> shadows() {
    return shadows;
  }

  /**
   * Returns the lists whose entries writes change: {@link #indexes}, and shadows by their state.
   */
  public List<IndexSchema> maintained() {
    return Stream.concat(indexes.values().stream(), shadows.stream())
        .filter(index -> index.state().isMaintained())
        .toList();
  }

  public List<ReferenceSchema> references() {
    return references;
  }

  /** Returns the indexes of the design, and the lists of the rows that refer by references. */
  public List<IndexSchema> lists() {
    List<IndexSchema> lists = new ArrayList<>(indexes.values());
    references.forEach(reference -> lists.add(reference.referrers()));
    return lists;
  }

  public Collection<CounterSchema> counters() {
    return counters.values();
  }

  /**
   * Returns the counters that entities get and the design in force does not have yet. No read and
   * no check finds them.
   */
  public List<CounterSchema> arriving() {
    return arriving;
  }

  /** Returns the counters to which writes add: those of the design, and arriving ones. */
  public List<CounterSchema> added() {
    List<CounterSchema> added = new ArrayList<>(counters.values());
    arriving.stream().filter(each -> each.entity().counting().isPresent()).forEach(added::add);
    return added;
  }

  /**
   * Returns a shard to which the addition can be made that was to be made to the given one: the
   * same, or if nobody reads it any more, another one of its counter.
   */
  public Tuple readShard(Tuple shard) {
    CounterSchema counter = counters.get((String) shard.get(0));
    boolean read = counter == null || (Integer) shard.get(1) < counter.shards().size();
    return read ? shard : counter.shards().get(0);
  }

  /**
   * Returns everything whose rows are written by transactions: the entities, the rows of unique
   * indexes, also of those that are being built, and the guard rows of references.
   */
  public List<EntitySchema> written() {
    List<EntitySchema> written = new ArrayList<>(entities.values());
    maintained().forEach(index -> index.claims().ifPresent(written::add));
    references.forEach(reference -> written.add(reference.guards()));
    return written;
  }

  /** Returns the tables of trees that the design in force has, those of indexes first. */
  public List<TreeSchema> trees() {
    List<TreeSchema> trees = new ArrayList<>();
    for (IndexSchema index : lists()) {
      if (index.entity().isInForce()) {
        index.tree().ifPresent(trees::add);
      }
    }
    for (EntitySchema entity : entities.values()) {
      entity.collectionsInForce().forEach(items -> items.tree().ifPresent(trees::add));
    }
    return trees;
  }

  private <T> T find(Map<String, T> all, String kind, String name) {
    T found = all.get(name);
    if (found == null) {
      throw new IllegalArgumentException(
          "design '"
              + design.name()
              + "' has no "
              + kind
              + " '"
              + name
              + "'; it has "
              + all.keySet());
    }
    return found;
  }

  /** Returns the table of a family or collection of an entity. */
  public String tableOf(String entity, String part) {
    EntitySchema owner = entity(entity);
    return owner.design().collection(part).isPresent()
        ? owner.collection(part).table()
        : owner.table();
  }

  /** Returns whether an application writes a table itself, so that it holds no derived data. */
  public boolean isPrimary(String table) {
    for (EntitySchema entity : entities.values()) {
      if (entity.table().equals(table)) {
        return true;
      }
      for (CollectionSchema collection : entity.collections()) {
        if (collection.table().equals(table)) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Returns whether a table has rows that no application writes, and that decide between writers:
   * those of unique indexes, and the guards of references.
   */
  public boolean isGuard(String table) {
    return guardTables.contains(table);
  }

  /** Returns the table in which a store describes itself. */
  public static TableSchema metaTable() {
    return TableSchema.of(
        META_TABLE,
        List.of(KeyColumn.of("name", ScalarType.TEXT)),
        new ColumnFamily(META_FAMILY, List.of(new Column("content", ScalarType.TEXT))));
  }

  /** Returns all tables of the design and of the shadows, without {@link #metaTable}. */
  public List<TableSchema> tables() {
    return tables;
  }

  /** Returns what this design needs of an engine. */
  public SchemaNeeds needs() {
    return new SchemaNeeds(this);
  }
}
