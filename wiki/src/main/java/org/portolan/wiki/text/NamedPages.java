package org.portolan.wiki.text;

import org.portolan.wikitext.text.PageLinks;

/**
 * The other pages that a text names.
 *
 * @param links those of the expanded text; if the work ended early, those of the text alone
 * @param end how the work ended
 */
public record NamedPages(PageLinks links, End end) {

  /** How the work on a text ended. */
  public enum End {
    /** The text was expanded. */
    WHOLE,

    /** The text needs more than any text is allowed; it will never be expanded. */
    REFUSED,

    /** The time was up, or the thread too small; another attempt may succeed. */
    UNFINISHED
  }

  /** The pages that a text names which is not wikitext. */
  public static final NamedPages NONE = new NamedPages(PageLinks.NONE, End.WHOLE);
}
