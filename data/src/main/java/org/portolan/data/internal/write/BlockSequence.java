package org.portolan.data.internal.write;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Lock;
import java.util.function.Function;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Sequence;
import org.portolan.data.StoreTransaction;
import org.portolan.engine.OutcomeUnknownException;

/**
 * A sequence that takes its numbers in blocks: a write moves the number in its row beyond the
 * block. Whatever becomes of that write, no other process gets the block, so a write of unknown
 * outcome is simply followed by another. Thread-safe.
 */
public final class BlockSequence implements Sequence {
  private static final int UNKNOWN_MAX = 3;

  private final Place place;
  private final int block;
  private final Writes writes;
  private final Lock lock;
  private long next;
  private long left;

  /** The store that has the number. */
  public interface Writes {
    /** As {@link Writer#writeApart}, synced. */
    <T> T writeApart(Function<StoreTransaction, T> work);

    /** As {@link Writer#endTurn}. */
    void endTurn();
  }

  /**
   * @param lock held while a number is taken
   */
  public BlockSequence(Place place, int block, Writes writes, Lock lock) {
    this.place = place;
    this.block = block;
    this.writes = writes;
    this.lock = lock;
  }

  @Override
  public long next() {
    if (!lock.tryLock()) {
      // Another thread may write: a turn of the write that this thread runs would keep it waiting.
      writes.endTurn();
      lock.lock();
    }
    try {
      if (left == 0) {
        next = reserve();
        left = block;
      }
      left--;
      return next++;
    } finally {
      lock.unlock();
    }
  }

  private long reserve() {
    for (int attempt = 1; ; attempt++) {
      try {
        return writes.writeApart(this::reserve);
      } catch (OutcomeUnknownException e) {
        if (attempt == UNKNOWN_MAX) {
          throw e;
        }
      }
    }
  }

  private long reserve(StoreTransaction transaction) {
    Optional<EntityRow> row =
        transaction.get(place.entity(), place.key(), Columns.of(place.column()));
    long first = row.map(this::number).orElse(1L);
    if (first > Long.MAX_VALUE - block) {
      throw new IllegalStateException(
          "the sequence in column "
              + place
              + " is at its end: after "
              + first
              + " there are less than "
              + block
              + " numbers");
    }
    Map<String, Object> after = Map.of(place.column(), first + block);
    if (row.isPresent()) {
      transaction.update(place.entity(), place.key(), after);
    } else {
      transaction.put(place.entity(), place.key(), after);
    }
    return first;
  }

  private long number(EntityRow row) {
    Object number = row.value(place.column());
    if (number == null) {
      throw new IllegalStateException(
          "the row of the sequence in column "
              + place
              + " has no number: put the first that is not given out yet, or delete the row to begin"
              + " at 1");
    }
    return (Long) number;
  }
}
