package org.portolan.bench.workload.trace;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import org.portolan.bench.api.Spelled;

/**
 * Selects the requests of a trace to replay: those of one host, all or a share of them. A share of
 * the pages drops all requests for the other pages, so that the remaining pages are requested as
 * often as before; a share of the requests thins out all pages equally. The main page is thinned
 * out in both cases, as WikiBench does: keeping or dropping it whole would change the character of
 * the trace.
 *
 * @param host empty for every host
 * @param share more than 0, at most 1
 * @param reads the share of the remaining requests that are no saves: Kruber 2014 keeps 0.05, as a
 *     cache in front of the wiki would
 * @param seed decides which pages or requests remain
 */
record TraceFilter(String host, double share, double reads, By by, long seed) {
  private static final String MAIN_PAGE = "Main Page";
  private static final double HASHES = 1L << Integer.SIZE;

  /** The units of the share. */
  enum By implements Spelled {
    PAGES,
    REQUESTS
  }

  TraceFilter {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException(
          "the share of a trace must be more than 0 and at most 1, not " + share);
    }
  }

  TraceFilter(String host, double share, By by, long seed) {
    this(host, share, 1, by, seed);
  }

  /** One pass over a trace, from its beginning. Used by one thread. */
  final class Pass {
    private final SplittableRandom random = new SplittableRandom(seed);

    PageRequest.Decision decide(TraceLine line) {
      PageRequest.Decision decision = PageRequest.of(line, host);
      if (decision.request().isEmpty() || (share == 1 && reads == 1)) {
        return decision;
      }
      if (reads < 1
          && decision.request().get().kind() != PageRequest.Kind.EDIT
          && random.nextDouble() >= reads) {
        return PageRequest.Decision.drop(PageRequest.Dropped.SAMPLED);
      }
      String title = decision.request().get().title();
      boolean kept =
          (by == By.REQUESTS || title.equals(MAIN_PAGE))
              ? random.nextDouble() < share
              : hash(title) / HASHES < share;
      return kept ? decision : PageRequest.Decision.drop(PageRequest.Dropped.SAMPLED);
    }
  }

  Pass pass() {
    return new Pass();
  }

  private double hash(String title) {
    CRC32C hash = new CRC32C();
    hash.update((seed + " " + title).getBytes(StandardCharsets.UTF_8));
    return hash.getValue();
  }
}
