package org.portolan.bench.workload.wiki;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Makes an author's texts: a page's text with one more paragraph, taken from another page of the
 * same wiki with its links and templates, so that edits are real text and change indexes as real
 * edits do. A page that has grown long loses a paragraph instead. Each text ends with a comment
 * that names the page and the edit, so that a later reader can verify it. Used by one thread.
 */
public final class EditText {
  private static final String MARK = "\n\n<!-- written by bench: ";
  private static final String MARK_END = " -->";
  private static final String PARAGRAPHS = "\n\n";
  private static final int CHARACTERS_MAX = 16_384;
  private static final int PARAGRAPHS_MAX = 64;
  private static final int PARAGRAPH_CHARACTERS_MAX = 2_000;

  private final RandomGenerator random;
  private final String author;
  private final Deque<String> paragraphs = new ArrayDeque<>();
  private int edits;

  /**
   * @param author unique among all writers of the wiki
   */
  public EditText(RandomGenerator random, String author) {
    this.random = random;
    this.author = author;
  }

  /** Remembers a paragraph of a text that was read, for another page. */
  public void read(String text) {
    List<String> found = paragraphsOf(withoutMark(text));
    String paragraph = found.get(random.nextInt(found.size()));
    if (!paragraph.isBlank() && paragraph.length() <= PARAGRAPH_CHARACTERS_MAX) {
      paragraphs.addLast(paragraph);
      if (paragraphs.size() > PARAGRAPHS_MAX) {
        paragraphs.removeFirst();
      }
    }
  }

  /** Returns the next text of a page. */
  public String next(String title, String text) {
    List<String> all = paragraphsOf(withoutMark(text));
    if (text.length() > CHARACTERS_MAX && all.size() > 1) {
      all.remove(random.nextInt(all.size()));
    } else {
      String more = paragraphs.isEmpty() ? "''No text has been read yet.''" : next();
      all.add(random.nextInt(all.size() + 1), more);
    }
    return marked(title, String.join(PARAGRAPHS, all).strip());
  }

  /** Returns the text of a new page. */
  public String first(String title) {
    StringBuilder text = new StringBuilder("'''" + title + "''' is a page made by a benchmark.");
    int count = Math.min(4, paragraphs.size());
    for (int paragraph = 0; paragraph < count; paragraph++) {
      text.append(PARAGRAPHS).append(next());
    }
    return marked(title, text.toString());
  }

  /** Returns a text that came from elsewhere, with the mark of this author. */
  public String given(String title, String text) {
    return marked(title, withoutMark(text).strip());
  }

  private String next() {
    String paragraph = paragraphs.removeFirst();
    paragraphs.addLast(paragraph);
    return paragraph;
  }

  private String marked(String title, String text) {
    edits++;
    return text + MARK + author + "." + edits + " to " + title + MARK_END;
  }

  /** Returns the number of the edit that made a text, unique in the wiki; empty if it has none. */
  public static Optional<String> editOf(String text) {
    int mark = text.lastIndexOf(MARK);
    int end = text.indexOf(' ', mark + MARK.length());
    return mark < 0 || end < 0
        ? Optional.empty()
        : Optional.of(text.substring(mark + MARK.length(), end));
  }

  /** Returns the error if a page's text belongs to another page; empty if it does not. */
  public static String wrongIn(String title, String text) {
    int mark = text.lastIndexOf(MARK);
    if (mark < 0 || text.endsWith(" to " + title + MARK_END)) {
      return "";
    }
    return "page " + title + " ends with '" + text.substring(mark + MARK.length()) + "'";
  }

  private static String withoutMark(String text) {
    int mark = text.lastIndexOf(MARK);
    return mark < 0 ? text : text.substring(0, mark);
  }

  private static List<String> paragraphsOf(String text) {
    return new ArrayList<>(List.of(text.split(PARAGRAPHS, -1)));
  }
}
