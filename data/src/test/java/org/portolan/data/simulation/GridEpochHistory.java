package org.portolan.data.simulation;

import java.time.Duration;
import java.util.List;
import org.portolan.data.internal.access.Transactions;
import org.portolan.data.internal.process.Epoch;
import org.portolan.data.internal.process.EpochWait;
import org.portolan.data.internal.process.Guard;
import org.portolan.data.internal.process.GuardedTransactions;
import org.portolan.engine.Change;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineException;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.TableSchema;
import org.portolan.engine.Transaction;
import org.portolan.engine.simulated.SimulatedCluster.Kind;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/** An {@link EpochHistory} of guarded transactions. */
final class GridEpochHistory extends EpochHistory {
  private static final Duration RENEWAL = Duration.ofSeconds(2);

  GridEpochHistory(long seed) {
    super(Kind.STORE, seed);
  }

  @Override
  void create(Engine engine) {
    engine.createTable(
        TableSchema.of(
            "page",
            List.of(KeyColumn.of("title", ScalarType.TEXT)),
            new ColumnFamily("main", List.of(new Column("text", ScalarType.TEXT)))));
  }

  @Override
  Get row(String title) {
    return get("page", title);
  }

  /** One stay of a process at an epoch. */
  private final class Stay {
    private final Member member;
    private final Guard guard;
    private boolean over;

    Stay(Member member, Guard guard) {
      this.member = member;
      this.guard = guard;
      scheduler.start(member.process, "renewal", this::renew);
    }

    private void renew() {
      while (!over) {
        scheduler.pass(RENEWAL.toNanos());
        try {
          over |= !guard.renew() || Epoch.read(member.meta) != guard.epoch();
        } catch (EngineException e) {
          scheduler.note("not renewed: " + e.getMessage());
        }
      }
    }
  }

  @Override
  void writeWhile(Member member, long epoch) {
    Stay stay = new Stay(member, Guard.join(member.engine, member.meta, epoch, member.runtime));
    Transactions transactions = new GuardedTransactions(member.engine, stay.guard);
    try {
      while (!stay.over && !isEnded()) {
        write(member, transactions, epoch);
        member.pass(800);
      }
    } finally {
      stay.over = true;
      if (!member.process.killed()) {
        stay.guard.leave();
      }
    }
  }

  private void write(Member member, Transactions transactions, long epoch) {
    String title = title(member);
    try (Transaction transaction = transactions.begin(Durability.SYNCED)) {
      if (member.random.nextBoolean()) {
        transaction.get(List.of(row(title)));
      }
      transaction.mutate(
          Mutation.of(
              "page",
              Tuple.of(title),
              new Change.PutColumns("main", List.of(text(epoch, member)))));
      transaction.commit();
    } catch (EngineException e) {
      scheduler.note("write failed: " + e.getMessage());
    }
  }

  @Override
  EpochWait waiting(Member member) {
    return EpochWait.ofAtomic(member.engine, member.runtime);
  }
}
