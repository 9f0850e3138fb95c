package org.portolan.data.internal.write;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ObjLongConsumer;
import java.util.function.Predicate;
import org.portolan.data.EntityRow;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.engine.Change;
import org.portolan.engine.Mutation;
import org.portolan.types.Tuple;

/** The changes of counters that follow from one write. Used by one thread. */
public final class CounterChanges {
  private final Map<CounterSchema, Long> deltas = new LinkedHashMap<>();

  /** What the row adds after the write, to counters that its entity gets. */
  private final Map<CounterSchema, Long> totals = new HashMap<>();

  /**
   * Adds the change of a row.
   *
   * @param before with at least {@link EntitySchema#followedColumns}, as {@code after}
   */
  public void row(EntitySchema entity, Optional<EntityRow> before, Optional<EntityRow> after) {
    for (CounterSchema counter : entity.counters()) {
      if (counter.countsRows()) {
        deltas.merge(counter, counter.ofRow(after) - counter.ofRow(before), Long::sum);
        if (entity.counting().isPresent()) {
          totals.put(counter, counter.ofRow(after));
        }
      }
    }
  }

  void items(EntitySchema entity, String collection, long delta) {
    for (CounterSchema counter : entity.counters()) {
      if (counter.counts(collection)) {
        deltas.merge(counter, delta, Long::sum);
      }
    }
  }

  static boolean countsItems(EntitySchema entity, String collection) {
    return entity.counters().stream().anyMatch(counter -> counter.counts(collection));
  }

  /**
   * Returns the additions to some counters.
   *
   * @param shard returns the row key of the shard to add to
   */
  List<Mutation> mutations(Predicate<CounterSchema> wanted, Function<CounterSchema, Tuple> shard) {
    List<Mutation> mutations = new ArrayList<>();
    each(
        (counter, delta) -> {
          if (wanted.test(counter)) {
            mutations.add(
                Mutation.of(
                    CounterSchema.TABLE,
                    shard.apply(counter),
                    new Change.Add(CounterSchema.FAMILY, delta)));
          }
        });
    return mutations;
  }

  /**
   * Passes each counter that a commit of one row changes to a consumer, with what is added to it.
   *
   * @param counted whether the row is counted by the counters that its entity gets
   */
  public void each(boolean counted, ObjLongConsumer<CounterSchema> consumer) {
    deltas.forEach(
        (counter, delta) -> {
          long added =
              counter
                  .entity()
                  .counting()
                  .filter(counting -> !counted && counting.has(counter.name()))
                  .map(counting -> counting.ofUncounted(delta, totals.getOrDefault(counter, 0L)))
                  .orElse(delta);
          if (added != 0) {
            consumer.accept(counter, added);
          }
        });
  }

  /** Passes each counter that changes, with its difference, to a consumer. */
  public void each(ObjLongConsumer<CounterSchema> consumer) {
    deltas.forEach(
        (counter, delta) -> {
          if (delta != 0) {
            consumer.accept(counter, delta);
          }
        });
  }
}
