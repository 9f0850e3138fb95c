package org.portolan.wikitext.expand;

import java.util.function.Supplier;

/**
 * A cache of parsed templates, which many expansions in many threads may share. A parsed text
 * depends on nothing but its revision. The cache may forget at any time; {@link
 * ParsedText#weight()} helps to bound it.
 */
@FunctionalInterface
public interface ParsedTexts {
  /** Keeps nothing. */
  ParsedTexts NONE = (title, revision, parse) -> parse.get();

  /**
   * Returns the parsed text of this revision of a page, in mode {@link ParsedText.Mode#INCLUDED}.
   *
   * @param parse makes it if it is not kept; its failure is the caller's, and must not be kept
   */
  ParsedText get(String title, long revision, Supplier<ParsedText> parse);
}
