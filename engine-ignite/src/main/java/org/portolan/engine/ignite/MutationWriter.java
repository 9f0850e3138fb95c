package org.portolan.engine.ignite;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.portolan.engine.Mutation;
import org.portolan.engine.RowKey;

/**
 * Writes rows outside of the engine's transactions, but by transactions of Ignite: a row's families
 * are in several caches, and conditions and counters are read before the write. Thread-safe.
 */
final class MutationWriter {
  private static final int BATCH_BYTES_MAX = 1 << 20;
  private static final int BATCH_ROWS_MAX = 500;
  private static final int BATCH_ATTEMPTS = 3;

  private final Commit commit;
  private final Function<String, TableHandle> tables;
  private final int timeoutMs;

  MutationWriter(Commit commit, Function<String, TableHandle> tables, int timeoutMs) {
    this.commit = commit;
    this.tables = tables;
    this.timeoutMs = timeoutMs;
  }

  /** Refuses a mutation that cannot be written, otherwise encodes it. */
  EncodedMutation encode(Mutation mutation) {
    return EncodedMutation.of(tables.apply(mutation.table()), mutation);
  }

  /** Returns for each mutation whether its condition held. */
  List<Boolean> mutate(List<Mutation> mutations) {
    List<EncodedMutation> encoded = new ArrayList<>(mutations.size());
    mutations.forEach(mutation -> encoded.add(encode(mutation)));
    boolean[] held = new boolean[encoded.size()];
    int from = 0;
    while (from < encoded.size()) {
      int to = endOfBatch(encoded, from);
      write(encoded, from, to, held);
      from = to;
    }
    List<Boolean> answers = new ArrayList<>(held.length);
    for (boolean each : held) {
      answers.add(each);
    }
    return answers;
  }

  /** Ends a batch before it changes a row twice, so that each mutation sees the one before. */
  static int endOfBatch(List<EncodedMutation> encoded, int from) {
    PartMap<RowKey> touched = new PartMap<>();
    long bytes = 0;
    int to = from;
    while (to < encoded.size() && to - from < BATCH_ROWS_MAX) {
      EncodedMutation next = encoded.get(to);
      bytes += next.bytes();
      if (to > from
          && (bytes > BATCH_BYTES_MAX || touched.contains(next.row().table(), next.key()))) {
        break;
      }
      touched.put(next.row().table(), next.key(), next.row());
      to++;
    }
    return to;
  }

  private void write(List<EncodedMutation> mutations, int from, int to, boolean[] held) {
    List<EncodedMutation> batch = mutations.subList(from, to);
    String act =
        batch.size() == 1
            ? "change row " + batch.get(0).row()
            : "change " + batch.size() + " rows from " + batch.get(0).row() + " on";
    if (batch.size() == 1 && batch.get(0).isSimple()) {
      commit.writeOne(act, batch.get(0).writes());
      held[from] = true;
      return;
    }
    PartMap<RowKey> reads = new PartMap<>();
    batch.forEach(mutation -> mutation.addReads(reads));
    Retries retries = new Retries(act, timeoutMs);
    while (!commit.run(act, reads, found -> decide(batch, from, found, held))) {
      if (retries.attempts() >= BATCH_ATTEMPTS && batch.size() > 1) {
        // Others keep writing some of these rows: smaller batches succeed sooner.
        int middle = from + batch.size() / 2;
        write(mutations, from, middle, held);
        write(mutations, middle, to, held);
        return;
      }
      retries.next();
    }
  }

  private static PartMap<Write> decide(
      List<EncodedMutation> batch, int from, PartMap<Object> found, boolean[] held) {
    PartMap<Write> writes = new PartMap<>();
    for (int index = 0; index < batch.size(); index++) {
      EncodedMutation mutation = batch.get(index);
      held[from + index] =
          mutation
              .condition()
              .map(test -> test.holds(found.get(test.family().cache(), mutation.key())))
              .orElse(true);
      if (held[from + index]) {
        writes.putAll(mutation.writes());
      }
    }
    return writes;
  }
}
