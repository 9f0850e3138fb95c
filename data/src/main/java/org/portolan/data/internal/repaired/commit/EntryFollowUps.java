package org.portolan.data.internal.repaired.commit;

import java.util.ArrayList;
import java.util.List;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.index.IndexChanges;
import org.portolan.data.internal.repaired.state.FollowUp;
import org.portolan.data.internal.repaired.state.RowStore;
import org.portolan.engine.Mutation;

/** Changes of indexes as follow-ups. */
public final class EntryFollowUps {
  private EntryFollowUps() {}

  /** Returns changes of indexes of cells as follow-ups of one version. */
  public static List<FollowUp> of(RowStore store, IndexChanges changes, long version) {
    List<FollowUp> followUps = new ArrayList<>();
    for (Mutation mutation :
        changes.mutations(
            new Access(store.engine(), null),
            Integer.MAX_VALUE,
            new ArrayList<>(),
            store.runtime().random())) {
      mutation
          .changes()
          .forEach(
              change ->
                  followUps.add(FollowUp.of(mutation.table(), mutation.key(), change, version)));
    }
    return followUps;
  }
}
