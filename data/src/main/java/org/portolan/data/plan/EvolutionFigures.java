package org.portolan.data.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongSupplier;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.data.Store;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.ColumnRule;
import org.portolan.design.CounterDesign;
import org.portolan.design.Design;
import org.portolan.design.EntityDesign;
import org.portolan.design.Expectations;
import org.portolan.design.FamilyDesign;
import org.portolan.design.evolve.Renames;
import org.portolan.design.evolve.StoreFigures;
import org.portolan.design.evolve.StoreFigures.Precision;
import org.portolan.design.evolve.StoreFigures.Units;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.engine.EngineProvider;
import org.portolan.types.Column;
import org.portolan.types.ScalarType;

/**
 * Measures what a change of a store's design has to read and to write: the numbers of rows, by a
 * counter of the design or by counting, and from the first rows in stored order the lengths of
 * values and the entries of each list. Not thread-safe.
 */
public final class EvolutionFigures {
  private static final int SAMPLE_ROWS = 1_000;
  private static final int PAGE = 1_000;

  private final Store store;
  private final Design given;
  private final Renames renames;
  private final EngineProvider engine;
  private final LongSupplier nanoClock;
  private final long endNanos;
  private final Map<String, Units> rows = new HashMap<>();
  private final Map<String, Units> storedLists = new HashMap<>();
  private final Map<String, Units> givenLists = new HashMap<>();
  private final List<String> looked = new ArrayList<>();

  private EvolutionFigures(
      Store store,
      Design given,
      Renames renames,
      EngineProvider engine,
      Duration time,
      LongSupplier nanoClock) {
    this.store = store;
    this.given = given;
    this.renames = renames;
    this.engine = engine;
    this.nanoClock = nanoClock;
    this.endNanos = nanoClock.getAsLong() + time.toNanos();
  }

  /**
   * What was measured.
   *
   * @param looked for each entity what was looked at, for people
   */
  public record Result(StoreFigures figures, List<String> looked) {
    public Result {
      looked = List.copyOf(looked);
    }
  }

  /**
   * Measures some entities of a store.
   *
   * @param given the new design, which the engine can keep
   * @param entities of the store; nothing is read of others
   * @param engine that of the store
   * @param time after which no further page of rows is read
   * @param nanoClock a monotonic clock, in nanoseconds
   */
  public static Result of(
      Store store,
      Design given,
      Renames renames,
      Set<String> entities,
      EngineProvider engine,
      Duration time,
      LongSupplier nanoClock) {
    EvolutionFigures figures = new EvolutionFigures(store, given, renames, engine, time, nanoClock);
    if (!entities.isEmpty()) {
      figures.measure(entities);
    }
    return new Result(
        new StoreFigures(figures.rows, figures.storedLists, figures.givenLists), figures.looked);
  }

  private void measure(Set<String> entities) {
    boolean ordered = engine.capabilities().keyOrder() != KeyOrder.NONE;
    Duration half = Duration.ofNanos(Math.max(0, endNanos - nanoClock.getAsLong()) / 2);
    Expectations measured =
        StoreSample.of(store, entities::contains, ordered, half, nanoClock).measured();
    Lists ofStored = new Lists(store.design(), measured);
    Lists ofGiven = new Lists(given, measured);
    for (EntityDesign entity : store.design().entities()) {
      if (entities.contains(entity.name())) {
        measure(entity, ofStored, ofGiven);
      }
    }
  }

  private void measure(EntityDesign entity, Lists ofStored, Lists ofGiven) {
    Slice<EntityRow> sample =
        store.scanStored(entity.name(), Columns.ALL, Paging.first(SAMPLE_ROWS));
    Units counted = count(entity, sample, ofStored.bytes("entity " + entity.name()));
    rows.put(entity.name(), counted);
    boolean whole = sample.next().isEmpty();
    ofStored.add(storedLists, entity.name(), sample.entries(), whole, counted);
    Optional<EntityDesign> after = given.entity(entity.name());
    if (after.filter(other -> other.key().equals(entity.key())).isPresent()) {
      List<EntityRow> changed =
          sample.entries().stream().map(row -> changed(entity, after.get(), row)).toList();
      ofGiven.add(givenLists, entity.name(), changed, whole, counted);
    }
  }

  private Units count(EntityDesign entity, Slice<EntityRow> sample, OptionalLong bytes) {
    String sizes = ", sizes by " + number(sample.entries().size(), "row") + " in stored order";
    if (sample.next().isEmpty()) {
      looked.add(entity.name() + ": " + number(sample.entries().size(), "row") + ", all there are");
      return new Units(sample.entries().size(), Precision.EXACT, bytes);
    }
    Optional<CounterDesign> counter = rowCounter(entity);
    if (counter.isPresent()) {
      long count = store.counter(counter.get().name());
      looked.add(
          entity.name()
              + ": "
              + number(count, "row")
              + " by counter "
              + counter.get().name()
              + sizes);
      return new Units(count, Precision.EXACT, bytes);
    }
    long count = sample.entries().size();
    Optional<String> next = sample.next();
    while (next.isPresent() && nanoClock.getAsLong() - endNanos < 0) {
      Slice<EntityRow> page =
          store.scanStored(entity.name(), Columns.NONE, Paging.first(PAGE).after(next.get()));
      count += page.entries().size();
      next = page.next();
    }
    looked.add(
        entity.name()
            + ": "
            + number(count, "row")
            + (next.isEmpty()
                ? " counted"
                : " or more: counting was ended early, and no counter of the design counts them")
            + sizes);
    return new Units(count, next.isEmpty() ? Precision.EXACT : Precision.AT_LEAST, bytes);
  }

  private static Optional<CounterDesign> rowCounter(EntityDesign entity) {
    return entity.counters().stream()
        .filter(
            counter ->
                counter.collection().isEmpty()
                    && counter.where().isEmpty()
                    && counter.sums().isEmpty())
        .findFirst();
  }

  /** Returns a row as it reads by the new design. */
  private EntityRow changed(EntityDesign before, EntityDesign after, EntityRow row) {
    Map<String, Object> values = new HashMap<>();
    for (FamilyDesign family : after.families()) {
      for (Column column : family.columns()) {
        values.put(column.name(), absent(family.rule(column.name())));
      }
    }
    for (FamilyDesign family : before.families()) {
      for (Column column : family.columns()) {
        String name = renames.after(before.name(), family.name(), column.name());
        Object value = row.values().get(column.name());
        after
            .column(name)
            .ifPresent(
                changed -> {
                  if (changed.type().equals(column.type())) {
                    values.put(name, value);
                  } else if (value instanceof Integer number
                      && changed.type().equals(ScalarType.LONG)) {
                    values.put(name, number.longValue());
                  }
                });
      }
    }
    return new EntityRow(row.key(), values);
  }

  private static Object absent(ColumnRule rule) {
    return rule.required() ? rule.defaultValue().orElse(null) : null;
  }

  private static String number(long count, String unit) {
    return String.format(Locale.ROOT, "%,d %s%s", count, unit, count == 1 ? "" : "s");
  }

  /** The lists of a design, with the sizes of their entries. */
  private final class Lists {
    private final StoreSchema schema;
    private final Map<String, Long> unitBytes = new HashMap<>();

    Lists(Design design, Expectations measured) {
      this.schema = StoreSchema.of(design, engine.capabilities());
      for (SizeEstimate estimate : TargetPlan.of(design, engine, measured).sizes()) {
        String part = estimate.title().split(",", 2)[0];
        unitBytes.putIfAbsent(part, estimate.unitBytes());
      }
    }

    OptionalLong bytes(String part) {
      Long bytes = unitBytes.get(part);
      return bytes == null ? OptionalLong.empty() : OptionalLong.of(bytes);
    }

    void add(
        Map<String, Units> to, String entity, List<EntityRow> sample, boolean whole, Units all) {
      for (IndexSchema list : schema.lists()) {
        if (!list.entity().name().equals(entity)) {
          continue;
        }
        long entries =
            sample.stream().mapToLong(row -> list.entries(Optional.of(row)).size()).sum();
        String part =
            list.reference().isPresent()
                ? "reference " + list.title()
                : list.kind() + " " + list.name();
        double ofEach = sample.isEmpty() ? 0 : (double) entries / sample.size();
        // Of lists that have each row once, the number is as exact as that of the rows.
        boolean eachOnce = entries == sample.size() && list.valueColumns().isEmpty();
        Precision precision =
            whole || eachOnce || all.precision() == Precision.AT_LEAST
                ? all.precision()
                : Precision.ESTIMATED;
        to.put(part, new Units(Math.round(ofEach * all.number()), precision, bytes(part)));
      }
    }
  }
}
