package org.portolan.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/** Numbers that are given out once, on every kind of engine. */
class SequenceTest {
  private static final Design DESIGN =
      DesignReader.read(
          """
          format: 1
          design: sequences
          entities:
            sequence:
              key: {name: text}
              families:
                main: {next: long, note: text}
            line:
              key: {id: long}
              key-layout: {random: {range: 4}}
              families:
                main: {number: long}
            ruled:
              key: {name: text}
              families:
                main: {next: {type: long, max: 99}, free: long}
                more: {owner: {type: text, required: true}}
          """,
          "sequences");

  private static final Sequence.Place ORDERS =
      new Sequence.Place("sequence", Tuple.of("orders"), "next");

  @TempDir Path directory;

  private Store rocksdb() {
    return Stores.openOrCreate("rocksdb:" + directory.resolve("store"), DESIGN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns"})
  void next_ofManyThreadsAndProcesses_neverGivesANumberTwice(String engine) throws Exception {
    MemoryCluster cluster =
        engine.equals("columns") ? MemoryCluster.ofColumns("s", 1) : MemoryCluster.ofRows("s", 1);
    List<Store> stores = new ArrayList<>();
    if (engine.equals("rocksdb")) {
      stores.add(rocksdb());
    } else {
      String uri = FixtureEngines.register(cluster::connect);
      stores.add(Stores.openOrCreate(uri, DESIGN));
      stores.add(Stores.openOrCreate(uri, DESIGN));
    }
    ExecutorService threads = Executors.newFixedThreadPool(6);
    try {
      List<Sequence> sequences = stores.stream().map(store -> store.sequence(ORDERS, 7)).toList();
      Set<Long> given = ConcurrentHashMap.newKeySet();
      List<Callable<Boolean>> takers = new ArrayList<>();
      for (int taker = 0; taker < 6; taker++) {
        Sequence sequence = sequences.get(taker % sequences.size());
        takers.add(() -> take(sequence, given));
      }
      for (Future<Boolean> done : threads.invokeAll(takers)) {
        assertThat(done.get()).isTrue();
      }
      assertThat(given).hasSize(600);
      // Blocks are whole: less than one is lost for each process.
      assertThat(given).allMatch(number -> number >= 1 && number < 600 + 7 * 3);
    } finally {
      threads.shutdownNow();
      stores.forEach(Store::close);
    }
  }

  private static boolean take(Sequence sequence, Set<Long> given) {
    long last = 0;
    for (int number = 0; number < 100; number++) {
      long next = sequence.next();
      assertThat(given.add(next)).as("%s is given once", next).isTrue();
      assertThat(next).isGreaterThan(last);
      last = next;
    }
    return true;
  }

  @Test
  void next_insideAWrite_isMadeApart() {
    try (Store store = rocksdb()) {
      Sequence sequence = store.sequence(ORDERS, 2);
      for (long expected = 1; expected <= 5; expected++) {
        long number =
            store.write(
                transaction -> {
                  long next = sequence.next();
                  transaction.put("sequence", Tuple.of("row " + next), Map.of("note", "made"));
                  return next;
                });
        assertThat(number).isEqualTo(expected);
        assertThat(store.get("sequence", Tuple.of("row " + number), Columns.ALL)).isPresent();
      }
      assertThatThrownBy(
              () ->
                  store.write(
                      transaction -> {
                        long next = sequence.next();
                        throw new IllegalStateException("undone after " + next);
                      }))
          .hasMessage("undone after 6");
      assertThat(sequence.next()).isEqualTo(7);
    }
  }

  /** A writer that waits for the numbers of another must not keep it from the row. */
  @Test
  void next_inWritesOfTheRowOfTheSequence_keepsNoWriterFromItsTurn() throws Exception {
    try (Store store = rocksdb()) {
      put(store, Map.of("next", 1L, "note", "first"));
      Sequence sequence = store.sequence(ORDERS, 3);
      ExecutorService threads = Executors.newFixedThreadPool(8);
      try {
        List<Callable<Boolean>> writers = new ArrayList<>();
        for (int writer = 0; writer < 8; writer++) {
          writers.add(() -> noteNumbers(store, sequence));
        }
        for (Future<Boolean> done : threads.invokeAll(writers)) {
          assertThat(done.get()).isTrue();
        }
      } finally {
        threads.shutdownNow();
      }
      EntityRow row = store.get("sequence", Tuple.of("orders"), Columns.ALL).orElseThrow();
      assertThat(row.longValue("next")).isGreaterThan(160);
    }
  }

  private static boolean noteNumbers(Store store, Sequence sequence) {
    for (int number = 0; number < 20; number++) {
      store.write(
          transaction ->
              transaction.update(
                  "sequence", Tuple.of("orders"), Map.of("note", Long.toString(sequence.next()))));
    }
    return true;
  }

  @Test
  void row_thatWasPut_saysWhereTheSequenceBegins() {
    try (Store store = rocksdb()) {
      put(store, Map.of("next", 1_000L, "note", "kept"));
      assertThat(store.sequence(ORDERS, 10).next()).isEqualTo(1_000);
      assertThat(store.sequence(ORDERS, 10).next()).isEqualTo(1_010);
      EntityRow row = store.get("sequence", Tuple.of("orders"), Columns.ALL).orElseThrow();
      assertThat(row.values()).isEqualTo(Map.of("next", 1_020L, "note", "kept"));
    }
  }

  private static void put(Store store, Map<String, Object> values) {
    store.write(
        transaction -> {
          transaction.put("sequence", Tuple.of("orders"), values);
          return null;
        });
  }

  @Test
  void next_withoutARightNumber_isRefused() {
    try (Store store = rocksdb()) {
      put(store, Map.of("note", "no number"));
      assertThatThrownBy(() -> store.sequence(ORDERS, 1).next())
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("next of sequence(orders) has no number");
      put(store, Map.of("next", Long.MAX_VALUE - 3));
      assertThatThrownBy(() -> store.sequence(ORDERS, 4).next())
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("is at its end");
      Sequence last = store.sequence(ORDERS, 3);
      assertThat(last.next()).isEqualTo(Long.MAX_VALUE - 3);
      assertThat(last.next()).isEqualTo(Long.MAX_VALUE - 2);
      assertThat(last.next()).isEqualTo(Long.MAX_VALUE - 1);
      assertThatThrownBy(last::next).hasMessageContaining("is at its end");
    }
  }

  @Test
  void sequence_inAWrongPlace_isRefusedAtOnce() {
    try (Store store = rocksdb()) {
      refused(store, "sequence", "nothing", 1, "has no column 'nothing'");
      refused(store, "sequence", "note", 1, "is text, and a sequence needs a long");
      refused(store, "line", "number", 1, "finds no row by its key");
      refused(store, "ruled", "next", 1, "has a 'max'");
      refused(store, "ruled", "free", 1, "its column 'owner' is required and has no default");
      assertThatThrownBy(
              () -> store.sequence(new Sequence.Place("sequence", Tuple.of(1L, "x"), "next"), 1))
          .isInstanceOf(IllegalArgumentException.class);
      refused(store, "nothing", "next", 1, "has no entity 'nothing'");
      refused(store, "sequence", "next", 0, "1 to 1000000 numbers, not 0");
      refused(store, "sequence", "next", Sequence.BLOCK_MAX + 1, "not 1000001");
    }
  }

  private static void refused(Store store, String entity, String column, int block, String why) {
    assertThatThrownBy(
            () -> store.sequence(new Sequence.Place(entity, Tuple.of("x"), column), block))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why);
  }
}
