package org.portolan.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/** Reads that share their round trips. */
class ReadBatchTest {
  private static final int PAGES = 40;

  @TempDir Path directory;

  private Store store;

  @BeforeEach
  void open() {
    store = Stores.openOrCreate("rocksdb:" + directory.resolve("store"), TestDesigns.everyLayout());
    fill(store);
  }

  private static void fill(Store store) {
    for (int number = 0; number < PAGES; number++) {
      Tuple key = Tuple.of("page " + number);
      Map<String, Object> page =
          Map.of("size", number, "links", Set.of("page 0", "page " + (1 + number / 2)));
      store.write(
          transaction -> {
            transaction.put("page", key, page);
            for (int item = 0; item < 12; item++) {
              for (String notes : List.of("cell_notes", "object_notes", "tree_notes")) {
                transaction.insertItem("page", key, notes, Tuple.of(item), Map.of("text", "x"));
              }
            }
            return null;
          });
    }
  }

  @AfterEach
  void close() {
    store.close();
  }

  /** A page, the pages that link to it, their sizes, its items and a counter. */
  private record Read(
      Optional<EntityRow> page,
      List<Optional<EntityRow>> linking,
      List<Slice<Item>> items,
      List<Slice<Tuple>> lists,
      long pages) {}

  private static Read read(StoreReader reader, Tuple key) {
    return new Read(
        reader.get("page", key, Columns.ALL),
        linking(reader, key),
        items(reader, key),
        lists(reader, key),
        reader.counter("pages"));
  }

  private static List<Optional<EntityRow>> linking(StoreReader reader, Tuple key) {
    List<Tuple> keys = reader.index("object_single", key, Paging.first(20)).entries();
    return reader.getAll("page", keys, Columns.of("size"));
  }

  private static List<Slice<Item>> items(StoreReader reader, Tuple key) {
    List<Slice<Item>> items = new ArrayList<>();
    for (String notes : List.of("cell_notes", "object_notes", "row_notes", "tree_notes")) {
      items.add(reader.items("page", key, notes, Paging.first(10)));
    }
    return items;
  }

  private static List<Slice<Tuple>> lists(StoreReader reader, Tuple key) {
    return reader.index("object_single", key, Paging.first(5)).entries().isEmpty()
        ? List.of()
        : List.of(reader.index("object_single", key, Paging.first(9)));
  }

  @Test
  void read_anyReads_givesWhatTheyGiveAlone() {
    for (int number = 0; number < PAGES + 2; number++) {
      Tuple key = Tuple.of("page " + number);
      Read together =
          store.read(
              batch -> {
                Supplier<Optional<EntityRow>> page =
                    batch.add(reader -> reader.get("page", key, Columns.ALL));
                Supplier<List<Optional<EntityRow>>> linking =
                    batch.add(reader -> linking(reader, key));
                Supplier<List<Slice<Item>>> items = batch.add(reader -> items(reader, key));
                Supplier<List<Slice<Tuple>>> lists = batch.add(reader -> lists(reader, key));
                Supplier<Long> pages = batch.add(reader -> reader.counter("pages"));
                return () ->
                    new Read(page.get(), linking.get(), items.get(), lists.get(), pages.get());
              });
      assertThat(together).isEqualTo(read(store, key));
    }
  }

  @Test
  void read_rowsOfSeveralEntitiesAndACounter_takesOneRoundTrip() {
    Trace trace = new Trace();
    store
        .traced(trace)
        .read(
            batch -> {
              var page = batch.add(r -> r.get("page", Tuple.of("page 1"), Columns.ALL));
              var log = batch.add(r -> r.get("log", Tuple.of("page 1"), Columns.ALL));
              var pages = batch.add(r -> r.counter("pages"));
              var links = batch.add(r -> r.index("object_single", Tuple.of("x"), Paging.first(5)));
              return () -> List.of(page.get(), log.get(), pages.get(), links.get());
            });
    assertThat(trace.counts().roundTrips()).isEqualTo(1);
  }

  @Test
  void read_twoIndexesWithTheirRows_takesTwoRoundTrips() {
    Trace trace = new Trace();
    store
        .traced(trace)
        .read(
            batch -> {
              var first = batch.add(r -> linking(r, Tuple.of("page 0")));
              var second = batch.add(r -> linking(r, Tuple.of("page 3")));
              var third = batch.add(r -> r.get("page", Tuple.of("page 1"), Columns.ALL));
              return () -> List.of(first.get(), second.get(), third.get());
            });
    assertThat(trace.counts().roundTrips()).isEqualTo(2);
  }

  /** What one run learns of the tree must not cost the next run what it has read. */
  @Test
  void read_ofATreeThatTheProcessDoesNotKnow_takesTheRoundTripsOfTheReadAlone() {
    Tuple key = Tuple.of("page 0");
    store.write(
        transaction -> {
          for (int item = 100; item < 1_000; item++) {
            transaction.insertItem("page", key, "tree_notes", Tuple.of(item), Map.of("text", "x"));
          }
          return null;
        });
    Trace alone = new Trace();
    reopen();
    Slice<Item> page = store.traced(alone).items("page", key, "tree_notes", Paging.first(5));
    Trace together = new Trace();
    reopen();
    assertThat(
            store
                .traced(together)
                .<Slice<Item>>read(
                    batch -> batch.add(r -> r.items("page", key, "tree_notes", Paging.first(5)))))
        .isEqualTo(page);
    assertThat(alone.counts().roundTrips()).isGreaterThan(1);
    assertThat(together.counts().roundTrips()).isEqualTo(alone.counts().roundTrips());
  }

  private void reopen() {
    store.close();
    store = Stores.open("rocksdb:" + directory.resolve("store"));
  }

  @Test
  void reader_outsideOfItsRead_isRefused() {
    List<StoreReader> kept = new ArrayList<>();
    store.<Long>read(
        batch ->
            batch.add(
                reader -> {
                  kept.add(reader);
                  return reader.counter("pages");
                }));
    assertThatThrownBy(() -> kept.get(0).counter("pages"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("outside of this read");
    assertThatThrownBy(() -> kept.get(0).scanStored("page", Columns.NONE, Paging.first(2)))
        .isInstanceOf(IllegalStateException.class);
    Stream<Tuple> lazy =
        store.read(
            batch ->
                batch.add(
                    r ->
                        Paging.first(10).stream(
                            page -> r.index("object_single", Tuple.of("page 0"), page))));
    assertThatThrownBy(lazy::toList)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("collect a stream there");
  }

  @Test
  void read_nothing_makesNoRoundTrip() {
    Trace trace = new Trace();
    assertThat(store.traced(trace).<String>read(batch -> () -> "nothing")).isEqualTo("nothing");
    assertThat(trace.counts().roundTrips()).isZero();
  }

  @Test
  void result_askedForTooEarly_isRefused() {
    assertThatThrownBy(
            () ->
                store.<Long>read(
                    batch -> {
                      long pages = batch.add(reader -> reader.counter("pages")).get();
                      return () -> pages;
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("before the reads of its batch were made");
  }

  @Test
  void add_afterTheBatch_isRefused() {
    List<ReadBatch> kept = new ArrayList<>();
    store.<String>read(
        batch -> {
          kept.add(batch);
          return () -> "";
        });
    assertThatThrownBy(() -> kept.get(0).add(reader -> reader.counter("pages")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("add it inside the function");
  }

  @Test
  void readThatAsksForOtherRowsEachTime_isRefused() {
    int[] runs = new int[1];
    assertThatThrownBy(
            () ->
                store.read(
                    batch ->
                        batch.add(r -> r.get("page", Tuple.of("page " + runs[0]++), Columns.ALL))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("asks for other rows each time");
    assertThatThrownBy(
            () ->
                store.read(
                    batch ->
                        batch.add(
                            r ->
                                r.randomMember("object_single", Tuple.of("page 0"), new Random()))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("read it from the store");
  }

  @Test
  void readThatFails_failsTheBatch() {
    assertThatThrownBy(
            () ->
                store.read(
                    batch -> {
                      var page = batch.add(r -> r.get("page", Tuple.of("page 1"), Columns.ALL));
                      var none = batch.add(r -> r.counter("nothing"));
                      return () -> List.of(page.get(), none.get());
                    }))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("has no counter 'nothing'");
  }

  /** Engines of rows read receipts and states as well. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void read_onEnginesOfRows_givesWhatTheReadsGiveAlone(boolean rows) {
    String uri =
        FixtureEngines.register(
            (rows ? MemoryCluster.ofRows("batch", 1) : MemoryCluster.ofColumns("batch", 1))
                ::connect);
    try (Store other = Stores.openOrCreate(uri, TestDesigns.oneIndex("cells hashed(3)"))) {
      for (int number = 0; number < PAGES; number++) {
        Tuple key = Tuple.of("page " + number);
        other.write(
            transaction -> {
              transaction.put("page", key, Map.of("links", Set.of("a", "b")));
              return null;
            });
      }
      List<Object> together =
          other.read(
              batch -> {
                var index = batch.add(r -> r.index("backlinks", Tuple.of("a"), Paging.first(7)));
                var page = batch.add(r -> r.get("page", Tuple.of("page 7"), Columns.ALL));
                return () -> List.of(index.get(), page.get());
              });
      assertThat(together)
          .containsExactly(
              other.index("backlinks", Tuple.of("a"), Paging.first(7)),
              other.get("page", Tuple.of("page 7"), Columns.ALL));
    } finally {
      FixtureEngines.forget(uri);
    }
  }
}
