package org.portolan.data.internal;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.data.Store;
import org.portolan.data.Store.Guarantee;
import org.portolan.data.StoreMismatchException;
import org.portolan.data.StoreOptions;
import org.portolan.data.UnfinishedLoadException;
import org.portolan.data.internal.load.LoadMark;
import org.portolan.data.internal.observe.Listeners;
import org.portolan.data.internal.observe.ObservedStore;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.StoreMeta;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.data.internal.session.SessionTable;
import org.portolan.data.plan.StoreTables;
import org.portolan.design.Design;
import org.portolan.design.DesignDifferences;
import org.portolan.design.DesignReader;
import org.portolan.design.DesignWriter;
import org.portolan.design.PortableDesign;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.RowKey;
import org.portolan.engine.TableSchema;
import org.portolan.engine.UnavailableException;
import org.portolan.types.Collations;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens and creates stores: checks format, design, collations and capabilities. */
public final class StoreOpening {
  /**
   * The version of the format in which a store lays out a design. From 2 on, stores on engines of
   * rows have sessions; other stores are unchanged.
   */
  static final int FORMAT_VERSION = 2;

  private static final int FORMAT_WITHOUT_SESSIONS = 1;

  private static final Logger LOG = LoggerFactory.getLogger(StoreOpening.class);
  private static final String FORMAT = StoreMeta.FORMAT;
  private static final String DESIGN = "design";
  private static final String COLLATIONS = "collations";

  /** Ends the record of collations if indexes have sort keys of columns, as they had not before. */
  private static final String IN_INDEXES = " in indexes";

  private StoreOpening() {}

  public static Store open(String uri, StoreOptions options) {
    Engine engine = Engines.open(uri, OpenMode.EXISTING);
    return closingOnFailure(engine, () -> opened(engine, storedDesign(engine), options, false));
  }

  public static Store openOrCreate(String uri, Design design, StoreOptions options) {
    Engine engine = Engines.open(uri, OpenMode.CREATE_IF_MISSING);
    return closingOnFailure(
        engine,
        () -> {
          Design concrete = PortableDesign.concrete(design, engine.capabilities().items());
          boolean created = !isComplete(engine);
          if (created) {
            create(engine, Engines.ofUri(uri), concrete);
          }
          Design stored = storedDesign(engine);
          List<String> differences = DesignDifferences.between(stored, concrete);
          if (!differences.isEmpty()) {
            throw new StoreMismatchException(
                "the store "
                    + uri
                    + " has the design '"
                    + stored.name()
                    + "', which differs from the given design: "
                    + String.join("; ", differences)
                    + ". Open the store without a design; or see what a change of its design takes:"
                    + " portolan evolve --store "
                    + uri
                    + " NEW-DESIGN");
          }
          for (String difference : DesignDifferences.ofOptions(stored, concrete)) {
            LOG.info("{} keeps the options that its tables were created with: {}", uri, difference);
          }
          return opened(engine, stored, options, created);
        });
  }

  private interface Opening {
    Store open();
  }

  private static Store closingOnFailure(Engine engine, Opening opening) {
    try {
      return opening.open();
    } catch (RuntimeException e) {
      engine.close();
      throw e;
    }
  }

  private static void closingOnFailure(Store store, Runnable work) {
    try {
      work.run();
    } catch (RuntimeException e) {
      store.close();
      throw e;
    }
  }

  private static boolean isComplete(Engine engine) {
    StoreMeta meta = new StoreMeta(engine);
    return meta.stands() && meta.readSurely(DESIGN).isPresent();
  }

  /** Creates the tables first and writes the design last: a store with a design is complete. */
  private static void create(Engine engine, EngineProvider provider, Design design) {
    StoreSchema schema = StoreSchema.of(design, engine.capabilities());
    require(engine, schema);
    List<TableSchema> tables = StoreTables.of(schema);
    tables.forEach(provider::checkOptions);
    boolean remote = !engine.capabilities().local();
    if (remote) {
      LOG.info("creating {}: {} tables, which may take a minute", engine.uri(), tables.size());
    }
    engine.createTables(tables);
    StoreMeta meta = new StoreMeta(engine);
    meta.writeFirst(FORMAT, Integer.toString(newest(schema.guarantee())));
    meta.writeFirst(COLLATIONS, collations(schema));
    meta.writeFirst(DESIGN, DesignWriter.write(design));
    if (remote) {
      LOG.info("{} is created", engine.uri());
    }
  }

  private static Design storedDesign(Engine engine) {
    StoreMeta meta = new StoreMeta(engine);
    if (!isComplete(engine)) {
      throw new StoreMismatchException(
          engine.uri() + " holds no Portolan store; create one by an import or with a design");
    }
    int format = format(engine, meta);
    if (format > FORMAT_VERSION) {
      throw new StoreMismatchException(
          "the store "
              + engine.uri()
              + " has format "
              + format
              + ", this release reads up to format "
              + FORMAT_VERSION
              + "; use the release that wrote it, or a newer one");
    }
    if (format < FORMAT_WITHOUT_SESSIONS) {
      throw new StoreMismatchException(
          "the store "
              + engine.uri()
              + " has format "
              + format
              + ", this release reads from format "
              + FORMAT_WITHOUT_SESSIONS
              + " on"
              + "; export it with the release that wrote it and import it here");
    }
    String design =
        meta.read(DESIGN)
            .orElseThrow(
                () ->
                    new UnavailableException(
                        "one read found the design of "
                            + engine.uri()
                            + " and the next did not: it is being written, or few replicas have it;"
                            + " try again"));
    return DesignReader.read(design, "design of " + engine.uri());
  }

  private static int newest(Guarantee guarantee) {
    return guarantee == Guarantee.REPAIRED ? FORMAT_VERSION : FORMAT_WITHOUT_SESSIONS;
  }

  private static int format(Engine engine, StoreMeta meta) {
    String text = meta.read(FORMAT).orElse("0");
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new StoreMismatchException(
          "the store "
              + engine.uri()
              + " has the invalid format '"
              + text
              + "': the store is damaged, or another program wrote it",
          e);
    }
  }

  private static Store opened(Engine engine, Design design, StoreOptions options, boolean created) {
    StoreSchema schema = StoreSchema.of(design, engine.capabilities());
    require(engine, schema);
    Optional<String> collations = new StoreMeta(engine).read(COLLATIONS);
    boolean collated =
        schema.entities().stream()
            .anyMatch(entity -> !entity.keyMapping().originalColumns().isEmpty());
    if (hasCollatedIndexes(schema) && collations.equals(Optional.of(Collations.version()))) {
      throw new StoreMismatchException(
          "the store "
              + engine.uri()
              + " is of an earlier release, whose indexes compare columns by code point that this"
              + " release compares by a collation; export it with the release that wrote it and"
              + " import it here");
    }
    if ((collated || hasCollatedIndexes(schema))
        && !collations.equals(Optional.of(collations(schema)))) {
      throw new StoreMismatchException(
          "the store "
              + engine.uri()
              + " has keys or columns collated by "
              + collations.orElse("?").replace(IN_INDEXES, "")
              + ", this release collates by "
              + Collations.version()
              + "; export it with the release that wrote it and import it here");
    }
    StoreMeta meta = new StoreMeta(engine);
    if (!created && !options.unfinishedLoads() && new LoadMark(meta, options.runtime()).stands()) {
      throw new UnfinishedLoadException(engine.uri());
    }
    tellOfOtherPartitions(engine, schema);
    boolean old = format(engine, meta) < newest(schema.guarantee());
    if (old) {
      engine.createTable(SessionTable.schema());
    }
    Listeners listeners = new Listeners(options);
    EngineStore store = new EngineStore(engine, schema, options, created, listeners::conflicted);
    if (old) {
      closingOnFailure(store, () -> addSessions(store, meta));
    }
    return ObservedStore.of(store, listeners, options.runtime());
  }

  /** Returns on what the sort keys of a store depend, as the store records it. */
  private static String collations(StoreSchema schema) {
    return Collations.version() + (hasCollatedIndexes(schema) ? IN_INDEXES : "");
  }

  private static boolean hasCollatedIndexes(StoreSchema schema) {
    return schema.indexes().stream().anyMatch(IndexSchema::isCollated);
  }

  /** Warns of tables of earlier releases, which put each row into a separate partition. */
  private static void tellOfOtherPartitions(Engine engine, StoreSchema schema) {
    if (schema.keyOrder() != KeyOrder.WITHIN_PARTITION
        || schema.entities().stream().noneMatch(EntitySchema::isClustered)) {
      return;
    }
    Map<String, Integer> partitions = new HashMap<>();
    engine.tables().forEach(table -> partitions.put(table.name(), table.partitionColumns()));
    for (EntitySchema entity : schema.entities()) {
      Integer existing = partitions.get(entity.table());
      if (existing != null && existing != entity.keyMapping().partitionColumns()) {
        LOG.warn(
            "{}: an earlier release created table '{}' with a partition for each row, so its rows"
                + " cannot be scanned in order; export the store and import it here if you need"
                + " such scans",
            engine.uri(),
            entity.table());
      }
    }
  }

  /**
   * Upgrades a store on an engine of rows to format 2. No session has registered the rows that
   * processes of the release before left unfinished, so all rows are looked at once before any
   * counter is folded.
   */
  private static void addSessions(EngineStore store, StoreMeta meta) {
    LOG.info("upgrading {} to format {}: this reads all rows", store.uri(), FORMAT_VERSION);
    List<RowKey> unfinished = store.settleAllRows();
    if (!unfinished.isEmpty()) {
      throw new StoreMismatchException(
          "the store "
              + store.uri()
              + " has format "
              + FORMAT_WITHOUT_SESSIONS
              + " and cannot be upgraded to format "
              + FORMAT_VERSION
              + ": the derived changes of the last writes of "
              + unfinished
              + " cannot be made (the log says why); repair these rows with the release that wrote"
              + " them");
    }
    meta.write(FORMAT, Integer.toString(FORMAT_VERSION));
  }

  private static void require(Engine engine, StoreSchema schema) {
    engine
        .capabilities()
        .require(
            engine.describe(),
            "design '" + schema.design().name() + "'",
            schema.needs().requirements());
    List<String> refusals = schema.needs().refusals();
    if (!refusals.isEmpty()) {
      throw new CapabilityException(
          engine.describe()
              + " changes one row at a time; design '"
              + schema.design().name()
              + "' needs more: "
              + String.join("; ", refusals));
    }
    if (schema.guarantee() == Guarantee.REPAIRED) {
      requireFreshReads(engine);
    }
  }

  /**
   * Repaired writes decide by their reads: after a read that missed an acknowledged write, a
   * process would take back a decided write.
   */
  private static void requireFreshReads(Engine engine) {
    List<String> stale = engine.staleReads();
    if (!stale.isEmpty()) {
      throw new CapabilityException(
          "cannot open "
              + engine.uri()
              + " for repaired writes, which need reads that see every acknowledged write: "
              + String.join("; ", stale));
    }
  }
}
