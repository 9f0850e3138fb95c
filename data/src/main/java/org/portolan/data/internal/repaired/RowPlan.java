package org.portolan.data.internal.repaired;

import java.util.ArrayList;
import java.util.List;
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
 */
record RowPlan(
    RowKey row,
    WriteState before,
    WriteState after,
    List<FollowUp> content,
    Outbox outbox,
    List<FollowUp> carried) {
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
    return new RowPlan(row, before, after, content, other, carried);
  }

  /** Returns this plan with rows to roll forward after its commit. */
  RowPlan deciding(List<Secondary> secondaries) {
    return new RowPlan(
        row, before, after, content, new Outbox(outbox.followUps(), secondaries), carried);
  }

  static Mutation commit(RowKey row, WriteState before, WriteState after, List<FollowUp> content) {
    List<Change> changes = new ArrayList<>();
    content.forEach(followUp -> changes.add(followUp.change()));
    changes.add(after.put());
    return Mutation.of(row.table(), row.key(), changes).on(before.condition()).at(after.version());
  }
}
