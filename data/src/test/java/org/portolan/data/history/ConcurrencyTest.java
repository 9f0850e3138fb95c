package org.portolan.data.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Columns;
import org.portolan.data.ConflictStatistics;
import org.portolan.data.EntityRow;
import org.portolan.data.Item;
import org.portolan.data.Paging;
import org.portolan.data.RetryPolicy;
import org.portolan.data.Slice;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.StoreTransaction;
import org.portolan.data.Stores;
import org.portolan.data.TestDesigns;
import org.portolan.data.WriteConflictException;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.IndexDesign;
import org.portolan.engine.Durability;
import org.portolan.types.Tuple;

/** Writers on the same few rows, with readers, merges and checks beside them. */
class ConcurrencyTest {
  /** Enough items of a row for a tree to have several leaves. */
  private static final int ITEMS = 20;

  private static final int WRITERS = 4;
  private static final int WRITES = 120;
  private static final RetryPolicy RETRIES =
      new RetryPolicy(6, Duration.ofMillis(1), Duration.ofMillis(20));
  private static final List<String> TITLES = List.of("anna", "bob", "carl", "Alpha", "ALPHA", "a");

  private final Design design = TestDesigns.everyLayout();
  private final EntityDesign page = design.entity("page").orElseThrow();
  private final Queue<Change> acknowledged = new ConcurrentLinkedQueue<>();
  private final AtomicInteger commits = new AtomicInteger();
  private final AtomicInteger aborts = new AtomicInteger();
  private final AtomicInteger writing = new AtomicInteger(WRITERS);

  @TempDir Path directory;

  /** The change of one page by one write; the versions of a page have no gaps. */
  private record Change(String title, long version, Set<String> links, boolean deleted) {}

  @Test
  void write_manyThreadsOnFewRows_nothingAcknowledgedIsLost() throws Exception {
    long seed = Long.getLong("portolan.concurrency.seed", 20261121L);
    ExecutorService threads = Executors.newCachedThreadPool();
    String uri = "rocksdb:" + directory.resolve("store");
    try (Store store = Stores.openOrCreate(uri, design, RETRIES)) {
      List<Callable<Void>> work = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        Random random = new Random(seed + writer);
        work.add(() -> write(store, random));
      }
      work.add(() -> read(store, new Random(~seed)));
      work.add(() -> whileWriting(store::mergeDeltas));
      work.add(() -> whileWriting(() -> check(store)));
      for (Future<Void> done : threads.invokeAll(work)) {
        done.get();
      }
      Model model = model();
      new Comparison(store, model, new Random(seed)).everything();
      check(store);
      store.mergeDeltas();
      new Comparison(store, model, new Random(seed)).everything();
      ConflictStatistics conflicts = store.conflicts();
      assertThat(conflicts.commits()).isEqualTo(commits.get());
      assertThat(conflicts.aborts().values().stream().mapToLong(Long::longValue).sum())
          .isEqualTo(aborts.get());
      assertThat(commits.get()).as("some get through, of %s", WRITERS * WRITES).isPositive();
    } catch (AssertionError e) {
      throw new AssertionError("with -Dportolan.concurrency.seed=" + seed, e);
    } finally {
      threads.shutdownNow();
    }
  }

  private Void write(Store store, Random random) {
    try {
      for (int number = 0; number < WRITES; number++) {
        long choices = random.nextLong();
        try {
          acknowledged.addAll(
              store.write(
                  Durability.BUFFERED, transaction -> write(transaction, new Random(choices))));
          commits.incrementAndGet();
        } catch (WriteConflictException givenUp) {
          // No read may show it; the comparison at the end checks this.
          aborts.incrementAndGet();
        }
      }
      return null;
    } finally {
      writing.decrementAndGet();
    }
  }

  private static List<Change> write(StoreTransaction transaction, Random random) {
    Map<String, Change> changes = new HashMap<>();
    int count = 1 + random.nextInt(3);
    while (changes.size() < count) {
      String title = TITLES.get(random.nextInt(TITLES.size()));
      Set<String> links = new HashSet<>();
      TITLES.stream().filter(other -> random.nextInt(3) == 0).forEach(links::add);
      boolean deleted = random.nextInt(4) == 0;
      if (!changes.containsKey(title)) {
        changes.put(title, write(transaction, title, links, deleted));
      }
    }
    return List.copyOf(changes.values());
  }

  private static Change write(
      StoreTransaction transaction, String title, Set<String> links, boolean deleted) {
    Tuple key = Tuple.of(title);
    long version =
        1
            + transaction
                .get("log", key, Columns.ALL)
                .map(row -> row.longValue("version"))
                .orElse(0L);
    transaction.put("log", key, Map.of("version", version));
    if (deleted) {
      transaction.delete("page", key);
    } else {
      transaction.put("page", key, Map.of("size", (int) version, "links", links));
      Tuple item = Tuple.of((int) (version % ITEMS));
      Map<String, Object> text = Map.of("text", Long.toString(version));
      transaction.putItem("page", key, "cell_notes", item, text);
      transaction.putItem("page", key, "object_notes", item, text);
      transaction.putItem("page", key, "row_notes", item, text);
      transaction.putItem("page", key, "tree_notes", item, text);
      transaction.putItem("page", key, "uncounted_tree", item, Map.of());
    }
    return new Change(title, version, links, deleted);
  }

  /** Replays the acknowledged changes, in the order of each page's versions. */
  private Model model() {
    Map<String, TreeMap<Long, Change>> byPage = new HashMap<>();
    for (Change change : acknowledged) {
      Change same =
          byPage
              .computeIfAbsent(change.title(), title -> new TreeMap<>())
              .put(change.version(), change);
      assertThat(same).as("a version that two writes made").isNull();
    }
    Model model = new Model(design);
    byPage.forEach(
        (title, changes) -> {
          assertThat(changes.lastKey()).as("versions of %s", title).isEqualTo(changes.size());
          changes.values().forEach(change -> replay(model, change));
        });
    return model;
  }

  private void replay(Model model, Change change) {
    Tuple key = Tuple.of(change.title());
    model.put(design.entity("log").orElseThrow(), key, Map.of("version", change.version()));
    if (change.deleted()) {
      model.delete(page, key);
      return;
    }
    model.put(page, key, Map.of("size", (int) change.version(), "links", change.links()));
    page.collections()
        .forEach(
            collection ->
                model
                    .items(page, collection.name(), key)
                    .put(
                        Tuple.of((int) (change.version() % ITEMS)),
                        collection.columns().isEmpty()
                            ? Map.of()
                            : Map.of("text", Long.toString(change.version()))));
  }

  private Void read(Store store, Random random) {
    while (writing.get() > 0) {
      Tuple title = Tuple.of(TITLES.get(random.nextInt(TITLES.size())));
      IndexDesign index = page.indexes().get(random.nextInt(page.indexes().size()));
      List<Tuple> members = new ArrayList<>();
      Paging paging = Paging.first(2);
      while (true) {
        Slice<Tuple> slice = store.index(index.name(), title, paging);
        members.addAll(slice.entries());
        if (slice.next().isEmpty()) {
          break;
        }
        paging = paging.following(slice);
      }
      TreeSet<Tuple> ascending = new TreeSet<>(Orders.of(page.key()));
      ascending.addAll(members);
      assertThat(members).as("%s of %s", index.name(), title).containsExactlyElementsOf(ascending);
      items(store, title);
      store
          .get("page", title, Columns.ALL)
          .ifPresent(row -> assertThat(row.intValue("size")).isPositive());
      assertThat(store.scan("page", Tuple.EMPTY, Columns.NONE, Paging.first(9)).entries())
          .extracting(EntityRow::key)
          .doesNotHaveDuplicates();
      assertThat(store.counter("pages")).isBetween(0L, (long) TITLES.size());
    }
    return null;
  }

  /** Reads the items of a tree in short pages, while others split and merge its leaves. */
  private static void items(Store store, Tuple title) {
    List<Integer> numbers = new ArrayList<>();
    Paging paging = Paging.first(3);
    while (true) {
      Slice<Item> slice = store.items("page", title, "tree_notes", paging);
      slice.entries().forEach(item -> numbers.add((Integer) item.key().get(0)));
      if (slice.next().isEmpty()) {
        break;
      }
      paging = paging.following(slice);
    }
    assertThat(numbers).as("items of %s", title).isSorted().doesNotHaveDuplicates();
  }

  private Void whileWriting(Runnable action) {
    while (writing.get() > 0) {
      action.run();
    }
    return null;
  }

  private void check(Store store) {
    store
        .check(new StoreCheck.Options(false, false, Duration.ofMillis(50), 1_000))
        .run(
            finding -> {
              throw new AssertionError("the check finds " + finding);
            },
            looked -> {});
  }
}
