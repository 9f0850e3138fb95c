package org.portolan.wiki.render;

import java.time.Duration;

/**
 * What rendering one page may cost. Whichever limit is met first, the page comes out as its source
 * text under a notice.
 *
 * @param sourceCharsMax the longest text that is parsed at all, in UTF-16 units
 * @param htmlCharsMax the longest HTML that the parser may produce
 * @param expansionsMax how many templates may be put in, counted anew at each place
 * @param templateCharsMax how much template text may be put in altogether
 * @param depthMax how deep templates, and how deep elements, may be nested
 * @param readsMax how many batched reads of templates may precede the result
 * @param time how long a caller waits for the result
 */
public record RenderLimits(
    int sourceCharsMax,
    int htmlCharsMax,
    int expansionsMax,
    int templateCharsMax,
    int depthMax,
    int readsMax,
    Duration time) {

  /** Generous for any page of Wikipedia, and bearable for a small machine. */
  public static final RenderLimits DEFAULT =
      new RenderLimits(
          2 * 1024 * 1024,
          8 * 1024 * 1024,
          20_000,
          8 * 1024 * 1024,
          80,
          12,
          Duration.ofSeconds(10));

  public RenderLimits {
    if (sourceCharsMax < 1
        || htmlCharsMax < 1
        || expansionsMax < 1
        || templateCharsMax < 1
        || depthMax < 1
        || readsMax < 1) {
      throw new IllegalArgumentException("limits must be positive");
    }
    if (time.isNegative() || time.isZero()) {
      throw new IllegalArgumentException("time must be positive but is " + time);
    }
  }
}
