package org.portolan.data.internal.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.portolan.data.Store.Guarantee;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.check.CounterLook.Confirmed;
import org.portolan.data.internal.check.CounterLook.Correction;
import org.portolan.data.internal.check.CounterLook.Counted;
import org.portolan.data.internal.counter.CounterReads;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.DesignReader;
import org.portolan.engine.Change;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.Mutation;
import org.portolan.engine.simulated.Client;
import org.portolan.engine.simulated.SimulatedCluster;
import org.portolan.engine.simulated.SimulatedCluster.Kind;
import org.portolan.types.Tuple;

/** Corrections if transactions span the store: on a grid without snapshots, and in one process. */
class AtomicCounterLookTest {
  private static final StoreSchema SCHEMA =
      new StoreSchema(
          DesignReader.read(
              """
              format: 1
              design: looks
              entities:
                page:
                  key: {title: text}
                  key-layout: plain
                  families:
                    main: {text: text}
                  counters:
                    exact: {layout: single}
                    lagging: {layout: single, transactional: false}
              """,
              "looks"),
          Guarantee.ATOMIC);

  /** Three rows that no counter counts. */
  private static Engine threeRows(Kind kind) {
    Engine engine = SimulatedCluster.calm(kind, new Random(1)).connect(Client.calm(new Random(2)));
    engine.createTable(StoreSchema.metaTable());
    SCHEMA.tables().forEach(engine::createTable);
    for (String title : new String[] {"A", "B", "C"}) {
      engine.mutate(
          Mutation.of("page", Tuple.of(title), new Change.PutColumns("main", List.of("text"))),
          Durability.SYNCED);
    }
    return engine;
  }

  private static long value(Engine engine, CounterSchema counter) {
    return CounterReads.value(new Access(engine, null), counter);
  }

  @OnAtomicEngines
  void look_whileAnotherCorrects_correctsOnce(Kind kind) throws InterruptedException {
    try (Engine engine = threeRows(kind)) {
      CounterSchema counter = SCHEMA.counter("exact");
      AtomicCounterLook looks = new AtomicCounterLook(engine, new ReentrantLock());
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
      assertThat(value(engine, counter)).isEqualTo(3);
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
    try (Engine engine = threeRows(kind)) {
      CounterSchema counter = SCHEMA.counter("exact");
      boolean[] added = {false};
      Counted counted =
          new AtomicCounterLook(engine, new ReentrantLock())
              .look(
                  counter,
                  Correction.ALL,
                  rows -> {
                    if (!added[0]) {
                      added[0] = true;
                      engine.mutate(
                          Mutation.of(
                              CounterSchema.TABLE,
                              counter.shards().get(0),
                              new Change.Add(CounterSchema.FAMILY, 1)),
                          Durability.SYNCED);
                    }
                  });
      assertThat(counted.repaired()).isTrue();
      // A snapshot does not show the addition, which adds to the correction. Elsewhere the look
      // sees it.
      assertThat(value(engine, counter)).isEqualTo(kind == Kind.EMBEDDED ? 4 : 3);
    }
  }

  @OnAtomicEngines
  void look_ofWhatAnEarlierLookFound_correctsNoMore(Kind kind) {
    try (Engine engine = threeRows(kind)) {
      CounterSchema counter = SCHEMA.counter("lagging");
      AtomicCounterLook looks = new AtomicCounterLook(engine, new ReentrantLock());
      assertThat(looks.look(counter, confirmed(-1, 0), rows -> {}).repaired()).isFalse();
      looks.look(counter, confirmed(2, 0), rows -> {});
      assertThat(value(engine, counter)).isEqualTo(2);
      looks.look(counter, confirmed(5, 1), rows -> {});
      assertThat(value(engine, counter)).isEqualTo(3);
    }
  }

  @OnAtomicEngines
  void look_ofWhatWasFoundBeforeAnotherCorrection_correctsNothing(Kind kind) {
    try (Engine engine = threeRows(kind)) {
      CounterSchema counter = SCHEMA.counter("lagging");
      AtomicCounterLook looks = new AtomicCounterLook(engine, new ReentrantLock());
      Counted found = looks.look(counter, Correction.NONE, rows -> {});
      looks.look(counter, confirmed(1, 0), rows -> {});
      Counted counted = looks.look(counter, new Confirmed(found), rows -> {});
      assertThat(counted.repaired()).isFalse();
      assertThat(counted.sameCorrections(found)).isFalse();
      assertThat(value(engine, counter)).isEqualTo(1);
    }
  }

  private static Correction confirmed(long missing, long corrections) {
    return new Confirmed(new Counted(0, missing, corrections, false));
  }
}
