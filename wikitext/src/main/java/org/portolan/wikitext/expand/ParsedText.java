package org.portolan.wikitext.expand;

import org.portolan.wikitext.limit.Allowance;
import org.portolan.wikitext.limit.TextLimit;

/**
 * A text with its braces, tags and comments found, but nothing expanded. It depends on no other
 * page, so it may be kept for as long as its revision. Immutable and thread-safe.
 */
public final class ParsedText {
  /** How the page is used; it decides which of the include tags count. */
  public enum Mode {
    /** The page itself is shown. */
    PAGE,
    /** Another page includes it. */
    INCLUDED,
    /** The page is about to be saved: nothing of the text is lost. */
    SAVED,
    /** A text about to be saved gets a copy of this page. */
    COPIED;

    /** Returns whether what an expansion takes out of the text stays in it as it is written. */
    boolean keeps() {
      return this == SAVED || this == COPIED;
    }

    /** Returns whether the text stands in another page. */
    boolean included() {
      return this == INCLUDED || this == COPIED;
    }
  }

  private final Node root;
  private final int weight;

  ParsedText(Node root, int weight) {
    this.root = root;
    this.weight = weight;
  }

  /**
   * Parses a text in time linear in its length, whatever it contains.
   *
   * @throws org.portolan.wikitext.limit.TextLimitException if the text is too long, or the time is
   *     up
   */
  public static ParsedText parse(String text, Mode mode, Allowance allowance) {
    if (text.length() > allowance.limits().sourceCharsMax()) {
      throw Allowance.refused(TextLimit.INCLUDED, allowance.limits().sourceCharsMax());
    }
    return new TextParser(text, mode, allowance).parse();
  }

  /** Returns about how many bytes of memory this takes, for a cache with a bound. */
  public int weight() {
    return weight;
  }

  Node root() {
    return root;
  }
}
