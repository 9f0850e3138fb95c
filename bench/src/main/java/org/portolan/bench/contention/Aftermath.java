package org.portolan.bench.contention;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.portolan.bench.api.Text;
import org.portolan.data.Store;
import org.portolan.data.Store.Guarantee;
import org.portolan.data.StoreCheck;
import org.portolan.design.CounterDesign;
import org.portolan.wiki.Wikis;

/**
 * The store after a run.
 *
 * @param drift by how much counters were wrong that the design leaves outside of transactions: a
 *     process that is killed right after a commit loses its addition. They were counted again
 *     before the check
 */
record Aftermath(Histories histories, long drift, StoreCheck.Result check) {

  /** Opens nothing and closes nothing; no writer may be left. */
  static Aftermath of(Store store, ContendedRun run) {
    Histories histories =
        Histories.read(
            Wikis.of(store), run.edits(), Instant.EPOCH.plusNanos(run.beginMicros() * 1_000));
    long drift = run.kills().isEmpty() ? 0 : drift(store);
    StoreCheck.Result check = store.check(StoreCheck.Options.REPORT).run(any -> {}, any -> {});
    return new Aftermath(histories, drift, check);
  }

  private static long drift(Store store) {
    if (store.guarantee() != Guarantee.ATOMIC) {
      return 0;
    }
    return store.design().entities().stream()
        .flatMap(entity -> entity.counters().stream())
        .filter(counter -> !counter.transactional())
        .map(CounterDesign::name)
        .mapToLong(store::recount)
        .map(Math::abs)
        .sum();
  }

  /** Returns everything that must not be; empty if the store is as it should be. */
  List<String> faults() {
    List<String> faults = new ArrayList<>(histories.findings());
    if (!histories.clean()) {
      faults.add(
          Text.format(
              "of %s acknowledged edits %s are lost; %s edits are there twice",
              histories.acknowledged(), histories.lost(), histories.doubled()));
    }
    if (!check.isClean()) {
      faults.add("the check of the store found " + check.summary());
    }
    return faults;
  }
}
