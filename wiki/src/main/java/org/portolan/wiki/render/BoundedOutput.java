package org.portolan.wiki.render;

import java.io.IOException;

/** Collects the parser's HTML and refuses to grow beyond the budget. */
final class BoundedOutput implements Appendable {
  private final StringBuilder html;
  private final Budget budget;

  BoundedOutput(Budget budget, int charsExpected) {
    this.budget = budget;
    this.html = new StringBuilder(charsExpected);
  }

  @Override
  public Appendable append(CharSequence text) throws IOException {
    return append(text, 0, text.length());
  }

  @Override
  public Appendable append(CharSequence text, int start, int end) throws IOException {
    admit(end - start);
    html.append(text, start, end);
    return this;
  }

  @Override
  public Appendable append(char letter) throws IOException {
    admit(1);
    html.append(letter);
    return this;
  }

  private void admit(int chars) throws IOException {
    if (!budget.output((long) html.length() + chars)) {
      throw new IOException("the HTML of this page exceeds its limit");
    }
  }

  @Override
  public String toString() {
    return html.toString();
  }
}
