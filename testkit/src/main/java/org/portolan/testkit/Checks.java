package org.portolan.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.SweepResult;

/** Checks of a whole store, for the end of a test. Thread-safe. */
public final class Checks {
  private static final int SWEEPS_MAX = 3;
  private static final int FINDINGS_MAX = 20;

  private Checks() {}

  /**
   * Sweeps a store, merges its delta buckets, and then compares every index entry and counter with
   * the rows. Call it when no other thread writes.
   *
   * <p>After a process was killed, first {@linkplain TestCluster#advance advance} the clocks by a
   * minute: before that, what it has left unfinished is left to it, and not compared.
   *
   * @throws AssertionError if a sweep leaves rows unfinished, or if an entry is missing or
   *     dangling, or a counter is wrong; the message lists the first findings
   * @throws org.portolan.engine.StoreException if the store fails
   */
  public static void requireClean(Store store) {
    if (store.guarantee() == Store.Guarantee.ATOMIC) {
      store.mergeDeltas();
    } else {
      requireSwept(store);
    }
    List<StoreCheck.Finding> findings = new ArrayList<>();
    StoreCheck.Result result =
        store
            .check(new StoreCheck.Options(false, false, Duration.ZERO, FINDINGS_MAX))
            .run(findings::add, looked -> {});
    if (!result.isClean()) {
      throw new AssertionError(
          "the store of design '"
              + store.design().name()
              + "' is not clean: "
              + result.summary()
              + ": "
              + findings
              + "; indexes and counters do not match the rows");
    }
  }

  private static void requireSwept(Store store) {
    SweepResult swept = store.sweep();
    for (int again = 1; swept.pending() > 0 && again < SWEEPS_MAX; again++) {
      swept = store.sweep();
    }
    if (swept.pending() > 0) {
      throw new AssertionError(
          "a sweep of the store of design '"
              + store.design().name()
              + "' leaves rows unfinished: "
              + swept.summary()
              + "; if a process was killed, advance the clocks of the cluster by a minute before");
    }
  }
}
