package org.portolan.data.internal.backfill;

import java.util.Collection;
import org.portolan.data.internal.write.MutationSizes;
import org.portolan.engine.Mutation;

/** Counts the work of a run. */
final class Tally {
  long rows;
  long entries;
  long bytes;
  long conflicts;

  void written(Collection<Mutation> mutations) {
    mutations.forEach(mutation -> bytes += MutationSizes.bytes(mutation));
  }

  IndexBackfill.Result result() {
    return new IndexBackfill.Result(rows, entries, bytes, conflicts);
  }
}
