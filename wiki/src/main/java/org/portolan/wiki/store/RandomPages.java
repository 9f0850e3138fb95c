package org.portolan.wiki.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.design.Design;
import org.portolan.types.Tuple;

/**
 * Draws random pages. A list that is an object gives every member a chance by itself. Of a list of
 * cells only the beginning can be read, so a design with such a list has an index of pages by a
 * number that looks random: the draw is among the pages that follow a random number. MediaWiki does
 * the same with its column {@code page_random}, and takes the first of them. A page after a large
 * gap would then be drawn far more often than others; among {@value #WINDOW} pages, gaps nearly
 * even out. Thread-safe.
 */
final class RandomPages {
  private static final String DRAW = "draw";

  /** The number of pages of one draw. */
  private static final int WINDOW = 8;

  private final boolean byDraw;

  RandomPages(Design design) {
    this.byDraw =
        design.entity(PageColumns.PAGE).orElseThrow().indexes().stream()
            .anyMatch(index -> index.name().equals(PageColumns.BY_DRAW));
  }

  /** Returns a page's columns with its number, if the design has one. */
  Map<String, Object> withDraw(String title, Map<String, Object> columns) {
    if (byDraw) {
      columns.put(DRAW, number(title));
    }
    return columns;
  }

  /** Returns the number of a title: always the same, so that a repeated import changes nothing. */
  static long number(String title) {
    try {
      byte[] hash = MessageDigest.getInstance("MD5").digest(title.getBytes(StandardCharsets.UTF_8));
      return ByteBuffer.wrap(hash).getLong();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has MD5", e);
    }
  }

  /** Returns the key of a random page; empty if there is none. */
  Optional<Tuple> draw(Store store, RandomGenerator random) {
    if (!byDraw) {
      return store.randomMember(PageColumns.PAGES, Tuple.EMPTY, random);
    }
    List<Tuple> window = new ArrayList<>(from(store, random.nextLong(), WINDOW));
    if (window.size() < WINDOW) {
      // The numbers are a circle: the smallest follow the largest.
      from(store, Long.MIN_VALUE, WINDOW - window.size()).stream()
          .filter(key -> !window.contains(key))
          .forEach(window::add);
    }
    return window.isEmpty()
        ? Optional.empty()
        : Optional.of(window.get(random.nextInt(window.size())));
  }

  private static List<Tuple> from(Store store, long number, int limit) {
    return store
        .index(PageColumns.BY_DRAW, Tuple.EMPTY, Tuple.of(number), Paging.first(limit))
        .entries();
  }
}
