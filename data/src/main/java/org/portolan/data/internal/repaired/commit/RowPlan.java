package org.portolan.data.internal.repaired.commit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.portolan.data.StoreRuntime.Stopwatch;
import org.portolan.data.Trace;
import org.portolan.data.internal.repaired.state.FollowUp;
import org.portolan.data.internal.repaired.state.Outbox;
import org.portolan.data.internal.repaired.state.Outbox.Secondary;
import org.portolan.data.internal.repaired.state.OutboxCodec;
import org.portolan.data.internal.repaired.state.WriteState;
import org.portolan.data.internal.write.MutationSizes;
import org.portolan.engine.Change;
import org.portolan.engine.Mutation;
import org.portolan.engine.RowKey;

/**
 * The plan for the write of one row: the states before and after, the content and the follow-ups.
 *
 * <p>See {@code docs/life-of-a-write.md}: step 2.
 *
 * @param content the changes made together with the state: of the row's families, and of its items
 *     if the engine admits it
 * @param outbox the follow-ups, including those of earlier writes that are not known to be applied
 * @param carried the follow-ups that earlier writes have left; they stay if the row is left as it
 *     was. Without receipts, which were brought
 * @param begun started before the state was read: the row may have changed unseen since
 */
public record RowPlan(
    RowKey row,
    WriteState before,
    WriteState after,
    List<FollowUp> content,
    Outbox outbox,
    List<FollowUp> carried,
    Stopwatch begun) {
  /**
   * The time after a row was read as missing within which the row shows the outcome of its
   * creation.
   */
  private static final Duration REMEMBERED = WriteState.KEEP_DELETED.dividedBy(4);

  public RowPlan {
    content = List.copyOf(content);
    carried = List.copyOf(carried);
  }

  /**
   * Returns the commit: all changes of the row in one mutation, on condition of the state before.
   */
  public Mutation commit(OutboxCodec codec) {
    return commit(row, before, after.with(codec.pack(outbox), after.intent()), content);
  }

  /**
   * Returns all changes of a row in one mutation without a condition, nothing left to do.
   *
   * @param isNew whether the row gets its first state; otherwise it keeps the state that it has
   */
  public Mutation put(boolean isNew) {
    List<Change> changes = new ArrayList<>();
    content.forEach(followUp -> changes.add(followUp.change()));
    if (isNew) {
      changes.add(after.put());
    }
    return Mutation.of(row.table(), row.key(), changes).at(after.version());
  }

  /** Returns this plan with other follow-ups. */
  public RowPlan with(List<FollowUp> followUps) {
    Outbox other = new Outbox(followUps, outbox.secondaries());
    return new RowPlan(row, before, after, content, other, carried, begun);
  }

  /** Returns this plan with rows to roll forward after its commit. */
  RowPlan deciding(List<Secondary> secondaries) {
    return new RowPlan(
        row, before, after, content, new Outbox(outbox.followUps(), secondaries), carried, begun);
  }

  /**
   * Returns whether the row was missing when it was read, so long ago that it may have been made
   * and deleted since, and its state removed. The creation may have been part of that earlier life
   * of the row. Or it was made after that life and had no effect, since the removals of that life
   * have a higher version.
   */
  boolean isForgotten() {
    return !before.exists() && begun.exceeds(REMEMBERED);
  }

  public static Mutation commit(
      RowKey row, WriteState before, WriteState after, List<FollowUp> content) {
    List<Change> changes = new ArrayList<>();
    content.forEach(followUp -> changes.add(followUp.change()));
    changes.add(after.put());
    return Mutation.of(row.table(), row.key(), changes).on(before.condition()).at(after.version());
  }

  /**
   * Counts the work of a write in the terms by which designs are compared: its rows with what
   * changes together with them, and each follow-up once.
   */
  public static void count(List<RowPlan> plans, Trace trace) {
    int followUps = 0;
    long bytes = 0;
    for (RowPlan plan : plans) {
      List<FollowUp> ofRow = plan.outbox.followUps();
      followUps += ofRow.size();
      for (Mutation mutation : FollowUp.mutations(plan.content)) {
        bytes += MutationSizes.bytes(mutation);
      }
      for (Mutation mutation : FollowUp.mutations(ofRow)) {
        bytes += MutationSizes.bytes(mutation);
      }
    }
    trace.committed(plans.size(), followUps, bytes);
  }
}
