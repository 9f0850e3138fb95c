package org.portolan.codegen;

import java.util.ArrayList;
import java.util.List;

/**
 * The text of a design as text blocks of Java, in ASCII so that no encoding of source files
 * matters. The rules for designs exclude control characters, and their writer blanks at the end of
 * a line.
 */
final class TextBlocks {
  /** A constant of a class has at most 65,535 bytes, and a character at most three. */
  private static final int CHARACTERS_MAX = 20_000;

  private TextBlocks() {}

  /** Returns the lines between the quotes of each block; together they are the text. */
  static List<List<String>> of(String text) {
    List<List<String>> blocks = new ArrayList<>();
    List<String> block = new ArrayList<>();
    int characters = 0;
    for (String line : text.lines().toList()) {
      characters += line.length() + 1;
      if (characters > CHARACTERS_MAX && !block.isEmpty()) {
        blocks.add(block);
        block = new ArrayList<>();
        characters = line.length() + 1;
      }
      block.add(escaped(line));
    }
    blocks.add(block);
    return blocks;
  }

  private static String escaped(String line) {
    StringBuilder escaped = new StringBuilder();
    for (int index = 0; index < line.length(); index++) {
      char character = line.charAt(index);
      if (character == '\\') {
        escaped.append("\\\\");
      } else if (line.startsWith("\"\"\"", index)) {
        escaped.append("\\\"");
      } else if (character > '~') {
        escaped.append("\\u%04x".formatted((int) character));
      } else {
        escaped.append(character);
      }
    }
    return escaped.toString();
  }
}
