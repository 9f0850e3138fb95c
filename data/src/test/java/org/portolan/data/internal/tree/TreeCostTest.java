package org.portolan.data.internal.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.data.Store;
import org.portolan.data.Trace;
import org.portolan.data.Trace.Counts;
import org.portolan.data.internal.tree.TreeStores.On;
import org.portolan.types.Tuple;

/** Counts round trips and bytes while a tree grows to a hundred thousand members. */
class TreeCostTest {
  private static final int NODE = 128;
  private static final int PAGE = 50;

  @TempDir Path directory;

  /** The worst costs of one insert and one page at a size. */
  private record Costs(long insertTrips, long insertRead, long insertWritten, Counts page) {}

  @Test
  void costs_ofInsertAndPage_areFlat() {
    List<Costs> costs = new ArrayList<>();
    try (TreeStores stores = TreeStores.on(On.ROCKSDB, directory, NODE);
        Store store = stores.open()) {
      int filled = 0;
      for (int size : List.of(1_000, 10_000, 100_000)) {
        fill(store, filled, size);
        filled = size;
        costs.add(costs(store, size));
      }
    }
    for (Costs each : costs) {
      System.out.println(each);
      // A warm insert reads its row and one leaf; the commit is the third round trip.
      assertThat(each.insertTrips()).isLessThanOrEqualTo(3);
      assertThat(each.page().roundTrips()).isLessThanOrEqualTo(2);
      assertThat(each.page().keysRead()).isLessThanOrEqualTo(4);
    }
    Costs small = costs.get(0);
    for (Costs each : costs) {
      // The number of members in a leaf varies between a half and the whole of it.
      assertThat(each.insertRead()).isLessThanOrEqualTo(2 * small.insertRead());
      assertThat(each.insertWritten()).isLessThanOrEqualTo(2 * small.insertWritten());
      assertThat(each.page().bytesRead()).isLessThanOrEqualTo(2 * small.page().bytesRead());
    }
  }

  private static String title(int number) {
    // Spread over the order, so that inserts hit leaves everywhere.
    return String.format(Locale.ROOT, "%016x", number * 0x9e3779b97f4a7c15L);
  }

  private static void fill(Store store, int from, int to) {
    for (int start = from; start < to; start += 1_000) {
      int first = start;
      store.write(
          transaction -> {
            for (int number = first; number < Math.min(first + 1_000, to); number++) {
              transaction.put("page", Tuple.of(title(number)), Map.of());
            }
            return null;
          });
    }
  }

  /** Measures the median insert, and the worst of the first and a deep page, all warm. */
  private static Costs costs(Store store, int size) {
    Random random = new Random(size);
    List<Counts> inserts = new ArrayList<>();
    for (int number = 0; number < 41; number++) {
      Trace trace = new Trace();
      Tuple key = Tuple.of(String.format(Locale.ROOT, "%016xz", random.nextLong()));
      store
          .traced(trace)
          .write(
              transaction -> {
                transaction.put("page", key, Map.of());
                return null;
              });
      inserts.add(trace.counts());
    }
    inserts.sort(java.util.Comparator.comparingLong(Counts::bytesRead));
    Counts insert = inserts.get(inserts.size() / 2);
    Counts worst = null;
    for (String start : List.of("", "8", "f")) {
      Trace trace = new Trace();
      Slice<Tuple> page =
          store
              .traced(trace)
              .index("all", Tuple.EMPTY, Tuple.of(start), new Paging(PAGE, Optional.empty()));
      assertThat(page.entries()).hasSize(PAGE);
      worst =
          worst == null || worst.bytesRead() < trace.counts().bytesRead() ? trace.counts() : worst;
    }
    return new Costs(insert.roundTrips(), insert.bytesRead(), insert.bytesWritten(), worst);
  }
}
