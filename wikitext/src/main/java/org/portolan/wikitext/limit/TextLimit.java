package org.portolan.wikitext.limit;

import java.util.Locale;
import org.portolan.wikitext.message.Messages;

/** A reason why the work on a text ends before its end; most are in {@link TextLimits}. */
public enum TextLimit {
  /** The text itself is too long. */
  SOURCE,
  /** A page that it includes is too long. */
  INCLUDED,
  /** The pages that it includes are too long together. */
  TEMPLATES,
  /** It names too many pages. */
  PAGES,
  EXPANSIONS,
  EXPANDED,
  DEPTH,
  READS,
  HTML,
  /** In milliseconds. */
  TIME,
  /** It is nested deeper than the stack of its thread; without a number. */
  STACK,
  /** Its thread was interrupted; without a number. */
  INTERRUPTED,
  /** It failed for a reason that is not the text's; without a number. */
  FAILED;

  /** Returns the reason as a clause about the text, for example "it takes longer than 10 ms". */
  public String reason(Messages messages, long most) {
    var key = "limit." + name().toLowerCase(Locale.ROOT);
    return messages.arguments(key).isEmpty() ? messages.of(key) : messages.of(key, "most", most);
  }
}
