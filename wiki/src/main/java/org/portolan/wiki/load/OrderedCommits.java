package org.portolan.wiki.load;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.portolan.wiki.load.ImportSource.Broken;
import org.portolan.wiki.storage.ImportState;

/**
 * Commits one batch after another, each with the state of the import in the same transaction: for
 * stores with transactions over several rows. Batches at once would conflict on the objects of the
 * same indexes. Used by one thread.
 */
final class OrderedCommits implements BatchCommits {
  private final BatchWrites writes;
  private final Consumer<Broken> broken;
  private final Consumer<ImportState> progress;
  private ImportState state;

  OrderedCommits(
      BatchWrites writes,
      ImportState state,
      Consumer<Broken> broken,
      Consumer<ImportState> progress) {
    this.writes = writes;
    this.state = state;
    this.broken = broken;
    this.progress = progress;
  }

  @Override
  public int batchPagesMax() {
    return 400;
  }

  @Override
  public long batchBytesMax() {
    return 8L << 20;
  }

  @Override
  public void commit(List<PreparedEntry> batch) {
    BatchWrites.divided(batch, this::write);
  }

  private List<PreparedEntry> write(List<PreparedEntry> batch) {
    ImportState reached = PreparedEntry.after(state, batch);
    writes.write(batch, Optional.of(reached));
    state = reached;
    batch.forEach(one -> one.broken().ifPresent(broken));
    progress.accept(state);
    return batch;
  }

  @Override
  public void finish() {}

  @Override
  public ImportState state() {
    return state;
  }

  @Override
  public void close() {}
}
