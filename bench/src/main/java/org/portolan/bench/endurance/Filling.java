package org.portolan.bench.endurance;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.load.Progress;
import org.portolan.bench.random.Sampler;
import org.portolan.bench.system.Together;
import org.portolan.data.Columns;
import org.portolan.data.Store;
import org.portolan.engine.Durability;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.UnavailableException;
import org.portolan.types.Tuple;

/**
 * Fills a store; one write makes a board with its items. The board is the row touched last, so on
 * every engine it exists only if its items do: an interrupted filling continues with the missing
 * boards.
 */
final class Filling {
  private static final int BOARDS_READ_MAX = 500;
  private static final int ATTEMPTS_MAX = 100;
  private static final int PAUSE_SECONDS = 3;

  private final Store store;
  private final GroupedItems shape;
  private final long seed;
  private final Progress progress;
  private final AtomicLong filled = new AtomicLong();

  Filling(Store store, GroupedItems shape, long seed, Progress progress) {
    this.store = store;
    this.shape = shape;
    this.seed = seed;
    this.progress = progress;
  }

  /**
   * Writes the missing boards.
   *
   * @return the number of items written
   */
  long run(int threads) {
    List<Long> missing = missing();
    AtomicLong next = new AtomicLong();
    Together.run(
        "the filling of the store",
        threads,
        thread -> {
          for (long at = next.getAndIncrement(); at < missing.size(); at = next.getAndIncrement()) {
            fillPatiently(missing.get((int) at));
          }
        });
    store.flush();
    return filled.get();
  }

  private List<Long> missing() {
    List<Long> missing = new ArrayList<>();
    for (long from = 0; from < shape.boards(); from += BOARDS_READ_MAX) {
      List<Tuple> keys = new ArrayList<>();
      for (long board = from; board < Math.min(shape.boards(), from + BOARDS_READ_MAX); board++) {
        keys.add(Tuple.of(board));
      }
      var found = store.getAll(GroupedItems.BOARD, keys, Columns.ALL);
      for (int position = 0; position < keys.size(); position++) {
        if (found.get(position).isEmpty()) {
          missing.add((Long) keys.get(position).get(0));
        }
      }
    }
    return missing;
  }

  /**
   * Retries for a while if the store is overloaded. A failed write may have written some of the
   * items; writing them again changes nothing. If the board exists, all its items do.
   */
  private void fillPatiently(long board) {
    for (int attempt = 1; ; attempt++) {
      try {
        if (attempt == 1 || store.get(GroupedItems.BOARD, Tuple.of(board), Columns.ALL).isEmpty()) {
          fill(board);
        }
        return;
      } catch (UnavailableException | OutcomeUnknownException e) {
        if (attempt == ATTEMPTS_MAX) {
          throw e;
        }
        pause();
      }
    }
  }

  private static void pause() {
    try {
      TimeUnit.SECONDS.sleep(PAUSE_SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchmarkFailedException("the filling was interrupted", e);
    }
  }

  private void fill(long board) {
    long from = board * GroupedItems.ITEMS_OF_BOARD;
    long to = Math.min(shape.rows(), from + GroupedItems.ITEMS_OF_BOARD);
    store.write(
        Durability.BUFFERED,
        transaction -> {
          SplittableRandom random = new SplittableRandom(seed ^ (board * 0x9E3779B97F4A7C15L));
          Sampler groups = GroupedItems.SKEW.sampler(GroupedItems.GROUPS, random);
          int[] group = new int[(int) (to - from)];
          for (long id = from; id < to; id++) {
            group[(int) (id - from)] = (int) groups.next(GroupedItems.GROUPS);
            transaction.put(
                GroupedItems.ITEM,
                Tuple.of(id),
                shape.item(id, random.nextLong(), group[(int) (id - from)]));
          }
          Tuple key = Tuple.of(board);
          transaction.put(GroupedItems.BOARD, key, Map.of(GroupedItems.NAME, "board " + board));
          for (long id = from; id < to; id++) {
            transaction.addItem(
                GroupedItems.BOARD,
                key,
                GroupedItems.collection(group[(int) (id - from)]),
                Tuple.of(id),
                GroupedItems.entry(0));
          }
          return null;
        });
    progress.reached(filled.addAndGet(to - from), shape.rows(), "rows");
  }
}
