package org.portolan.wikitext.expand;

import java.util.Map;
import java.util.Optional;

/** A part of a {@link ParsedText}. Immutable, and shared between threads. */
sealed interface Node {
  Node EMPTY = new Text("");

  /** Text that stays as it is. */
  record Text(String text) implements Node {}

  /** Nodes one after another, none of them a sequence. The array must not be changed. */
  @SuppressWarnings("ArrayRecordComponent") // Copying lists would double the cost of a parse.
  record Sequence(Node[] nodes) implements Node {}

  /**
   * Double braces: a template, a function or a variable.
   *
   * @param name the text before the first pipe
   * @param parts the texts between pipes. The array must not be changed.
   * @param lineStart whether a line break precedes the braces
   */
  @SuppressWarnings("ArrayRecordComponent")
  record Call(Node name, Part[] parts, boolean lineStart) implements Node {}

  /**
   * Triple braces: an argument of the template.
   *
   * @param name the text before the first pipe
   * @param parts the default, and further parts that have no meaning
   */
  @SuppressWarnings("ArrayRecordComponent")
  record Argument(Node name, Part[] parts) implements Node {}

  /**
   * An extension tag.
   *
   * @param body the source between the tags; empty for {@code <ref/>}
   * @param parsed the parsed body, if it is wikitext; else null
   */
  record Tag(String name, Map<String, String> attributes, Optional<String> body, ParsedText parsed)
      implements Node {}

  /** Text that nothing may change, when a page is saved: a comment, or an extension tag. */
  record Verbatim(String source) implements Node {}

  /**
   * A text between pipes.
   *
   * @param name the text before the first equals sign, or null if there is none
   */
  record Part(Node name, Node value) {}

  /** Returns the whole text if it is written out without braces, else null. */
  static String written(Node node) {
    return node instanceof Text text ? text.text() : null;
  }
}
