package org.portolan.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.StoreActivity.Session;
import org.portolan.data.StoreHealth.Status;
import org.portolan.design.DesignReader;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.fixture.Fault;
import org.portolan.engine.fixture.FaultPlan;
import org.portolan.engine.fixture.FaultyEngine;
import org.portolan.engine.fixture.FaultyNetwork;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/** The health of a store in each state. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class HealthTest {
  @TempDir Path directory;
  private final MovableRuntime runtime = new MovableRuntime(InstantSource.system());
  private FaultyNetwork network;
  private FaultyEngine engine;
  private Store store;

  private void open(Engine engineOfStore, Duration sweepInterval) {
    network = new FaultyNetwork(engineOfStore);
    engine = network.client(FaultPlan.NONE);
    String uri = FixtureEngines.register(() -> engine);
    store =
        Stores.openOrCreate(
            uri,
            DesignReader.read(
                """
                format: 1
                design: healthy
                entities:
                  page:
                    key: {title: text}
                    key-layout: plain
                    families:
                      main: {links: set of text}
                    indexes:
                      linked: {on: [links], layout: cells single}
                """,
                "healthy"),
            StoreOptions.DEFAULT.in(runtime).sweeping(sweepInterval, Duration.ofSeconds(10)));
    FixtureEngines.forget(uri);
  }

  private void openOnRocks() {
    open(
        Engines.open("rocksdb:" + directory.resolve("store"), OpenMode.CREATE_IF_MISSING),
        Duration.ZERO);
  }

  private void openOnRows(Duration sweepInterval) {
    open(MemoryCluster.ofRows("healthy", 1).connect(), sweepInterval);
  }

  @AfterEach
  void close() {
    engine.startOver(FaultPlan.NONE);
    store.close();
    network.close();
  }

  private void put(String title) {
    store.write(
        transaction -> {
          transaction.put("page", Tuple.of(title), Map.of("links", Set.of("sea")));
          return null;
        });
  }

  /** Asks until the health is as wanted; the test's time limit ends it otherwise. */
  private StoreHealth await(Predicate<StoreHealth> wanted) throws InterruptedException {
    StoreHealth health = store.health();
    while (!wanted.test(health)) {
      Thread.sleep(20);
      health = store.health();
    }
    return health;
  }

  @Test
  void embeddedStore_isUp() {
    openOnRocks();
    StoreHealth health = store.health();
    assertThat(health.status()).isEqualTo(Status.UP);
    assertThat(health.reasons()).isEmpty();
    assertThat(health.answer()).isPresent();
    assertThat(health.ready()).isTrue();
    assertThat(health.text()).matches("UP, answered in \\d+\\.\\d ms\n");
    assertThat(health.activity().session()).isEmpty();
    assertThat(health.activity().sweeps()).isEmpty();
  }

  @Test
  void engineThatDoesNotAnswer_isDown() {
    openOnRocks();
    engine.startOver(call -> Fault.unavailable());
    StoreHealth health = store.health();
    assertThat(health.status()).isEqualTo(Status.DOWN);
    assertThat(health.ready()).isFalse();
    assertThat(health.answer()).isEmpty();
    assertThat(health.reasons())
        .singleElement()
        .asString()
        .startsWith("a read of one row failed: ");
    assertThat(health.text()).startsWith("DOWN\na read of one row failed: ");
    engine.startOver(FaultPlan.NONE);
    assertThat(store.health().status()).isEqualTo(Status.UP);
  }

  @Test
  void closedStore_isDown() {
    openOnRows(Duration.ofHours(1));
    store.close();
    StoreHealth health = store.health();
    assertThat(health.reasons())
        .contains(
            "portolan-outbox-cleaner has ended and does no more work; open the store again",
            "portolan-sweeper has ended and does no more work; open the store again");
    assertThat(health.status()).isEqualTo(Status.DOWN);
    assertThat(health.reasons().get(0)).matches("a read of one row failed: .* is closed");
  }

  @Test
  void storeOfRows_isUpWithItsSession() throws InterruptedException {
    openOnRows(Duration.ofHours(1));
    assertThat(store.health().status()).isEqualTo(Status.UP);
    assertThat(store.activity().session()).as("nothing was written").isEmpty();
    put("Riga");
    StoreHealth health = store.health();
    assertThat(health.status()).isEqualTo(Status.UP);
    assertThat(health.activity().session().orElseThrow().lease())
        .isPositive()
        .isLessThanOrEqualTo(Duration.ofSeconds(20));
    await(now -> now.activity().waiting().rows() == 0);
    await(now -> now.activity().session().map(Session::oldestWrite).orElseThrow().isZero());
  }

  @Test
  void rowsWhoseOutboxesWait_areCounted() {
    openOnRows(Duration.ofHours(1));
    engine.startOver(
        call ->
            call.background() && call.what().contains("page") ? Fault.unavailable() : Fault.none());
    for (int number = 0; number < 5; number++) {
      put("page " + number);
    }
    StoreActivity activity = store.activity();
    assertThat(activity.waiting().rows()).isEqualTo(5);
    assertThat(activity.session().orElseThrow().oldestWrite())
        .isGreaterThanOrEqualTo(Duration.ZERO);
  }

  @Test
  void cleanerThatFails_isDegraded_untilItWorksAgain() throws InterruptedException {
    openOnRows(Duration.ofHours(1));
    put("Riga");
    engine.startOver(
        call -> call.background() && call.writes() ? Fault.unavailable() : Fault.none());
    runtime.pass(Duration.ofMinutes(1));
    StoreHealth over = await(now -> now.activity().tasks().get(0).failuresInRow() > 0);
    assertThat(over.status()).isEqualTo(Status.DEGRADED);
    assertThat(over.ready()).isTrue();
    assertThat(over.answer()).isPresent();
    assertThat(over.reasons())
        .anyMatch(
            reason ->
                reason.matches(
                    "portolan-outbox-cleaner has failed \\d+ times in a row and goes on trying: .+"))
        .anyMatch(
            reason -> reason.startsWith("the session of this process was not renewed in time"));
    engine.startOver(FaultPlan.NONE);
    StoreHealth again = await(now -> now.status() == Status.UP);
    assertThat(again.reasons()).isEmpty();
    assertThat(again.activity().tasks().get(0).failures()).isPositive();
  }

  @Test
  void sweepThatIsOverdue_isDegraded_untilTheNextSweep() {
    openOnRows(Duration.ofHours(1));
    runtime.pass(Duration.ofHours(4));
    assertThat(store.health().status()).isEqualTo(Status.UP);
    runtime.pass(Duration.ofMinutes(2));
    StoreHealth health = store.health();
    assertThat(health.status()).isEqualTo(Status.DEGRADED);
    assertThat(health.reasons())
        .singleElement()
        .asString()
        .startsWith("no sweep has ended for 1452")
        .contains("although one is due every 3600 s");
    assertThat(health.activity().sweeps().orElseThrow().last()).isEmpty();
    SweepResult result = store.sweep();
    assertThat(store.health().status()).isEqualTo(Status.UP);
    assertThat(store.activity().sweeps().orElseThrow().last()).contains(result);
  }

  @Test
  void rowsOfADeadProcessThatCannotBeFinished_areAReason_untilTheyAre() {
    openOnRows(Duration.ZERO);
    put("Riga");
    // The process seems dead to the other one: it renews its session no more.
    engine.startOver(call -> Fault.unavailable());
    FaultyEngine others = network.client(FaultPlan.NONE);
    String uri = FixtureEngines.register(() -> others);
    try (Store other =
        Stores.open(
            uri,
            StoreOptions.DEFAULT.in(runtime).sweeping(Duration.ZERO, Duration.ofSeconds(10)))) {
      other.sweep();
      runtime.pass(Duration.ofMinutes(1));
      others.startOver(
          call ->
              call.writes() && call.what().contains("page") ? Fault.unavailable() : Fault.none());
      assertThat(other.sweep().pending()).isPositive();
      assertThat(other.health().status()).isEqualTo(Status.UP);
      runtime.pass(Duration.ofMinutes(6));
      assertThat(other.sweep().pending()).isPositive();
      StoreHealth health = other.health();
      assertThat(health.status()).isEqualTo(Status.DEGRADED);
      assertThat(health.reasons()).singleElement().asString().startsWith("for 360 s every sweep ");
      others.startOver(FaultPlan.NONE);
      assertThat(other.sweep().pending()).isZero();
      assertThat(other.health().status()).isEqualTo(Status.UP);
    } finally {
      FixtureEngines.forget(uri);
    }
  }

  @Test
  void storeThatDoesNotSweep_isNeverOverdue() {
    openOnRows(Duration.ZERO);
    runtime.pass(Duration.ofDays(100));
    assertThat(store.health().status()).isEqualTo(Status.UP);
    assertThat(store.activity().tasks())
        .extracting(StoreActivity.Task::name)
        .containsExactly("portolan-outbox-cleaner");
  }
}
