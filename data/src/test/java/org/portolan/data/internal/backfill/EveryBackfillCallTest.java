package org.portolan.data.internal.backfill;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.data.Store;
import org.portolan.engine.fixture.ClientKilledError;
import org.portolan.engine.fixture.Fault;
import org.portolan.engine.fixture.FaultPlan;
import org.portolan.engine.fixture.FaultyEngine;

/**
 * Kills the process that fills indexes before and after each of its calls. Rows are changed, then
 * another process goes on from the last checkpoint, or begins anew.
 */
class EveryBackfillCallTest {
  /** On files, calls are left out so that a test ends soon. */
  private static final int STEP_ON_FILES = 11;

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource
  void killedAtEachCall_goesOn(GrownStore.Kind kind) {
    boolean files = kind == GrownStore.Kind.EMBEDDED || kind == GrownStore.Kind.UNORDERED;
    int number = 1;
    while (isKilled(kind, number)) {
      number += files ? STEP_ON_FILES : 1;
    }
    assertThat(number).as("calls of the backfill, twice").isGreaterThan(30);
  }

  /** Returns whether the backfill has that many calls. */
  private boolean isKilled(GrownStore.Kind kind, int number) {
    Random random = new Random(number);
    try (GrownStore grown = new GrownStore(kind, directory).filled(number)) {
      Fault fault = number % 2 == 0 ? Fault.killBefore() : Fault.killAfter();
      FaultyEngine mortal = grown.client(FaultPlan.at((number + 1) / 2, fault));
      List<String> reached = new ArrayList<>();
      boolean killed = false;
      try {
        IndexBackfill.Result unused = grown.backfill(mortal, IndexBackfill.START, reached);
      } catch (ClientKilledError e) {
        killed = true;
      }
      if (killed) {
        try (Store store = grown.open()) {
          for (int change = 0; change < 5; change++) {
            GrownStore.change(store, random);
          }
        }
        String checkpoint =
            reached.isEmpty() || random.nextInt(4) == 0
                ? IndexBackfill.START
                : reached.get(reached.size() - 1);
        IndexBackfill.Result unused =
            grown.backfill(grown.client(FaultPlan.NONE), checkpoint, new ArrayList<>());
      }
      try {
        grown.requireRight();
      } catch (AssertionError failure) {
        throw new AssertionError(kind + ", call " + number, failure);
      }
      return killed;
    }
  }
}
