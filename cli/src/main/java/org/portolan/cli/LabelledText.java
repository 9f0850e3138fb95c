package org.portolan.cli;

import java.util.List;

/** Sentences under labels, in lines of at most 100 characters where words allow it. */
final class LabelledText {
  private static final int WIDTH = 100;
  private static final int LABEL_WIDTH = 12;

  private final StringBuilder text = new StringBuilder();

  void heading(String heading) {
    if (!text.isEmpty()) {
      text.append('\n');
    }
    text.append(heading).append('\n').append("=".repeat(heading.length())).append('\n');
  }

  void subheading(String heading) {
    text.append('\n').append(heading).append('\n');
  }

  /** Adds sentences under one label; nothing if there is none. */
  void list(String label, List<String> sentences) {
    String first = label;
    for (String sentence : sentences) {
      say(first, sentence);
      first = "";
    }
  }

  /** Adds a sentence under a label; an empty label continues the one above. */
  void say(String label, String sentence) {
    StringBuilder line = new StringBuilder("  ").append(label);
    line.append(" ".repeat(Math.max(1, LABEL_WIDTH - label.length())));
    boolean empty = true;
    for (String word : sentence.split(" ", -1)) {
      if (!empty && line.length() + 1 + word.length() > WIDTH) {
        text.append(line).append('\n');
        line = new StringBuilder(" ".repeat(LABEL_WIDTH + 2));
        empty = true;
      }
      line.append(empty ? "" : " ").append(word);
      empty = false;
    }
    text.append(line).append('\n');
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
