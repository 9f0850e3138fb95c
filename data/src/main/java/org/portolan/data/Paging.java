package org.portolan.data;

import java.util.Optional;

/**
 * The part of a list to read.
 *
 * @param limit the largest number of entries, 1 to {@value #LIMIT_MAX}
 * @param after the cursor at which the previous page ended; empty for the first page
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

  /** Returns the paging for the page that follows {@code slice}, which must not be the last one. */
  public Paging following(Slice<?> slice) {
    return new Paging(limit, Optional.of(slice.next().orElseThrow()));
  }
}
