package org.portolan.wiki;

import java.util.List;
import java.util.Optional;

/**
 * One page of a longer list.
 *
 * @param next the value of {@link ListingRequest#after} for the following entries; empty at the
 *     end. Opaque, safe in a URL, and valid across writes and restarts.
 */
public record Listing<T>(List<T> entries, Optional<String> next) {
  public Listing {
    entries = List.copyOf(entries);
  }
}
