package org.portolan.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.data.WriteConflictException;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.StoreException;
import org.portolan.engine.UnavailableException;
import org.portolan.engine.fixture.ClientKilledError;

/** Each fault does what its Javadoc says, on each kind of engine. */
class FaultsTest {
  @ParameterizedTest
  @EnumSource
  void loseNextAnswer_isMadeOnce(Kind kind) {
    try (TestCluster cluster = TestCluster.inMemory(kind)) {
      TestStore store = cluster.open(Notes.DESIGN);
      store.faults().loseNextAnswer();
      assertThatThrownBy(
              () ->
                  store.write(
                      tx -> {
                        throw new IllegalStateException("refused by the application");
                      }))
          .isInstanceOf(IllegalStateException.class);
      assertThatThrownBy(() -> Notes.add(store, "one", "anna"))
          .isInstanceOf(OutcomeUnknownException.class)
          .hasMessageContaining("the test hides the outcome of a write of 'notes'");
      assertThat(Notes.exists(store, "one")).isTrue();
      Notes.add(store, "one", "anna");
      assertThat(Notes.notesOf(store, "anna")).isEqualTo(1);
      Checks.requireClean(store);
    }
  }

  @ParameterizedTest
  @EnumSource
  void loseNextRequest_runsTheFunctionAndChangesNothing(Kind kind) {
    try (TestCluster cluster = TestCluster.inMemory(kind)) {
      TestStore store = cluster.open(Notes.DESIGN);
      AtomicInteger runs = new AtomicInteger();
      store.faults().loseNextRequest();
      assertThatThrownBy(
              () ->
                  store.write(
                      tx -> {
                        runs.incrementAndGet();
                        return Notes.add(tx, "one", "anna");
                      }))
          .isInstanceOf(OutcomeUnknownException.class);
      assertThat(runs).hasValue(1);
      assertThat(Notes.exists(store, "one")).isFalse();
      Notes.add(store, "one", "anna");
      Checks.requireClean(store);
    }
  }

  @ParameterizedTest
  @EnumSource
  void conflictNextAttempts_runsTheFunctionAgain(Kind kind) {
    try (TestCluster cluster = TestCluster.inMemory(kind)) {
      TestStore store = cluster.open(Notes.DESIGN);
      AtomicInteger runs = new AtomicInteger();
      store.faults().conflictNextAttempts(3);
      store.write(
          tx -> {
            runs.incrementAndGet();
            return Notes.add(tx, "one", "anna");
          });
      assertThat(runs).hasValue(4);
      assertThat(Notes.notesOf(store, "anna")).isEqualTo(1);
      store.faults().conflictNextAttempts(1_000);
      assertThatThrownBy(() -> Notes.add(store, "two", "anna"))
          .isInstanceOf(WriteConflictException.class);
      store.faults().clear();
      Notes.add(store, "two", "anna");
      Checks.requireClean(store);
    }
  }

  @ParameterizedTest
  @EnumSource
  void failNextCalls_isUnavailableThatOften(Kind kind) {
    try (TestCluster cluster = TestCluster.inMemory(kind)) {
      TestStore store = cluster.open(Notes.DESIGN);
      store.faults().failNextCalls(2);
      for (int call = 0; call < 2; call++) {
        assertThatThrownBy(() -> Notes.exists(store, "one"))
            .isInstanceOf(UnavailableException.class);
      }
      assertThat(Notes.exists(store, "one")).isFalse();
      assertThat(store.faults().calls()).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @EnumSource
  void outage_lastsUntilItIsCleared(Kind kind) {
    try (TestCluster cluster = TestCluster.inMemory(kind)) {
      TestStore store = cluster.open(Notes.DESIGN);
      Notes.add(store, "one", "anna");
      store.faults().outage();
      assertThatThrownBy(() -> Notes.add(store, "two", "anna"))
          .isInstanceOf(UnavailableException.class);
      store.faults().clear();
      assertThat(Notes.exists(store, "two")).isFalse();
      Checks.requireClean(store);
    }
  }

  @ParameterizedTest
  @EnumSource
  void outage_ofATable_leavesTheOthers(Kind kind) {
    try (TestCluster cluster = TestCluster.inMemory(kind)) {
      TestStore store = cluster.open(Notes.DESIGN);
      store.faults().outage("author");
      assertThatThrownBy(() -> Notes.add(store, "one", "anna"))
          .isInstanceOf(UnavailableException.class);
      assertThat(Notes.exists(store, "one")).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource
  void killAtEachCall_anotherProcessFindsTheWriteWholeOrNotAtAll(Kind kind) {
    for (boolean after : new boolean[] {false, true}) {
      int killed = 0;
      for (int call = 1; ; call++) {
        try (TestCluster cluster = TestCluster.inMemory(kind)) {
          if (!kill(cluster, call, after)) {
            break;
          }
          killed++;
        }
      }
      assertThat(killed).as("calls of one write").isGreaterThan(2);
    }
  }

  /** Returns whether the write was long enough to be killed at this call. */
  private static boolean kill(TestCluster cluster, int call, boolean after) {
    TestStore first = cluster.open(Notes.DESIGN);
    if (after) {
      first.faults().killAfterCall(call);
    } else {
      first.faults().killBeforeCall(call);
    }
    try {
      Notes.add(first, "one", "anna");
      return false;
    } catch (ClientKilledError dead) {
      assertThat(first.isKilled()).isTrue();
    }
    assertThatThrownBy(() -> Notes.exists(first, "one")).isInstanceOf(ClientKilledError.class);
    cluster.advance(Duration.ofMinutes(1));
    TestStore second = cluster.open(Notes.DESIGN);
    Checks.requireClean(second);
    int made = Notes.exists(second, "one") ? 1 : 0;
    assertThat(Notes.notesOf(second, "anna")).isEqualTo(made);
    assertThat(Notes.listed(second, "anna")).hasSize(made);
    Notes.add(second, "one", "anna");
    assertThat(Notes.notesOf(second, "anna")).isEqualTo(1);
    first.close();
    assertThat(first.runningThreads()).isZero();
    return true;
  }

  @ParameterizedTest
  @EnumSource
  void failAtRandom_ofASeed_losesAndDoublesNothing(Kind kind) {
    int failures = 0;
    for (long seed = 1; seed <= 3; seed++) {
      try (TestCluster cluster = TestCluster.inMemory(kind, seed)) {
        TestStore store = cluster.open(Notes.DESIGN);
        store.faults().failAtRandom(seed, 0.15);
        int failed = 0;
        for (int number = 0; number < 10; number++) {
          failed += addInTheEnd(store, "note " + number);
        }
        failures += failed;
        store.faults().clear();
        cluster.advance(Duration.ofMinutes(1));
        Checks.requireClean(store);
        assertThat(Notes.notesOf(store, "anna")).as("seed " + seed).isEqualTo(10);
        assertThat(store.counter("notes")).as("seed " + seed).isEqualTo(10);
      }
    }
    assertThat(failures).isPositive();
  }

  private static int addInTheEnd(TestStore store, String id) {
    for (int failed = 0; ; failed++) {
      try {
        Notes.add(store, id, "anna");
        return failed;
      } catch (StoreException again) {
        assertThat(failed).isLessThan(1_000);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void delayCalls_takesAtLeastThatLong(Kind kind) {
    try (TestCluster cluster = TestCluster.inMemory(kind)) {
      TestStore store = cluster.open(Notes.DESIGN);
      Duration delay = Duration.ofMillis(20);
      store.faults().delayCalls(delay);
      long begin = System.nanoTime();
      Notes.exists(store, "one");
      assertThat(System.nanoTime() - begin).isGreaterThanOrEqualTo(delay.toNanos());
    }
  }
}
