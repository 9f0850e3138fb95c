package org.portolan.data.internal.build;

import java.util.Set;
import org.portolan.data.Patience;
import org.portolan.data.StoreRuntime;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.counter.CounterReads;
import org.portolan.data.internal.counter.CounterReceipts;
import org.portolan.data.internal.repaired.recovery.CounterFold;
import org.portolan.data.internal.repaired.state.RowStore;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.data.internal.session.Sessions;
import org.portolan.engine.Change;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.engine.Transaction;
import org.portolan.types.Tuple;

/**
 * Sets counters to what was counted, and removes counters. A counter is set by the difference to
 * its value, in one transaction or on condition of its base: so an attempt that was interrupted is
 * harmless, and needs nothing to be removed before. Used by one thread.
 */
final class CounterFill {
  private static final int ATTEMPTS_MAX = 4;
  private static final int SHARDS_MAX = 500;

  private final Engine engine;
  private final StoreSchema schema;
  private final StoreRuntime runtime;
  private final Patience patience;

  CounterFill(Engine engine, StoreSchema schema, StoreRuntime runtime) {
    this.engine = engine;
    this.schema = schema;
    this.runtime = runtime;
    this.patience = Patience.ofMinutes(runtime);
  }

  void set(CounterSchema counter, long value) {
    if (counter.hasReceipts()) {
      patience.run(() -> setBase(counter, value));
    } else {
      patience.run(() -> setInTransaction(counter, value));
    }
  }

  private void setInTransaction(CounterSchema counter, long value) {
    try (Transaction transaction = engine.begin(Durability.SYNCED)) {
      long missing = value - CounterReads.value(new Access(transaction, null), counter);
      if (missing != 0) {
        transaction.mutate(
            Mutation.of(
                CounterSchema.TABLE,
                counter.shards().get(0),
                new Change.Add(CounterSchema.FAMILY, missing)));
        transaction.commit();
      }
    }
  }

  private CounterFold fold() {
    return new CounterFold(
        RowStore.of(engine, schema, runtime), new Sessions(engine, schema.tables()));
  }

  private void setBase(CounterSchema counter, long value) {
    Access access = new Access(engine, null);
    for (int attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      CounterReceipts.Base base = CounterReceipts.bases(access, counter).get(0);
      long missing = value - CounterReceipts.value(access, counter);
      if (missing == 0 || fold().correct(counter, base, missing)) {
        return;
      }
    }
    throw new ConflictException(Set.of());
  }

  /** Removes a counter: its shards, or where these must stay, all that they count. */
  void remove(CounterSchema counter) {
    if (counter.hasReceipts()) {
      patience.run(() -> fold().forget(counter));
      return;
    }
    Scan scan =
        Scan.of(
            CounterSchema.TABLE,
            KeyRange.ALL,
            SHARDS_MAX,
            new FamilyRead.Counter(CounterSchema.FAMILY));
    while (true) {
      ScanPage page = engine.scan(scan);
      for (Row row : page.rows()) {
        if (row.key().get(0).equals(counter.name())) {
          remove(row.key());
        }
      }
      if (page.next().isEmpty()) {
        return;
      }
      scan = scan.following(page);
    }
  }

  private void remove(Tuple shard) {
    boolean unused =
        engine.mutate(
            Mutation.of(CounterSchema.TABLE, shard, new Change.DeleteFamily(CounterSchema.FAMILY)),
            Durability.SYNCED);
  }
}
