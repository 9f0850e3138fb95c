package org.portolan.wikitext.text;

import java.util.ArrayDeque;

/**
 * Finds the content of double braces, nested to any depth. Matches runs of braces as MediaWiki's
 * preprocessor does: closing braces belong to the innermost open ones, three if both sides have
 * three (a parameter, "{{{name}}}"), else two (a template). Needs one scan and one stack.
 */
final class TemplateScanner {
  private static final int NAME_CHARACTERS_MAX = 4_096;

  interface Listener {
    /**
     * Called for each template, function or variable whose name is written out.
     *
     * @param name the text before the first "|" or the end; for a function it includes the colon
     *     and the first argument
     */
    void braces(String name, boolean arguments);
  }

  /** A run of opening braces that is not yet used up. */
  private static final class Opening {
    int braces;
    final int start;
    int pipe = -1;
    int firstInner = -1;

    Opening(int braces, int start) {
      this.braces = braces;
      this.start = start;
    }
  }

  private final String text;
  private final Listener listener;
  private final ArrayDeque<Opening> open = new ArrayDeque<>();

  private TemplateScanner(String text, Listener listener) {
    this.text = text;
    this.listener = listener;
  }

  static void scan(String text, Listener listener) {
    new TemplateScanner(text, listener).run();
  }

  private void run() {
    int at = 0;
    while (at < text.length()) {
      char character = text.charAt(at);
      int end = at + 1;
      if (character == '{' || character == '}') {
        while (end < text.length() && text.charAt(end) == character) {
          end++;
        }
        if (character == '{') {
          opened(at, end);
        } else {
          closed(at, end);
        }
      } else if (character == '|' && !open.isEmpty() && open.peek().pipe < 0) {
        open.peek().pipe = at;
      }
      at = end;
    }
  }

  private void opened(int from, int to) {
    if (to - from < 2) {
      return;
    }
    if (!open.isEmpty() && open.peek().firstInner < 0) {
      open.peek().firstInner = from;
    }
    open.push(new Opening(to - from, to));
  }

  private void closed(int from, int to) {
    int at = from;
    while (to - at >= 2 && !open.isEmpty()) {
      var opening = open.peek();
      int matched = Math.min(3, Math.min(opening.braces, to - at));
      if (matched == 2) {
        report(opening, at);
      }
      opening.braces -= matched;
      at += matched;
      if (opening.braces < 2) {
        open.pop();
      } else {
        // The remaining braces open around the part that was just closed, so their name is not
        // written out.
        opening.pipe = -1;
        opening.firstInner = opening.start;
      }
    }
  }

  private void report(Opening opening, int end) {
    int nameEnd = opening.pipe >= 0 ? opening.pipe : end;
    boolean dynamic = opening.firstInner >= 0 && opening.firstInner < nameEnd;
    if (!dynamic && nameEnd - opening.start <= NAME_CHARACTERS_MAX) {
      listener.braces(text.substring(opening.start, nameEnd), opening.pipe >= 0);
    }
  }
}
