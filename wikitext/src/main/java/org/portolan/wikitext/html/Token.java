package org.portolan.wikitext.html;

import java.util.List;
import org.portolan.wikitext.html.tree.Tag;

/** A part of a draft that is not plain text; see {@link Draft}. */
sealed interface Token {
  /**
   * A start tag.
   *
   * @param attributes names and values in turn, decoded; not yet checked
   */
  record Open(Tag tag, List<String> attributes) implements Token {}

  /** An end tag. */
  record Close(Tag tag) implements Token {}

  /** Text in which nothing has a meaning. */
  record Raw(String text) implements Token {}

  /**
   * A finished part of the page.
   *
   * @param draft its content
   * @param block whether it begins with the start tag of a block and ends with its end tag
   */
  record Nested(String draft, boolean block) implements Token {}
}
