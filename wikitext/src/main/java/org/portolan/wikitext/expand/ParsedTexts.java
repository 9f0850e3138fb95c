package org.portolan.wikitext.expand;

import java.util.function.Supplier;

/**
 * A cache of parsed templates, which many expansions in many threads may share. A parsed text
 * depends on nothing but its text. The revision alone does not tell the text: a text that is being
 * saved has a revision already, and may lose against another one. The cache may forget at any time;
 * {@link ParsedText#weight()} helps to bound it.
 */
@FunctionalInterface
public interface ParsedTexts {
  /** Keeps nothing. */
  ParsedTexts NONE = (title, page, parse) -> parse.get();

  /**
   * Returns the parsed text of a page, in mode {@link ParsedText.Mode#INCLUDED}.
   *
   * @param parse makes it if it is not kept; its failure is the caller's, and must not be kept
   */
  ParsedText get(String title, PageText page, Supplier<ParsedText> parse);
}
