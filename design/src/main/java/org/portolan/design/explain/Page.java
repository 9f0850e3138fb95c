package org.portolan.design.explain;

import java.util.List;

/**
 * Wrapped text in two columns, labels and sentences, in lines of at most 100 characters where words
 * allow it. Not thread-safe.
 */
public final class Page {
  private static final int WIDTH = 100;

  private final StringBuilder text = new StringBuilder();
  private final int labelWidth;

  /**
   * @param labelWidth the width of the column of labels; a longer label moves its sentence
   */
  public Page(int labelWidth) {
    this.labelWidth = labelWidth;
  }

  /** Begins a part of the text. */
  public void heading(String heading) {
    if (text.length() > 0) {
      text.append('\n');
    }
    text.append(heading).append('\n').append("=".repeat(heading.length())).append('\n');
  }

  /** Begins a part below a heading. */
  public void subheading(String subheading) {
    text.append('\n').append(subheading).append('\n');
  }

  /** Adds a sentence under a label; an empty label continues the one above. */
  public void say(String label, String sentence) {
    String first = "  " + label + " ".repeat(Math.max(1, labelWidth - label.length()));
    wrap(first, " ".repeat(labelWidth + 2), sentence);
  }

  /** Adds sentences under one label; nothing if there is none. */
  public void list(String label, List<String> sentences) {
    String first = label;
    for (String sentence : sentences) {
      say(first, sentence);
      first = "";
    }
  }

  /** Adds a line of code as it is, indented. */
  public void code(String line) {
    text.append("      ").append(line).append('\n');
  }

  public String text() {
    return text.toString();
  }

  private void wrap(String first, String next, String sentence) {
    StringBuilder line = new StringBuilder(first);
    boolean empty = true;
    for (String word : sentence.split(" ", -1)) {
      if (!empty && line.length() + 1 + word.length() > WIDTH) {
        text.append(line).append('\n');
        line = new StringBuilder(next);
        empty = true;
      }
      line.append(empty ? "" : " ").append(word);
      empty = false;
    }
    text.append(line.toString().stripTrailing()).append('\n');
  }
}
