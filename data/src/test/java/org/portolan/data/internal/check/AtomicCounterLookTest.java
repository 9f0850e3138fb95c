package org.portolan.data.internal.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.portolan.data.internal.check.CounterLook.Confirmed;
import org.portolan.data.internal.check.CounterLook.Correction;
import org.portolan.data.internal.check.CounterLook.Counted;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.engine.simulated.SimulatedCluster.Kind;

/** Corrections if transactions span the store: on a grid without snapshots, and in one process. */
class AtomicCounterLookTest {
  /** Three rows that no counter counts. */
  private static CountedPages threeRows(Kind kind) {
    CountedPages pages = CountedPages.laggingAndExact(kind);
    List.of("A", "B", "C").forEach(pages::put);
    return pages;
  }

  @OnAtomicEngines
  void look_whileAnotherCorrects_correctsOnce(Kind kind) throws InterruptedException {
    try (CountedPages pages = threeRows(kind)) {
      CounterSchema counter = pages.counter("exact");
      AtomicCounterLook looks =
          new AtomicCounterLook(
              pages.engine::begin, pages.engine.capabilities(), new ReentrantLock());
      AtomicReference<Thread> other = new AtomicReference<>();
      looks.look(
          counter,
          Correction.ALL,
          rows -> {
            if (other.get() == null) {
              other.set(new Thread(() -> looks.look(counter, Correction.ALL, more -> {})));
              other.get().start();
              join(other.get(), 200);
            }
          });
      other.get().join();
      assertThat(pages.value(counter.name())).isEqualTo(3);
    }
  }

  private static void join(Thread thread, long millis) {
    try {
      thread.join(millis);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @OnAtomicEngines
  void look_whileAWriterAdds_correctsWhatIsMissing(Kind kind) {
    try (CountedPages pages = threeRows(kind)) {
      CounterSchema counter = pages.counter("exact");
      boolean[] added = {false};
      Counted counted =
          new AtomicCounterLook(
                  pages.engine::begin, pages.engine.capabilities(), new ReentrantLock())
              .look(
                  counter,
                  Correction.ALL,
                  rows -> {
                    if (!added[0]) {
                      added[0] = true;
                      pages.add(counter.name(), 1);
                    }
                  });
      assertThat(counted.repaired()).isTrue();
      // A snapshot does not show the addition, which adds to the correction. Elsewhere the look
      // sees it.
      assertThat(pages.value(counter.name())).isEqualTo(kind == Kind.EMBEDDED ? 4 : 3);
    }
  }

  @OnAtomicEngines
  void look_ofWhatAnEarlierLookFound_correctsNoMore(Kind kind) {
    try (CountedPages pages = threeRows(kind)) {
      CounterSchema counter = pages.counter("lagging");
      AtomicCounterLook looks =
          new AtomicCounterLook(
              pages.engine::begin, pages.engine.capabilities(), new ReentrantLock());
      assertThat(looks.look(counter, confirmed(-1, 0), rows -> {}).repaired()).isFalse();
      looks.look(counter, confirmed(2, 0), rows -> {});
      assertThat(pages.value(counter.name())).isEqualTo(2);
      looks.look(counter, confirmed(5, 1), rows -> {});
      assertThat(pages.value(counter.name())).isEqualTo(3);
    }
  }

  @OnAtomicEngines
  void look_ofWhatWasFoundBeforeAnotherCorrection_correctsNothing(Kind kind) {
    try (CountedPages pages = threeRows(kind)) {
      CounterSchema counter = pages.counter("lagging");
      AtomicCounterLook looks =
          new AtomicCounterLook(
              pages.engine::begin, pages.engine.capabilities(), new ReentrantLock());
      Counted found = looks.look(counter, Correction.NONE, rows -> {});
      looks.look(counter, confirmed(1, 0), rows -> {});
      Counted counted = looks.look(counter, new Confirmed(found), rows -> {});
      assertThat(counted.repaired()).isFalse();
      assertThat(counted.sameCorrections(found)).isFalse();
      assertThat(pages.value(counter.name())).isEqualTo(1);
    }
  }

  private static Correction confirmed(long missing, long corrections) {
    return new Confirmed(new Counted(0, missing, corrections, false));
  }
}
