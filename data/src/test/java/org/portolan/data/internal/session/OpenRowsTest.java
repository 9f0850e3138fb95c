package org.portolan.data.internal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.portolan.data.internal.session.SessionsTest.page;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.portolan.data.StillRuntime;
import org.portolan.data.repaired.HookedEngine;
import org.portolan.engine.Mutation;
import org.portolan.engine.RowKey;
import org.portolan.engine.UnavailableException;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

class OpenRowsTest {
  private static final int PAGE_ROWS = 1_000;
  private static final long SESSION = 9;

  private final HookedEngine engine = new HookedEngine(MemoryCluster.ofRows("s", 1).connect());
  private final Sessions sessions = SessionsTest.sessions(engine);
  private final List<Mutation> written = new CopyOnWriteArrayList<>();
  private final List<Gate> gates = new CopyOnWriteArrayList<>();
  private final StillRuntime runtime = new StillRuntime(1_000);
  private final OpenRows open = new OpenRows(sessions, runtime, SESSION);

  @AfterEach
  void close() {
    gates.forEach(Gate::open);
    engine.beforeWrite = mutations -> {};
    open.close();
  }

  private static List<RowKey> pages(String name, int count) {
    return IntStream.range(0, count).mapToObj(number -> page(name + number)).toList();
  }

  private void register(List<RowKey> rows) throws InterruptedException {
    rows.forEach(open::prepare);
    open.await(rows);
  }

  private void watch() {
    written.clear();
    engine.beforeWrite = written::addAll;
  }

  private boolean lists(RowKey row) {
    return sessions.openRows(SESSION).contains(row);
  }

  @Test
  void await_preparedRows_areRegistered() throws InterruptedException {
    register(pages("A", 3));

    assertThat(sessions.openRows(SESSION)).containsExactlyElementsOf(pages("A", 3));
  }

  @Test
  void prepare_rowWrittenAgain_isNotRegisteredAgain() throws InterruptedException {
    register(pages("A", 1));
    open.idle(pages("A", 1));
    watch();

    register(pages("A", 1));

    assertThat(written).isEmpty();
  }

  @Test
  void prepare_keyThatIsNone_isRefusedAndNothingIsLeft() throws InterruptedException {
    RowKey none = new RowKey("page", Tuple.of(5));

    assertThatThrownBy(() -> open.prepare(none)).isInstanceOf(RuntimeException.class);

    register(pages("A", 1));
    assertThat(lists(page("A0"))).isTrue();
  }

  @Test
  void retire_fullPageOfIdleRows_isRemoved() throws InterruptedException {
    register(pages("A", PAGE_ROWS));
    register(pages("B", 1));
    open.idle(pages("A", PAGE_ROWS - 1));
    open.retire();
    assertThat(lists(page("A0"))).as("a row of the page is being written").isTrue();

    open.idle(List.of(page("A" + (PAGE_ROWS - 1))));
    open.retire();

    assertThat(sessions.openRows(SESSION)).containsExactly(page("B0"));
    watch();
    register(pages("A", 1));
    assertThat(written).as("a row that is registered no longer").hasSize(1);
  }

  @Test
  void retire_currentPage_stays() throws InterruptedException {
    register(pages("A", 5));
    open.idle(pages("A", 5));

    open.retire();

    assertThat(sessions.openRows(SESSION)).hasSize(5);
  }

  @Test
  void retire_noPage_doesNothing() {
    watch();

    open.retire();

    assertThat(written).isEmpty();
  }

  @Test
  void prepare_registeredThreePagesAgo_movesOn() throws InterruptedException {
    RowKey busy = page("busy");
    register(List.of(busy));
    register(pages("A", PAGE_ROWS - 1));
    register(pages("B", PAGE_ROWS));
    register(pages("C", 1));
    watch();
    register(List.of(busy));
    assertThat(written).as("two pages behind it stays").isEmpty();
    register(pages("D", PAGE_ROWS));
    watch();

    register(List.of(busy));

    assertThat(written).hasSize(1);
    assertThat(written.get(0).key()).isEqualTo(Tuple.of(SESSION, 4));
    // All pages before the current one are idle, the first too, though the row is being written.
    open.idle(pages("A", PAGE_ROWS - 1));
    open.idle(pages("B", PAGE_ROWS));
    open.retire();
    assertThat(lists(page("A0"))).isFalse();
    assertThat(lists(page("B0"))).isFalse();
    assertThat(lists(page("C0"))).isTrue();
    assertThat(lists(busy)).isTrue();
  }

  @Test
  void retire_rowThatMovedOnButIsNotListedThereYet_keepsItsFormerPage() throws Exception {
    RowKey busy = page("busy");
    register(List.of(busy));
    List<RowKey> others = new ArrayList<>(pages("A", PAGE_ROWS * 3));
    register(others);
    open.idle(others);
    engine.beforeWrite =
        mutations -> {
          if (mutations.get(0).key().equals(Tuple.of(SESSION, 4))) {
            throw new UnavailableException("not now");
          }
        };
    open.prepare(busy);
    assertThatThrownBy(() -> open.await(List.of(busy))).isInstanceOf(UnavailableException.class);

    open.retire();
    assertThat(lists(busy)).as("no page lists it but the first").isTrue();
    assertThat(lists(page("A" + PAGE_ROWS))).as("pages without it are removed").isFalse();

    engine.beforeWrite = mutations -> {};
    register(List.of(busy));
    open.retire();
    assertThat(lists(page("A0"))).as("the first page").isFalse();
    assertThat(lists(busy)).isTrue();
  }

  @Test
  void await_registrationThatFailed_saysSoAndIsTriedAgainByTheNext() throws InterruptedException {
    AtomicInteger failures = new AtomicInteger();
    engine.beforeWrite =
        mutations -> {
          if (failures.incrementAndGet() == 1) {
            throw new UnavailableException("not now");
          }
        };
    open.prepare(page("A0"));
    assertThatThrownBy(() -> open.await(List.of(page("A0"))))
        .isInstanceOf(UnavailableException.class)
        .hasMessageContaining("nothing was changed")
        .hasCauseInstanceOf(UnavailableException.class);

    register(pages("A", 1));

    assertThat(lists(page("A0"))).isTrue();
  }

  @Test
  void await_closed_isRefused() {
    open.close();
    open.prepare(page("A0"));

    assertThatThrownBy(() -> open.await(List.of(page("A0"))))
        .isInstanceOf(UnavailableException.class);
  }

  @Test
  void register_moreThanOnePage_fillsPagesInOrder() throws InterruptedException {
    watch();
    register(pages("A", PAGE_ROWS + 1));

    long inFirst =
        written.stream()
            .filter(mutation -> mutation.key().equals(Tuple.of(SESSION, 1)))
            .mapToLong(mutation -> mutation.changes().size())
            .sum();
    assertThat(inFirst).isEqualTo(PAGE_ROWS);
    assertThat(sessions.openRows(SESSION)).hasSize(PAGE_ROWS + 1);
  }

  @Test
  void register_longKeys_takesSeveralMutations() throws InterruptedException {
    String longName = "x".repeat(3_000);
    watch();

    register(pages(longName, 200));

    assertThat(sessions.openRows(SESSION)).hasSize(200);
    assertThat(written)
        .allSatisfy(mutation -> assertThat(mutation.changes().size()).isLessThanOrEqualTo(88));
  }

  @Test
  void retire_again_removesNothingTwice() throws InterruptedException {
    register(pages("A", PAGE_ROWS + 1));
    open.idle(pages("A", PAGE_ROWS + 1));
    open.retire();
    watch();

    open.retire();

    assertThat(written).isEmpty();
  }

  @Test
  void retire_rowWrittenWhileItMovedOn_keepsItsNewPage() throws InterruptedException {
    RowKey busy = page("busy");
    register(List.of(busy));
    List<RowKey> before = pages("A", PAGE_ROWS * 3);
    register(before);
    register(List.of(busy));
    List<RowKey> after = pages("B", PAGE_ROWS);
    register(after);
    open.idle(before);
    open.idle(after);

    open.retire();

    assertThat(lists(busy)).as("two writes of it are under way").isTrue();
    assertThat(lists(page("A" + PAGE_ROWS))).isFalse();
  }

  @Test
  void idle_rowThatHasMovedOn_freesItsFormerPageOnce() throws InterruptedException {
    RowKey moving = page("moving");
    register(List.of(moving));
    List<RowKey> others = pages("A", PAGE_ROWS * 3);
    register(others);
    open.idle(others.subList(1, others.size()));
    register(List.of(moving));
    open.idle(List.of(moving, moving));

    open.retire();

    assertThat(lists(page("A0"))).as("it is being written, in the same page").isTrue();
  }

  @Test
  void idle_rowThatCouldNotMoveOn_freesItsFormerPage() throws InterruptedException {
    RowKey moving = page("moving");
    register(List.of(moving));
    List<RowKey> others = pages("A", PAGE_ROWS * 3);
    register(others);
    open.idle(others);
    engine.beforeWrite =
        mutations -> {
          if (mutations.get(0).key().equals(Tuple.of(SESSION, 4))) {
            throw new UnavailableException("not now");
          }
        };
    open.prepare(moving);
    assertThatThrownBy(() -> open.await(List.of(moving))).isInstanceOf(UnavailableException.class);
    open.idle(List.of(moving, moving));

    open.retire();

    assertThat(lists(moving)).isFalse();
  }

  @Test
  void register_rowsPreparedMeanwhile_oneMutationForAll() throws InterruptedException {
    Gate gate = gateBefore(1);
    open.prepare(page("first"));
    gate.awaitReached();
    pages("A", 50).forEach(open::prepare);
    gate.open();
    open.await(pages("A", 50));

    assertThat(written).extracting(mutation -> mutation.changes().size()).containsExactly(1, 50);
  }

  @Test
  void await_rowThatMovedOnWhileItWasRegistered_waitsForItsNewPage() throws InterruptedException {
    RowKey moving = page("moving");
    Gate first = gateBefore(1);
    open.prepare(moving);
    first.awaitReached();
    List<RowKey> others = pages("A", PAGE_ROWS * 3);
    others.forEach(open::prepare);
    open.prepare(moving);
    Gate last = gateBefore(4);
    first.open();
    last.awaitReached();

    Thread waiting = inOtherThread(() -> open.await(List.of(moving)));
    assertThat(waiting.isAlive()).as("nothing keeps its former page").isTrue();
    last.open();
    join(waiting);

    assertThat(lists(moving)).isTrue();
  }

  /** A page is read up to its size: what is in it twice takes the place of another row. */
  @Test
  void register_rowPreparedAgainBeforeItWasTaken_isListedOnceAndHidesNoOther()
      throws InterruptedException {
    RowKey moving = page("moving");
    Gate gate = gateBefore(1);
    open.prepare(page("first"));
    gate.awaitReached();
    List<RowKey> rows = new ArrayList<>(List.of(moving));
    rows.addAll(pages("A", PAGE_ROWS * 3));
    rows.forEach(open::prepare);
    open.prepare(moving);
    List<RowKey> fill = pages("B", PAGE_ROWS);
    fill.forEach(open::prepare);
    gate.open();
    rows.addAll(fill);
    open.await(rows);

    assertThat(sessions.openRows(SESSION)).containsAll(rows);
  }

  @Test
  void await_registrationThatTakesTooLong_isGivenUp() throws InterruptedException {
    Gate gate = gateBefore(1);
    open.prepare(page("A0"));
    gate.awaitReached();
    List<Throwable> failures = new CopyOnWriteArrayList<>();
    Thread waiting =
        inOtherThread(
            () -> {
              try {
                open.await(pages("A", 1));
              } catch (UnavailableException e) {
                failures.add(e);
              }
            });

    runtime.pass(Duration.ofSeconds(61));
    join(waiting);

    assertThat(failures).hasSize(1);
    gate.open();
  }

  @Test
  void await_registrationThatIsMade_endsAtOnce() throws InterruptedException {
    runtime.waitForSignalsAlone();
    Gate gate = gateBefore(1);
    open.prepare(page("A0"));
    gate.awaitReached();
    Thread waiting = inOtherThread(() -> open.await(pages("A", 1)));

    gate.open();

    join(waiting);
  }

  @Test
  void await_clientThatEnds_saysWhy() {
    engine.dyingBefore(mutations -> true);
    open.prepare(page("A0"));

    assertThatThrownBy(() -> open.await(pages("A", 1)))
        .isInstanceOf(UnavailableException.class)
        .hasCauseInstanceOf(HookedEngine.Death.class);
  }

  @Test
  void close_registrationUnderWay_waitsForIt() throws InterruptedException {
    Gate gate = gateBefore(1);
    open.prepare(page("A0"));
    gate.awaitReached();

    Thread closing = inOtherThread(open::close);
    assertThat(closing.isAlive()).isTrue();
    gate.open();
    join(closing);
  }

  /** A moment at which the thread that registers is held. */
  private static final class Gate {
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

  /** Holds the thread that registers before it writes a page; notes all that is written. */
  private Gate gateBefore(int page) {
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

  private interface Work {
    void run() throws InterruptedException;
  }

  /** Starts a thread and returns once it waits or has ended. */
  private static Thread inOtherThread(Work work) {
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

  private static void join(Thread thread) throws InterruptedException {
    thread.join(30_000);
    assertThat(thread.isAlive()).isFalse();
  }
}
