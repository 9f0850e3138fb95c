package org.portolan.wikitext.limit;

import org.portolan.wikitext.message.Messages;
import org.portolan.wikitext.message.TextMessages;

/** Thrown when the work on a text has used up its {@link Allowance}. */
public final class TextLimitException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final TextLimit limit;
  private final long most;
  private final boolean starved;

  TextLimitException(TextLimit limit, long most, boolean starved) {
    // No stack trace: a hostile text must not cost more because it is refused.
    super(limit.reason(TextMessages.of("en"), most), null, false, false);
    this.limit = limit;
    this.most = most;
    this.starved = starved;
  }

  /** Returns the reason as a clause about the text; {@link #getMessage} is the English one. */
  public String reason(Messages messages) {
    return limit.reason(messages, most);
  }

  /** Returns whether the work ended by the clock, so that another attempt may end otherwise. */
  public boolean outOfTime() {
    return limit == TextLimit.TIME || limit == TextLimit.INTERRUPTED;
  }

  /**
   * Returns whether the time ran out although the thread got less than half a processor: then the
   * machine was too busy, and the text may be harmless.
   */
  public boolean starved() {
    return starved;
  }
}
