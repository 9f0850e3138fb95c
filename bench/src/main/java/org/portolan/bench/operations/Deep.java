package org.portolan.bench.operations;

import java.util.function.Function;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.wiki.Listing;
import org.portolan.wiki.ListingRequest;

/** Positions deep in a list. */
final class Deep {
  private static final int STEP = ListingRequest.LIMIT_MAX;

  private Deep() {}

  /** Returns a request for some entries that follows after {@code skipped} entries of a list. */
  static ListingRequest after(
      int skipped, int limit, Function<ListingRequest, ? extends Listing<?>> list) {
    ListingRequest request = ListingRequest.first(Math.min(skipped, STEP));
    int left = skipped;
    while (true) {
      Listing<?> part = list.apply(request);
      left -= part.entries().size();
      String next =
          part.next()
              .orElseThrow(
                  () ->
                      new BenchmarkFailedException(
                          "a list has fewer than " + skipped + " entries"));
      if (left == 0) {
        return ListingRequest.first(limit).after(next);
      }
      request = ListingRequest.first(Math.min(left, STEP)).after(next);
    }
  }
}
