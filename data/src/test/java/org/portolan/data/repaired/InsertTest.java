package org.portolan.data.repaired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.data.Columns;
import org.portolan.data.Paging;
import org.portolan.data.RowExistsException;
import org.portolan.data.Store;
import org.portolan.data.StoreTransaction;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.engine.Durability;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/** Rows that must not exist, on RocksDB and on engines like HBase and Cassandra. */
class InsertTest {
  private static final int WRITERS = 8;
  private static final int NAMES = 40;

  /** Enough new rows in succession that the next one is not read. */
  private static final int STREAK = 8;

  private static final Design DESIGN =
      DesignReader.read(
          """
          format: 1
          design: accounts
          entities:
            account:
              key: {email: {type: text, collation: ai_ci}}
              key-layout: plain
              families: {main: {name: text, tags: set of text}}
              indexes:
                by_tag: {on: [tags], layout: cells hashed(2)}
              counters:
                accounts: {layout: single}
            plain:
              key: {id: long}
              key-layout: plain
              families: {main: {text: text}}
            event:
              key: {id: long}
              key-layout: {md5-of-row-modulo: {range: 10}}
              families: {main: {text: text}}
          """,
          "accounts.yaml");

  @TempDir Path directory;

  private enum Kind {
    ROCKSDB,
    ROWS,
    COLUMNS
  }

  private Store open(Kind kind) {
    if (kind == Kind.ROCKSDB) {
      return Stores.openOrCreate("rocksdb:" + directory.resolve("store"), DESIGN);
    }
    MemoryCluster cluster = StoreStory.cluster(kind == Kind.ROWS);
    return RowStores.open(cluster::connect, DESIGN, RowStores.OPTIONS);
  }

  private static void write(Store store, Consumer<StoreTransaction> work) {
    store.write(
        transaction -> {
          work.accept(transaction);
          return null;
        });
  }

  private static Map<String, Object> named(String name) {
    return Map.of("name", name, "tags", Set.of(name));
  }

  private static void insert(Store store, String email, String name) {
    write(store, transaction -> transaction.insert("account", Tuple.of(email), named(name)));
  }

  private static void requireRight(Store store, int accounts) {
    store.sweep();
    assertThat(store.counter("accounts")).isEqualTo(accounts);
    assertThat(StoreStory.check(store, false)).isEmpty();
  }

  private static String name(Store store, String email) {
    return store.get("account", Tuple.of(email), Columns.ALL).orElseThrow().text("name");
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void insert_rowExists_failsAndChangesNothing(Kind kind) {
    try (Store store = open(kind)) {
      insert(store, "anna@example.org", "Anna");
      assertThatThrownBy(
              () ->
                  write(
                      store,
                      transaction -> {
                        transaction.put("plain", Tuple.of(1L), Map.of("text", "x"));
                        transaction.insert("account", Tuple.of("ANNA@example.org"), named("Eve"));
                      }))
          .isInstanceOfSatisfying(
              RowExistsException.class,
              exists -> {
                assertThat(exists.entity()).isEqualTo("account");
                assertThat(exists.key()).isEqualTo(Tuple.of("ANNA@example.org"));
              })
          .hasMessageContainingAll("account", "ANNA@example.org", "exists already");
      assertThat(store.get("plain", Tuple.of(1L), Columns.ALL)).isEmpty();
      assertThat(name(store, "anna@example.org")).isEqualTo("Anna");
      assertThat(store.index("by_tag", Tuple.of("Eve"), Paging.first(9)).entries()).isEmpty();
      requireRight(store, 1);
    }
  }

  /** After rows that were new, the store takes the next one for new and does not read it. */
  @ParameterizedTest
  @EnumSource(Kind.class)
  void insert_afterNewRows_findsOldOnesAllTheSame(Kind kind) {
    try (Store store = open(kind)) {
      for (int number = 0; number < STREAK; number++) {
        insert(store, number + "@example.org", "x");
        long id = number;
        write(store, transaction -> transaction.insert("plain", Tuple.of(id), Map.of("text", "x")));
      }
      for (int number = 0; number < STREAK; number++) {
        String old = number + "@example.org";
        assertThatThrownBy(() -> insert(store, old, "y")).isInstanceOf(RowExistsException.class);
        insert(store, number + "@new.org", "y");
        long id = number;
        assertThatThrownBy(
                () ->
                    write(
                        store,
                        transaction -> {
                          transaction.insert("plain", Tuple.of(1_000 + id), Map.of("text", "y"));
                          transaction.insert("plain", Tuple.of(id), Map.of("text", "y"));
                        }))
            .isInstanceOf(RowExistsException.class);
        assertThat(store.get("plain", Tuple.of(1_000 + id), Columns.ALL)).isEmpty();
        assertThat(store.get("plain", Tuple.of(id), Columns.ALL).orElseThrow().text("text"))
            .isEqualTo("x");
      }
      requireRight(store, 2 * STREAK);
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void insert_withinAWrite_seesItsChanges(Kind kind) {
    try (Store store = open(kind)) {
      insert(store, "old@example.org", "Old");
      write(
          store,
          transaction -> {
            transaction.insert("account", Tuple.of("a@example.org"), named("A"));
            assertThatThrownBy(
                    () -> transaction.insert("account", Tuple.of("a@example.org"), named("B")))
                .isInstanceOf(RowExistsException.class);
            transaction.delete("account", Tuple.of("old@example.org"));
            transaction.insert("account", Tuple.of("old@example.org"), named("New"));
          });
      assertThat(name(store, "a@example.org")).isEqualTo("A");
      assertThat(name(store, "old@example.org")).isEqualTo("New");
      requireRight(store, 2);
    }
  }

  /** Every name is taken once, by the writer that was told so. */
  @ParameterizedTest
  @EnumSource(Kind.class)
  void insert_manyWritersOfTheSameNames_oneOfThemSucceeds(Kind kind) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    try (Store store = open(kind)) {
      AtomicInteger[] taken = new AtomicInteger[NAMES];
      String[] owners = new String[NAMES];
      List<Callable<Void>> work = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        String owner = "writer " + writer;
        work.add(
            () -> {
              for (int name = 0; name < NAMES; name++) {
                try {
                  insert(store, name + "@example.org", owner);
                  taken[name].incrementAndGet();
                  owners[name] = owner;
                } catch (RowExistsException another) {
                  assertThat(name(store, name + "@example.org")).isNotEqualTo(owner);
                }
              }
              return null;
            });
      }
      for (int name = 0; name < NAMES; name++) {
        taken[name] = new AtomicInteger();
      }
      for (Future<Void> done : threads.invokeAll(work)) {
        done.get();
      }
      for (int name = 0; name < NAMES; name++) {
        assertThat(taken[name]).as("name %s", name).hasValue(1);
        assertThat(name(store, name + "@example.org")).isEqualTo(owners[name]);
      }
      requireRight(store, NAMES);
    } finally {
      threads.shutdownNow();
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void insert_layoutWithoutLookups_isRefused(Kind kind) {
    try (Store store = open(kind)) {
      assertThatThrownBy(
              () ->
                  write(
                      store,
                      transaction ->
                          transaction.insert("event", Tuple.of(1L), Map.of("text", "x"))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContainingAll("'event' cannot be inserted", "md5-of-row-modulo");
    }
  }

  @Test
  void insert_buffered_isRefusedWhereItCouldMeetItself() {
    for (Kind kind : Kind.values()) {
      try (Store store = open(kind)) {
        Runnable load =
            () ->
                store.write(
                    Durability.BUFFERED,
                    transaction -> {
                      transaction.insert("account", Tuple.of("a@example.org"), named("A"));
                      return null;
                    });
        if (store.guarantee() == Store.Guarantee.ATOMIC) {
          load.run();
          assertThat(name(store, "a@example.org")).isEqualTo("A");
        } else {
          assertThatThrownBy(load::run)
              .isInstanceOf(IllegalStateException.class)
              .hasMessageContainingAll("'account'", "buffered", "synced");
        }
      }
    }
  }
}
