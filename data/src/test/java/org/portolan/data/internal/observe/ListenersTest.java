package org.portolan.data.internal.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Columns;
import org.portolan.data.RecordingListener;
import org.portolan.data.StillRuntime;
import org.portolan.data.Store;
import org.portolan.data.StoreConflict;
import org.portolan.data.StoreListener;
import org.portolan.data.StoreOperation;
import org.portolan.data.StoreOptions;
import org.portolan.data.Stores;
import org.portolan.data.TestDesigns;
import org.portolan.types.Tuple;

/** Listeners that fail, and the log of slow operations, in a time that the test moves. */
class ListenersTest {
  private static final Tuple RIGA = Tuple.of("Riga");

  @TempDir Path directory;
  private final StillRuntime runtime = new StillRuntime(1_000_000);
  private final List<String> lines = new ArrayList<>();
  private Store plain;

  @BeforeEach
  void open() {
    plain =
        Stores.openOrCreate(
            "rocksdb:" + directory.resolve("store"), TestDesigns.oneIndex("object single"));
  }

  @AfterEach
  void close() {
    plain.close();
  }

  private Store observed(StoreOptions options) {
    return ObservedStore.of(plain, new Listeners(options, lines::add), runtime);
  }

  private static StoreOptions options(StillRuntime runtime) {
    return StoreOptions.DEFAULT.in(runtime);
  }

  private Object write(Store store, Duration time) {
    return store.write(
        transaction -> {
          transaction.put("page", RIGA, Map.of("text", "a"));
          runtime.pass(time);
          return "done";
        });
  }

  @Test
  void storeWithoutListeners_isNotWrapped() {
    assertThat(observed(options(runtime))).isSameAs(plain);
  }

  @Test
  void listenerThatThrows_harmsNeitherTheOperationNorOtherListeners() {
    RecordingListener second = new RecordingListener();
    List<String> called = new ArrayList<>();
    StoreListener failing =
        new StoreListener() {
          @Override
          public void opened(Store store) {
            called.add("opened");
            throw new IllegalStateException("as the test wants");
          }

          @Override
          public void finished(StoreOperation operation) {
            called.add("finished");
            throw new StackOverflowError("as the test wants");
          }

          @Override
          public void conflicted(StoreConflict conflict) {
            throw new AssertionError("there is no conflict");
          }

          @Override
          public void closed() {
            called.add("closed");
            throw new IllegalStateException("as the test wants");
          }
        };
    Store store = observed(options(runtime).listening(failing).listening(second));
    assertThat(write(store, Duration.ZERO)).isEqualTo("done");
    assertThat(store.get("page", RIGA, Columns.ALL)).isPresent();
    assertThatThrownBy(() -> store.counter("none")).isInstanceOf(IllegalArgumentException.class);
    store.close();
    assertThat(second.operations).hasSize(3);
    assertThat(second.stores).containsExactly("opened", "closed");
    assertThat(called).containsExactly("opened", "finished", "finished", "finished", "closed");
  }

  @Test
  void duration_isOfTheRuntimesClock() {
    RecordingListener heard = new RecordingListener();
    Store store = observed(options(runtime).listening(heard));
    write(store, Duration.ofMillis(70));
    assertThat(heard.only().duration()).isEqualTo(Duration.ofMillis(70));
  }

  @Test
  void slowOperation_isLoggedWithItsCalls() {
    Store store = observed(options(runtime).slow(Duration.ofMillis(50)));
    write(store, Duration.ofMillis(50));
    assertThat(lines).as("not longer than allowed").isEmpty();
    write(store, Duration.ofMillis(70));
    assertThat(lines)
        .containsExactly(
            "slow write of page: ok after 70.0 ms, attempts=1 keys-read=1 keys-written=1"
                + " round-trips=2 bytes-read=9 bytes-written=9 retries=0; calls: get 1 until 0.0 ms,"
                + " write 1 until 70.0 ms");
  }

  @Test
  void slowFailure_isLoggedToo() {
    Store store = observed(options(runtime).slow(Duration.ofMillis(50)));
    assertThatThrownBy(
            () ->
                store.write(
                    transaction -> {
                      runtime.pass(Duration.ofSeconds(3));
                      throw new IllegalStateException("as the test wants");
                    }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(lines)
        .singleElement()
        .asString()
        .startsWith("slow write: withdrawn after 3000.0 ms, attempts=1 ")
        .endsWith("; calls: none");
  }

  @Test
  void operationOfManyCalls_isLoggedInABoundedLine() {
    Store store = observed(options(runtime).slow(Duration.ofMillis(50)));
    store.write(
        transaction -> {
          for (int number = 0; number < 500; number++) {
            transaction.get("page", Tuple.of("title " + number), Columns.ALL);
          }
          runtime.pass(Duration.ofMinutes(100));
          return "done";
        });
    assertThat(lines).singleElement().asString().endsWith("until 0.0 ms, and 480 more");
    assertThat(lines.get(0).length()).isLessThan(600);
  }

  @Test
  void manySlowOperations_areCounted() {
    Store store = observed(options(runtime).slow(Duration.ofMillis(50)));
    for (int number = 0; number < 40; number++) {
      write(store, Duration.ofMillis(60));
    }
    assertThat(lines).hasSize(SlowLog.LINES_MAX);
    runtime.pass(SlowLog.SPAN);
    write(store, Duration.ofMillis(60));
    assertThat(lines).hasSize(SlowLog.LINES_MAX + 1);
    assertThat(lines.get(SlowLog.LINES_MAX))
        .endsWith("; 30 slow operations before this one are not logged");
    write(store, Duration.ofMillis(60));
    assertThat(lines.get(SlowLog.LINES_MAX + 1)).doesNotContain("not logged");
  }
}
