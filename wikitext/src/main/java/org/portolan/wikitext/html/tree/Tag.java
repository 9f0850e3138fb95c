package org.portolan.wikitext.html.tree;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * An element of HTML that may occur in a page, with the properties that its parsing depends on.
 * There is one object for each name, so tags are compared by identity.
 */
public final class Tag {
  /** Whether an author may write the element in a text. */
  public static final int WRITTEN = 1;

  /** Has no content and no end tag. */
  public static final int VOID = 1 << 1;

  /** HTML's category "special": ends the search for a formatting element. */
  public static final int SPECIAL = 1 << 2;

  /** HTML's category "formatting": goes on in the next block if its end tag is missing. */
  public static final int FORMATTING = 1 << 3;

  /** Its start tag closes an open paragraph. */
  public static final int CLOSES_P = 1 << 4;

  /** A scope boundary: an end tag does not reach beyond it. */
  public static final int SCOPE = 1 << 5;

  /** Its end tag may be missing. */
  public static final int IMPLIED_END = 1 << 6;

  public static final int HEADING = 1 << 7;

  /** A part of a table: caption, table groups, rows, cells. */
  public static final int TABLE_PART = 1 << 8;

  /** Text and inline elements in it need no paragraph around them; it is inline itself. */
  public static final int INLINE = 1 << 9;

  /** For the paragraphs of wikitext: no paragraph between its tags, or rather on their lines. */
  public static final int BLOCK = 1 << 10;

  /** For the paragraphs of wikitext: paragraphs only between its tags. */
  public static final int CELL = 1 << 11;

  /** For the paragraphs of wikitext: both its tags stop paragraphs. */
  public static final int STOP = 1 << 12;

  /** For the paragraphs of wikitext: both its tags make room for paragraphs. */
  public static final int FREE = 1 << 13;

  private static final Map<String, Tag> TAGS = new HashMap<>();

  public final String name;
  private final int flags;

  private Tag(String name, int flags) {
    this.name = name;
    this.flags = flags;
  }

  public static final Tag A = add("a", FORMATTING | INLINE);
  public static final Tag BR = add("br", WRITTEN | VOID | SPECIAL | INLINE);
  public static final Tag HR = add("hr", WRITTEN | VOID | SPECIAL | CLOSES_P | FREE);
  public static final Tag P = add("p", WRITTEN | SPECIAL | CLOSES_P | IMPLIED_END | BLOCK);
  public static final Tag PRE = add("pre", WRITTEN | SPECIAL | CLOSES_P | BLOCK);
  public static final Tag DIV = add("div", WRITTEN | SPECIAL | CLOSES_P | FREE);
  public static final Tag BLOCKQUOTE = add("blockquote", WRITTEN | SPECIAL | CLOSES_P | FREE);
  public static final Tag UL = add("ul", WRITTEN | SPECIAL | CLOSES_P | BLOCK);
  public static final Tag OL = add("ol", WRITTEN | SPECIAL | CLOSES_P | BLOCK);
  public static final Tag DL = add("dl", WRITTEN | SPECIAL | CLOSES_P | BLOCK);
  public static final Tag LI = add("li", WRITTEN | SPECIAL | IMPLIED_END | STOP);
  public static final Tag DT = add("dt", WRITTEN | SPECIAL | IMPLIED_END | STOP);
  public static final Tag DD = add("dd", WRITTEN | SPECIAL | IMPLIED_END | STOP);
  public static final Tag TABLE = add("table", WRITTEN | SPECIAL | CLOSES_P | SCOPE | BLOCK);
  public static final Tag CAPTION = add("caption", WRITTEN | SPECIAL | SCOPE | TABLE_PART | STOP);
  public static final Tag TBODY = add("tbody", SPECIAL | TABLE_PART);
  public static final Tag TR = add("tr", WRITTEN | SPECIAL | TABLE_PART | STOP);
  public static final Tag TD = add("td", WRITTEN | SPECIAL | SCOPE | TABLE_PART | CELL);
  public static final Tag TH = add("th", WRITTEN | SPECIAL | SCOPE | TABLE_PART | CELL);
  public static final Tag SPAN = add("span", WRITTEN | INLINE);
  public static final Tag FIGURE = add("figure", SPECIAL | CLOSES_P | BLOCK);
  public static final Tag FIGCAPTION = add("figcaption", SPECIAL | CLOSES_P | BLOCK);
  public static final Tag B = add("b", WRITTEN | FORMATTING | INLINE);
  public static final Tag I = add("i", WRITTEN | FORMATTING | INLINE);
  public static final Tag SUP = add("sup", WRITTEN | INLINE);
  public static final Tag CODE = add("code", WRITTEN | FORMATTING | INLINE);
  private static final Tag[] HEADINGS = new Tag[7];

  /** The place of the table of contents. */
  public static final Tag TOC = add("toc", VOID | BLOCK);

  static {
    for (int level = 1; level <= 6; level++) {
      HEADINGS[level] = add("h" + level, WRITTEN | SPECIAL | CLOSES_P | HEADING | BLOCK);
    }
    for (var name : List.of("big", "em", "font", "s", "small", "strike", "strong", "tt", "u")) {
      add(name, WRITTEN | FORMATTING | INLINE);
    }
    for (var name :
        List.of(
            "abbr", "bdi", "bdo", "cite", "data", "del", "dfn", "ins", "kbd", "mark", "q", "samp",
            "sub", "time", "var")) {
      add(name, WRITTEN | INLINE);
    }
    add("ruby", WRITTEN | INLINE);
    for (var name : List.of("rb", "rp", "rt", "rtc")) {
      add(name, WRITTEN | INLINE | IMPLIED_END);
    }
    add("wbr", WRITTEN | VOID | SPECIAL | INLINE);
    add("center", WRITTEN | SPECIAL | CLOSES_P | FREE);
  }

  private static Tag add(String name, int flags) {
    var tag = new Tag(name, flags);
    TAGS.put(name, tag);
    return tag;
  }

  /** Returns the tag of a heading; 1 to 6. */
  public static Tag heading(int level) {
    return HEADINGS[level];
  }

  /** Returns the tag of a name in lower case, or null. */
  public static Tag of(String name) {
    return TAGS.get(name);
  }

  public boolean is(int flag) {
    return (flags & flag) != 0;
  }

  @Override
  public String toString() {
    return name;
  }
}
