package org.portolan.data.internal.backfill;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.EvolveOptions;
import org.portolan.data.Paging;
import org.portolan.data.RetryPolicy;
import org.portolan.data.Store;
import org.portolan.data.Store.Guarantee;
import org.portolan.data.StoreCheck;
import org.portolan.data.StoreOptions;
import org.portolan.data.StoreRuntime;
import org.portolan.data.StoreTransaction;
import org.portolan.data.Stores;
import org.portolan.data.history.DesignSwitch;
import org.portolan.data.internal.repaired.Repairing;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.TableSchema;
import org.portolan.engine.Transaction;
import org.portolan.engine.fixture.FaultPlan;
import org.portolan.engine.fixture.FaultyEngine;
import org.portolan.engine.fixture.FaultyNetwork;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/** A store that got indexes after rows had been written; its writers maintain them since. */
final class GrownStore implements AutoCloseable {
  enum Kind {
    EMBEDDED,
    UNORDERED,
    ROWS,
    COLUMNS
  }

  static final List<String> LINKS = List.of("a", "b", "c", "d", "e");

  /** In each key is a number of two digits. */
  static final int ROWS = 60;

  private static final AtomicInteger NAMES = new AtomicInteger();
  private static final StoreOptions OPTIONS =
      StoreOptions.DEFAULT
          .with(new RetryPolicy(60, Duration.ofMillis(1), Duration.ofMillis(20)))
          .sweeping(Duration.ZERO, StoreOptions.DEFAULT.sweepGrace());

  final FaultyNetwork network;
  final StoreSchema poor;
  final StoreSchema rich;
  final Path sorting;
  private StoreRuntime runtime = OPTIONS.runtime();

  GrownStore(Kind kind, Path directory) {
    String name = kind + "-" + NAMES.incrementAndGet();
    network =
        new FaultyNetwork(
            switch (kind) {
              case EMBEDDED -> create("rocksdb:" + directory.resolve(name));
              case UNORDERED -> create("unordered:rocksdb:" + directory.resolve(name));
              case ROWS -> MemoryCluster.ofRows(name, 1).connect();
              case COLUMNS -> MemoryCluster.ofColumns(name, 1).connect();
            });
    sorting = directory.resolve("sorting-" + name);
    Engine engine = network.store();
    poor = StoreSchema.of(design(List.of()), engine.capabilities());
    rich =
        StoreSchema.of(
            design(
                poor.guarantee() == Guarantee.REPAIRED
                    ? List.of("cells single", "cells hashed(3)")
                    : engine.capabilities().items()
                        ? List.of(
                            "cells single",
                            "cells hashed(3)",
                            "cells read-delta(2,3)",
                            "object single",
                            "object hashed(3)",
                            "object read-delta(2,3)",
                            "object tree(8)")
                        : List.of(
                            "object single",
                            "object hashed(3)",
                            "object read-delta(2,3)",
                            "object tree(8)")),
            engine.capabilities());
  }

  /** Returns this store, whose backfills have another runtime. */
  GrownStore in(StoreRuntime newRuntime) {
    runtime = newRuntime;
    return this;
  }

  private static Engine create(String uri) {
    return Engines.open(uri, OpenMode.CREATE_IF_MISSING);
  }

  private static Design design(List<String> layouts) {
    StringBuilder indexes = new StringBuilder();
    for (int number = 0; number < layouts.size(); number++) {
      String layout = layouts.get(number);
      indexes.append("      links%d: {on: [links], layout: '%s'}\n".formatted(number, layout));
      indexes.append(
          "      sizes%d: {on: [links], order: [size desc], layout: '%s'}\n"
              .formatted(number, layout));
    }
    String authors = layouts.isEmpty() ? "" : "    indexes:\n      authors: {on: [author]}\n";
    return DesignReader.read(
        """
        format: 1
        design: grown
        entities:
          page:
            key: {title: {type: text, collation: ai_ci}}
            key-layout: plain
            families:
              main: {text: text, links: set of text}
              meta: {size: int}
        %s  note:
            key: {title: text}
            key-layout: plain
            families:
              main: {author: text}
        %s"""
            .formatted(
                indexes.isEmpty() ? "" : "    indexes:\n" + indexes,
                authors.replace("[author]", "[author], layout: '" + first(layouts) + "'")),
        "grown");
  }

  private static String first(List<String> layouts) {
    return layouts.isEmpty() ? "" : layouts.get(0);
  }

  boolean isRepaired() {
    return poor.guarantee() == Guarantee.REPAIRED;
  }

  List<IndexSchema> targets() {
    return List.copyOf(rich.indexes());
  }

  /** Writes rows by the design without indexes, then adds the indexes without their entries. */
  GrownStore filled(long seed) {
    try (Store store = open(poor)) {
      Random random = new Random(seed);
      for (int number = 0; number < ROWS; number++) {
        put(store, number, random);
        if (random.nextInt(6) == 0) {
          Tuple gone = title(random.nextInt(number + 1));
          store.write(transaction -> delete(transaction, gone));
        }
      }
    }
    Engine engine = network.store();
    List<String> known = engine.tables().stream().map(TableSchema::name).toList();
    engine.createTables(
        rich.tables().stream().filter(table -> !known.contains(table.name())).toList());
    DesignSwitch.to(engine, rich);
    return this;
  }

  private static Boolean delete(StoreTransaction transaction, Tuple title) {
    transaction.delete("page", title);
    return true;
  }

  static Tuple title(int number) {
    return Tuple.of("page %02d".formatted(number));
  }

  /** Returns the title of a page by its row key. */
  Tuple title(Tuple rowKey) {
    EntitySchema page = rich.entity("page");
    return IntStream.range(0, ROWS)
        .mapToObj(GrownStore::title)
        .filter(title -> page.keyMapping().rowKey(title).equals(rowKey))
        .findFirst()
        .orElseThrow();
  }

  static void put(Store store, int number, Random random) {
    Set<String> links = new TreeSet<>();
    LINKS.stream().filter(link -> random.nextInt(3) == 0).forEach(links::add);
    String title = "page %02d".formatted(number);
    // The same row in another spelling.
    Tuple key = Tuple.of(random.nextInt(4) == 0 ? title.toUpperCase(Locale.ROOT) : title);
    int size = random.nextInt(3);
    store.write(
        Durability.BUFFERED,
        transaction -> {
          transaction.put("page", key, Map.of("text", "t", "links", links, "size", size));
          return null;
        });
    store.write(
        Durability.BUFFERED,
        transaction -> {
          transaction.put("note", key, Map.of("author", links.toString()));
          return null;
        });
  }

  /** Makes some change of the pages. */
  static void change(Store store, Random random) {
    int number = random.nextInt(ROWS);
    Tuple key = title(number);
    switch (random.nextInt(6)) {
      case 0 -> store.write(transaction -> delete(transaction, key));
      case 1 ->
          store.write(
              transaction -> {
                transaction.delete("page", key);
                transaction.put(
                    "page", key, Map.of("text", "anew", "links", Set.of("a", "e"), "size", 1));
                return null;
              });
      case 2, 3 -> {
        // Forth and back.
        for (Set<String> links : List.of(Set.of("a"), Set.of("b", "c"), Set.of("a"))) {
          store.write(
              transaction -> {
                if (transaction.get("page", key, Columns.NONE).isPresent()) {
                  transaction.update("page", key, Map.of("links", links));
                }
                return null;
              });
        }
      }
      default -> put(store, number, random);
    }
  }

  FaultyEngine client(FaultPlan plan) {
    return network.client(plan, thread -> false);
  }

  /** Opens the store by the design that has the indexes. */
  Store open() {
    return open(rich);
  }

  private Store open(StoreSchema schema) {
    String uri = FixtureEngines.register(() -> client(FaultPlan.NONE));
    try {
      return Stores.openOrCreate(uri, schema.design(), OPTIONS);
    } finally {
      FixtureEngines.forget(uri);
    }
  }

  BackfillOptions options() {
    return BackfillOptions.DEFAULT.within(7, 2_000).sortingIn(sorting);
  }

  /** A backfill of all indexes by a client. */
  IndexBackfill.Result backfill(Engine engine, String checkpoint, List<String> reached) {
    return backfill(
        engine, () -> engine.begin(Durability.SYNCED), targets(), checkpoint, reached, options());
  }

  IndexBackfill.Result backfill(
      Engine engine,
      Supplier<Transaction> begin,
      List<IndexSchema> targets,
      String checkpoint,
      List<String> reached,
      BackfillOptions options) {
    if (!isRepaired()) {
      return IndexBackfill.ofTransactions(engine, rich, targets, begin, runtime, options)
          .run(checkpoint, reached::add, EvolveOptions.Progress.NONE);
    }
    try (Repairing repairing = new Repairing(engine, rich, OPTIONS.in(runtime))) {
      return IndexBackfill.ofRows(repairing.visits(), targets, options)
          .run(checkpoint, reached::add, EvolveOptions.Progress.NONE);
    }
  }

  /** Requires that the indexes have exactly the entries of the rows; nobody may write. */
  void requireRight() {
    try (Store store = open()) {
      if (isRepaired()) {
        store.sweep();
      }
      assertThat(findings(store, Duration.ZERO)).isEmpty();
      List<EntityRow> rows = store.scanStored("page", Columns.ALL, Paging.first(1_000)).entries();
      for (IndexSchema index : targets()) {
        if (!index.entity().name().equals("page")) {
          continue;
        }
        for (String link : LINKS) {
          TreeMap<String, Tuple> expected = new TreeMap<>();
          rows.stream()
              .filter(row -> links(row).contains(link))
              .forEach(row -> expected.put(row.key().text(0), row.key()));
          List<Tuple> listed =
              store.index(index.name(), Tuple.of(link), Paging.first(1_000)).entries();
          assertThat(listed)
              .as("%s under %s", index.name(), link)
              .containsExactlyInAnyOrderElementsOf(expected.values());
        }
      }
    }
  }

  private static Set<?> links(EntityRow row) {
    return Optional.ofNullable((Set<?>) row.value("links")).orElse(Set.of());
  }

  static List<String> findings(Store store, Duration guard) {
    List<String> findings = new ArrayList<>();
    store
        .check(new StoreCheck.Options(false, false, guard, 20))
        .run(finding -> findings.add(finding.toString()), looked -> {});
    return findings;
  }

  @Override
  public void close() {
    network.close();
  }
}
