package org.portolan.wikitext.limit;

import java.time.Duration;

/**
 * The limits for the work on one text. At the first limit reached the work ends.
 *
 * @param sourceCharsMax the longest text, in UTF-16 units
 * @param expansionsMax the largest number of expanded templates, arguments and functions
 * @param expandedCharsMax the largest total size of all results of expansions, in UTF-16 units
 * @param depthMax the largest nesting depth of templates, and of elements
 * @param readsMax the largest number of batched reads of other pages
 * @param htmlCharsMax the longest HTML, in UTF-16 units
 * @param time the longest time, measured from the start of the work
 */
public record TextLimits(
    int sourceCharsMax,
    int expansionsMax,
    int expandedCharsMax,
    int depthMax,
    int readsMax,
    int htmlCharsMax,
    Duration time) {

  /** Generous for any page of Wikipedia, and affordable for a small machine. */
  public static final TextLimits DEFAULT =
      new TextLimits(
          2 * 1024 * 1024,
          100_000,
          8 * 1024 * 1024,
          100,
          100,
          8 * 1024 * 1024,
          Duration.ofSeconds(10));

  public TextLimits {
    if (sourceCharsMax < 1
        || expansionsMax < 1
        || expandedCharsMax < 1
        || depthMax < 1
        || readsMax < 1
        || htmlCharsMax < 1) {
      throw new IllegalArgumentException("limits must be positive");
    }
    if (time.isNegative() || time.isZero()) {
      throw new IllegalArgumentException("time must be positive but is " + time);
    }
  }

  /** Returns these limits with another time. */
  public TextLimits withTime(Duration longest) {
    return new TextLimits(
        sourceCharsMax, expansionsMax, expandedCharsMax, depthMax, readsMax, htmlCharsMax, longest);
  }
}
