package org.portolan.data.internal.repaired;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.portolan.data.StoreRuntime.Stopwatch;
import org.portolan.data.internal.repaired.Outbox.Secondary;
import org.portolan.engine.Change;
import org.portolan.engine.Mutation;
import org.portolan.engine.RowKey;

/**
 * How one row is written: from which state to which, and what follows.
 *
 * @param content what changes together with the state: the row's families, and its items where the
 *     engine admits it
 * @param outbox what follows, that of earlier writes which are not known to be applied included
 * @param carried what earlier writes have left, receipts aside, which were brought: what stays if
 *     the row is left as it was
 * @param begun since before the state was read: the row may have changed unseen
 */
record RowPlan(
    RowKey row,
    WriteState before,
    WriteState after,
    List<FollowUp> content,
    Outbox outbox,
    List<FollowUp> carried,
    Stopwatch begun) {
  /** How long after it was read a row that was not there shows what became of its creation. */
  private static final Duration REMEMBERED = Sweeper.KEEP_DELETED.dividedBy(2);

  RowPlan {
    content = List.copyOf(content);
    carried = List.copyOf(carried);
  }

  /** Returns the commit: everything of the row at once, on condition of the state before. */
  Mutation commit(OutboxCodec codec) {
    return commit(row, before, after.with(codec.pack(outbox), after.intent()), content);
  }

  /** Returns this plan with other things to follow. */
  RowPlan with(List<FollowUp> followUps) {
    Outbox other = new Outbox(followUps, outbox.secondaries());
    return new RowPlan(row, before, after, content, other, carried, begun);
  }

  /** Returns this plan with rows to roll forward after its commit. */
  RowPlan deciding(List<Secondary> secondaries) {
    return new RowPlan(
        row, before, after, content, new Outbox(outbox.followUps(), secondaries), carried, begun);
  }

  /**
   * Whether a row without a state may be another than the one that was to be created: made and
   * deleted since, and what remained of it removed. The creation may have been made in the life
   * before; or it was made now, in vain, since the removals of that life are of a higher version.
   */
  boolean isForgotten() {
    return !before.exists() && begun.exceeds(REMEMBERED);
  }

  static Mutation commit(RowKey row, WriteState before, WriteState after, List<FollowUp> content) {
    List<Change> changes = new ArrayList<>();
    content.forEach(followUp -> changes.add(followUp.change()));
    changes.add(after.put());
    return Mutation.of(row.table(), row.key(), changes).on(before.condition()).at(after.version());
  }
}
