package org.portolan.data;

import java.util.Optional;

/**
 * Which part of a list is wanted.
 *
 * @param limit the largest number of entries, 1 to {@value #LIMIT_MAX}
 * @param after where the page before ended
 */
public record Paging(int limit, Optional<String> after) {
  public static final int LIMIT_MAX = 10_000;

  public Paging {
    if (limit < 1 || limit > LIMIT_MAX) {
      throw new IllegalArgumentException(
          "limit must be from 1 to " + LIMIT_MAX + " but is " + limit);
    }
  }

  public static Paging first(int limit) {
    return new Paging(limit, Optional.empty());
  }

  public Paging after(String cursor) {
    return new Paging(limit, Optional.of(cursor));
  }

  /** Returns the paging for what follows a page, which must say that something does. */
  public Paging following(Slice<?> slice) {
    return new Paging(limit, Optional.of(slice.next().orElseThrow()));
  }
}
