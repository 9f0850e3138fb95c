package org.portolan.wiki.storage;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Draws random members of an index by a number that looks random: the draw is among the members
 * that follow a random number. MediaWiki does the same with its column {@code page_random}, and
 * takes the first of them. A page after a large gap would then be drawn far more often than others;
 * among {@value #WINDOW} pages, gaps nearly even out.
 */
public final class RandomDraw {
  /** The number of pages of one draw. */
  private static final int WINDOW = 8;

  private RandomDraw() {}

  /** The index of members by number. */
  @FunctionalInterface
  public interface Index<T> {
    /** Returns at most {@code limit} members from a number on, in the order of numbers. */
    List<T> from(long number, int limit);
  }

  /** Returns the number of a title: always the same, so that a repeated import changes nothing. */
  public static long number(String title) {
    try {
      byte[] hash = MessageDigest.getInstance("MD5").digest(title.getBytes(StandardCharsets.UTF_8));
      return ByteBuffer.wrap(hash).getLong();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has MD5", e);
    }
  }

  /** Returns a random member; empty if there is none. */
  public static <T> Optional<T> draw(Index<T> index, RandomGenerator random) {
    List<T> window = new ArrayList<>(index.from(random.nextLong(), WINDOW));
    if (window.size() < WINDOW) {
      // The numbers are a circle: the smallest follow the largest.
      index.from(Long.MIN_VALUE, WINDOW - window.size()).stream()
          .filter(member -> !window.contains(member))
          .forEach(window::add);
    }
    return window.isEmpty()
        ? Optional.empty()
        : Optional.of(window.get(random.nextInt(window.size())));
  }
}
