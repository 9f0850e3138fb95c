package org.portolan.data.repaired;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.data.Item;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.data.Store;
import org.portolan.data.StoreTransaction;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/**
 * Pages of items stored as rows, in a transaction that has deleted some of them. Its changes are
 * laid over the pages of the engine, so a page may be shorter than its limit before the list ends.
 */
class TransactionPagesTest {
  private static final int ITEMS = 6;

  /** An item that only the transaction has put. */
  private static final int PUT = ITEMS + 1;

  private int shortPages;

  @ParameterizedTest
  @ValueSource(strings = {"rows", "columns"})
  void items_afterEveryDeletion_areListedOnceInBothDirections(String kind) {
    MemoryCluster cluster =
        kind.equals("rows")
            ? MemoryCluster.ofRows("pages", 1)
            : MemoryCluster.ofColumns("pages", 1);
    try (Store store =
        RowStores.open(cluster::connect, RowStores.everyLayout(), RowStores.OPTIONS)) {
      for (int deleted = 0; deleted < 1 << ITEMS; deleted++) {
        int mask = deleted;
        Tuple key = Tuple.of("page " + deleted);
        store.write(
            transaction -> {
              transaction.put("page", key, Map.of("size", mask));
              for (int number = 1; number <= ITEMS; number++) {
                put(transaction, key, number);
              }
              return null;
            });
        store.write(
            transaction -> {
              requirePages(transaction, key, change(transaction, key, mask));
              return null;
            });
      }
    }
    assertThat(shortPages).as("pages shorter than their limit, with more to follow").isPositive();
  }

  private static void put(StoreTransaction transaction, Tuple key, int number) {
    transaction.putItem("page", key, "row_notes", Tuple.of(number), Map.of("text", "t" + number));
  }

  /** Deletes some items and puts one; returns the numbers of those that are there. */
  private static List<Integer> change(StoreTransaction transaction, Tuple key, int mask) {
    List<Integer> left = new ArrayList<>();
    for (int number = 1; number <= ITEMS; number++) {
      if ((mask >> (number - 1) & 1) == 0) {
        left.add(number);
      } else {
        transaction.deleteItem("page", key, "row_notes", Tuple.of(number));
      }
    }
    put(transaction, key, PUT);
    left.add(PUT);
    return left;
  }

  private void requirePages(StoreTransaction transaction, Tuple key, List<Integer> expected) {
    for (int limit = 1; limit <= PUT + 1; limit++) {
      for (boolean backwards : new boolean[] {false, true}) {
        assertThat(all(transaction, key, limit, backwards, expected.size()))
            .as("items of %s, limit %d, backwards %s", key, limit, backwards)
            .isEqualTo(expected);
      }
    }
  }

  private List<Integer> all(
      StoreTransaction transaction, Tuple key, int limit, boolean backwards, int expected) {
    List<Integer> all = new ArrayList<>();
    Paging paging = backwards ? Paging.last(limit) : Paging.first(limit);
    while (true) {
      Slice<Item> page = transaction.items("page", key, "row_notes", paging);
      List<Integer> numbers =
          page.entries().stream().map(item -> (Integer) item.key().get(0)).toList();
      assertThat(numbers).hasSizeLessThanOrEqualTo(limit);
      all.addAll(backwards ? 0 : all.size(), numbers);
      if ((backwards ? page.previous() : page.next()).isEmpty()) {
        return all;
      }
      if (numbers.size() < limit && all.size() < expected) {
        shortPages++;
      }
      paging = backwards ? paging.before(page.previous().get()) : paging.following(page);
    }
  }
}
