package org.portolan.wiki.load;

import java.util.List;
import org.portolan.wiki.storage.ImportState;

/** The way in which an import commits its batches. Used by one thread. */
interface BatchCommits extends AutoCloseable {

  /** Returns the most pages of one batch. */
  int batchPagesMax();

  /** Returns the size of texts at which a batch ends, in bytes. */
  long batchBytesMax();

  /**
   * Commits a batch, now or together with later ones.
   *
   * @throws RuntimeException if this batch or an earlier one cannot be written, whatever the page;
   *     the stored state is that of batches before it
   */
  void commit(List<PreparedEntry> batch);

  /** Returns when all batches and the state that they reach are committed. */
  void finish();

  /** Returns the state after the batches committed so far. */
  ImportState state();

  /** Returns when nothing is written any more. */
  @Override
  void close();
}
