package org.portolan.dump;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.portolan.data.InterruptedWaitException;
import org.portolan.data.Store;
import org.portolan.data.Store.Guarantee;
import org.portolan.data.WriteConflictException;
import org.portolan.engine.Durability;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.StoreException;
import org.portolan.engine.UnavailableException;

/**
 * Writes batches into a store: on an engine of rows several at once, elsewhere one after another,
 * because there they would conflict on the same index entries. The caller is one thread.
 */
final class ImportWrites implements AutoCloseable {
  private static final int AT_ONCE = 4;

  private final Store store;
  private final int atOnce;
  private final ExecutorService threads;
  private final Deque<Future<?>> underWay = new ArrayDeque<>();

  ImportWrites(Store store) {
    this.store = store;
    this.atOnce = store.guarantee() == Guarantee.REPAIRED ? AT_ONCE : 1;
    this.threads = Tasks.threads("writer", atOnce);
  }

  /**
   * Writes a batch, perhaps after this call has returned.
   *
   * @throws DumpException if a row of an earlier batch was refused; the message names it
   * @throws StoreException if the store failed
   */
  void write(ImportBatch batch) {
    if (batch.continuesRow()) {
      // An item may need an item of the same row that lists it.
      drain();
    }
    // One more than is written waits, so that no thread does.
    while (underWay.size() > atOnce) {
      Tasks.result(underWay.remove());
    }
    underWay.add(threads.submit(() -> put(batch)));
  }

  /** Waits until all batches are written. */
  void drain() {
    while (!underWay.isEmpty()) {
      Tasks.result(underWay.remove());
    }
  }

  private void put(ImportBatch batch) {
    if (refusal(batch).isPresent()) {
      divided(batch);
    }
  }

  /** Writes a batch in one transaction; returns why the store refuses one of its rows, if so. */
  private Optional<RuntimeException> refusal(ImportBatch batch) {
    try {
      store.write(
          Durability.BUFFERED,
          transaction -> {
            // A row may come before the one that it refers to.
            transaction.leaveReferencesUnchecked();
            batch.apply(transaction, store.guarantee());
            return null;
          });
      return Optional.empty();
    } catch (UnavailableException
        | OutcomeUnknownException
        | InterruptedWaitException
        | WriteConflictException e) {
      // No row is the cause: the import ends here, and can be resumed.
      throw e;
    } catch (StoreException | IllegalArgumentException | IllegalStateException e) {
      return Optional.of(e);
    }
  }

  /** Writes the lines of a batch one by one, up to the one that the store refuses. */
  private void divided(ImportBatch batch) {
    for (ImportBatch.Entry entry : batch.entries()) {
      ImportBatch one = new ImportBatch();
      one.add(entry, 0);
      Optional<RuntimeException> refusal = refusal(one);
      if (refusal.isPresent()) {
        throw new DumpException(
            "cannot import "
                + entry.text()
                + ", "
                + entry.place()
                + ": "
                + refusal.get().getMessage()
                + "; what was imported before stays: import into a store whose design and engine"
                + " admit the value, or correct it where it was exported",
            refusal.get());
      }
    }
  }

  @Override
  public void close() {
    Tasks.end(threads);
  }
}
