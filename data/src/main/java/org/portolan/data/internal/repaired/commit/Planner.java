package org.portolan.data.internal.repaired.commit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;
import org.portolan.data.StoreRuntime.Stopwatch;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.repaired.state.FollowUp;
import org.portolan.data.internal.repaired.state.FollowUp.Target;
import org.portolan.data.internal.repaired.state.Outbox;
import org.portolan.data.internal.repaired.state.RowStore;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.engine.Change;
import org.portolan.engine.Mutation;
import org.portolan.types.Tuple;

/**
 * Plans the rows of one write. Used by one thread.
 *
 * <p>See {@code docs/life-of-a-write.md}: step 2.
 */
public final class Planner {
  private final RowStore store;
  private final RandomGenerator random;
  private final long write;
  private final long versionMin;
  private final OptionalLong versionOfAll;
  private final Stopwatch begun;
  private int receipts;

  /**
   * @param versionMin the least version that the write may have
   * @param begun started before any row was read
   */
  public Planner(RowStore store, long versionMin, Stopwatch begun) {
    this(store, versionMin, OptionalLong.empty(), begun);
  }

  private Planner(RowStore store, long versionMin, OptionalLong versionOfAll, Stopwatch begun) {
    this.store = store;
    this.random = store.runtime().random();
    this.write = random.nextLong();
    this.versionMin = versionMin;
    this.versionOfAll = versionOfAll;
    this.begun = begun;
  }

  /** Returns a planner of rows that are new, and loaded without conditions at one version. */
  public static Planner ofLoad(RowStore store, long version) {
    return new Planner(store, version, OptionalLong.of(version), store.runtime().stopwatch());
  }

  /**
   * Plans the change of one row.
   *
   * @param carried the follow-ups that earlier writes left, without receipts
   */
  public RowPlan plan(RowChange change, WriteState before, List<FollowUp> carried) {
    long version =
        versionOfAll.orElseGet(
            () -> before.nextVersion(Math.max(versionMin, store.runtime().wallMillis())));
    List<FollowUp> content = new ArrayList<>();
    Map<Target, FollowUp> outbox = new LinkedHashMap<>();
    carried.forEach(followUp -> outbox.put(followUp.target(), followUp));
    change.columns().forEach(content::add);
    for (FollowUp item : change.items()) {
      add(change, item.at(version), content, outbox);
    }
    for (Mutation mutation :
        change
            .derived()
            .indexes()
            .mutations(
                new Access(store.engine(), null),
                Integer.MAX_VALUE,
                new ArrayList<>(),
                store.runtime().random())) {
      for (Change cell : mutation.changes()) {
        add(change, FollowUp.of(mutation.table(), mutation.key(), cell, version), content, outbox);
      }
    }
    boolean counted =
        store
            .counting(change.row())
            .filter(counting -> counting.mark() == before.counted())
            .isPresent();
    change
        .derived()
        .counters()
        .each(
            counted,
            (counter, delta) -> {
              FollowUp receipt = receipt(counter, delta, version);
              outbox.put(receipt.target(), receipt);
            });
    Outbox listed = new Outbox(List.copyOf(outbox.values()), List.of());
    return new RowPlan(
        change.row(),
        before,
        store.counted(change.row(), before, before.next(version, write), listed),
        content,
        listed,
        carried,
        begun);
  }

  private void add(
      RowChange change, FollowUp item, List<FollowUp> content, Map<Target, FollowUp> outbox) {
    Target target = item.target();
    boolean together =
        store.itemsTogether()
            && target.item().isPresent()
            && target.table().equals(change.row().table())
            && target.key().equals(change.row().key());
    outbox.remove(target);
    if (together) {
      content.add(item);
    } else {
      outbox.put(target, item);
    }
  }

  private FollowUp receipt(CounterSchema counter, long delta, long version) {
    Tuple key = Tuple.of(version, write, receipts++);
    Target target =
        new Target(
            CounterSchema.TABLE, counter.anyShard(random), CounterSchema.CHANGES, Optional.of(key));
    return new FollowUp(target, Arrays.asList(delta), version);
  }
}
