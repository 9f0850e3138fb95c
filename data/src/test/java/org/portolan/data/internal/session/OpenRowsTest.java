package org.portolan.data.internal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.portolan.data.internal.session.SessionsTest.page;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.portolan.data.repaired.HookedEngine;
import org.portolan.engine.RowKey;
import org.portolan.engine.UnavailableException;
import org.portolan.types.Tuple;

/** The registration of rows, and its failures. */
class OpenRowsTest extends OpenRowsStory {
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
        .hasMessageContaining("this attempt changed nothing")
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
  void register_rowsPreparedMeanwhile_oneMutationForAll() throws InterruptedException {
    Gate gate = gateBefore(1);
    open.prepare(page("first"));
    gate.awaitReached();
    pages("A", 50).forEach(open::prepare);
    gate.open();
    open.await(pages("A", 50));

    assertThat(written).extracting(mutation -> mutation.changes().size()).containsExactly(1, 50);
  }

  /** A page is read up to its size: a row that is in it twice takes the place of another row. */
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
}
