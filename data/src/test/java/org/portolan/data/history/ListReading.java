package org.portolan.data.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.portolan.data.Paging;
import org.portolan.data.Slice;

/** Reads lists that nobody changes, page by page, in each direction and to and fro. */
public final class ListReading {
  private ListReading() {}

  /**
   * Reads a whole list with a random page size, from its beginning and from its end, and walks
   * about in it. All must show the same.
   *
   * @return the entries in the order of the list
   */
  public static <T> List<T> all(Function<Paging, Slice<T>> read, Random random) {
    int limit = limit(random);
    List<T> all = forwards(read, limit);
    assertThat(backwards(read, limit)).as("read from the end").isEqualTo(all);
    walk(read, all, limit, random);
    return all;
  }

  static int limit(Random random) {
    return random.nextInt(3) == 0 ? Paging.LIMIT_MAX : 1 + random.nextInt(5);
  }

  static <T> List<T> forwards(Function<Paging, Slice<T>> read, int limit) {
    List<T> all = new ArrayList<>();
    Slice<T> page = read.apply(Paging.first(limit));
    assertThat(page.previous()).isEmpty();
    all.addAll(page.entries());
    while (page.next().isPresent()) {
      assertThat(page.entries()).hasSize(limit);
      page = read.apply(Paging.first(limit).following(page));
      assertThat(page.previous()).isPresent();
      all.addAll(page.entries());
    }
    return all;
  }

  static <T> List<T> backwards(Function<Paging, Slice<T>> read, int limit) {
    List<List<T>> pages = new ArrayList<>();
    Slice<T> page = read.apply(Paging.last(limit));
    assertThat(page.next()).isEmpty();
    pages.add(page.entries());
    while (page.previous().isPresent()) {
      assertThat(page.entries()).hasSize(limit);
      page = read.apply(Paging.last(limit).preceding(page));
      assertThat(page.next()).isPresent();
      pages.add(page.entries());
    }
    Collections.reverse(pages);
    return pages.stream().flatMap(List::stream).toList();
  }

  /** Turns pages like a reader of a web page. */
  private static <T> void walk(
      Function<Paging, Slice<T>> read, List<T> all, int limit, Random random) {
    boolean forwards = random.nextBoolean();
    Slice<T> page = read.apply(forwards ? Paging.first(limit) : Paging.last(limit));
    int from = forwards ? 0 : Math.max(0, all.size() - limit);
    for (int step = 0; step < 6; step++) {
      int to = from + page.entries().size();
      assertThat(page.entries()).as("a walk").isEqualTo(all.subList(from, to));
      if (random.nextBoolean()) {
        if (page.next().isEmpty()) {
          assertThat(to).as("the end").isEqualTo(all.size());
          continue;
        }
        page = read.apply(Paging.first(limit).following(page));
        from = to;
        assertThat(page.entries()).hasSize(Math.min(limit, all.size() - from));
      } else {
        if (page.previous().isEmpty()) {
          assertThat(from).as("the beginning").isZero();
          continue;
        }
        page = read.apply(Paging.first(limit).preceding(page));
        int before = Math.max(0, from - limit);
        assertThat(page.entries()).hasSize(from - before);
        from = before;
      }
    }
  }
}
