package org.portolan.data.internal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.portolan.data.internal.session.SessionsTest.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.portolan.engine.RowKey;
import org.portolan.engine.UnavailableException;
import org.portolan.types.Tuple;

/** The pages that a session keeps or removes while rows move on. */
class OpenRowsPagesTest extends OpenRowsStory {
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
    // All pages before the current one are idle, even the first, although the row is still being
    // written.
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

  /** The page after the last page that is found is removed too, and no further one. */
  @Test
  void retire_firstEntryOfTheNextPageOnItsWay_keepsTheLastPage() throws InterruptedException {
    SessionRecord record = new SessionRecord(SESSION, 1, 10, false, 1_000, "pid");
    assertThat(sessions.replace(Optional.empty(), record)).isTrue();
    register(pages("A", PAGE_ROWS));
    Gate gate = gateBefore(2);
    open.prepare(page("late"));
    gate.awaitReached();
    open.idle(pages("A", PAGE_ROWS));

    open.retire();

    assertThat(lists(page("A0"))).isTrue();
    // The process is held up meanwhile; another one ends its session.
    assertThat(sessions.fence(record)).isTrue();
    sessions.remove(record.ended());
    gate.open();
    open.await(List.of(page("late")));
    assertThat(lists(page("late"))).isFalse();
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
}
