package org.portolan.design.explain;

/** Wrapped text in two columns: labels and sentences. Not thread-safe. */
public final class Page {
  private static final int WIDTH = 100;
  private static final int LABEL_WIDTH = 16;

  private final StringBuilder text = new StringBuilder();

  /** Begins a part of the text. */
  public void heading(String heading) {
    if (text.length() > 0) {
      text.append('\n');
    }
    text.append(heading).append('\n').append("=".repeat(heading.length())).append('\n');
  }

  /** Begins a part below a heading. */
  void subheading(String subheading) {
    text.append('\n').append(subheading).append('\n');
  }

  /** Adds a sentence under a label; an empty label continues the one above. */
  void say(String label, String sentence) {
    String first = "  " + label + " ".repeat(Math.max(1, LABEL_WIDTH - label.length()));
    wrap(first, " ".repeat(LABEL_WIDTH + 2), sentence);
  }

  /** Names a source. */
  public void source(String name, String title) {
    say(name, title);
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
