package org.portolan.wikitext.html.tree;

/** A run of characters, decoded. */
public final class Text extends Node {
  final StringBuilder characters = new StringBuilder();

  public CharSequence characters() {
    return characters;
  }

  boolean isBlank() {
    return isBlank(characters);
  }

  static boolean isBlank(CharSequence characters) {
    for (int i = 0; i < characters.length(); i++) {
      if (!isSpace(characters.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  static boolean isSpace(char letter) {
    return letter == ' ' || letter == '\n' || letter == '\t' || letter == '\f' || letter == '\r';
  }
}
