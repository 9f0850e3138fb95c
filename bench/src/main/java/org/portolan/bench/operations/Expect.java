package org.portolan.bench.operations;

import java.time.Instant;
import java.util.Optional;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.wiki.Edit;
import org.portolan.wiki.Listing;
import org.portolan.wiki.SaveOutcome;
import org.portolan.wiki.SaveOutcome.Saved;
import org.portolan.wiki.Wiki;

/** Operations that must succeed: a figure of one that did not means nothing. */
final class Expect {
  private Expect() {}

  /**
   * Saves a text.
   *
   * @param base the revision that the author has read, 0 for a new page
   */
  static void save(Wiki wiki, String title, String text, long base) {
    SaveOutcome outcome =
        wiki.save(new Edit(title, text, "Author", "", false, base, Instant.now()));
    if (!(outcome instanceof Saved)) {
      throw new BenchmarkFailedException(
          "the page '" + title + "' was not saved: " + outcome.getClass().getSimpleName());
    }
  }

  /** Requires something that was written before. */
  static <T> T present(Optional<T> found) {
    return found.orElseThrow(Expect::lost);
  }

  static BenchmarkFailedException lost() {
    return new BenchmarkFailedException("a page or a revision that was written is not there");
  }

  /** Requires a list of at least this many entries. */
  static void entries(int least, Listing<?> listing) {
    if (listing.entries().size() < least) {
      throw new BenchmarkFailedException(
          "a list has " + listing.entries().size() + " entries instead of " + least);
    }
  }
}
