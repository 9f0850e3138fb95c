package org.portolan.bench.endurance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.engine.fixture.Call;
import org.portolan.engine.fixture.Fault;
import org.portolan.engine.fixture.FaultyNetwork;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.fixture.MemoryCluster;

/** On an engine of rows a check begins with a pass, and a store object makes one pass at a time. */
@Timeout(60)
final class WatchTest {
  private final CountDownLatch checkScans = new CountDownLatch(1);
  private final CountDownLatch checkMayGoOn = new CountDownLatch(1);
  private final CountDownLatch swept = new CountDownLatch(1);
  private final Seen seen = new Seen();

  /** Holds the check in its first scan, and each sweep until then. */
  private Fault hold(Call call) {
    String thread = Thread.currentThread().getName();
    try {
      if (thread.equals("check") && call.what().startsWith("scan of ")) {
        checkScans.countDown();
        checkMayGoOn.await();
      } else if (thread.equals("sweeps")) {
        checkScans.await();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Fault.none();
  }

  @Test
  void sweep_duringTheFirstPassOfACheck_doesNotWaitForIt() throws InterruptedException {
    FaultyNetwork network = new FaultyNetwork(MemoryCluster.ofRows("endurance", 1).connect());
    String fixture = FixtureEngines.register(() -> network.client(this::hold));
    // This engine reports the URI that opened it, so that a second store object can be opened.
    String uri = "unordered:" + fixture;
    try (network;
        Store store = Stores.openOrCreate(uri, GroupedItems.design(), LoadClient.OPTIONS)) {
      try (Watch watch = new Watch(store, seen, any -> swept.countDown())) {
        watch.beginCheck("under load");
        checkScans.await();
        swept.await();
        assertThat(seen.checks).isEmpty();
        checkMayGoOn.countDown();
      } finally {
        checkScans.countDown();
        checkMayGoOn.countDown();
      }
      assertThat(seen.troubles.first()).isEmpty();
      assertThat(seen.checks).singleElement().matches(check -> check.result().isClean());
    } finally {
      FixtureEngines.forget(fixture);
    }
  }
}
