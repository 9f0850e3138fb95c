package org.portolan.data.internal;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.data.Store;
import org.portolan.data.StoreMismatchException;
import org.portolan.data.StoreOptions;
import org.portolan.data.UnfinishedEvolutionException;
import org.portolan.data.UnfinishedLoadException;
import org.portolan.data.internal.auto.AutoPeers;
import org.portolan.data.internal.auto.AutoTask;
import org.portolan.data.internal.auto.SharedAutoPeers;
import org.portolan.data.internal.epoch.AutoStoreOfEpochs;
import org.portolan.data.internal.evolve.StoredCollations;
import org.portolan.data.internal.evolve.StoredDesign;
import org.portolan.data.internal.load.LoadMark;
import org.portolan.data.internal.observe.Listeners;
import org.portolan.data.internal.observe.ObservedStore;
import org.portolan.data.internal.online.KnownDesign;
import org.portolan.data.internal.online.OnlineDesign;
import org.portolan.data.internal.online.PartsMaker;
import org.portolan.data.internal.process.EpochOverException;
import org.portolan.data.internal.process.Guarding;
import org.portolan.data.internal.process.ProcessTable;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.StoreMeta;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.data.internal.session.SessionTable;
import org.portolan.data.internal.write.Conflicts;
import org.portolan.data.plan.StoreTables;
import org.portolan.design.Design;
import org.portolan.design.DesignDifferences;
import org.portolan.design.DesignWriter;
import org.portolan.design.PortableDesign;
import org.portolan.design.evolve.EvolutionState;
import org.portolan.design.evolve.EvolutionState.UnderWay;
import org.portolan.design.evolve.OnlineChanges;
import org.portolan.design.evolve.Renames;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.RowKey;
import org.portolan.engine.TableSchema;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Opens and creates stores: checks format, design, collations and capabilities. */
public final class StoreOpening {
  private static final Logger LOG = LoggerFactory.getLogger(StoreOpening.class);

  /** A design changes every few seconds at most. */
  private static final int ATTEMPTS_MAX = 20;

  private StoreOpening() {}

  public static Store open(String uri, StoreOptions options) {
    Engine engine = Engines.open(uri, OpenMode.EXISTING);
    return closingOnFailure(
        engine,
        () -> {
          StoredDesign stored = StoredDesign.of(engine);
          requireNoEvolution(engine, stored);
          return opened(engine, stored, options, false, new KnownDesign(Optional.empty()));
        });
  }

  public static Store openOrCreate(String uri, Design design, StoreOptions options) {
    Engine engine = Engines.open(uri, OpenMode.CREATE_IF_MISSING);
    return closingOnFailure(
        engine,
        () -> {
          Design concrete = PortableDesign.concrete(design, engine.capabilities().items());
          boolean created = !StoredDesign.isComplete(engine);
          if (created) {
            create(engine, Engines.ofUri(uri), concrete);
          }
          StoredDesign found = StoredDesign.of(engine);
          requireNoEvolution(engine, found);
          Design stored = found.design();
          List<String> differences = DesignDifferences.between(stored, concrete);
          if (!differences.isEmpty() && found.epoch() > 0 && serves(stored, concrete)) {
            LOG.info("{} has changed since the given design: {}", uri, differences);
          } else if (!differences.isEmpty()) {
            throw new StoreMismatchException(
                "the store "
                    + uri
                    + " has the design '"
                    + stored.name()
                    + "', which differs from the given design: "
                    + String.join("; ", differences)
                    + underWay(found)
                    + ". Open the store without a design; or see what a change of its design takes:"
                    + " portolan evolve --store "
                    + uri
                    + " NEW-DESIGN");
          }
          for (String difference : DesignDifferences.ofOptions(stored, concrete)) {
            LOG.info("{} keeps the options that its tables were created with: {}", uri, difference);
          }
          return opened(engine, found, options, created, new KnownDesign(Optional.of(concrete)));
        });
  }

  /** Returns what a mismatch may come from. */
  private static String underWay(StoredDesign stored) {
    return stored
        .onlineChange()
        .map(
            change ->
                "; its change to the design '"
                    + change.target().name()
                    + "' is under way (step '"
                    + change.step().spelling()
                    + "'), which is in force from the step 'switched' on")
        .orElse("");
  }

  /**
   * Returns whether an application that knows a design can use a store with another one: it has all
   * that the application knows, and perhaps more, or other layouts of indexes.
   */
  private static boolean serves(Design stored, Design known) {
    return OnlineChanges.between(known, stored, Renames.NONE).isPossible()
        && !OnlineChanges.between(known, stored, Renames.NONE).lacks();
  }

  /** Refuses a store whose design is being changed while it is stopped. */
  private static void requireNoEvolution(Engine engine, StoredDesign stored) {
    Optional<UnderWay> change = stored.stoppedChange();
    if (change.isPresent()) {
      EvolutionState.Step step = change.get().step();
      throw new UnfinishedEvolutionException(
          engine.uri(), step.spelling(), !step.isTargetInForce());
    }
  }

  private interface Opening {
    Store open();
  }

  private static Store closingOnFailure(Engine engine, Opening opening) {
    try {
      for (int attempt = 1; ; attempt++) {
        try {
          return opening.open();
        } catch (EpochOverException moved) {
          // The design has changed since it was read.
          if (attempt == ATTEMPTS_MAX) {
            throw moved;
          }
        }
      }
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

  /** Creates the tables first and writes the design last: a store with a design is complete. */
  private static void create(Engine engine, EngineProvider provider, Design design) {
    StoreSchema schema = StoreSchema.of(design, engine.capabilities());
    schema.needs().requireOf(engine);
    List<TableSchema> tables = StoreTables.of(schema, engine.capabilities());
    tables.forEach(provider::checkOptions);
    boolean remote = !engine.capabilities().local();
    if (remote) {
      LOG.info("creating {}: {} tables, which may take a minute", engine.uri(), tables.size());
    }
    engine.createTables(tables);
    StoreMeta meta = new StoreMeta(engine);
    meta.writeFirst(StoreMeta.FORMAT, Integer.toString(StoredDesign.newest(schema.guarantee())));
    StoredCollations.writeFirst(meta, schema);
    StoredDesign.writeFirst(meta, DesignWriter.write(design));
    if (remote) {
      LOG.info("{} is created", engine.uri());
    }
  }

  private static Store opened(
      Engine engine,
      StoredDesign stored,
      StoreOptions options,
      boolean created,
      KnownDesign known) {
    StoreSchema schema = stored.schema(engine);
    schema.needs().requireOf(engine);
    StoredCollations.require(engine, schema);
    StoreMeta meta = new StoreMeta(engine);
    if (!created && !options.unfinishedLoads() && new LoadMark(meta, options.runtime()).stands()) {
      throw new UnfinishedLoadException(engine.uri());
    }
    tellOfOtherPartitions(engine, schema);
    boolean old = stored.isBeforeSessions(schema.guarantee());
    if (old) {
      engine.createTable(SessionTable.schema());
    }
    boolean shared = Guarding.isShared(engine);
    if (shared) {
      ProcessTable.createIfMissing(engine);
    }
    Listeners listeners = new Listeners(options);
    Conflicts conflicts = new Conflicts(schema, listeners::conflicted);
    PartsMaker maker = new PartsMaker(engine, options, conflicts, shared, known);
    OnlineDesign design = new OnlineDesign(engine, options.runtime(), shared, maker, known, stored);
    EngineStore store = new EngineStore(engine, design, conflicts, options.runtime(), created);
    // Without guards, the processes at a store on servers cannot change its design on line.
    if ((engine.capabilities().local() || shared)
        && AutoTask.isNeeded(stored.design(), schema.guarantee())) {
      AutoPeers peers = shared ? new SharedAutoPeers(meta, options) : AutoPeers.ALONE;
      design.whileOpen(autoTask(engine, store, design, conflicts, peers, options));
    }
    if (old) {
      closingOnFailure(store, () -> addSessions(store, meta));
    }
    return ObservedStore.of(store, listeners, options.runtime());
  }

  /** Moves indexes with automatic layouts. */
  private static AutoTask autoTask(
      Engine engine,
      EngineStore store,
      OnlineDesign design,
      Conflicts conflicts,
      AutoPeers peers,
      StoreOptions options) {
    AutoStoreOfEpochs followed =
        new AutoStoreOfEpochs(
            engine, design.epochs(), options.runtime(), store::note, store::note, design);
    return new AutoTask(
        followed,
        peers,
        conflicts.uses(),
        AutoTask.costs(engine.uri().substring(0, engine.uri().indexOf(':'))),
        engine.capabilities().items(),
        options);
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
    LOG.info(
        "upgrading {} to format {}: this reads all rows", store.uri(), StoredDesign.WITH_SESSIONS);
    List<RowKey> unfinished = store.settleAllRows();
    if (!unfinished.isEmpty()) {
      throw new StoreMismatchException(
          "the store "
              + store.uri()
              + " has format "
              + (StoredDesign.WITH_SESSIONS - 1)
              + " and cannot be upgraded to format "
              + StoredDesign.WITH_SESSIONS
              + ": the derived changes of the last writes of "
              + unfinished
              + " cannot be made (the log says why); repair these rows with the release that wrote"
              + " them");
    }
    meta.write(StoreMeta.FORMAT, Integer.toString(StoredDesign.WITH_SESSIONS));
  }
}
