package org.portolan.wiki.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.portolan.data.InterruptedWaitException;
import org.portolan.data.WriteConflictException;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.StoreException;
import org.portolan.engine.UnavailableException;
import org.portolan.wiki.storage.ImportState;
import org.portolan.wiki.storage.PreparedPage;

/** The way in which the pages of batches are written. Thread-safe. */
interface BatchWrites {

  /**
   * Writes the pages of a batch, and the state that the import reaches with them, if any. All
   * batches of this state were written by calls that have ended.
   */
  void write(List<PreparedEntry> batch, Optional<ImportState> reached);

  static List<PreparedPage> pages(List<PreparedEntry> batch) {
    return batch.stream().flatMap(one -> one.page().stream()).toList();
  }

  /**
   * Writes a batch. If the store refuses it, writes its pages one by one: a page that the store
   * refuses counts as broken, and the others are written.
   *
   * @param write writes entries and returns them as they ended
   * @return the entries as they ended
   * @throws StoreException if no page is the cause of the failure
   */
  static List<PreparedEntry> divided(
      List<PreparedEntry> batch, UnaryOperator<List<PreparedEntry>> write) {
    try {
      return write.apply(batch);
    } catch (UnavailableException | OutcomeUnknownException | InterruptedWaitException e) {
      // No page is the cause: the import ends here, and can be resumed.
      throw e;
    } catch (StoreException | IllegalArgumentException e) {
      if (batch.size() > 1) {
        List<PreparedEntry> ended = new ArrayList<>(batch.size());
        batch.forEach(one -> ended.addAll(divided(List.of(one), write)));
        return ended;
      }
      if (e instanceof WriteConflictException) {
        // The page is not the cause either: another writer changed it at every attempt.
        throw e;
      }
      // Only this page cannot be written: it counts as broken, and the import goes on.
      return write.apply(List.of(batch.get(0).refused(e)));
    }
  }
}
