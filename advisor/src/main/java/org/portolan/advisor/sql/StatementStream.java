package org.portolan.advisor.sql;

import java.io.IOException;
import java.io.Reader;
import java.util.Locale;

/**
 * The statements of a file of SQL, one after another, in bounded memory: of a dump with gigabytes
 * of rows too.
 *
 * <p>A statement ends at a semicolon outside of strings and comments, or at what DELIMITER named
 * last. Lines for the clients {@code mysql} and {@code psql} are skipped, and so are the rows below
 * {@code COPY … FROM stdin}, which are counted. Not thread-safe.
 */
public final class StatementStream {
  /** The characters of a statement that are kept; the rest is skipped. */
  public static final int STATEMENT_CHARS_MAX = 1 << 20;

  private static final int WORD_CHARS_MAX = 32;
  private static final int TAG_CHARS_MAX = 64;

  private final CharSource in;
  private final Dialect dialect;
  private final boolean rowsSkipped;
  private final StringBuilder text = new StringBuilder();
  private final StringBuilder word = new StringBuilder();
  private String delimiter = ";";
  private String note = "";
  private long noteLine;
  private boolean cut;

  /**
   * @param rowsSkipped whether the rows of INSERT … VALUES are counted instead of kept
   */
  public StatementStream(Reader reader, Dialect dialect, boolean rowsSkipped) {
    in = new CharSource(reader);
    this.dialect = dialect;
    this.rowsSkipped = rowsSkipped;
  }

  /**
   * A statement.
   *
   * @param text its text without the delimiter; without the rows, if these are counted
   * @param line the line of the file where it begins, from 1
   * @param rows how many rows it inserts, if rows are counted; otherwise 0
   * @param note the comment to the end of a line, directly before it; empty if there is none
   * @param cut whether its text was too long
   */
  public record Statement(String text, long line, long rows, String note, boolean cut) {}

  /** Returns the next statement, or null at the end. */
  public Statement next() throws IOException {
    while (skipToStatement()) {
      Statement statement = read();
      note = "";
      if (!statement.text().isBlank()) {
        return statement;
      }
    }
    return null;
  }

  /** Returns the comment to the end of a line after the last statement; empty if there is none. */
  public String note() {
    return note;
  }

  /** Returns the line of {@link #note}, from 1. */
  public long noteLine() {
    return noteLine;
  }

  /** Skips space, comments and lines for clients; returns false at the end of the file. */
  private boolean skipToStatement() throws IOException {
    for (int c = in.peek(0); c >= 0; c = in.peek(0)) {
      if (c <= ' ' || c == '\ufeff' || Character.isWhitespace(c)) {
        in.read();
      } else if (startsLineComment()) {
        noteLine = in.lineNumber();
        note = in.line().replaceFirst("^(--|#|//)", "").strip();
      } else if (c == '\\') {
        in.line();
      } else if (dialect == Dialect.MYSQL && in.startsWith("DELIMITER ")) {
        delimiter = in.line().substring("DELIMITER ".length()).strip();
        delimiter = delimiter.isEmpty() || delimiter.length() > WORD_CHARS_MAX ? ";" : delimiter;
      } else {
        return true;
      }
    }
    return false;
  }

  private boolean startsLineComment() throws IOException {
    int c = in.peek(0);
    return switch (c) {
      case '-' -> in.peek(1) == '-';
      case '#' -> dialect == Dialect.MYSQL;
      case '/' -> in.peek(1) == '/' && dialect == Dialect.H2;
      default -> false;
    };
  }

  private Statement read() throws IOException {
    text.setLength(0);
    word.setLength(0);
    cut = false;
    long line = in.lineNumber();
    String first = "";
    boolean counting = false;
    long rows = 0;
    int depth = 0;
    while (true) {
      int c = in.peek(0);
      if (c < 0) {
        break;
      }
      if (c == delimiter.charAt(0) && in.startsWith(delimiter)) {
        in.skip(delimiter.length());
        break;
      }
      boolean partOfWord = SqlLexer.isNamePart((char) c);
      if (!partOfWord && !word.isEmpty()) {
        String ended = word.toString().toUpperCase(Locale.ROOT);
        word.setLength(0);
        first = first.isEmpty() ? ended : first;
        boolean inserts = first.equals("INSERT") || first.equals("REPLACE");
        counting |= rowsSkipped && inserts && depth == 0 && ended.startsWith("VALUE");
      }
      if (c == '(') {
        rows += depth == 0 && counting ? 1 : 0;
        depth++;
      } else if (c == ')') {
        depth--;
      }
      if (partOfWord && word.length() < WORD_CHARS_MAX) {
        word.append((char) c);
      }
      step((char) c, counting);
    }
    if (first.equals("COPY") && copiesFromHere()) {
      rows += skipCopiedRows();
    }
    return new Statement(text.toString().strip(), line, rows, note, cut && !counting);
  }

  /** Reads one character, or a whole string, quoted name or comment. */
  private void step(char c, boolean skipped) throws IOException {
    if (c == '\'' || c == '`' || c == '"') {
      quoted(c, hasBackslashes(c), skipped);
    } else if (startsLineComment() && (dialect != Dialect.MYSQL || c == '#' || in.peek(2) <= ' ')) {
      in.line();
      keep('\n', skipped);
    } else if (c == '/' && in.peek(1) == '*' && !isConditional()) {
      comment(skipped);
    } else if (c == '$' && dialect != Dialect.MYSQL) {
      dollar(skipped);
    } else {
      keep((char) in.read(), skipped);
    }
  }

  /** The text of such a comment is SQL. */
  private boolean isConditional() throws IOException {
    return dialect == Dialect.MYSQL
        && (in.peek(2) == '!' || (in.peek(2) == 'M' && in.peek(3) == '!'));
  }

  private boolean hasBackslashes(char quote) {
    return switch (dialect) {
      case MYSQL -> quote != '`';
      case POSTGRESQL -> quote == '\'' && followsEscapeMark();
      case H2 -> false;
    };
  }

  private boolean followsEscapeMark() {
    int length = text.length();
    return length > 0
        && Character.toUpperCase(text.charAt(length - 1)) == 'E'
        && (length == 1 || !SqlLexer.isNamePart(text.charAt(length - 2)));
  }

  private void quoted(char quote, boolean backslashes, boolean skipped) throws IOException {
    keep((char) in.read(), skipped);
    for (int c = in.read(); c >= 0; c = in.read()) {
      keep((char) c, skipped);
      if (c == '\\' && backslashes) {
        int escaped = in.read();
        if (escaped >= 0) {
          keep((char) escaped, skipped);
        }
      } else if (c == quote) {
        if (in.peek(0) != quote) {
          return;
        }
        keep((char) in.read(), skipped);
      }
    }
  }

  private void comment(boolean skipped) throws IOException {
    int depth = 0;
    while (in.peek(0) >= 0) {
      if (in.startsWith("*/")) {
        depth--;
      } else if (in.startsWith("/*") && (depth == 0 || dialect != Dialect.MYSQL)) {
        depth++;
      } else {
        keep((char) in.read(), skipped);
        continue;
      }
      keep((char) in.read(), skipped);
      keep((char) in.read(), skipped);
      if (depth == 0) {
        return;
      }
    }
  }

  private void dollar(boolean skipped) throws IOException {
    int length = 1;
    while (length < TAG_CHARS_MAX
        && in.peek(length) >= 0
        && in.peek(length) != '$'
        && SqlLexer.isNamePart((char) in.peek(length))) {
      length++;
    }
    boolean tagged = in.peek(length) == '$' && !SqlLexer.isDigit((char) in.peek(1));
    if (!tagged || (dialect == Dialect.H2 && length > 1)) {
      keep((char) in.read(), skipped);
      return;
    }
    StringBuilder tag = new StringBuilder();
    for (int i = 0; i <= length; i++) {
      tag.append((char) in.read());
    }
    String end = tag.toString();
    keep(end, skipped);
    while (in.peek(0) >= 0) {
      if (in.peek(0) == '$' && in.startsWith(end)) {
        in.skip(end.length());
        keep(end, skipped);
        return;
      }
      keep((char) in.read(), skipped);
    }
  }

  private void keep(String kept, boolean skipped) {
    for (int i = 0; i < kept.length(); i++) {
      keep(kept.charAt(i), skipped);
    }
  }

  private void keep(char c, boolean skipped) {
    if (skipped) {
      return;
    }
    if (text.length() < STATEMENT_CHARS_MAX) {
      text.append(c);
    } else {
      cut = true;
    }
  }

  private boolean copiesFromHere() {
    return text.toString().toLowerCase(Locale.ROOT).matches("(?s).*\\bfrom\\s+stdin\\b.*");
  }

  private long skipCopiedRows() throws IOException {
    in.line();
    long rows = 0;
    while (in.peek(0) >= 0 && !(in.peek(0) == '\\' && in.peek(1) == '.')) {
      in.skipLine();
      rows++;
    }
    in.line();
    return rows;
  }
}
