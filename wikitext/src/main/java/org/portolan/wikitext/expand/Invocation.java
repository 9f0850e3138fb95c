package org.portolan.wikitext.expand;

import org.portolan.wikitext.expand.Node.Part;

/** The call of a function or variable, as the function sees it. */
final class Invocation {
  private static final Part[] NONE = {};

  private final Expansion expansion;
  private final Frame frame;
  private final String first;
  private final Part[] parts;

  /** Makes the call of a variable. */
  Invocation(Expansion expansion, Frame frame) {
    this(expansion, frame, null, NONE);
  }

  /**
   * Makes the call of a function.
   *
   * @param first the text after the colon
   */
  Invocation(Expansion expansion, Frame frame, String first, Part[] parts) {
    this.expansion = expansion;
    this.frame = frame;
    this.first = first;
    this.parts = parts;
  }

  Expansion expansion() {
    return expansion;
  }

  Frame frame() {
    return frame;
  }

  /** Returns the number of arguments, 0 only for a variable. */
  int count() {
    return first == null ? 0 : 1 + parts.length;
  }

  /**
   * Returns an argument, expanded and without white space around it; empty if there is none. The
   * first has the index 0. Later ones are expanded at each call.
   */
  String text(int index) {
    if (index == 0) {
      return first == null ? "" : first;
    }
    return index > parts.length ? "" : expansion.text(parts[index - 1], frame).trim();
  }

  /** Like {@link #text}, with its white space. */
  String untrimmed(int index) {
    return index > parts.length ? "" : expansion.text(parts[index - 1], frame);
  }

  /** Returns an argument after the first. */
  Part part(int index) {
    return parts[index - 1];
  }

  String text(Node node) {
    return expansion.text(node, frame).trim();
  }
}
