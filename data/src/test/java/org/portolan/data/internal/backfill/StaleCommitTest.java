package org.portolan.data.internal.backfill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.portolan.data.MovableRuntime;
import org.portolan.data.Store;
import org.portolan.data.StoreOptions;
import org.portolan.data.StoreTransaction;
import org.portolan.data.internal.repaired.Repairing;
import org.portolan.data.repaired.HookedEngine;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Durability;
import org.portolan.engine.fixture.FaultPlan;
import org.portolan.types.Tuple;

/**
 * A process has planned a commit before the index existed, and is held up until its session was
 * ended and the backfill has gone through. The commit must not be made: nobody would list its
 * entry.
 */
class StaleCommitTest {
  private static final StoreOptions OPTIONS =
      StoreOptions.DEFAULT.sweeping(Duration.ZERO, StoreOptions.DEFAULT.sweepGrace());

  @TempDir Path directory;

  /** A write of one row without follow-ups in the design without indexes. */
  private enum Work {
    REPLACE {
      @Override
      void run(StoreTransaction transaction) {
        put(transaction, "page 01");
      }
    },
    DELETE {
      @Override
      void run(StoreTransaction transaction) {
        transaction.delete("page", Tuple.of("page 01"));
      }
    },
    CREATE_AGAIN {
      @Override
      void run(StoreTransaction transaction) {
        put(transaction, "page 02");
      }
    },
    CREATE {
      @Override
      void run(StoreTransaction transaction) {
        put(transaction, "unheard of");
      }
    };

    abstract void run(StoreTransaction transaction);

    static void put(StoreTransaction transaction, String title) {
      transaction.put("page", Tuple.of(title), Map.of("text", "late", "links", Set.of("e")));
    }
  }

  static Stream<Arguments> everyWork() {
    return Stream.of(GrownStore.Kind.ROWS, GrownStore.Kind.COLUMNS)
        .flatMap(kind -> Stream.of(Work.values()).map(work -> Arguments.of(kind, work)));
  }

  @ParameterizedTest
  @MethodSource("everyWork")
  void commitOfAnEndedSession_afterTheBackfill_isRefused(GrownStore.Kind kind, Work work) {
    try (GrownStore grown = new GrownStore(kind, directory).filled(1)) {
      try (Store store = grown.open()) {
        store.write(
            transaction -> {
              transaction.put("page", Tuple.of("page 01"), Map.of("links", Set.of("a")));
              transaction.put("page", Tuple.of("page 02"), Map.of("links", Set.of("a")));
              return null;
            });
        store.write(
            transaction -> {
              transaction.delete("page", Tuple.of("page 02"));
              return null;
            });
      }
      HookedEngine engine = new HookedEngine(grown.client(FaultPlan.NONE));
      AtomicInteger heldUp = new AtomicInteger();
      engine.beforeWrite =
          mutations -> {
            if (mutations.get(0).table().equals("page") && heldUp.getAndIncrement() == 0) {
              endOthers(grown);
              IndexBackfill.Result unused =
                  grown.backfill(
                      grown.client(FaultPlan.NONE), IndexBackfill.START, new ArrayList<>());
            }
          };
      try (Repairing stale = new Repairing(engine, grown.poor, OPTIONS)) {
        assertThatThrownBy(
                () ->
                    stale
                        .attempts()
                        .attempt(
                            Durability.SYNCED,
                            null,
                            transaction -> {
                              work.run(transaction);
                              return null;
                            }))
            .isInstanceOf(ConflictException.class);
      }
      assertThat(heldUp).hasPositiveValue();
      grown.requireRight();
    }
  }

  /** Ends all sessions, as a process does that has seen them silent for long. */
  private static void endOthers(GrownStore grown) {
    MovableRuntime time = new MovableRuntime(InstantSource.system());
    try (Repairing sweeping =
        new Repairing(grown.client(FaultPlan.NONE), grown.rich, OPTIONS.in(time))) {
      for (int look = 0; look < 3; look++) {
        assertThat(sweeping.sweep()).isNotNull();
        time.pass(Duration.ofMinutes(1));
      }
      assertThat(sweeping.others()).isEqualTo(List.of());
    }
  }
}
