package org.portolan.metrics.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Columns;
import org.portolan.data.RetryPolicy;
import org.portolan.data.Store;
import org.portolan.data.StoreOptions;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

class StoreMetricsTest {
  private static final Tuple RIGA = Tuple.of("Riga");

  @TempDir Path directory;
  private final MeterRegistry registry = new SimpleMeterRegistry();
  private Store store;

  private static Design design(String layout) {
    return DesignReader.read(
        """
        format: 1
        design: measured
        entities:
          page:
            key: {title: text}
            key-layout: plain
            families:
              main: {text: text, links: set of text}
            indexes:
              linked: {on: [links], layout: '%s'}
            counters:
              pages: {layout: single}
        """
            .formatted(layout),
        "measured");
  }

  private void open(MeterRegistry into, String layout) {
    open(into, "rocksdb:" + directory.resolve("store"), layout);
  }

  private void open(MeterRegistry into, String uri, String layout) {
    store =
        Stores.openOrCreate(
            uri,
            design(layout),
            StoreOptions.DEFAULT
                .with(new RetryPolicy(2, Duration.ZERO, Duration.ofMillis(1)))
                .listening(new StoreMetrics(into, Tags.of("store", "test"))));
  }

  private void openOnRows() {
    String uri = FixtureEngines.register(MemoryCluster.ofRows("measured", 1)::connect);
    open(registry, uri, "cells single");
    FixtureEngines.forget(uri);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private void put(String title) {
    store.write(
        transaction -> {
          transaction.put("page", Tuple.of(title), Map.of("text", "a", "links", Set.of("sea")));
          return null;
        });
  }

  private Timer timer(String kind, String object, String outcome) {
    return registry
        .get("portolan.operation")
        .tags("store", "test", "kind", kind, "object", object, "outcome", outcome)
        .timer();
  }

  private double gauge(String name, String... tags) {
    return registry.get(name).tag("store", "test").tags(tags).gauge().value();
  }

  private Set<String> names() {
    return registry.getMeters().stream()
        .map(meter -> meter.getId().getName())
        .collect(Collectors.toSet());
  }

  @Test
  void operations_areTimedByKindObjectAndOutcome() {
    open(registry, "object single");
    put("Riga");
    store.get("page", RIGA, Columns.ALL);
    store.get("page", Tuple.of("Tartu"), Columns.ALL);
    store.counter("pages");
    assertThat(catchThrowable(() -> store.counter("none"))).isNotNull();
    assertThat(timer("write", "page", "ok").count()).isEqualTo(1);
    assertThat(timer("get", "page", "ok").count()).isEqualTo(2);
    assertThat(timer("get", "page", "ok").totalTime(TimeUnit.NANOSECONDS)).isPositive();
    assertThat(timer("counter", "pages", "ok").count()).isEqualTo(1);
    assertThat(timer("counter", "none", "refused").count()).isEqualTo(1);
    var roundTrips =
        registry.get("portolan.operation.round.trips").tags("kind", "get", "object", "page");
    assertThat(roundTrips.summary().count()).isEqualTo(2);
    assertThat(roundTrips.summary().totalAmount()).isEqualTo(2);
  }

  @Test
  void conflicts_areCountedByIndexAndEntity() {
    open(registry, "object single");
    meet(1, "Riga", "Tartu");
    meet(2, "Riga", "Riga");
    assertThat(conflicts("index", "linked", "retried")).isEqualTo(1);
    assertThat(conflicts("entity", "page", "retried")).isEqualTo(1);
    assertThat(conflicts("entity", "page", "given_up")).isEqualTo(1);
    assertThat(
            registry
                .get("portolan.operation.retries")
                .tags("kind", "write", "object", "page")
                .counter()
                .count())
        // Once more since the row is hot: the other writer first waits for this one.
        .isEqualTo(3);
    assertThat(timer("write", "page", "conflict").count()).isEqualTo(1);
  }

  private double conflicts(String place, String object, String result) {
    return registry
        .get("portolan.conflicts")
        .tags("place", place, "object", object, "result", result)
        .counter()
        .count();
  }

  private void meet(int meetings, String mine, String theirs) {
    AtomicInteger attempts = new AtomicInteger();
    Throwable failure =
        catchThrowable(
            () ->
                store.write(
                    transaction -> {
                      transaction.put("page", Tuple.of(mine), Map.of("links", Set.of("sea")));
                      if (attempts.incrementAndGet() <= meetings) {
                        CompletableFuture.runAsync(() -> put(theirs)).join();
                      }
                      return null;
                    }));
    assertThat(failure != null).isEqualTo(meetings == 2);
  }

  @Test
  void keys_areNoTags() {
    open(registry, "object single");
    for (int number = 0; number < 50; number++) {
      String title = "page " + number;
      put(title);
      store.get("page", Tuple.of(title), Columns.ALL);
      assertThat(catchThrowable(() -> store.counter(title))).isNotNull();
    }
    assertThat(registry.getMeters())
        .filteredOn(meter -> meter.getId().getName().startsWith("portolan.operation"))
        .hasSizeLessThan(10);
  }

  @Test
  void storeOfRows_showsItsBackgroundWork() {
    openOnRows();
    assertThat(gauge("portolan.session.lease")).as("nothing was written").isNaN();
    put("Riga");
    store.sweep();
    assertThat(gauge("portolan.session.lease")).isBetween(0.0, 20.0);
    assertThat(gauge("portolan.write.oldest.age")).isNotNegative();
    assertThat(gauge("portolan.rows.waiting", "state", "outbox")).isBetween(0.0, 1.0);
    assertThat(gauge("portolan.rows.waiting", "state", "unfinished")).isZero();
    assertThat(gauge("portolan.sweep.age")).isNotNegative();
    assertThat(gauge("portolan.sweep.pending")).isZero();
    for (String task : new String[] {"portolan-outbox-cleaner", "portolan-sweeper"}) {
      assertThat(gauge("portolan.task.running", "task", task)).isEqualTo(1);
      assertThat(gauge("portolan.task.failing", "task", task)).isZero();
      assertThat(registry.get("portolan.task.failures").tag("task", task).functionCounter().count())
          .isZero();
    }
    assertThat(names()).doesNotContain("portolan.deltas.waiting", "portolan.merges");
    for (String figure : new String[] {"portolan.group.commits", "portolan.group.writes"}) {
      assertThat(registry.get(figure).functionCounter().count()).isZero();
    }
    assertThat(timer("sweep", "none", "ok").count()).isEqualTo(1);
  }

  @Test
  void storeWithDeltas_showsMerges() {
    open(registry, "object read-delta(1,1)");
    put("Riga");
    assertThat(store.mergeDeltas()).isEqualTo(1);
    assertThat(registry.get("portolan.merges").tag("result", "won").functionCounter().count())
        .isEqualTo(1);
    assertThat(registry.get("portolan.merges").tag("result", "lost").functionCounter().count())
        .isZero();
    assertThat(gauge("portolan.deltas.waiting")).isZero();
    assertThat(gauge("portolan.task.running", "task", "portolan-delta-merger")).isEqualTo(1);
    assertThat(names()).doesNotContain("portolan.session.lease", "portolan.sweep.age");
  }

  @Test
  void closedStore_leavesNoGauge() {
    openOnRows();
    put("Riga");
    assertThat(registry.getMeters()).anyMatch(meter -> meter.getId().getType() == Meter.Type.GAUGE);
    store.close();
    assertThat(registry.getMeters())
        .isNotEmpty()
        .noneMatch(meter -> meter.getId().getType() == Meter.Type.GAUGE);
    assertThat(timer("write", "page", "ok").count()).isEqualTo(1);
  }

  @Test
  void everyMeter_isDescribedForOperators() throws IOException {
    Set<String> all = new TreeSet<>();
    openOnRows();
    put("Riga");
    all.addAll(names());
    store.close();
    open(registry, "object read-delta(1,1)");
    meet(1, "Riga", "Riga");
    all.addAll(names());
    String described = Files.readString(Path.of("..", "docs", "operating.md"));
    assertThat(all).hasSize(16);
    assertThat(all).allSatisfy(name -> assertThat(described).contains("\n| `" + name + "` ("));
  }

  @Test
  void prometheus_hasItsNames() {
    PrometheusMeterRegistry prometheus = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    open(prometheus, "object read-delta(1,1)");
    put("Riga");
    assertThat(prometheus.scrape())
        .contains(
            "portolan_operation_seconds_count"
                + "{kind=\"write\",object=\"page\",outcome=\"ok\",store=\"test\"} 1")
        .contains(
            "portolan_operation_round_trips_count{kind=\"write\",object=\"page\",store=\"test\"} 1")
        .contains("portolan_operation_retries_total{kind=\"write\",object=\"page\",store=\"test\"}")
        .contains("portolan_deltas_waiting{store=\"test\"} 0")
        .contains("portolan_merges_total{result=\"won\",store=\"test\"} ")
        .contains("portolan_task_failures_total{store=\"test\",task=\"portolan-delta-merger\"} 0");
  }
}
