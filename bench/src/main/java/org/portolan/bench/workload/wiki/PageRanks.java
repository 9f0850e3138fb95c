package org.portolan.bench.workload.wiki;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.portolan.bench.random.Fnv;

/**
 * The pages of a wiki, each at a rank that follows from its title and a seed. So the most requested
 * pages are not neighbours in the store, and are the same however the wiki was filled. Immutable
 * and thread-safe.
 */
public final class PageRanks {
  /** Further titles are not kept; a title takes some 150 bytes. */
  public static final int TITLES_MAX = 1_000_000;

  private final List<String> titles;
  private final Set<String> existing;

  /**
   * @throws IllegalArgumentException if there is no title
   */
  public PageRanks(List<String> titles, long seed) {
    if (titles.isEmpty()) {
      throw new IllegalArgumentException("there must be at least one page");
    }
    List<String> ranked = new ArrayList<>(titles);
    ranked.sort(
        Comparator.<String>comparingLong(title -> place(title, seed))
            .thenComparing(Comparator.naturalOrder()));
    this.titles = List.copyOf(ranked);
    this.existing = Set.copyOf(new HashSet<>(titles));
  }

  private static long place(String title, long seed) {
    long hash = seed;
    for (int index = 0; index < title.length(); index++) {
      hash = Fnv.hash(hash ^ title.charAt(index));
    }
    return hash;
  }

  public int size() {
    return titles.size();
  }

  public String title(long rank) {
    return titles.get(Math.toIntExact(rank));
  }

  public boolean exists(String title) {
    return existing.contains(title);
  }

  /**
   * Returns an existing page in place of a title that has none; always the same for the same title.
   */
  public String standIn(String title) {
    return titles.get((int) (place(title, 0) % titles.size()));
  }
}
