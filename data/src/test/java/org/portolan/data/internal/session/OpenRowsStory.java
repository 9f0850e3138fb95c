package org.portolan.data.internal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.portolan.data.internal.session.SessionsTest.page;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.portolan.data.StillRuntime;
import org.portolan.data.repaired.HookedEngine;
import org.portolan.engine.Mutation;
import org.portolan.engine.RowKey;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/** The rows that one session registers, in a store whose writes a test can hold up. */
abstract class OpenRowsStory {
  static final int PAGE_ROWS = 1_000;
  static final long SESSION = 9;

  final HookedEngine engine = new HookedEngine(MemoryCluster.ofRows("s", 1).connect());
  final Sessions sessions = SessionsTest.sessions(engine);
  final List<Mutation> written = new CopyOnWriteArrayList<>();
  final List<Gate> gates = new CopyOnWriteArrayList<>();
  final StillRuntime runtime = new StillRuntime(1_000);
  final OpenRows open = new OpenRows(sessions, runtime, SESSION, this::write);

  @AfterEach
  void close() {
    gates.forEach(Gate::open);
    engine.beforeWrite = mutations -> {};
    open.close();
  }

  private boolean write(int page, int ordinal, List<RowKey> rows) {
    sessions.register(SESSION, page, ordinal, rows, OpenRows.VERSION);
    return true;
  }

  static List<RowKey> pages(String name, int count) {
    return IntStream.range(0, count).mapToObj(number -> page(name + number)).toList();
  }

  void register(List<RowKey> rows) throws InterruptedException {
    rows.forEach(open::prepare);
    open.await(rows);
  }

  void watch() {
    written.clear();
    engine.beforeWrite = written::addAll;
  }

  boolean lists(RowKey row) {
    return sessions.openRows(SESSION).contains(row);
  }

  /** A point at which the thread that registers is held up. */
  static final class Gate {
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch opened = new CountDownLatch(1);

    void pass() {
      reached.countDown();
      require(opened);
    }

    void awaitReached() {
      require(reached);
    }

    void open() {
      opened.countDown();
    }

    private static void require(CountDownLatch latch) {
      try {
        assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  /** Holds up the thread that registers before it writes a page; notes all its writes. */
  Gate gateBefore(int page) {
    Gate gate = new Gate();
    gates.add(gate);
    engine.beforeWrite =
        mutations -> {
          written.addAll(mutations);
          if (mutations.get(0).key().equals(Tuple.of(SESSION, page))) {
            gate.pass();
          }
        };
    return gate;
  }

  interface Work {
    void run() throws InterruptedException;
  }

  /** Starts a thread and returns once it waits or has ended. */
  static Thread inOtherThread(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
            });
    thread.setDaemon(true);
    thread.start();
    Set<Thread.State> still =
        Set.of(Thread.State.WAITING, Thread.State.TIMED_WAITING, Thread.State.TERMINATED);
    while (!still.contains(thread.getState())) {
      Thread.onSpinWait();
    }
    return thread;
  }

  static void join(Thread thread) throws InterruptedException {
    thread.join(30_000);
    assertThat(thread.isAlive()).isFalse();
  }
}
