package org.portolan.data.internal.load;

import java.util.ArrayList;
import java.util.List;
import org.portolan.data.StoreRuntime;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.data.internal.write.DerivedChanges;
import org.portolan.data.internal.write.StoreWrite;
import org.portolan.data.internal.write.WriteTarget;
import org.portolan.engine.Change;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.Mutation;
import org.portolan.engine.Reader;
import org.portolan.engine.RowKey;

/** Rows as transactions over the store leave them. */
record AtomicForm(Engine engine, StoreSchema schema, StoreRuntime runtime) implements LoadForm {

  @Override
  public Batch begin() {
    return new Gathered();
  }

  @Override
  public boolean takesObjects() {
    return true;
  }

  @Override
  public Mutation part(Mutation families) {
    return families;
  }

  /** Adds to the first shard, which every design has: this one may have changed since the load. */
  @Override
  public void add(CounterSchema counter, long delta) {
    boolean unused =
        engine.mutate(
            Mutation.of(
                CounterSchema.TABLE,
                counter.shards().get(0),
                new Change.Add(CounterSchema.FAMILY, delta)),
            Durability.BUFFERED);
  }

  private final class Gathered implements Batch, WriteTarget {
    private final List<Mutation> mutations = new ArrayList<>();
    private final DerivedChanges derived = new DerivedChanges();

    @Override
    public WriteTarget target() {
      return this;
    }

    @Override
    public List<Mutation> mutations(StoreWrite write) {
      mutations.addAll(write.objectMutations());
      write.treeChanges().forEach(derived.indexes()::add);
      if (!derived.indexes().isEmpty()) {
        // The deltas of a load are merged when it has ended.
        mutations.addAll(
            derived
                .indexes()
                .mutations(
                    new Access(engine, null),
                    Integer.MAX_VALUE,
                    new ArrayList<>(),
                    runtime.random()));
      }
      return mutations;
    }

    @Override
    public void count(CounterSums sums) {
      sums.add(derived.counters());
    }

    @Override
    public Reader reader() {
      return engine;
    }

    @Override
    public void change(RowKey owner, Mutation mutation) {
      mutations.add(LoadForm.ofNew(mutation));
    }

    /** Rows are new; rows of unique values and guards may be there. */
    @Override
    public boolean isTakenForNew(RowKey owner, boolean inserted) {
      return !schema.isGuard(owner.table());
    }

    @Override
    public DerivedChanges derived(RowKey owner) {
      return derived;
    }
  }
}
