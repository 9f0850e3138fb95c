package org.portolan.metrics.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.portolan.data.Store;
import org.portolan.data.Store.Guarantee;
import org.portolan.data.StoreActivity.Session;
import org.portolan.data.StoreActivity.Sweeps;
import org.portolan.data.StoreActivity.Task;
import org.portolan.data.SweepResult;

/**
 * What a store does in the background, as gauges. A gauge asks the store when the registry is read;
 * this makes no call to the engine. Thread-safe.
 */
final class ActivityGauges {
  private final MeterRegistry registry;
  private final Tags tags;
  private final Store store;
  private final List<Meter> meters = new ArrayList<>();

  ActivityGauges(MeterRegistry registry, Tags tags, Store store) {
    this.registry = registry;
    this.tags = tags;
    this.store = store;
    store.activity().tasks().forEach(task -> addTask(task.name()));
    addGroups();
    if (store.guarantee() == Guarantee.REPAIRED) {
      addRows();
      addSession();
      addSweeps();
    } else {
      addMerges();
    }
  }

  /** Removes the gauges from the registry. */
  void remove() {
    meters.forEach(registry::remove);
  }

  private void addTask(String name) {
    Tags ofTask = tags.and("task", name);
    count(
        "portolan.task.failures",
        "Steps of a background task that failed",
        ofTask,
        s -> task(s, name).failures());
    gauge(
        "portolan.task.failing",
        "Failures in a row of a background task; 0 if its last step succeeded",
        ofTask,
        s -> task(s, name).failuresInRow());
    gauge(
        "portolan.task.running",
        "1 while a background task runs, 0 once it has ended",
        ofTask,
        s -> task(s, name).running() ? 1 : 0);
  }

  private static Task task(Store store, String name) {
    return store.activity().tasks().stream()
        .filter(task -> task.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private void addRows() {
    gauge(
        "portolan.rows.waiting",
        "Rows of this process that wait for its background task",
        tags.and("state", "outbox"),
        s -> s.activity().waiting().outboxes());
    gauge(
        "portolan.rows.waiting",
        "Rows of this process that wait for its background task",
        tags.and("state", "unfinished"),
        s -> s.activity().waiting().unfinished());
  }

  private void addSession() {
    time(
        "portolan.session.lease",
        "How long the session counts as alive without a renewal; NaN without a session",
        s -> session(s, Session::lease));
    time(
        "portolan.write.oldest.age",
        "Age of the oldest write of this process that is not done with its outbox",
        s -> session(s, Session::oldestWrite));
  }

  private static double session(Store store, Function<Session, Duration> figure) {
    return store.activity().session().map(figure).map(ActivityGauges::seconds).orElse(Double.NaN);
  }

  private void addSweeps() {
    time(
        "portolan.sweep.age",
        "Time since the last sweep of this process ended, or since the store was opened",
        s -> s.activity().sweeps().map(Sweeps::since).map(ActivityGauges::seconds).orElse(0.0));
    gauge(
        "portolan.sweep.pending",
        "Rows and sessions that the last sweep left to a later one",
        tags,
        s -> s.activity().sweeps().flatMap(Sweeps::last).map(SweepResult::pending).orElse(0L));
  }

  private void addGroups() {
    count(
        "portolan.group.commits",
        "Commits that made several writes together that contended for a row",
        tags,
        s -> s.conflicts().groups().commits());
    count(
        "portolan.group.writes",
        "Writes that were made together with others that contended for a row",
        tags,
        s -> s.conflicts().groups().writes());
  }

  private void addMerges() {
    if (store.activity().tasks().isEmpty()) {
      return;
    }
    gauge(
        "portolan.deltas.waiting",
        "Values of indexes whose delta buckets are to be merged",
        tags,
        s -> s.activity().waiting().deltas());
    count(
        "portolan.merges",
        "Transactions that merged delta buckets",
        tags.and("result", "won"),
        s -> s.conflicts().merges().won());
    count(
        "portolan.merges",
        "Transactions that merged delta buckets",
        tags.and("result", "lost"),
        s -> s.conflicts().merges().lost());
  }

  private static double seconds(Duration time) {
    return time.toNanos() / 1e9;
  }

  private void gauge(String name, String description, Tags all, ToDoubleFunction<Store> value) {
    meters.add(
        Gauge.builder(name, store, value)
            .description(description)
            .tags(all)
            .strongReference(true)
            .register(registry));
  }

  private void time(String name, String description, ToDoubleFunction<Store> seconds) {
    meters.add(
        TimeGauge.builder(name, store, TimeUnit.SECONDS, seconds)
            .description(description)
            .tags(tags)
            .strongReference(true)
            .register(registry));
  }

  private void count(String name, String description, Tags all, ToDoubleFunction<Store> value) {
    meters.add(
        FunctionCounter.builder(name, store, value)
            .description(description)
            .tags(all)
            .register(registry));
  }
}
