package org.portolan.advisor.sql;

/** The text of a template, written token by token, with spaces as a person would set them. */
final class TemplateText {
  private final StringBuilder text = new StringBuilder(256);
  private boolean spaceNext;

  /** Adds a value. */
  void value() {
    add("?", true, true);
  }

  /** Adds a pattern of LIKE. */
  void pattern(LikeForm form) {
    add(form.template(), true, true);
  }

  /** Adds a keyword or a name. */
  void word(String word, boolean spaceBefore) {
    add(word, spaceBefore, true);
  }

  void symbol(String symbol) {
    switch (symbol) {
      case "," -> add(symbol, false, true);
      case ")", "]" -> add(symbol, false, true);
      case ".", "::", "[" -> add(symbol, false, false);
      default -> add(symbol, true, true);
    }
  }

  /** Adds an opening bracket, after a function's name without a space. */
  void open(boolean ofFunction) {
    add("(", !ofFunction, false);
  }

  private void add(String token, boolean before, boolean after) {
    if (before && spaceNext) {
      text.append(' ');
    }
    text.append(token);
    spaceNext = after;
  }

  /** Returns how many characters there are, for {@link #truncate}. */
  int length() {
    return text.length();
  }

  void truncate(int length) {
    text.setLength(length);
    spaceNext = true;
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
