package org.portolan.data.internal.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;
import org.portolan.data.EntityRow;
import org.portolan.data.Patience;
import org.portolan.data.StoreLoad;
import org.portolan.data.StoreRuntime;
import org.portolan.data.StoreTransaction;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.schema.CollectionSchema;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.RowFilling;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.data.internal.write.StoreWrite;
import org.portolan.data.internal.write.TransactionOfWork;
import org.portolan.design.CollectionDesign.Storage;
import org.portolan.engine.BulkWriter;
import org.portolan.engine.Engine;
import org.portolan.engine.Mutation;

/**
 * A load of a store.
 *
 * <h2>Why</h2>
 *
 * A write reads what it is going to change, and commits on condition that this has not changed
 * since. In an empty store there is nothing to read, and without other writers nothing changes. The
 * rest of a write is the same: {@link StoreWrite} derives entries of indexes, unique values and
 * guards from the rows, so that a loaded store cannot differ from a written one.
 *
 * <p>Rows of unique values and guards, and the buckets and nodes of indexes, lists of referring
 * rows and collections in objects and trees, are read as by a write, because earlier calls may have
 * written them. Threads then take turns, and what they write is seen at once. So it is with
 * collated keys, whose rows callers look up.
 */
final class Loading implements StoreLoad {
  private final Engine engine;
  private final StoreSchema schema;
  private final StoreRuntime runtime;
  private final LoadForm form;
  private final LoadMark mark;
  private final BulkWriter writer;
  private final CounterSums counters = new CounterSums();
  private final Lock turn;
  private final Patience patience;
  private final Patience ofWrites;
  private boolean ended;

  Loading(
      Engine engine,
      StoreSchema schema,
      StoreRuntime runtime,
      LoadForm form,
      LoadMark mark,
      BulkWriter writer) {
    this.engine = engine;
    this.schema = schema;
    this.runtime = runtime;
    this.form = form;
    this.mark = mark;
    this.writer = writer;
    this.turn = runtime.newLock();
    this.patience = Patience.ofMinutes(runtime);
    this.ofWrites = writer.isRepeatable() ? patience : Patience.NONE;
  }

  @Override
  public boolean takesItems(String entity, String collection) {
    return form.takesObjects() || isPlain(schema.entity(entity).collection(collection));
  }

  /** Returns whether no write of an item looks at other items. */
  private static boolean isPlain(CollectionSchema items) {
    return (items.storage() == Storage.CELLS || items.storage() == Storage.ROWS)
        && items.listedBy().isEmpty()
        && items.listed().isEmpty();
  }

  @Override
  public void write(String entity, Consumer<StoreTransaction> work) {
    if (!isReadAgain(schema.entity(entity))) {
      write(work, writer::write);
      return;
    }
    turn.lock();
    try {
      write(work, writer::writeVisibly);
    } finally {
      turn.unlock();
    }
  }

  @Override
  public boolean takesColumns(String entity, Set<String> columns) {
    return new RowFilling(schema.entity(entity)).takes(columns);
  }

  @Override
  public void fill(String entity, List<EntityRow> rows) {
    RowFilling filling = new RowFilling(schema.entity(entity));
    rows.stream().map(row -> row.values().keySet()).distinct().forEach(filling::require);
    List<Mutation> mutations = new ArrayList<>();
    for (EntityRow row : rows) {
      Mutation families = filling.change(row.key(), row.values());
      if (!families.changes().isEmpty()) {
        mutations.add(form.part(families));
      }
    }
    ofWrites.run(() -> writer.write(mutations));
  }

  /** Returns whether a call must see what earlier calls have written. */
  private boolean isReadAgain(EntitySchema entity) {
    for (CollectionSchema items : entity.collections()) {
      if (form.takesObjects() && !isPlain(items)) {
        return true;
      }
    }
    return entity.lists().stream().anyMatch(list -> !list.cells() || list.claims().isPresent())
        || !entity.keyMapping().originalColumns().isEmpty();
  }

  private void write(Consumer<StoreTransaction> work, Consumer<List<Mutation>> writes) {
    Planned planned = patience.repeat(() -> plan(work));
    ofWrites.run(() -> writes.accept(planned.mutations));
    planned.batch.count(counters);
  }

  /** The changes of a call. */
  private record Planned(LoadForm.Batch batch, List<Mutation> mutations) {}

  private Planned plan(Consumer<StoreTransaction> work) {
    LoadForm.Batch batch = form.begin();
    Access access = new Access(engine, null);
    StoreWrite write = new StoreWrite(schema, batch.target(), access, runtime);
    Boolean unused =
        TransactionOfWork.run(
            write,
            transaction -> {
              work.accept(transaction);
              return true;
            });
    write.check();
    return new Planned(batch, batch.mutations(write));
  }

  @Override
  public void flush() {
    writer.flush();
  }

  @Override
  public synchronized void close() {
    if (ended) {
      return;
    }
    ended = true;
    try {
      writer.flush();
      counters.each(form::add);
      engine.flush();
      mark.remove();
    } finally {
      writer.close();
    }
  }

  @Override
  public synchronized void abandon() {
    if (!ended) {
      ended = true;
      writer.close();
    }
  }
}
