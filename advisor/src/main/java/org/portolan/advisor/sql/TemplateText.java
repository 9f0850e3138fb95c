package org.portolan.advisor.sql;

import java.util.BitSet;

/** The text of a template, written token by token, with spaces as a person would set them. */
final class TemplateText {
  /** Where a text ends: after how many characters, and how many values. */
  record End(int chars, int values) {}

  private final StringBuilder text = new StringBuilder(256);
  private final BitSet numbers = new BitSet();
  private final BitSet fractions = new BitSet();
  private final BitSet nulls = new BitSet();
  private final BitSet left = new BitSet();
  private int values;
  private boolean spaceNext;

  /** Adds the value that is the current token of a lexer. */
  void value(SqlLexer lexer) {
    boolean number = lexer.kind() == TokenKind.NUMBER;
    String token = number ? lexer.text() : "";
    if (number ? !isHexadecimal(token) : lexer.isWord("TRUE") || lexer.isWord("FALSE")) {
      numbers.set(values);
      fractions.set(values, isFraction(token));
    }
    nulls.set(values, lexer.isWord("NULL"));
    left.set(values, lexer.isWord("NULL") || lexer.isWord("DEFAULT") || token.equals("0"));
    value();
  }

  private void value() {
    add("?", true, true);
    values++;
  }

  /** Beside a text, these digits are one. */
  private static boolean isHexadecimal(String number) {
    return number.length() > 2
        && number.charAt(0) == '0'
        && Character.isLetter(number.charAt(1))
        && number.charAt(1) != 'e'
        && number.charAt(1) != 'E';
  }

  private static boolean isFraction(String number) {
    return number.indexOf('.') >= 0 || number.indexOf('e') >= 0 || number.indexOf('E') >= 0;
  }

  /** Adds a pattern of LIKE. */
  void pattern(LikeForm form) {
    if (form == LikeForm.UNKNOWN) {
      value();
    } else {
      add(form.template(), true, true);
    }
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

  /** Returns the end so far, for {@link #truncate} and {@link #keepFirst}. */
  End end() {
    return new End(text.length(), values);
  }

  /** Drops what follows an end. */
  void truncate(End end) {
    text.setLength(end.chars());
    spaceNext = true;
    numbers.clear(end.values(), values);
    fractions.clear(end.values(), values);
    nulls.clear(end.values(), values);
    left.clear(end.values(), values);
    values = end.values();
  }

  /** Forgets which values are null: others in their places are not. */
  void clearNulls() {
    nulls.clear();
    left.clear();
  }

  /**
   * Drops the elements of a list but the first, which has numbers where any of them has.
   *
   * @param start the end before the list
   * @param first the end of its first element
   */
  void keepFirst(End start, End first) {
    int size = first.values() - start.values();
    nulls.clear(start.values(), values);
    left.clear(start.values(), values);
    for (int place = numbers.nextSetBit(first.values());
        place >= 0 && size > 0;
        place = numbers.nextSetBit(place + 1)) {
      int kept = start.values() + (place - first.values()) % size;
      numbers.set(kept);
      fractions.set(kept, fractions.get(kept) || fractions.get(place));
    }
    truncate(first);
  }

  /** Returns which values are numbers, and which are null; call it once, at the end. */
  NumberPlaces numbers() {
    return numbers.isEmpty() && left.isEmpty()
        ? NumberPlaces.NONE
        : new NumberPlaces(numbers, fractions, nulls, left);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
