package org.portolan.wiki.render;

import java.time.Duration;

/**
 * The limits for rendering one page. When a page reaches any limit, its source text is shown under
 * a notice.
 *
 * @param sourceCharsMax the longest text that is parsed at all, in UTF-16 units
 * @param htmlCharsMax the longest HTML that the parser may produce
 * @param expansionsMax the largest number of expanded templates; each place counts
 * @param templateCharsMax the largest total size of expanded template text
 * @param depthMax the largest nesting depth of templates, and of elements
 * @param headingsMax the largest number of headings
 * @param readsMax the largest number of batched reads of templates before the result
 * @param time the longest wait of a caller for the result
 */
public record RenderLimits(
    int sourceCharsMax,
    int htmlCharsMax,
    int expansionsMax,
    int templateCharsMax,
    int depthMax,
    int headingsMax,
    int readsMax,
    Duration time) {

  /** Generous for any page of Wikipedia, and affordable for a small machine. */
  public static final RenderLimits DEFAULT =
      new RenderLimits(
          2 * 1024 * 1024,
          8 * 1024 * 1024,
          20_000,
          8 * 1024 * 1024,
          80,
          2_000,
          12,
          Duration.ofSeconds(10));

  public RenderLimits {
    if (sourceCharsMax < 1
        || htmlCharsMax < 1
        || expansionsMax < 1
        || templateCharsMax < 1
        || depthMax < 1
        || headingsMax < 1
        || readsMax < 1) {
      throw new IllegalArgumentException("limits must be positive");
    }
    if (time.isNegative() || time.isZero()) {
      throw new IllegalArgumentException("time must be positive but is " + time);
    }
  }
}
