package org.portolan.data.repaired;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.data.Columns;
import org.portolan.data.DataException;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.RetryPolicy;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.StoreTransaction;
import org.portolan.engine.EngineException;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.fixture.ClientKilledError;
import org.portolan.engine.fixture.FaultPlan;
import org.portolan.engine.fixture.FaultyEngine;
import org.portolan.engine.fixture.FaultyNetwork;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/**
 * Several clients write the same few pages while calls are lost, delayed or repeated and clients
 * die. Afterwards the store is right: every acknowledged write is there once, and no refused write
 * is there; but for a refusal that {@link RepeatedCommits} explains.
 */
class ConcurrentWritersTest {
  private static final int CLIENTS = 3;
  private static final int WRITES = 40;
  private static final int PAGES = 3;
  private static final RetryPolicy RETRIES =
      new RetryPolicy(200, Duration.ofNanos(1_000), Duration.ofMillis(2));
  private static final StoreCheck.Options CHECK =
      new StoreCheck.Options(false, false, Duration.ZERO, 100);

  private final Set<String> done = ConcurrentHashMap.newKeySet();
  private final Set<String> undone = ConcurrentHashMap.newKeySet();

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void writers_withFaults_loseAndInventNothing(boolean rows) throws Exception {
    long seed = new Random().nextLong();
    String about = "seed " + seed;
    MemoryCluster cluster =
        rows ? MemoryCluster.ofRows("busy", seed) : MemoryCluster.ofColumns("busy", seed);
    try (Store store =
        RowStores.open(cluster::connect, RowStores.everyLayout(), RowStores.OPTIONS)) {
      assertThat(store.guarantee()).isEqualTo(Store.Guarantee.REPAIRED);
    }
    FaultyNetwork network = new FaultyNetwork(cluster.connect());
    ExecutorService executor = Executors.newFixedThreadPool(CLIENTS);
    try {
      List<Future<?>> clients = new ArrayList<>();
      for (int client = 0; client < CLIENTS; client++) {
        Random random = new Random(seed + client);
        String name = "client" + client;
        clients.add(executor.submit(() -> write(network, name, random)));
      }
      for (Future<?> client : clients) {
        client.get();
      }
    } catch (ExecutionException e) {
      throw new AssertionError(about, e);
    } finally {
      executor.shutdownNow();
    }
    network.bringAll();
    try (Store store =
        RowStores.open(
            cluster::connect,
            RowStores.everyLayout(),
            RowStores.OPTIONS.at(() -> Instant.now().plusSeconds(60)))) {
      store.sweep();
      List<StoreCheck.Finding> findings = new ArrayList<>();
      store.check(CHECK).run(findings::add, looked -> {});
      assertThat(findings).as(about).isEmpty();
      Set<String> found = new TreeSet<>();
      for (int page = 0; page < PAGES; page++) {
        Set<String> marks = marks(store, page);
        assertThat(marks).as(about).noneMatch(found::contains);
        found.addAll(marks);
        assertThat(notes(store, page)).as(about).isEqualTo(marks);
      }
      assertThat(done).as(about).allMatch(found::contains);
      assertThat(undone).as(about).noneMatch(found::contains);
    }
  }

  private static Set<String> marks(Store store, int page) {
    return store
        .get("page", Tuple.of("page" + page), Columns.ALL)
        .map(row -> new TreeSet<>(row.texts("links")))
        .orElseGet(TreeSet::new);
  }

  private static Set<String> notes(Store store, int page) {
    Set<String> texts = new TreeSet<>();
    for (String notes : List.of("cell_notes", "row_notes")) {
      store
          .items("page", Tuple.of("page" + page), notes, Paging.first(1_000))
          .entries()
          .forEach(item -> texts.add(item.text("text")));
    }
    return texts;
  }

  /** Writes each mark once; continues as another client after its death. */
  private void write(FaultyNetwork network, String name, Random random) {
    int number = 0;
    while (number < WRITES) {
      RepeatedCommits repeated = new RepeatedCommits();
      FaultyEngine client =
          network.client(repeated.noted(FaultPlan.random(random.nextLong(), 0.1, 0.1)));
      try (Store store =
          RowStores.open(
              () -> repeated.noted(client),
              RowStores.everyLayout(),
              RowStores.OPTIONS.with(RETRIES))) {
        while (number < WRITES) {
          String mark = name + "-" + number++;
          int page = random.nextInt(PAGES);
          boolean two = random.nextInt(4) == 0;
          boolean unused = repeated.takeForgotten();
          try {
            store.write(
                transaction -> {
                  mark(transaction, page, mark);
                  if (two) {
                    mark(transaction, (page + 1) % PAGES, mark + "-too");
                  }
                  return null;
                });
            done.add(mark);
            if (two) {
              done.add(mark + "-too");
            }
          } catch (OutcomeUnknownException either) {
            // The mark may be there or not.
          } catch (EngineException | DataException e) {
            if (!repeated.takeForgotten()) {
              undone.add(mark);
              undone.add(mark + "-too");
            }
          }
        }
      } catch (ClientKilledError e) {
        assertThat(client.killed()).isTrue();
      } catch (EngineException | DataException e) {
        // The client could not even open the store: another client tries.
        assertThat(client.killed()).isFalse();
      }
    }
  }

  private static void mark(StoreTransaction transaction, int page, String mark) {
    Tuple key = Tuple.of("page" + page);
    Set<String> marks =
        new TreeSet<>(
            transaction
                .get("page", key, Columns.ALL)
                .map((EntityRow row) -> row.texts("links"))
                .orElse(Set.of()));
    marks.add(mark);
    transaction.put("page", key, Map.of("text", mark, "links", marks));
    transaction.insertItem(
        "page",
        key,
        marks.size() % 2 == 0 ? "cell_notes" : "row_notes",
        Tuple.of(marks.size()),
        Map.of("text", mark));
  }
}
