package org.portolan.data.repaired;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.portolan.data.MovableRuntime;
import org.portolan.data.RetryPolicy;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import org.portolan.data.StoreTransaction;
import org.portolan.engine.Engine;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/**
 * The base of histories of several processes at one store in memory. The history moves the clocks
 * of all processes; no process sweeps by itself.
 */
abstract class StoreStory {
  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.now().minus(Duration.ofHours(20)));

  private final MovableRuntime time = new MovableRuntime(now::get);
  private final RetryPolicy retries;

  /**
   * @param attempts how often a write is tried
   */
  StoreStory(int attempts) {
    this.retries = new RetryPolicy(attempts, Duration.ZERO, Duration.ofMillis(1));
  }

  /** Returns the store of an engine like HBase, or of one like Cassandra. */
  static MemoryCluster cluster(boolean rows) {
    return rows ? MemoryCluster.ofRows("story", 1) : MemoryCluster.ofColumns("story", 1);
  }

  final Store open(Engine engine) {
    return open(engine, Duration.ZERO);
  }

  /** Opens the store in a process whose clock is ahead. */
  final Store open(Engine engine, Duration ahead) {
    return RowStores.open(
        () -> engine,
        RowStores.everyLayout(),
        RowStores.OPTIONS
            .with(retries)
            .sweeping(Duration.ZERO, Duration.ofSeconds(10))
            .in(time.withWallClock(() -> now.get().plus(ahead))));
  }

  final Instant now() {
    return now.get();
  }

  final void pass(Duration passed) {
    now.updateAndGet(before -> before.plus(passed));
    time.pass(passed);
  }

  static void put(Store store, String title, String... links) {
    store.write(
        transaction -> {
          put(transaction, title, title, links);
          return null;
        });
  }

  static void put(StoreTransaction transaction, String title, String text, String... links) {
    transaction.put(
        "page", Tuple.of(title), Map.of("text", text, "links", Set.of((Object[]) links)));
  }

  static List<String> check(Store store, boolean repair) {
    List<String> findings = new ArrayList<>();
    store
        .check(new StoreCheck.Options(repair, false, Duration.ZERO, 20))
        .run(finding -> findings.add(finding.toString()), looked -> {});
    return findings;
  }

  /**
   * Lets a store sweep until everything has been folded, and requires the counter of pages to be
   * right.
   */
  final void requirePages(Store store, long pages) {
    for (int later = 0; later < 3; later++) {
      store.sweep();
      pass(Duration.ofMinutes(5));
    }
    assertThat(store.counter("pages")).isEqualTo(pages);
    assertThat(check(store, false)).isEmpty();
  }
}
