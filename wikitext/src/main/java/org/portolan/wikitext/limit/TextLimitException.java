package org.portolan.wikitext.limit;

/** Thrown when the work on a text has used up its {@link Allowance}. */
public final class TextLimitException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean outOfTime;
  private final boolean starved;

  TextLimitException(String reason, boolean outOfTime, boolean starved) {
    // No stack trace: a hostile text must not cost more because it is refused.
    super(reason, null, false, false);
    this.outOfTime = outOfTime;
    this.starved = starved;
  }

  /** Returns whether the work ended by the clock, so that another attempt may end otherwise. */
  public boolean outOfTime() {
    return outOfTime;
  }

  /**
   * Returns whether the time ran out although the thread got less than half a processor: then the
   * machine was too busy, and the text may be harmless.
   */
  public boolean starved() {
    return starved;
  }
}
