package org.portolan.data.internal.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.portolan.data.StillRuntime;
import org.portolan.data.internal.write.WriteTurns.Turn;
import org.portolan.engine.RowKey;
import org.portolan.types.Tuple;

class WriteTurnsTest {
  private static final RowKey RIGA = new RowKey("page", Tuple.of("Riga"));
  private static final RowKey TARTU = new RowKey("page", Tuple.of("Tartu"));

  private final StillRuntime runtime = new StillRuntime(0);
  private final WriteTurns turns = new WriteTurns(runtime);
  private final ExecutorService others = Executors.newCachedThreadPool();

  @AfterEach
  void end() {
    others.shutdownNow();
  }

  /** Lets another thread take a turn and end it at once; returns whether it got it. */
  private Future<Boolean> other(RowKey row, Runnable inTurn) {
    Callable<Boolean> write =
        () -> {
          try (Turn turn = turns.begin()) {
            boolean taken = turn.take(row);
            inTurn.run();
            return taken;
          }
        };
    return others.submit(write);
  }

  private boolean otherTakes(RowKey row) throws InterruptedException, ExecutionException {
    return other(row, () -> {}).get();
  }

  @Test
  void take_manyThreads_firstComeFirstServed() throws Exception {
    runtime.waitForSignalsAlone();
    List<Integer> served = new CopyOnWriteArrayList<>();
    List<Future<Boolean>> waiting = new ArrayList<>();
    try (Turn turn = turns.begin()) {
      assertThat(turn.take(RIGA)).isTrue();
      for (int number = 0; number < 6; number++) {
        int own = number;
        waiting.add(other(RIGA, () -> served.add(own)));
        runtime.awaitWaits(number + 1);
      }
      assertThat(turn.take(RIGA)).as("the turn that it has").isTrue();
      assertThat(served).isEmpty();
    }
    for (Future<Boolean> each : waiting) {
      assertThat(each.get()).isTrue();
    }
    assertThat(served).containsExactly(0, 1, 2, 3, 4, 5);
  }

  @Test
  void take_anotherRow_endsTheTurnAtTheFirst() throws Exception {
    runtime.waitForSignalsAlone();
    try (Turn turn = turns.begin()) {
      assertThat(turn.take(RIGA)).isTrue();
      assertThat(otherTakes(TARTU)).as("rows do not wait for each other").isTrue();
      assertThat(turn.take(TARTU)).isTrue();
      assertThat(otherTakes(RIGA)).isTrue();
    }
    assertThat(otherTakes(TARTU)).isTrue();
  }

  @Test
  void take_heldForLong_isInVain_onceForAWrite() throws Exception {
    try (Turn held = turns.begin()) {
      assertThat(held.take(RIGA)).isTrue();
      Future<Boolean> waiting =
          others.submit(
              () -> {
                try (Turn turn = turns.begin()) {
                  assertThat(turn.take(RIGA)).isFalse();
                  return turn.take(TARTU);
                }
              });
      assertThat(waiting.get()).as("it takes no turns any more").isFalse();
    }
    assertThat(otherTakes(RIGA)).as("nothing is left of the vain wait").isTrue();
  }

  @Test
  void take_insideAnotherWriteOfTheThread_getsNoSecondTurn() throws Exception {
    try (Turn outer = turns.begin()) {
      assertThat(outer.take(RIGA)).isTrue();
      try (Turn inner = turns.begin()) {
        assertThat(inner.take(RIGA)).isFalse();
        assertThat(inner.take(TARTU)).isFalse();
      }
      assertThat(otherTakes(TARTU)).isTrue();
    }
    try (Turn turn = turns.begin()) {
      assertThat(turn.take(RIGA)).isTrue();
    }
  }

  @Test
  void take_interrupted_leavesTheRowToTheNext() throws Exception {
    try (Turn held = turns.begin()) {
      assertThat(held.take(RIGA)).isTrue();
      Future<Boolean> waiting =
          others.submit(
              () -> {
                Thread.currentThread().interrupt();
                try (Turn turn = turns.begin()) {
                  return turn.take(RIGA);
                }
              });
      assertThatThrownBy(waiting::get).hasCauseInstanceOf(InterruptedException.class);
    }
    assertThat(otherTakes(RIGA)).isTrue();
  }
}
