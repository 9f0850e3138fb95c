package org.portolan.metrics.micrometer;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.portolan.data.Store;
import org.portolan.data.StoreConflict;
import org.portolan.data.StoreListener;
import org.portolan.data.StoreOperation;
import org.portolan.data.StoreOperation.Kind;
import org.portolan.data.StoreOperation.Outcome;

/**
 * Counts and times a store's operations in a meter registry, and shows its background work there.
 * Give it to the store's options; nothing else is needed:
 *
 * <pre>{@code
 * StoreOptions.DEFAULT.listening(new StoreMetrics(registry, Tags.of("store", "shop")))
 * }</pre>
 *
 * <p>{@code docs/operating.md} lists the meters, and says when to worry. Their tags are names of
 * the design and words of enums, never keys, so that a store has a bounded number of them: some
 * hundred at most for a design of ten entities, of which only those exist that have occurred.
 *
 * <p>A listener is for one store that is opened once. Two stores in one registry need different
 * tags; else the gauges of the second are missing. When the store is closed, its gauges are
 * removed; counters and timers stay.
 *
 * <p>Thread-safe.
 */
public final class StoreMetrics implements StoreListener {
  private static final String NONE = "none";

  private final MeterRegistry registry;
  private final Tags tags;
  private final Map<Ended, Timer> timers = new ConcurrentHashMap<>();
  private final Map<Named, Work> works = new ConcurrentHashMap<>();
  private final Map<Met, Counter> conflicts = new ConcurrentHashMap<>();
  private volatile ActivityGauges gauges;

  private record Ended(Kind kind, String object, Outcome outcome) {}

  private record Named(Kind kind, String object) {}

  private record Met(StoreConflict.Place place, String object, boolean givenUp) {}

  /** What operations of a kind on an object cost. */
  private record Work(DistributionSummary roundTrips, Counter retries) {}

  public StoreMetrics(MeterRegistry registry) {
    this(registry, Tags.empty());
  }

  /**
   * @param tags of every meter of this store
   */
  public StoreMetrics(MeterRegistry registry, Iterable<Tag> tags) {
    this.registry = registry;
    this.tags = Tags.of(tags);
  }

  @Override
  public void opened(Store store) {
    gauges = new ActivityGauges(registry, tags, store);
  }

  @Override
  public void finished(StoreOperation operation) {
    timers
        .computeIfAbsent(
            new Ended(operation.kind(), operation.object(), operation.outcome()), this::timer)
        .record(operation.duration());
    Work work = works.computeIfAbsent(new Named(operation.kind(), operation.object()), this::work);
    work.roundTrips().record((double) operation.cost().roundTrips());
    if (operation.attempts() > 1) {
      work.retries().increment(operation.attempts() - 1.0);
    }
  }

  private Timer timer(Ended of) {
    return Timer.builder("portolan.operation")
        .description("The operations of a store, with all attempts and waits")
        .tags(tags.and(kindAndObject(of.kind(), of.object())).and("outcome", word(of.outcome())))
        .register(registry);
  }

  private Work work(Named of) {
    Tags all = tags.and(kindAndObject(of.kind(), of.object()));
    return new Work(
        DistributionSummary.builder("portolan.operation.round.trips")
            .description("Calls to the engine in an operation, one after the other or at once")
            .tags(all)
            .register(registry),
        Counter.builder("portolan.operation.retries")
            .description("Attempts of writes that conflicted and were made again")
            .tags(all)
            .register(registry));
  }

  private static Tags kindAndObject(Kind kind, String object) {
    return Tags.of("kind", word(kind), "object", object.isEmpty() ? NONE : object);
  }

  @Override
  public void conflicted(StoreConflict conflict) {
    conflicts
        .computeIfAbsent(
            new Met(conflict.place(), conflict.object(), conflict.givenUp()), this::counter)
        .increment();
  }

  private Counter counter(Met met) {
    return Counter.builder("portolan.conflicts")
        .description("Rows at which an attempt of a write met another writer")
        .tags(tags)
        .tag("place", word(met.place()))
        .tag("object", met.object().isEmpty() ? NONE : met.object())
        .tag("result", met.givenUp() ? "given_up" : "retried")
        .register(registry);
  }

  @Override
  public void closed() {
    ActivityGauges last = gauges;
    if (last != null) {
      last.remove();
      gauges = null;
    }
  }

  private static String word(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
