package org.portolan.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.types.Tuple;

class AsyncStoreTest {
  private static final AsyncOptions TWO = AsyncOptions.DEFAULT.underWayMax(2).waitingMax(3);

  @TempDir Path directory;

  private final ExecutorService executor = Executors.newCachedThreadPool();
  private final CountDownLatch gate = new CountDownLatch(1);
  private Store store;

  @BeforeEach
  void open() {
    store = Stores.openOrCreate("rocksdb:" + directory.resolve("store"), TestDesigns.everyLayout());
  }

  @AfterEach
  void close() {
    gate.countDown();
    store.close();
    executor.shutdownNow();
  }

  private AsyncStore async(boolean ownThreads, AsyncOptions options) {
    return store.async(ownThreads ? options : options.on(executor));
  }

  /** A call that ends when the gate opens. */
  private Function<Store, String> held(String result) {
    return s -> {
      AsyncStoreTest.await(gate);
      return result;
    };
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void until(java.util.function.BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(end);
      Thread.onSpinWait();
    }
  }

  private static <T> CompletableFuture<T> call(AsyncStore async, Function<Store, T> operation) {
    return async.call(operation).toCompletableFuture();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void calls_ofReadsAndWrites_runElsewhere(boolean ownThreads) {
    AsyncStore async = async(ownThreads, AsyncOptions.DEFAULT);
    AtomicReference<Thread> thread = new AtomicReference<>();
    CompletableFuture<?> write =
        async
            .write(
                transaction -> {
                  thread.set(Thread.currentThread());
                  transaction.put("page", Tuple.of("Riga"), Map.of("text", "a"));
                  return "put";
                })
            .toCompletableFuture();
    assertThat(write.join()).isEqualTo("put");
    assertThat(thread.get()).isNotEqualTo(Thread.currentThread());
    assertThat(thread.get().isDaemon()).isEqualTo(ownThreads);
    assertThat(call(async, s -> s.get("page", Tuple.of("Riga"), Columns.ALL)).join())
        .map(row -> row.text("text"))
        .contains("a");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void calls_beyondTheLimits_waitInOrderAndAreThenRefused(boolean ownThreads) {
    AsyncStore async = async(ownThreads, TWO);
    ConcurrentLinkedQueue<Integer> begun = new ConcurrentLinkedQueue<>();
    List<CompletableFuture<Integer>> calls = new ArrayList<>();
    for (int number = 0; number < 5; number++) {
      int own = number;
      calls.add(
          call(
              async,
              s -> {
                begun.add(own);
                AsyncStoreTest.await(gate);
                return own;
              }));
    }
    until(() -> begun.size() == 2);
    assertThat(async.underWay()).isEqualTo(2);
    assertThat(async.waiting()).isEqualTo(3);
    CompletableFuture<String> refused = call(async, held("too many"));
    assertThat(refused).isCompletedExceptionally();
    assertThatThrownBy(refused::join)
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(StoreBusyException.class)
        .hasMessageContaining("2 are under way and 3 wait");
    assertThat(begun).hasSize(2);
    gate.countDown();
    assertThat(calls.stream().map(CompletableFuture::join)).containsExactly(0, 1, 2, 3, 4);
    assertThat(call(async, s -> "again").join()).isEqualTo("again");
    until(() -> async.underWay() == 0);
    assertThat(async.waiting()).isZero();
  }

  @Test
  void calls_inOneThread_runInTheirOrder() {
    AsyncStore async = store.async(AsyncOptions.DEFAULT.underWayMax(1));
    List<Integer> begun = new ArrayList<>();
    List<CompletableFuture<Boolean>> calls =
        IntStream.range(0, 500).mapToObj(number -> call(async, s -> begun.add(number))).toList();
    calls.forEach(CompletableFuture::join);
    assertThat(begun).isEqualTo(IntStream.range(0, 500).boxed().toList());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void calls_ofManyThreads_neverExceedTheLimit(boolean ownThreads) {
    AsyncStore async = async(ownThreads, TWO.waitingMax(100_000));
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    AtomicInteger done = new AtomicInteger();
    List<CompletableFuture<Void>> submitters = new ArrayList<>();
    for (int thread = 0; thread < 4; thread++) {
      submitters.add(
          CompletableFuture.runAsync(
              () ->
                  IntStream.range(0, 2_000)
                      .mapToObj(
                          number ->
                              call(
                                  async,
                                  s -> {
                                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                                    done.incrementAndGet();
                                    return running.decrementAndGet();
                                  }))
                      .toList()
                      .forEach(CompletableFuture::join),
              executor));
    }
    submitters.forEach(CompletableFuture::join);
    assertThat(done).hasValue(8_000);
    assertThat(most.get()).isBetween(1, 2);
    until(() -> async.underWay() == 0);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void failure_isTheExceptionItself(boolean ownThreads) {
    AsyncStore async = async(ownThreads, TWO);
    IllegalStateException mine = new IllegalStateException("mine");
    AtomicReference<Throwable> seen = new AtomicReference<>();
    CompletableFuture<Object> failed =
        call(
            async,
            s -> {
              throw mine;
            });
    failed.whenComplete((value, failure) -> seen.set(failure)).exceptionally(any -> null).join();
    assertThat(seen.get()).isSameAs(mine);
    assertThatThrownBy(failed::join).hasCause(mine);
    assertThatThrownBy(() -> failed.thenApply(value -> value).join())
        .isInstanceOf(CompletionException.class)
        .hasCause(mine);
    assertThatThrownBy(
            () ->
                async
                    .write(transaction -> Math.floorDiv(1, 0))
                    .toCompletableFuture()
                    .get(1, TimeUnit.MINUTES))
        .hasCauseInstanceOf(ArithmeticException.class);
    AssertionError error = new AssertionError("an error");
    assertThatThrownBy(
            call(
                    async,
                    s -> {
                      throw error;
                    })
                ::join)
        .hasCause(error);
    assertThat(call(async, s -> s.counter("pages")).join()).isZero();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void cancel_ofACallThatWaits_takesItBack(boolean ownThreads) {
    AsyncStore async = async(ownThreads, TWO);
    CompletableFuture<String> first = call(async, held("first"));
    CompletableFuture<String> second = call(async, held("second"));
    AtomicInteger begun = new AtomicInteger();
    List<CompletableFuture<Integer>> waiting =
        IntStream.range(0, 3)
            .mapToObj(number -> call(async, s -> begun.incrementAndGet()))
            .toList();
    assertThat(async.waiting()).isEqualTo(3);
    assertThat(waiting.get(1).cancel(true)).isTrue();
    assertThat(waiting.get(2).complete(77)).isTrue();
    assertThat(async.waiting()).isEqualTo(1);
    assertThat(first.cancel(true)).isTrue();
    assertThat(async.underWay()).as("a call that has begun goes on").isEqualTo(2);
    gate.countDown();
    assertThat(second.join()).isEqualTo("second");
    assertThat(waiting.get(0).join()).isEqualTo(1);
    until(() -> async.underWay() == 0);
    assertThat(begun).hasValue(1);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void close_withCallsUnderWay_endsThemInOrder(boolean ownThreads) {
    AsyncStore async = async(ownThreads, TWO);
    CountDownLatch running = new CountDownLatch(2);
    List<String> ended = new ArrayList<>();
    List<CompletableFuture<?>> calls = new ArrayList<>();
    for (int number = 0; number < 2; number++) {
      String title = "page " + number;
      calls.add(
          call(
              async,
              s -> {
                running.countDown();
                AsyncStoreTest.await(gate);
                return s.write(
                    transaction -> {
                      transaction.put("page", Tuple.of(title), Map.of("text", "a"));
                      return title;
                    });
              }));
    }
    AsyncStoreTest.await(running);
    for (int number = 0; number < 3; number++) {
      String name = "waiting " + number;
      CompletableFuture<String> waiting = call(async, held(name));
      calls.add(waiting.whenComplete((value, failure) -> ended.add(name)));
    }
    CompletableFuture<Void> closing = CompletableFuture.runAsync(store::close, executor);
    for (CompletableFuture<?> waiting : calls.subList(2, 5)) {
      assertThatThrownBy(waiting::join)
          .hasRootCauseInstanceOf(IllegalStateException.class)
          .hasMessageContaining("closed before the call began");
    }
    assertThat(ended).containsExactly("waiting 0", "waiting 1", "waiting 2");
    assertThat(closing).as("waits for the calls under way").isNotDone();
    assertThatThrownBy(call(async, s -> "late")::join)
        .hasCauseInstanceOf(IllegalStateException.class);
    assertThatThrownBy(call(store.async(TWO), s -> "later")::join)
        .hasCauseInstanceOf(IllegalStateException.class);
    gate.countDown();
    closing.join();
    assertThat(calls.get(0).join()).isEqualTo("page 0");
    assertThat(calls.get(1).join()).isEqualTo("page 1");
    try (Store again = Stores.open("rocksdb:" + directory.resolve("store"))) {
      assertThat(again.counter("pages")).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void close_byACall_doesNotWaitForItself(boolean ownThreads) {
    AsyncStore async = async(ownThreads, TWO);
    List<CompletableFuture<String>> closing = new ArrayList<>();
    for (int number = 0; number < 2; number++) {
      closing.add(
          call(
              async,
              s -> {
                s.close();
                return "closed";
              }));
    }
    closing.get(0).join();
    store.close();
    // A call gives its place back after it has completed its stage.
    until(() -> async.underWay() <= 1);
  }

  @Test
  void executor_thatRejects_makesTheCallFail() {
    executor.shutdown();
    AsyncStore async = store.async(TWO.on(executor));
    for (int number = 0; number < 5; number++) {
      assertThatThrownBy(call(async, s -> "never")::join)
          .hasCauseInstanceOf(RejectedExecutionException.class);
    }
    assertThat(async.underWay()).isZero();
    assertThat(call(store.async(TWO.on(Runnable::run)), s -> "at once").join())
        .isEqualTo("at once");
  }

  /** Also an executor of {@code CallerRunsPolicy} that is busy. */
  @Test
  void executor_thatRunsInTheCallersThread_performsHoweverManyWait() throws Exception {
    AsyncStore async =
        store.async(AsyncOptions.DEFAULT.underWayMax(1).waitingMax(100_000).on(Runnable::run));
    CompletableFuture<CompletableFuture<String>> first = new CompletableFuture<>();
    Thread thread = new Thread(() -> first.complete(call(async, held("first"))));
    thread.start();
    until(() -> async.underWay() == 1);
    List<CompletableFuture<Integer>> waiting =
        IntStream.range(0, 50_000).mapToObj(number -> call(async, s -> number)).toList();
    gate.countDown();
    thread.join();
    assertThat(first.join().join()).isEqualTo("first");
    assertThat(waiting.stream().map(CompletableFuture::join).toList())
        .isEqualTo(IntStream.range(0, 50_000).boxed().toList());
    assertThat(async.underWay()).isZero();
  }

  @Test
  void functionOfAStage_mayMakeCalls() {
    AsyncStore async = store.async(AsyncOptions.DEFAULT.underWayMax(1).waitingMax(1));
    CompletableFuture<Long> chained =
        call(async, s -> s.counter("pages"))
            .thenCompose(
                pages -> async.call(s -> s.counter("edits")).thenApply(edits -> pages + edits))
            .toCompletableFuture();
    assertThat(chained.join()).isZero();
  }

  @Test
  void options_beyondTheirLimits_areRefused() {
    assertThatThrownBy(() -> AsyncOptions.DEFAULT.underWayMax(0))
        .hasMessage("underWayMax must be from 1 to 10000 but is 0");
    assertThatThrownBy(() -> AsyncOptions.DEFAULT.waitingMax(-1))
        .hasMessage("waitingMax must be from 0 to 1000000 but is -1");
  }
}
