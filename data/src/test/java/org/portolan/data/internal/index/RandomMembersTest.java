package org.portolan.data.internal.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.data.TestDesigns;
import org.portolan.data.Trace;
import org.portolan.types.Tuple;

class RandomMembersTest {
  private static final Tuple LATVIA = Tuple.of("Latvia");
  private static final int DRAWS_EACH = 10;
  private static final long SEED = Long.getLong("portolan.seed", 1);

  @TempDir Path directory;

  private static void put(Store store, int from, int to, boolean linked) {
    store.write(
        transaction -> {
          for (int page = from; page < to; page++) {
            transaction.put(
                "page",
                Tuple.of("Page " + page),
                Map.of("links", linked ? Set.of("Latvia") : Set.of()));
          }
          return null;
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "object single",
        "object hashed(5)",
        "object read-delta(6, 10)",
        "object read-delta(4, 7)",
        "cells hashed(5)",
        "cells read-delta(6, 10)"
      })
  void draw_ofMergedAndLoggedMembers_givesEachAboutTheSameChance(String layout) {
    try (Store store =
        Stores.openOrCreate(
            "rocksdb:" + directory.resolve("store"), TestDesigns.oneIndex(layout))) {
      put(store, 0, 600, true);
      store.mergeDeltas();
      // Ten delta buckets log 8 each: too few for a merge.
      put(store, 600, 660, true);
      put(store, 0, 20, false);
      Set<Tuple> members = new HashSet<>();
      for (int page = 20; page < 660; page++) {
        members.add(Tuple.of("Page " + page));
      }
      SplittableRandom random = new SplittableRandom(SEED);
      Map<Tuple, Integer> drawn = new HashMap<>();
      for (int draw = 0; draw < DRAWS_EACH * members.size(); draw++) {
        drawn.merge(store.randomMember("backlinks", LATVIA, random).orElseThrow(), 1, Integer::sum);
      }

      assertThat(drawn.keySet()).as("seed " + SEED).isEqualTo(members);
      assertThat(drawn.values()).as("seed " + SEED).allMatch(count -> count <= 3 * DRAWS_EACH);
    }
  }

  /** Their hashes are as uneven as those of random titles; numbers in order are spread evenly. */
  private static void putScattered(Store store, int pages) {
    store.write(
        transaction -> {
          SplittableRandom titles = new SplittableRandom(3);
          for (int page = 0; page < pages; page++) {
            Tuple title = Tuple.of(Long.toHexString(titles.nextLong()));
            transaction.put("page", title, Map.of("links", Set.of("Latvia")));
          }
          return null;
        });
  }

  /** Some read buckets hold enough members to draw from them alone, and others do not. */
  @ParameterizedTest
  @ValueSource(strings = {"object hashed(8)", "cells hashed(8)", "object read-delta(6, 10)"})
  void draw_fromBucketsAboutAsLargeAsSuffices_givesEachAboutTheSameChance(String layout) {
    int pages = layout.contains("(8)") ? 530 : 415;
    try (Store store =
        Stores.openOrCreate(
            "rocksdb:" + directory.resolve("store"), TestDesigns.oneIndex(layout))) {
      putScattered(store, pages);
      store.mergeDeltas();
      SplittableRandom random = new SplittableRandom(SEED);
      Map<Tuple, Integer> drawn = new HashMap<>();
      for (int draw = 0; draw < DRAWS_EACH * pages; draw++) {
        drawn.merge(store.randomMember("backlinks", LATVIA, random).orElseThrow(), 1, Integer::sum);
      }

      // With half of the fair chance, four in a hundred would be drawn once at most.
      long rare = pages - drawn.values().stream().filter(count -> count > 1).count();
      assertThat(rare).as("seed " + SEED).isLessThan(pages / 50);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"object hashed(5)", "object read-delta(6, 10)"})
  void draw_ofManyMembers_readsOneReadBucket(String layout) {
    try (Store store =
        Stores.openOrCreate(
            "rocksdb:" + directory.resolve("store"), TestDesigns.oneIndex(layout))) {
      put(store, 0, 2_000, true);
      store.mergeDeltas();
      Trace trace = new Trace();
      store.traced(trace).randomMember("backlinks", LATVIA, new SplittableRandom(SEED));

      assertThat(trace.counts().roundTrips()).isEqualTo(1);
      // Six read buckets share ten delta buckets by twos.
      assertThat(trace.counts().keysRead()).isEqualTo(layout.contains("delta") ? 6 : 1);
      // A fifth or a sixth of 2,000 members of about 10 bytes.
      assertThat(trace.counts().bytesRead()).isBetween(2_000L, 6_000L);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"object hashed(5)", "object read-delta(6, 10)", "cells hashed(5)"})
  void draw_ofNoMember_isEmpty(String layout) {
    try (Store store =
        Stores.openOrCreate(
            "rocksdb:" + directory.resolve("store"), TestDesigns.oneIndex(layout))) {
      put(store, 0, 30, true);
      put(store, 0, 30, false);

      assertThat(store.randomMember("backlinks", LATVIA, new SplittableRandom(SEED))).isEmpty();
    }
  }
}
