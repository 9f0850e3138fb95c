package org.portolan.data.repaired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.data.Columns;
import org.portolan.data.ConflictCause;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.StoreTransaction;
import org.portolan.data.TestDesigns;
import org.portolan.data.WriteConflictException;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.engine.Durability;
import org.portolan.engine.Mutation;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.UnavailableException;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/**
 * A put of an existing row, with one attempt allowed. The result is the same if no new rows were
 * put before, so that the row is read, or four, so that it is taken for new.
 */
class UnreadPutTest extends StoreStory {
  private static final Tuple OLD = Tuple.of("old");

  private final MemoryCluster cluster = cluster(true);
  private final HookedEngine engine = new HookedEngine(cluster.connect());

  UnreadPutTest() {
    super(1);
  }

  private static Design design(String name, String entities) {
    return DesignReader.read("format: 1\ndesign: " + name + "\nentities:\n" + entities, name);
  }

  private static void write(Store store, Consumer<StoreTransaction> work) {
    write(store, Durability.SYNCED, work);
  }

  private static void write(Store store, Durability durability, Consumer<StoreTransaction> work) {
    store.write(
        durability,
        transaction -> {
          work.accept(transaction);
          return null;
        });
  }

  private static void putNewOnes(Store store, int count) {
    for (int number = 0; number < count; number++) {
      put(store, "new" + number, "x");
    }
  }

  private static void putText(Store store, String entity, String title) {
    write(store, transaction -> transaction.put(entity, Tuple.of(title), Map.of("text", "x")));
  }

  private static boolean isOf(List<Mutation> mutations, Tuple key) {
    return mutations.stream()
        .anyMatch(each -> each.table().equals("page") && each.key().equals(key));
  }

  /** Does something before the first change of the existing row. */
  private void once(Runnable act) {
    AtomicBoolean done = new AtomicBoolean();
    engine.beforeWrite =
        mutations -> {
          if (isOf(mutations, OLD) && !done.getAndSet(true)) {
            act.run();
          }
        };
  }

  private static List<Tuple> linking(Store store, String target) {
    return store.index("cells_single", Tuple.of(target), Paging.first(9)).entries();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4})
  void buffered_itemsOfOtherRows_areCountedOnce(int before) {
    try (Store store = open(engine)) {
      put(store, "old", "x");
      putNewOnes(store, before);

      write(
          store,
          Durability.BUFFERED,
          transaction -> {
            put(transaction, "fresh", "f");
            for (String notes : List.of("row_notes", "cell_notes")) {
              transaction.addItem(
                  "page", Tuple.of("fresh"), notes, Tuple.of(1), Map.of("text", "n"));
            }
            put(transaction, "old", "o");
          });

      assertThat(store.counter("notes")).isEqualTo(1);
      assertThat(store.counter("cells")).isEqualTo(1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4})
  void buffered_appendOfAnotherRow_isMadeOnce(int before) {
    Design design =
        design(
            "logs",
            """
              page:
                key: {title: text}
                key-layout: plain
                families: {main: {text: text}}
                counters: {pages: {layout: single}}
              log:
                key: {n: int}
                key-layout: {random: {range: 1000}}
                families: {main: {text: text}}
            """);
    try (Store store = RowStores.open(() -> engine, design, RowStores.OPTIONS)) {
      putText(store, "page", "old");
      for (int number = 0; number < before; number++) {
        putText(store, "page", "new" + number);
      }

      write(
          store,
          Durability.BUFFERED,
          transaction -> {
            transaction.put("log", Tuple.of(7), Map.of("text", "once"));
            transaction.put("page", OLD, Map.of("text", "o"));
          });

      assertThat(store.scanStored("log", Columns.ALL, Paging.first(10)).entries()).hasSize(1);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4})
  void slowAnswer_ofARowOftenWritten_isMade(int before) {
    try (Store store = open(engine)) {
      putOften(store);
      putNewOnes(store, before);
      once(() -> pass(Duration.ofSeconds(6)));

      put(store, "old", "target");

      assertThat(linking(store, "target")).containsExactly(OLD);
      assertThat(store.counter("pages")).isEqualTo(before + 1L);
    }
  }

  /**
   * Makes more writes than the five whose numbers a row remembers. A later write is known not to be
   * among the forgotten ones if the row's version is below its own; so time passes here.
   */
  private void putOften(Store store) {
    for (int number = 0; number < 6; number++) {
      put(store, "old", "x" + number);
    }
    pass(Duration.ofSeconds(1));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4})
  void slowAnswer_ofTheRowThatDecides_isMade(int before) {
    try (Store store = open(engine)) {
      putOften(store);
      putNewOnes(store, before);
      once(() -> pass(Duration.ofSeconds(6)));

      write(
          store,
          transaction -> {
            put(transaction, "fresh", "f", "target");
            put(transaction, "old", "o", "target");
          });

      assertThat(linking(store, "target")).containsExactly(Tuple.of("fresh"), OLD);
    }
  }

  @Test
  void lostAnswer_ofARowOftenWritten_isFoundOut() {
    try (Store store = open(engine)) {
      putOften(store);
      putNewOnes(store, 4);
      once(
          () -> {
            throw new OutcomeUnknownException("lost");
          });

      put(store, "old", "target");

      assertThat(linking(store, "target")).containsExactly(OLD);
    }
  }

  private static Set<String> longLinks(int count) {
    Set<String> links = new HashSet<>();
    for (int number = 0; number < count; number++) {
      Random random = new Random(number);
      StringBuilder text = new StringBuilder();
      while (text.length() < 20_000) {
        text.append((char) ('!' + random.nextInt(90)));
      }
      links.add(text.toString());
    }
    return links;
  }

  /** If the row were new, it would have more follow-ups than its outbox can hold. */
  @ParameterizedTest
  @ValueSource(ints = {0, 4})
  void rowThatGrewInSteps_isWritable(int before) {
    try (Store store = open(engine)) {
      for (int count = 60; count <= 240; count += 60) {
        Set<String> links = longLinks(count);
        write(
            store,
            transaction -> transaction.put("page", OLD, Map.of("text", "before", "links", links)));
      }
      putNewOnes(store, before);

      write(
          store,
          transaction ->
              transaction.put("page", OLD, Map.of("text", "after", "links", longLinks(240))));

      assertThat(store.get("page", OLD, Columns.ALL).orElseThrow().text("text")).isEqualTo("after");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4})
  void readAgainAfterOneThatFailed_showsNoMixture(int before) {
    try (Store store = open(engine)) {
      write(
          store, transaction -> transaction.put("page", OLD, Map.of("text", "before", "size", 7)));
      putNewOnes(store, before);
      AtomicInteger failures = new AtomicInteger(1);
      var reads = engine.reads;
      List<String> seen = new ArrayList<>();

      write(
          store,
          transaction -> {
            transaction.put("page", OLD, Map.of("text", "mine"));
            engine.reads =
                gets -> {
                  if (failures.getAndDecrement() > 0) {
                    throw new UnavailableException("not now");
                  }
                  return reads.apply(gets);
                };
            for (int look = 0; look < 2; look++) {
              try {
                transaction.get("page", Tuple.of("another"), Columns.ALL);
                seen.addAll(rows(transaction, "page", OLD, "size"));
              } catch (UnavailableException e) {
                // The application looks again.
              }
            }
          });

      assertThat(seen).isNotEmpty().allMatch(each -> each.equals("mine null"));
    }
  }

  private static List<String> rows(
      StoreTransaction transaction, String entity, Tuple key, String column) {
    return transaction.scan(entity, Tuple.EMPTY, Columns.ALL, Paging.first(10)).entries().stream()
        .filter(row -> row.key().equals(key))
        .map(row -> row.value("text") + " " + row.value(column))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4})
  void scanWhileAnotherMakesTheRow_showsNoMixture(int before) {
    Design design =
        design(
            "notes",
            """
              note:
                key: {title: text}
                key-layout: plain
                families: {main: {text: text}, more: {size: int}}
            """);
    try (Store store = RowStores.open(() -> engine, design, RowStores.OPTIONS);
        Store other = RowStores.open(cluster::connect, design, RowStores.OPTIONS)) {
      for (int number = 0; number < before; number++) {
        putText(store, "note", "new" + number);
      }
      engine.beforeScan =
          scan -> {
            if (scan.table().equals("note")) {
              engine.beforeScan = any -> {};
              write(other, theirs -> theirs.put("note", OLD, Map.of("text", "their", "size", 7)));
            }
          };
      List<String> seen = new ArrayList<>();

      store.write(
          transaction -> {
            transaction.put("note", OLD, Map.of("text", "mine"));
            seen.addAll(rows(transaction, "note", OLD, "size"));
            return null;
          });

      assertThat(seen).isNotEmpty().allMatch(each -> each.equals("mine null"));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4})
  void refusedPut_leavesReadsAsTheyAre(int before) {
    try (Store store = open(engine)) {
      put(store, "old", "x");
      putNewOnes(store, before);

      write(
          store,
          transaction -> {
            for (Tuple bad : List.of(Tuple.of(5), Tuple.of("x".repeat(100_000)))) {
              try {
                transaction.put("page", bad, Map.of("text", "bad"));
              } catch (RuntimeException refused) {
                // The application goes on without it.
              }
            }
            assertThat(transaction.get("page", OLD, Columns.ALL)).isPresent();
          });
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4})
  void severalRows_areNotLockedInVain(int before) {
    try (Store store = open(engine)) {
      put(store, "old", "x");
      putNewOnes(store, before);
      AtomicInteger changes = new AtomicInteger();
      engine.beforeWrite =
          mutations -> {
            if (isOf(mutations, Tuple.of("fresh"))) {
              changes.incrementAndGet();
            }
          };

      write(
          store,
          transaction -> {
            put(transaction, "fresh", "f");
            put(transaction, "old", "o");
          });

      assertThat(changes).as("a lock and its roll-forward, nothing taken back").hasValue(2);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4})
  void conflictWithAnother_isCountedAsEver(int before) {
    try (Store store = open(engine);
        Store other = open(cluster.connect())) {
      put(store, "old", "x");
      putNewOnes(store, before);

      assertThatThrownBy(
              () ->
                  write(
                      store,
                      transaction -> {
                        transaction.get("page", OLD, Columns.ALL);
                        put(other, "old", "theirs");
                        put(transaction, "fresh", "f");
                        put(transaction, "old", "o");
                      }))
          .isInstanceOf(WriteConflictException.class);

      assertThat(store.conflicts().aborts()).containsEntry(ConflictCause.SAME_ROW, 1L);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 4})
  void rowUnderTwoSpellings_isReadAsItWasPutLast(int before) {
    try (Store store = RowStores.open(() -> engine, TestDesigns.collated(), RowStores.OPTIONS)) {
      for (int number = 0; number < before; number++) {
        putText(store, "page", "new" + number);
      }
      List<String> seen = new ArrayList<>();

      write(
          store,
          transaction -> {
            transaction.put("page", Tuple.of("Foo"), Map.of("text", "one"));
            seen.add(text(transaction, "FOO"));
            transaction.put("page", Tuple.of("FOO"), Map.of("text", "two"));
            seen.add(text(transaction, "foo"));
          });

      assertThat(seen).containsExactly("one", "two");
    }
  }

  private static String text(StoreTransaction transaction, String title) {
    EntityRow row = transaction.get("page", Tuple.of(title), Columns.ALL).orElseThrow();
    return row.text("text");
  }
}
