package org.portolan.wikitext.text;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * Removes the parts of a text that are not wikitext: comments, parts for templates only, and the
 * content of elements that MediaWiki shows or passes on unchanged. Takes linear time: the search
 * for a missing closing tag is not repeated.
 */
final class Markup {
  /** Replaces an element, so that the texts before and after it are not joined. */
  static final char REMOVED = '\u007F';

  private static final Set<String> OPAQUE =
      Set.of(
          "nowiki",
          "pre",
          "math",
          "chem",
          "ce",
          "source",
          "syntaxhighlight",
          "score",
          "timeline",
          "hiero",
          "graph",
          "mapframe",
          "maplink",
          "templatedata",
          "templatestyles",
          "inputbox",
          "charinsert");

  /** A template shows the content of these elements on its own page; only the tags are removed. */
  private static final Set<String> TRANSPARENT = Set.of("noinclude", "onlyinclude");

  private static final String TEMPLATE_ONLY = "includeonly";
  private static final int TAG_NAME_CHARACTERS_MAX = 16;

  private final String text;
  private final StringBuilder result;
  private final Set<String> withoutClosingTag = new HashSet<>();
  private final int lastTagEnd;
  private int copied;

  private Markup(String text) {
    this.text = text;
    this.result = new StringBuilder(text.length());
    this.lastTagEnd = text.lastIndexOf('>');
  }

  static String wikitextOf(String text) {
    return text.indexOf('<') < 0 ? text : new Markup(text).strip();
  }

  private String strip() {
    int at = text.indexOf('<');
    while (at >= 0) {
      int next = text.startsWith("<!--", at) ? comment(at) : tag(at);
      at = text.indexOf('<', next);
    }
    return result.append(text, copied, text.length()).toString();
  }

  private int comment(int at) {
    int end = text.indexOf("-->", at + 4);
    // An unclosed comment hides the rest, as in MediaWiki.
    return remove(at, end < 0 ? text.length() : end + 3, false);
  }

  private int tag(int at) {
    boolean closing = text.startsWith("/", at + 1);
    var name = tagName(closing ? at + 2 : at + 1);
    if (TRANSPARENT.contains(name) || (closing && name.equals(TEMPLATE_ONLY))) {
      int end = tagEnd(at);
      return end < 0 ? at + 1 : remove(at, end + 1, false);
    }
    boolean templateOnly = name.equals(TEMPLATE_ONLY);
    if (closing || !(templateOnly || OPAQUE.contains(name)) || withoutClosingTag.contains(name)) {
      return at + 1;
    }
    int tagEnd = tagEnd(at);
    if (tagEnd < 0) {
      withoutClosingTag.add(name);
      return at + 1;
    }
    if (text.charAt(tagEnd - 1) == '/') {
      return remove(at, tagEnd + 1, true);
    }
    int end = closingTagEnd(name, tagEnd + 1);
    if (end >= 0) {
      return remove(at, end, !templateOnly);
    }
    withoutClosingTag.add(name);
    return templateOnly ? remove(at, text.length(), false) : at + 1;
  }

  /** Returns the end of a tag, or -1. Not every unclosed tag may search the rest of the text. */
  private int tagEnd(int at) {
    return at > lastTagEnd ? -1 : text.indexOf('>', at);
  }

  private int closingTagEnd(String name, int from) {
    for (int at = text.indexOf("</", from); at >= 0; at = text.indexOf("</", at + 2)) {
      if (text.regionMatches(true, at + 2, name, 0, name.length())) {
        int end = at + 2 + name.length();
        while (end < text.length() && Character.isWhitespace(text.charAt(end))) {
          end++;
        }
        if (end < text.length() && text.charAt(end) == '>') {
          return end + 1;
        }
      }
    }
    return -1;
  }

  private String tagName(int from) {
    int end = from;
    int last = Math.min(text.length(), from + TAG_NAME_CHARACTERS_MAX);
    while (end < last && isLetter(text.charAt(end))) {
      end++;
    }
    return text.substring(from, end).toLowerCase(Locale.ROOT);
  }

  private int remove(int from, int to, boolean mark) {
    result.append(text, copied, from);
    if (mark) {
      result.append(REMOVED);
    }
    copied = to;
    return to;
  }

  private static boolean isLetter(char character) {
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
  }
}
