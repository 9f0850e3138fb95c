package org.portolan.data.internal.epoch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Paging;
import org.portolan.data.StoreOptions;
import org.portolan.data.Stores;
import org.portolan.data.internal.auto.AutoNote;
import org.portolan.data.internal.auto.AutoPeers;
import org.portolan.data.internal.auto.AutoStore;
import org.portolan.data.internal.auto.AutoTask;
import org.portolan.data.internal.auto.IndexUse;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.data.internal.session.Admission;
import org.portolan.data.internal.write.Conflicts;
import org.portolan.data.internal.write.Writer;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.types.Tuple;

/** The parts of a store on RocksDB, with the task that watches its automatic indexes. */
class AutoStoreOfEpochsTest {
  private static final Design DESIGN =
      DesignReader.read(
          """
          format: 1
          design: watched
          entities:
            page:
              key: {title: text}
              families: {main: {topic: text, user: text}}
              indexes:
                by_topic: {on: [topic], layout: auto object single}
                by_user: {on: [user], layout: object single}
          """,
          "watched.yaml");

  @TempDir Path directory;

  private final Map<String, String> notes = new ConcurrentHashMap<>();
  private final CompletableFuture<Design> evolved = new CompletableFuture<>();
  private Engine engine;
  private Conflicts conflicts;
  private Epochs epochs;

  @BeforeEach
  void open() {
    String uri = "rocksdb:" + directory.resolve("store");
    Stores.openOrCreate(uri, DESIGN).close();
    engine = Engines.open(uri, OpenMode.EXISTING);
    StoreSchema schema = StoreSchema.of(DESIGN, engine.capabilities());
    conflicts = new Conflicts(schema, any -> {});
    StoreParts parts =
        new StoreParts(
            0, engine, schema, StoreOptions.DEFAULT, conflicts, Admission.ALL, Optional.empty());
    epochs = new Epochs(StoreOptions.DEFAULT.runtime(), parts);
  }

  @AfterEach
  void close() {
    epochs.close();
    engine.close();
  }

  private AutoStoreOfEpochs store() {
    return new AutoStoreOfEpochs(
        engine,
        epochs,
        StoreOptions.DEFAULT.runtime(),
        name -> Optional.ofNullable(notes.get(name)),
        notes::put,
        new AutoStoreOfEpochs.Moving() {
          @Override
          public List<String> move(Design design, long epoch) {
            assertThat(epoch).isEqualTo(epochs.epoch());
            evolved.complete(design);
            return List.of();
          }

          @Override
          public void completeMove() {}

          @Override
          public boolean isChanging() {
            return false;
          }
        });
  }

  private Writer writer() {
    return epochs.now().writer();
  }

  private void put(int from, int to) {
    writer()
        .write(
            Durability.BUFFERED,
            null,
            transaction -> {
              for (int page = from; page < to; page++) {
                transaction.put("page", Tuple.of("page " + page), values(page));
              }
              return null;
            });
  }

  private static Map<String, Object> values(int page) {
    return Map.of("topic", "sea", "user", "writer of " + page);
  }

  @Test
  void look_membersOfAValue_countsThemAndTheirBytes() {
    put(0, 300);

    AutoStore.Look look = store().look("by_topic", Tuple.of("sea"), 100);

    assertThat(look.members()).isEqualTo(100);
    assertThat(look.bytes()).isBetween(600L, 1_200L);
    assertThat(store().entries("by_topic")).isEqualTo(300);
  }

  @Test
  void task_longObjectThatChanges_movesItAndKeepsANote() throws Exception {
    put(0, 5_000);
    StoreOptions options = StoreOptions.DEFAULT.autoWindow(Duration.ofMillis(20));
    try (AutoTask task =
        new AutoTask(
            store(), AutoPeers.ALONE, conflicts.uses(), AutoTask.costs("rocksdb"), true, options)) {
      for (int page = 5_000; !evolved.isDone() && page < 100_000; page++) {
        put(page, page + 1);
      }
      Design moved = evolved.get(60, TimeUnit.SECONDS);

      assertThat(moved.entities().get(0).indexes().get(0).layoutSpelling())
          .isEqualTo("auto cells single");
      assertThat(moved.withLayout("by_topic", DESIGN.entities().get(0).indexes().get(0).layout()))
          .isEqualTo(DESIGN);
      assertThat(task.states()).hasSize(1);
    }
    // The task ends after its step, which writes the note.
    assertThat(AutoNote.name("by_topic")).isIn(notes.keySet());
    assertThat(notes.get("auto by_topic"))
        .contains("moved object single → cells single: ")
        .contains(" members of ")
        .contains(" would cost ");
  }

  @Test
  void task_storeWithoutMuch_tellsSo() throws Exception {
    StoreOptions options = StoreOptions.DEFAULT.autoWindow(Duration.ofMillis(1));
    try (AutoTask task =
        new AutoTask(
            store(), AutoPeers.ALONE, conflicts.uses(), AutoTask.costs("rocksdb"), true, options)) {
      while (!notes.containsKey("auto by_topic")) {
        Thread.sleep(1);
      }

      assertThat(task.states()).extracting(AutoTask.State::index).containsExactly("by_topic");
    }
    assertThat(notes.get("auto by_topic")).endsWith("; too little happens to tell");
    assertThat(evolved).isNotDone();
  }

  @Test
  void uses_conflictAtAnAutomaticIndex_isCountedWithItsTime() {
    put(0, 1);
    AtomicBoolean met = new AtomicBoolean();
    writer()
        .write(
            Durability.BUFFERED,
            null,
            transaction -> {
              transaction.put("page", Tuple.of("mine"), values(1));
              if (!met.getAndSet(true)) {
                // Another thread changes the same bucket after this write has read its row.
                CompletableFuture.runAsync(() -> put(10, 11)).join();
              }
              return null;
            });

    assertThat(epochs.now().reader(null).index("by_topic", Tuple.of("sea"), Paging.first(2)))
        .isNotNull();
    IndexUse.Sums sums = conflicts.uses().of("by_topic").sums();
    assertThat(sums.conflicts()).isOne();
    assertThat(sums.lostNanos()).isPositive();
    assertThat(sums.changes()).isEqualTo(4);
    assertThat(sums.bucketMembers()).isEqualTo(1 + 2 + 2 + 3);
    assertThat(sums.reads()).isOne();
    assertThat(sums.membersRead()).isEqualTo(2);
    assertThat(conflicts.uses().of(epochs.now().schema().index("by_user"))).isNull();
  }
}
