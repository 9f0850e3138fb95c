package org.portolan.data.internal.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.data.Item;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.internal.tree.TreeStores.On;
import org.portolan.types.Tuple;

/** Several writers and readers of the same nodes; several stores with caches of their own. */
class TreeConcurrencyTest {
  private static final int WRITERS = 3;
  private static final int STANDING = 120;

  @TempDir Path directory;

  private static String title(String kind, int number) {
    return String.format(Locale.ROOT, "%04d%s", number, kind);
  }

  /** The trees of which the elements are changed. */
  private enum Of {
    MEMBERS,
    ITEMS;

    private static final Tuple OWNER = Tuple.of("Atlas");

    void change(Store store, List<String> put, List<String> gone) {
      store.write(
          transaction -> {
            for (String title : put) {
              Tuple key = Tuple.of(title);
              if (this == MEMBERS) {
                transaction.put("page", key, Map.of());
              } else {
                transaction.putItem("book", OWNER, "notes", key, Map.of("text", title));
              }
            }
            for (String title : gone) {
              Tuple key = Tuple.of(title);
              if (this == MEMBERS) {
                transaction.delete("page", key);
              } else {
                transaction.deleteItem("book", OWNER, "notes", key);
              }
            }
            return null;
          });
    }

    private Slice<Tuple> page(Store store, Paging paging) {
      return this == MEMBERS
          ? store.index("all", Tuple.EMPTY, Tuple.EMPTY, paging)
          : store.items("book", OWNER, "notes", paging).map(Item::key);
    }

    List<Tuple> all(Store store, int limit) {
      List<Tuple> all = new ArrayList<>();
      Paging paging = Paging.first(limit);
      while (true) {
        Slice<Tuple> slice = page(store, paging);
        all.addAll(slice.entries());
        if (slice.next().isEmpty()) {
          return all;
        }
        paging = paging.following(slice);
      }
    }

    int rows(TreeStores stores) {
      return stores.rows(this == MEMBERS ? "all" : "notes");
    }
  }

  @ParameterizedTest
  @EnumSource
  void writers_splittingAndMergingWhileReadersPage_loseAndRepeatNothing(Of of) throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    AtomicInteger writing = new AtomicInteger(WRITERS);
    AtomicInteger pagings = new AtomicInteger();
    try (TreeStores stores = TreeStores.on(On.ROCKSDB, directory, 8);
        Store store = stores.open();
        Store other = stores.open()) {
      List<String> standing = new ArrayList<>();
      for (int number = 0; number < STANDING; number++) {
        standing.add(title("", number * 10));
      }
      of.change(store, standing, List.of());
      List<Callable<Void>> work = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        Random random = new Random(writer);
        Store mine = writer % 2 == 0 ? store : other;
        String kind = "w" + writer;
        work.add(
            () -> {
              try {
                write(of, mine, kind, random);
              } finally {
                writing.decrementAndGet();
              }
              return null;
            });
      }
      for (Store reader : List.of(store, other)) {
        work.add(
            () -> {
              Random random = new Random(9);
              do {
                List<Tuple> all = of.all(reader, 1 + random.nextInt(40));
                List<String> seen = all.stream().map(title -> title.text(0)).toList();
                assertThat(seen).isSorted().doesNotHaveDuplicates().containsAll(standing);
                pagings.incrementAndGet();
              } while (writing.get() > 0);
              return null;
            });
      }
      for (Future<Void> done : threads.invokeAll(work)) {
        done.get();
      }
      assertThat(pagings).hasValueGreaterThan(2);
      // Every writer has removed what it put.
      assertThat(of.all(store, 50)).hasSize(STANDING);
      StoreCheck.Result check =
          store.check(StoreCheck.Options.REPORT).run(finding -> {}, count -> {});
      assertThat(check.isClean()).as(check.summary()).isTrue();
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void deletionsOfARow_besideWritersOfItsItems_leaveNoNode() throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    try (TreeStores stores = TreeStores.on(On.ROCKSDB, directory, 8);
        Store store = stores.open();
        Store other = stores.open()) {
      Tuple owner = Tuple.of("Atlas");
      List<Callable<Void>> work = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        Store mine = writer % 2 == 0 ? store : other;
        String kind = "w" + writer;
        Random random = new Random(writer);
        work.add(
            () -> {
              for (int round = 0; round < 60; round++) {
                List<String> titles = new ArrayList<>();
                for (int number = random.nextInt(12); number >= 0; number--) {
                  titles.add(title(kind, random.nextInt(1_000)));
                }
                Of.ITEMS.change(mine, titles, List.of());
              }
              return null;
            });
      }
      work.add(
          () -> {
            for (int round = 0; round < 15; round++) {
              other.write(
                  transaction -> {
                    transaction.put("book", owner, Map.of());
                    return transaction.delete("book", owner);
                  });
            }
            return null;
          });
      for (Future<Void> done : threads.invokeAll(work)) {
        done.get();
      }
      assertThat(store.counter("noted")).isEqualTo(Of.ITEMS.all(store, 100).size());
      StoreCheck.Result check =
          store.check(StoreCheck.Options.REPORT).run(finding -> {}, count -> {});
      assertThat(check.isClean()).as(check.summary()).isTrue();
      store.write(
          transaction -> {
            transaction.put("book", owner, Map.of());
            return transaction.delete("book", owner);
          });
      assertThat(stores.rows("notes")).isZero();
      assertThat(store.counter("noted")).isZero();
    } finally {
      threads.shutdownNow();
    }
  }

  private static void write(Of of, Store store, String kind, Random random) {
    Set<String> mine = new HashSet<>();
    for (int round = 0; round < 40; round++) {
      List<String> put = new ArrayList<>();
      List<String> gone = new ArrayList<>();
      int first = random.nextInt(STANDING * 10);
      for (int number = 0; number < 15; number++) {
        String title = title(kind, first + number);
        if (round % 2 == 0 || mine.isEmpty()) {
          put.add(title);
        } else {
          gone.add(mine.iterator().next());
          mine.remove(gone.get(gone.size() - 1));
        }
      }
      of.change(store, put, gone);
      mine.addAll(put);
    }
    of.change(store, List.of(), new ArrayList<>(mine));
  }

  @ParameterizedTest
  @EnumSource
  void store_whoseCacheIsOutdated_goesOn(On on) {
    for (Of of : Of.values()) {
      outdatedCache(on, of);
    }
  }

  private void outdatedCache(On on, Of of) {
    try (TreeStores stores = TreeStores.on(on, directory.resolve(of.name()), 8);
        Store store = stores.open();
        Store other = stores.open()) {
      List<String> titles = new ArrayList<>();
      for (int number = 0; number < 600; number++) {
        titles.add(title("", number));
      }
      of.change(store, titles.subList(0, 300), List.of());
      // Fills the cache of the other store.
      assertThat(of.all(other, 10)).hasSize(300);
      of.change(store, titles.subList(300, 600), List.of());
      assertThat(of.all(other, 10)).hasSize(600);
      of.change(store, List.of(), titles.subList(5, 595));
      of.change(other, List.of("0001a", "0300a", "0599a"), List.of());
      assertThat(of.all(other, 1)).hasSize(13).isEqualTo(of.all(store, 3));
      of.change(store, List.of(), titles);
      of.change(store, List.of(), List.of("0001a", "0300a", "0599a"));
      assertThat(of.all(other, 10)).isEmpty();
      of.change(other, List.of("x"), List.of());
      assertThat(of.all(store, 10)).containsExactly(Tuple.of("x"));
      assertThat(of.rows(stores)).isEqualTo(1);
    }
  }
}
