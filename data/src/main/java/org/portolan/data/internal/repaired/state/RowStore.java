package org.portolan.data.internal.repaired.state;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.portolan.data.StoreRuntime;
import org.portolan.data.Trace;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.repaired.state.TableCodecs.TableCodec;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.RowCounting;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.engine.Capabilities.TransactionScope;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineException;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.RowKey;

/**
 * The objects that all parts of the protocol share: engine, compiled design, runtime. Thread-safe.
 *
 * @param itemsTogether whether items change together with the columns of their row
 */
public record RowStore(
    Engine engine,
    StoreSchema schema,
    TableCodecs codecs,
    OutboxCodec outboxes,
    StoreRuntime runtime,
    boolean itemsTogether) {

  public static RowStore of(Engine engine, StoreSchema schema, StoreRuntime runtime) {
    TableCodecs codecs = new TableCodecs(schema);
    return new RowStore(
        engine,
        schema,
        codecs,
        new OutboxCodec(codecs),
        runtime,
        engine.capabilities().transactions() == TransactionScope.ROW);
  }

  /** Reads the states of rows: one round trip. */
  public List<WriteState> states(List<RowKey> rows, Trace trace) {
    return new Access(engine, trace)
            .get(rows.stream().map(row -> Get.of(row.table(), row.key(), WriteState.READ)).toList())
            .stream()
            .map(WriteState::of)
            .toList();
  }

  public WriteState state(RowKey row) {
    return states(List.of(row), null).get(0);
  }

  /**
   * Changes a row on condition, for a caller that looks at the row again in any case.
   *
   * @return whether the change is known to have been made
   */
  public boolean tried(Mutation mutation) {
    try {
      return engine.mutate(mutation, Durability.SYNCED);
    } catch (OutcomeUnknownException e) {
      return false;
    }
  }

  /**
   * Makes sure that every read sees states that one read has seen: perhaps too few replicas have
   * them. Once a conditional change is answered, every earlier one has reached a majority of the
   * replicas, whether its own condition held or not. The condition of the change sent here never
   * holds. A change that put the state again could come late and overwrite a newer state under the
   * same number of a write: an outbox that was cleared would come back, with receipts that have
   * been folded.
   *
   * @param states of the rows, in their order
   * @return whether every read sees them; if false, this is unknown
   */
  public boolean areSeenByAll(List<RowKey> rows, List<WriteState> states) {
    List<Mutation> never = new ArrayList<>();
    for (int position = 0; position < rows.size(); position++) {
      WriteState nobodys =
          new WriteState(
              Math.max(1, states.get(position).version()),
              runtime.random().nextLong(),
              List.of(),
              Optional.empty(),
              Optional.empty());
      never.add(nobodys.changed(rows.get(position), nobodys));
    }
    try {
      engine.mutateAll(never, Durability.SYNCED);
      return true;
    } catch (EngineException lost) {
      return false;
    }
  }

  /**
   * Returns the state after a commit with the mark that it makes. A commit that lists an addition
   * to a new counter counts its row, see {@link RowCounting}: the row was counted before, or all
   * that it adds is listed.
   *
   * @param before the state that the commit replaces
   * @param outbox what the commit lists
   */
  public WriteState counted(RowKey row, WriteState before, WriteState after, Outbox outbox) {
    Optional<RowCounting> counting = counting(row);
    boolean counts =
        counting
            .filter(
                each ->
                    before.counted() == each.mark()
                        || outbox.followUps().stream().anyMatch(made -> isAddition(each, made)))
            .isPresent();
    return after.counted(counts ? counting.get().mark() : 0);
  }

  private static boolean isAddition(RowCounting counting, FollowUp followUp) {
    return followUp.target().table().equals(CounterSchema.TABLE)
        && counting.has((String) followUp.target().key().get(0));
  }

  /** Returns how a row is counted for counters that its entity gets; empty if it gets none. */
  public Optional<RowCounting> counting(RowKey row) {
    return codecs.find(row.table()).flatMap(TableCodec::entity).flatMap(EntitySchema::counting);
  }

  public Outbox outbox(WriteState state) {
    return outboxes.unpack(state.outbox());
  }

  public Optional<Intent> intent(WriteState state) {
    return state.intent().map(outboxes::unpackIntent);
  }
}
