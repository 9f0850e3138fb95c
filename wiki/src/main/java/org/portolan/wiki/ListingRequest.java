package org.portolan.wiki;

import java.util.Optional;

/**
 * The requested part of a list.
 *
 * @param limit the largest number of entries, 1 to {@value #LIMIT_MAX}
 * @param after the end of the part before
 */
public record ListingRequest(int limit, Optional<String> after) {
  public static final int LIMIT_MAX = 5_000;

  public ListingRequest {
    if (limit < 1 || limit > LIMIT_MAX) {
      throw new IllegalArgumentException(
          "limit must be from 1 to " + LIMIT_MAX + " but is " + limit);
    }
  }

  public static ListingRequest first(int limit) {
    return new ListingRequest(limit, Optional.empty());
  }

  public ListingRequest after(String cursor) {
    return new ListingRequest(limit, Optional.of(cursor));
  }
}
