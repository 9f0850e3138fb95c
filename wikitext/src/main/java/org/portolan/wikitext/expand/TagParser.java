package org.portolan.wikitext.expand;

import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.portolan.wikitext.expand.Node.Tag;
import org.portolan.wikitext.expand.ParsedText.Mode;
import org.portolan.wikitext.limit.Allowance;

/**
 * Reads extension tags and include tags at given places of a text. A search for an end that does
 * not exist is not repeated, so all of them together take linear time.
 */
final class TagParser {
  private static final String NOINCLUDE = "noinclude";
  private static final String INCLUDEONLY = "includeonly";
  private static final String ONLYINCLUDE = "onlyinclude";
  private static final String ONLY_START = "<onlyinclude>";
  private static final String ONLY_END = "</onlyinclude>";

  private final String text;
  private final Mode mode;
  private final Allowance allowance;

  /** Whether only the parts in {@code <onlyinclude>} count. */
  private final boolean onlyParts;

  private final int lastTagEnd;
  private final Set<String> withoutClosingTag = new HashSet<>();
  private Node node;
  private int end;
  private int plainEnd;

  TagParser(String text, Mode mode, Allowance allowance) {
    this.text = text;
    this.mode = mode;
    this.allowance = allowance;
    this.lastTagEnd = text.lastIndexOf('>');
    this.onlyParts = mode.included() && text.contains(ONLY_START) && text.contains(ONLY_END);
  }

  /** Returns where the text begins that counts. */
  int start() {
    return onlyParts ? text.indexOf(ONLY_START) + ONLY_START.length() : 0;
  }

  /** Returns the node of the last tag that was read, or null if nothing stays of it. */
  Node node() {
    return node;
  }

  /** Returns the end of the last tag that was read, with its body and closing tag. */
  int end() {
    return end;
  }

  /** Returns the place up to which braces have no meaning, when a page is saved. */
  int plainEnd() {
    return plainEnd;
  }

  /** Reads the tag that begins at a place; returns false if what is there remains text. */
  boolean read(int at) {
    node = null;
    end = at + 1;
    boolean closing = text.startsWith("/", at + 1);
    int nameStart = closing ? at + 2 : at + 1;
    int nameEnd = ExtensionTags.nameEnd(text, nameStart);
    if (nameEnd == nameStart || nameEnd >= text.length() || !endsName(nameEnd)) {
      return false;
    }
    var name = text.substring(nameStart, nameEnd).toLowerCase(Locale.ROOT);
    boolean known = ExtensionTags.known(name);
    if (known ? closing : !isIncludeTag(name)) {
      return false;
    }
    int tagEnd = nameEnd > lastTagEnd ? -1 : text.indexOf('>', nameEnd);
    if (tagEnd < 0) {
      return false;
    }
    if (!known) {
      return include(name, closing, tagEnd);
    }
    boolean empty = text.charAt(tagEnd - 1) == '/';
    if (empty && mode.keeps()) {
      end = tagEnd + 1;
      node = new Node.Verbatim(text.substring(at, end));
      return true;
    }
    var attributes = ExtensionTags.attributes(text.substring(nameEnd, empty ? tagEnd - 1 : tagEnd));
    if (empty) {
      end = tagEnd + 1;
      node = new Tag(name, attributes, Optional.empty(), null);
      return true;
    }
    int bodyEnd = closingTag(name, tagEnd + 1);
    if (bodyEnd < 0) {
      end = tagEnd + 1;
      return false;
    }
    if (mode.keeps()) {
      end = text.indexOf('>', bodyEnd) + 1;
      node = new Node.Verbatim(text.substring(at, end));
      return true;
    }
    var body = text.substring(tagEnd + 1, bodyEnd);
    // Bodies are parsed again at most once for each name of a tag: none nests in its own kind.
    var parsed =
        ExtensionTags.wikitext(name) ? new TextParser(body, mode, allowance).parse() : null;
    end = text.indexOf('>', bodyEnd) + 1;
    node = new Tag(name, attributes, Optional.of(body), parsed);
    return true;
  }

  private boolean endsName(int at) {
    char character = text.charAt(at);
    return character == '>'
        || ExtensionTags.isSpace(character)
        || (character == '/' && text.startsWith(">", at + 1));
  }

  private static boolean isIncludeTag(String name) {
    return name.equals(NOINCLUDE) || name.equals(INCLUDEONLY) || name.equals(ONLYINCLUDE);
  }

  private boolean include(String name, boolean closing, int tagEnd) {
    if (mode == Mode.SAVED) {
      if (name.equals(INCLUDEONLY) && !closing && text.charAt(tagEnd - 1) != '/') {
        int bodyEnd = closingTag(name, tagEnd + 1);
        plainEnd = bodyEnd < 0 ? text.length() : bodyEnd;
      }
      return false;
    }
    var hidden = mode == Mode.PAGE ? INCLUDEONLY : NOINCLUDE;
    if (name.equals(hidden)) {
      if (closing) {
        return false;
      }
      if (text.charAt(tagEnd - 1) == '/') {
        end = tagEnd + 1;
        return true;
      }
      int bodyEnd = closingTag(name, tagEnd + 1);
      // Without its end it hides the rest.
      end = bodyEnd < 0 ? text.length() : text.indexOf('>', bodyEnd) + 1;
      return true;
    }
    if (mode.included() && name.equals(ONLYINCLUDE)) {
      if (!onlyParts) {
        return false;
      }
      if (closing) {
        int next = text.indexOf(ONLY_START, tagEnd);
        end = next < 0 ? text.length() : next + ONLY_START.length();
        return true;
      }
    }
    end = tagEnd + 1;
    return true;
  }

  /** Returns the start of the closing tag of this name, or -1. */
  private int closingTag(String name, int from) {
    if (withoutClosingTag.contains(name)) {
      return -1;
    }
    int at = text.indexOf("</", from);
    while (at >= 0) {
      int nameEnd = at + 2 + name.length();
      if (text.regionMatches(true, at + 2, name, 0, name.length())) {
        int close = ExtensionTags.skipSpace(text, nameEnd);
        if (close < text.length() && text.charAt(close) == '>') {
          return at;
        }
      }
      at = text.indexOf("</", at + 2);
    }
    withoutClosingTag.add(name);
    return -1;
  }
}
