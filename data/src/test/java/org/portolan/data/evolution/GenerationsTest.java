package org.portolan.data.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.EntityRow;
import org.portolan.data.Store;
import org.portolan.data.StoreOptions;
import org.portolan.data.StoreTransaction;
import org.portolan.data.Stores;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.evolve.StoredDesign;
import org.portolan.data.internal.index.IndexContents;
import org.portolan.data.internal.schema.IndexEntry;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.StoreMeta;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.PortableDesign;
import org.portolan.design.evolve.EvolutionState;
import org.portolan.design.evolve.EvolutionState.Step;
import org.portolan.design.evolve.EvolutionState.UnderWay;
import org.portolan.design.evolve.EvolutionWriter;
import org.portolan.design.evolve.IndexState;
import org.portolan.design.evolve.OnlineChanges;
import org.portolan.design.evolve.Renames;
import org.portolan.design.evolve.Slots;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.engine.TableSchema;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/**
 * Puts a store by hand to the steps of a change that is made on line, in any order, and writes rows
 * at each. Then each table has exactly the entries that the states of its generation promise.
 */
class GenerationsTest {
  private static final int SEEDS = Integer.getInteger("portolan.generations.seeds", 2);
  private static final int FIRST = Integer.getInteger("portolan.generations.first", 0);
  private static final int TRANSACTIONS = 15;
  private static final int KEYS = 12;
  private static final String ENTITY = "page";

  private static final List<Step> ONLINE =
      Arrays.stream(Step.values()).filter(Step::isOnline).toList();

  @TempDir Path directory;
  private int stores;

  @TestFactory
  Stream<DynamicTest> write_onRows_keepsThePromises() {
    return seeds(List.of("hashed(3)"), seed -> MemoryCluster.ofRows("rows", seed)::connect);
  }

  @TestFactory
  Stream<DynamicTest> write_onColumns_keepsThePromises() {
    return seeds(List.of("hashed(3)"), seed -> MemoryCluster.ofColumns("columns", seed)::connect);
  }

  @TestFactory
  Stream<DynamicTest> write_onRocksDb_keepsThePromises() {
    return seeds(
        List.of(
            "object single",
            "object hashed(3)",
            "object read-delta(3, 2)",
            "object tree(8)",
            "cells hashed(3)",
            "cells read-delta(3, 2)"),
        seed -> {
          String uri = "rocksdb:" + directory.resolve("store-" + ++stores);
          return () -> Engines.open(uri, OpenMode.CREATE_IF_MISSING);
        });
  }

  private interface Opening {
    Supplier<Engine> of(int seed);
  }

  private static Stream<DynamicTest> seeds(List<String> layouts, Opening opening) {
    return layouts.stream()
        .flatMap(
            layout ->
                IntStream.range(FIRST, FIRST + SEEDS)
                    .mapToObj(
                        seed ->
                            DynamicTest.dynamicTest(
                                layout + ", seed " + seed,
                                () -> {
                                  String uri = FixtureEngines.register(opening.of(seed));
                                  try {
                                    new History(uri, layout, new Random(seed)).run();
                                  } finally {
                                    FixtureEngines.forget(uri);
                                  }
                                })));
  }

  /** One store, its rows, and the entries that each table has. */
  private static final class History {
    private final String uri;
    private final Random random;
    private final Design old;
    private final Design target;
    private final Map<Tuple, EntityRow> rows = new HashMap<>();
    private final Map<String, IndexSchema> lists = new TreeMap<>();
    private final Map<String, Set<IndexEntry>> entries = new TreeMap<>();
    private EvolutionState state;
    private StoreSchema schema;
    private boolean retired;
    private int removedAlone;
    private int notAdded;

    History(String uri, String layout, Random random) {
      this.uri = uri;
      this.random = random;
      String added = "added: {on: [tags], order: [size], layout: \"%s\"}".formatted(layout);
      String stays = "stays: {on: [title], layout: single}, ";
      String relaid = "relaid: {on: [size], order: [title], layout: \"%s\"}, ";
      String dropped = "dropped: {on: [tags], layout: \"%s\"}".formatted(layout);
      // A row that nothing but a shadow lists must be read before it is put, too.
      boolean alone = random.nextInt(3) == 0;
      this.old = design(alone ? "" : stays + relaid.formatted("single") + dropped);
      this.target = design(alone ? added : stays + relaid.formatted(layout(layout)) + added);
    }

    private static String layout(String layout) {
      return layout.equals("object single") ? "object hashed(3)" : layout;
    }

    private Design design(String indexes) {
      Design design =
          DesignReader.read(
              """
              format: 1
              design: pages
              entities:
                page:
                  key: {id: long}
                  key-layout: plain
                  families:
                    main: {title: text, size: int, tags: set of text}
              """
                  + (indexes.isEmpty() ? "" : "    indexes: {" + indexes + "}\n"),
              "test");
      try (Engine engine = Engines.open(uri, OpenMode.CREATE_IF_MISSING)) {
        return PortableDesign.concrete(design, engine.capabilities().items());
      }
    }

    void run() {
      begin();
      List<Step> steps = new ArrayList<>(List.of(Step.WRITING, Step.WITHDRAWING));
      steps.addAll(ONLINE);
      Collections.shuffle(steps.subList(2, steps.size()), random);
      for (Step step : steps) {
        try {
          // Opened at once for the end of a step and the beginning of the next one: this takes
          // time.
          try (Engine engine = Engines.open(uri, OpenMode.EXISTING)) {
            requirePromises(engine);
            come(engine, step);
          }
          write();
        } catch (AssertionError | RuntimeException e) {
          throw new AssertionError("at or before " + step + " of " + steps, e);
        }
      }
      try (Engine engine = Engines.open(uri, OpenMode.EXISTING)) {
        requirePromises(engine);
      }
      assertThat(removedAlone).as("removals at DELETE_ONLY").isPositive();
      assertThat(notAdded).as("entries left out at DELETE_ONLY").isPositive();
    }

    private void begin() {
      Stores.openOrCreate(uri, old).close();
      try (Engine engine = Engines.open(uri, OpenMode.EXISTING)) {
        Set<String> tables =
            engine.tables().stream()
                .map(TableSchema::name)
                .collect(Collectors.toCollection(HashSet::new));
        OnlineChanges changes = OnlineChanges.between(old, target, Renames.NONE);
        assertThat(changes.refusals()).isEmpty();
        Map<String, Integer> next = changes.nextGenerations(1, Map.of(), tables);
        UnderWay change = new UnderWay(Step.ANNOUNCED, target, Renames.NONE, List.of(), next);
        state = new EvolutionState(1, Slots.initial(old), Optional.of(change));
        new StoreMeta(engine).write(StoreMeta.FORMAT, "3");
        for (Step step : ONLINE) {
          come(engine, step);
          maintained().forEach(list -> lists.put(list.table(), list));
          engine.createTables(
              schema.tables().stream().filter(table -> tables.add(table.name())).toList());
        }
        lists.keySet().forEach(table -> entries.put(table, new HashSet<>()));
      }
    }

    private void come(Engine engine, Step step) {
      state = state.at(step, state.slots());
      new StoreMeta(engine).write("evolution", EvolutionWriter.write(state));
      StoredDesign stored = StoredDesign.of(engine);
      schema = stored.schema(engine);
      assertThat(stored.design()).isEqualTo(step.isTargetInForce() ? target : old);
    }

    private List<IndexSchema> maintained() {
      List<IndexSchema> all = new ArrayList<>(schema.indexes());
      all.addAll(schema.shadows());
      return all;
    }

    private void write() {
      StoreOptions options = StoreOptions.DEFAULT.sweeping(Duration.ZERO, Duration.ZERO);
      try (Store store = Stores.open(uri, options)) {
        for (int number = 0; number < TRANSACTIONS; number++) {
          Map<Tuple, EntityRow> after = new HashMap<>(rows);
          List<Change> changes = new ArrayList<>();
          for (int count = 1 + random.nextInt(3); count > 0; count--) {
            changes.add(change(after));
          }
          store.write(
              transaction -> {
                changes.forEach(change -> change.make(transaction));
                return null;
              });
          changes.forEach(this::made);
        }
        store.mergeDeltas();
        // Nobody fills new generations here, and old ones miss what was written at RETIRING.
        Step step = state.underWay().orElseThrow().step();
        retired |= step == Step.RETIRING;
        if (!step.isTargetInForce() && !retired) {
          EvolvingStore.requireClean(store);
        }
      }
    }

    private Change change(Map<Tuple, EntityRow> now) {
      Tuple key = Tuple.of((long) random.nextInt(KEYS));
      Optional<EntityRow> before = Optional.ofNullable(now.get(key));
      if (random.nextInt(4) == 0) {
        now.remove(key);
        return new Change(key, before, Optional.empty(), false);
      }
      Map<String, Object> values = new HashMap<>();
      before.ifPresent(row -> values.putAll(row.values()));
      if (before.isEmpty() || random.nextBoolean()) {
        values.put("tags", tags());
      }
      if (before.isEmpty() || random.nextBoolean()) {
        values.put("size", random.nextInt(4) == 0 ? null : (Object) random.nextInt(3));
      }
      values.put("title", "title " + random.nextInt(3));
      EntityRow after = new EntityRow(key, values);
      now.put(key, after);
      return new Change(key, before, Optional.of(after), random.nextBoolean());
    }

    private Set<String> tags() {
      Set<String> tags = new TreeSet<>();
      random.ints(random.nextInt(4), 0, 5).forEach(tag -> tags.add("tag " + tag));
      return tags;
    }

    /** Notes what a change means for each table, as the state of its generation promises. */
    private void made(Change change) {
      change.after.ifPresentOrElse(row -> rows.put(change.key, row), () -> rows.remove(change.key));
      for (IndexSchema list : maintained()) {
        if (list.state() == IndexState.KNOWN) {
          continue;
        }
        Set<IndexEntry> gone = new HashSet<>(list.entries(change.before));
        Set<IndexEntry> fresh = new HashSet<>(list.entries(change.after));
        fresh.removeAll(list.entries(change.before));
        gone.removeAll(list.entries(change.after));
        Set<IndexEntry> there = entries.get(list.table());
        if (list.state() == IndexState.DELETE_ONLY) {
          removedAlone += (int) gone.stream().filter(there::contains).count();
          notAdded += fresh.size();
          fresh.clear();
        }
        there.removeAll(gone);
        there.addAll(fresh);
      }
    }

    private void requirePromises(Engine engine) {
      lists.forEach(
          (table, list) ->
              assertThat(found(engine, list))
                  .as("entries of table %s", table)
                  .containsExactlyInAnyOrderElementsOf(entries.get(table)));
    }

    private static List<IndexEntry> found(Engine engine, IndexSchema list) {
      List<IndexEntry> found = new ArrayList<>();
      Scan scan = Scan.of(list.table(), KeyRange.ALL, 100, IndexContents.read(list, 100));
      while (true) {
        ScanPage page = engine.scan(scan);
        for (Row row : page.rows()) {
          IndexContents.each(new Access(engine, null), list, row, 100, found::add);
        }
        if (page.next().isEmpty()) {
          return found;
        }
        scan = scan.following(page);
      }
    }
  }

  /**
   * A change of a row.
   *
   * @param byAnother whether the row is put by an insert or an update, as it exists or not
   */
  private record Change(
      Tuple key, Optional<EntityRow> before, Optional<EntityRow> after, boolean byAnother) {
    void make(StoreTransaction transaction) {
      if (after.isEmpty()) {
        transaction.delete(ENTITY, key);
      } else if (!byAnother) {
        transaction.put(ENTITY, key, after.get().values());
      } else if (before.isPresent()) {
        transaction.update(ENTITY, key, after.get().values());
      } else {
        transaction.insert(ENTITY, key, after.get().values());
      }
    }
  }
}
