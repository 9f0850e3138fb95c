package org.portolan.wikitext.expand;

import java.util.ArrayDeque;
import org.portolan.wikitext.expand.ParsedText.Mode;
import org.portolan.wikitext.limit.Allowance;

/**
 * Finds what belongs together in a text: braces, brackets, headings, tags, comments. The rules are
 * those of MediaWiki's "Preprocessor ABNF" and of its documented behaviour.
 *
 * <p>Works like a shift-reduce parser, in one scan: {@link Nodes} collects texts and finished
 * nodes, {@link Opening}s remember where something began. Closing braces replace everything since
 * their opening by one node. What is never closed needs no work: its texts are in their places
 * already. So every input takes linear time, and nesting takes no stack of the thread.
 *
 * <p>Closing characters count only for the innermost opening. Therefore a pipe inside a link does
 * not split arguments, and an unclosed link inside braces leaves the braces unclosed.
 */
final class TextParser {
  /** Whether an ASCII character may mean something. */
  private static final boolean[] MEANS = new boolean[128];

  static {
    for (char each : "{}[]|=-<\n".toCharArray()) {
      MEANS[each] = true;
    }
  }

  private static final char BRACE = '{';
  private static final char BRACKET = '[';
  private static final char CONVERSION = '-';
  private static final char HEADING = '\n';

  /** Something open: what opened it, with how many characters, and where its content begins. */
  private static final class Opening {
    char kind;
    int count;

    /** The node of the opening characters; only for braces. */
    final int node;

    final boolean lineStart;
    final boolean afterDash;

    /** Whether the next equals sign separates a name from a value. */
    boolean findEquals;

    Opening(char kind, int count, int node, boolean lineStart, boolean afterDash) {
      this.kind = kind;
      this.count = count;
      this.node = node;
      this.lineStart = lineStart;
      this.afterDash = afterDash;
    }
  }

  private final String text;
  private final Allowance allowance;
  private final Nodes nodes;
  private final TagParser tags;
  private final ArrayDeque<Opening> open = new ArrayDeque<>();
  private Opening top;

  /** The start of the text that is not yet a node. */
  private int pending;

  private final boolean keeps;

  TextParser(String source, Mode mode, Allowance allowance) {
    // Expanded text has this character in markers only.
    this.text = source.indexOf(Strip.MARK) < 0 ? source : source.replace(Strip.MARK, '\ufffd');
    this.allowance = allowance;
    this.nodes = new Nodes(text);
    this.tags = new TagParser(text, mode, allowance);
    this.keeps = mode.keeps();
  }

  ParsedText parse() {
    int at = tags.start();
    pending = at;
    at = lineStart(at);
    int length = text.length();
    while (at < length) {
      char character = text.charAt(at);
      if (character >= MEANS.length || !MEANS[character]) {
        at++;
        continue;
      }
      if (at < tags.plainEnd() && character != '<') {
        at++;
        continue;
      }
      at =
          switch (character) {
            case '{' -> opened(at, BRACE);
            case '[' -> opened(at, BRACKET);
            case '-' -> dash(at);
            case '}' -> closedBraces(at);
            case ']' -> closedBrackets(at);
            case '|' -> pipe(at);
            case '=' -> equalsSign(at);
            case '\n' -> lineBreak(at);
            case '<' -> angle(at);
            default -> at + 1;
          };
    }
    flush(Math.max(at, pending));
    return nodes.result();
  }

  private void flush(int to) {
    // Something may have been skipped beyond the end of the text.
    nodes.addText(pending, Math.min(to, text.length()));
  }

  private int opened(int at, char kind) {
    int end = at + 1;
    while (end < text.length() && text.charAt(end) == kind) {
      end++;
    }
    if (end - at < 2) {
      return end;
    }
    allowance.step();
    int node = -1;
    if (kind == BRACE) {
      flush(at);
      node = nodes.addText(at, end);
      pending = end;
    }
    boolean lineStart = at > 0 && text.charAt(at - 1) == '\n';
    boolean afterDash = at > 0 && text.charAt(at - 1) == '-';
    push(new Opening(kind, end - at, node, lineStart, afterDash));
    return end;
  }

  private int dash(int at) {
    // "-{{" is a dash before braces.
    if (text.startsWith("-{", at) && !text.startsWith("{", at + 2)) {
      allowance.step();
      push(new Opening(CONVERSION, 1, -1, false, false));
      return at + 2;
    }
    return at + 1;
  }

  private void push(Opening opening) {
    open.push(opening);
    top = opening;
  }

  private void pop() {
    open.pop();
    top = open.peek();
  }

  private int closedBraces(int at) {
    if (top == null) {
      return at + 1;
    }
    if (top.kind == CONVERSION && text.startsWith("-", at + 1)) {
      pop();
      return at + 2;
    }
    int most = Math.min(3, top.count);
    int matched = 1;
    while (matched < most && text.startsWith("}", at + matched)) {
      matched++;
    }
    if (top.kind != BRACE || matched < 2) {
      return at + 1;
    }
    allowance.step();
    flush(at);
    pending = at + matched;
    var opening = top;
    boolean outermost = opening.count == matched;
    nodes.reduce(opening.node, matched == 3, outermost && opening.lineStart, matched);
    opening.count -= matched;
    opening.findEquals = false;
    if (opening.count == 1 && opening.afterDash) {
      opening.kind = CONVERSION;
    } else if (opening.count < 2) {
      pop();
    }
    return pending;
  }

  private int closedBrackets(int at) {
    if (top == null || top.kind != BRACKET || !text.startsWith("]", at + 1)) {
      return at + 1;
    }
    allowance.step();
    top.count -= 2;
    if (top.count < 2) {
      pop();
    }
    return at + 2;
  }

  private int pipe(int at) {
    if (top != null && top.kind == BRACE) {
      flush(at);
      nodes.addSeparator(at, false);
      pending = at + 1;
      top.findEquals = true;
    }
    return at + 1;
  }

  private int equalsSign(int at) {
    if (top != null && top.findEquals && top.kind == BRACE) {
      flush(at);
      nodes.addSeparator(at, true);
      pending = at + 1;
      top.findEquals = false;
    }
    return at + 1;
  }

  private int lineBreak(int at) {
    if (top != null && top.kind == HEADING) {
      pop();
    }
    return lineStart(at + 1);
  }

  /** In a heading no character closes anything or separates anything, up to the line's end. */
  private int lineStart(int at) {
    int end = at;
    while (end < text.length() && text.charAt(end) == '=') {
      end++;
    }
    if (end == at || (end - at == 1 && top != null && top.findEquals)) {
      return at;
    }
    allowance.step();
    push(new Opening(HEADING, end - at, -1, true, false));
    return end;
  }

  private int angle(int at) {
    if (text.startsWith("!--", at + 1)) {
      return comment(at);
    }
    if (!tags.read(at)) {
      return Math.max(at + 1, tags.end());
    }
    allowance.step();
    flush(at);
    if (tags.node() != null) {
      nodes.add(tags.node(), tags.end() - at);
    }
    pending = tags.end();
    return pending;
  }

  /** Comments alone on their line take the line with them. */
  private int comment(int at) {
    allowance.step();
    int end = text.indexOf("-->", at + 4);
    if (keeps) {
      flush(at);
      pending = end < 0 ? text.length() : end + 3;
      nodes.add(new Node.Verbatim(text.substring(at, pending)), pending - at);
      return pending;
    }
    if (end < 0) {
      flush(at);
      pending = text.length();
      return pending;
    }
    end += 3;
    int from = at;
    while (from > pending && isBlank(text.charAt(from - 1))) {
      from--;
    }
    if (from > 0 && text.charAt(from - 1) == '\n') {
      int line = commentsEnd(end);
      if (line < text.length() && text.charAt(line) == '\n') {
        flush(from);
        pending = line + 1;
        return lineStart(pending);
      }
    }
    flush(at);
    pending = end;
    return end;
  }

  /** Returns the end of the white space and comments that begin at a place. */
  private int commentsEnd(int from) {
    int at = from;
    while (true) {
      while (at < text.length() && isBlank(text.charAt(at))) {
        at++;
      }
      int end = text.startsWith("<!--", at) ? text.indexOf("-->", at + 4) : -1;
      if (end < 0) {
        return at;
      }
      at = end + 3;
    }
  }

  private static boolean isBlank(char character) {
    return character == ' ' || character == '\t';
  }
}
