package org.portolan.wiki.store;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.design.Design;
import org.portolan.types.Tuple;
import org.portolan.wiki.storage.RandomDraw;

/**
 * Draws random pages. A list that is an object gives every member a chance by itself. Of a list of
 * cells only the beginning can be read, so a design with such a list has an index of pages by a
 * number that looks random, see {@link RandomDraw}. Thread-safe.
 */
final class RandomPages {
  private static final String DRAW = "draw";

  private final boolean byDraw;

  RandomPages(Design design) {
    this.byDraw =
        design.entity(PageColumns.PAGE).orElseThrow().indexes().stream()
            .anyMatch(index -> index.name().equals(PageColumns.BY_DRAW));
  }

  /** Returns a page's columns with its number, if the design has one. */
  Map<String, Object> withDraw(String title, Map<String, Object> columns) {
    if (byDraw) {
      columns.put(DRAW, RandomDraw.number(title));
    }
    return columns;
  }

  /** Returns the key of a random page; empty if there is none. */
  Optional<Tuple> draw(Store store, RandomGenerator random) {
    if (!byDraw) {
      return store.randomMember(PageColumns.PAGES, Tuple.EMPTY, random);
    }
    return RandomDraw.draw((number, limit) -> from(store, number, limit), random);
  }

  private static List<Tuple> from(Store store, long number, int limit) {
    return store
        .index(PageColumns.BY_DRAW, Tuple.EMPTY, Tuple.of(number), Paging.first(limit))
        .entries();
  }
}
