package org.portolan.advisor.sql;

/**
 * Splits SQL text into tokens.
 *
 * <p>The lexer accepts any text. A string, name or comment that is cut off ends with the text, and
 * a character that no token begins with is a {@link TokenKind#SYMBOL}. Each token has at least one
 * character, so {@link #next} reaches the end after at most as many calls as the text has
 * characters. Not thread-safe.
 */
public final class SqlLexer {
  private static final String OPERATOR_CHARS = "=<>!|&+-*/%^~:#@?";
  private static final String[] OPERATORS = {
    "->>", "#>>", "<=>", "!~*", "::", ":=", "->", "#>", "<=", ">=", "<>", "!=", "||", "&&", "<<",
    ">>", "@>", "<@", "?|", "?&", "!~", "~*", "@@", "=>"
  };

  private final String text;
  private final Dialect dialect;
  private int position;
  private int start;
  private int end;
  private TokenKind kind = TokenKind.END;
  private boolean whole = true;
  private boolean inConditional;

  public SqlLexer(String text, Dialect dialect) {
    this.text = text;
    this.dialect = dialect;
  }

  /** Moves to the next token and returns its kind, {@link TokenKind#END} after the last one. */
  public TokenKind next() {
    skipSpace();
    start = position;
    if (position >= text.length()) {
      end = position;
      kind = TokenKind.END;
      return kind;
    }
    kind = scan(text.charAt(position));
    end = position;
    return kind;
  }

  public TokenKind kind() {
    return kind;
  }

  /** Returns the current token as it is written. */
  public String text() {
    return text.substring(start, end);
  }

  /** Returns where the current token begins, in characters. */
  public int start() {
    return start;
  }

  /** Returns where the current token ends, in characters. */
  public int end() {
    return end;
  }

  /** Returns false once a string, a name or a comment lacked its end. */
  public boolean isWhole() {
    return whole;
  }

  /** Returns whether the current token is this symbol. */
  public boolean isSymbol(char symbol) {
    return kind == TokenKind.SYMBOL && end - start == 1 && text.charAt(start) == symbol;
  }

  /** Returns whether the current token is written so. */
  public boolean isText(String written) {
    return end - start == written.length() && text.startsWith(written, start);
  }

  /** Returns whether the current token is this word, in any case. */
  public boolean isWord(String word) {
    return kind == TokenKind.WORD
        && end - start == word.length()
        && text.regionMatches(true, start, word, 0, word.length());
  }

  private void skipSpace() {
    while (position < text.length()) {
      char c = text.charAt(position);
      if (c <= ' ' || Character.isWhitespace(c) || c == '\u00a0' || c == '\ufeff') {
        position++;
      } else if (inConditional && c == '*' && at(1) == '/') {
        inConditional = false;
        position += 2;
      } else if (c != '/' || !startsConditional()) {
        return;
      }
    }
  }

  /** Skips {@code /*!40101} or {@code /*M!100100}, whose text servers execute. */
  private boolean startsConditional() {
    if (dialect != Dialect.MYSQL || at(1) != '*') {
      return false;
    }
    int length = at(2) == '!' ? 3 : at(2) == 'M' && at(3) == '!' ? 4 : 0;
    if (length == 0) {
      return false;
    }
    position += length;
    skipDigits();
    inConditional = true;
    return true;
  }

  private TokenKind scan(char c) {
    return switch (c) {
      case '\'' -> string('\'', dialect == Dialect.MYSQL);
      case '"' -> dialect == Dialect.MYSQL ? string('"', true) : quotedName('"');
      case '`' -> quotedName('`');
      case '-' -> startsLineComment() ? lineComment() : operator();
      case '#' -> dialect == Dialect.MYSQL ? lineComment() : operator();
      case '/' -> at(1) == '*' ? blockComment() : startsLineComment() ? lineComment() : operator();
      case '$' -> dollar();
      case '?' -> question();
      case ':' -> colon();
      case '@' -> dialect == Dialect.MYSQL ? variable() : operator();
      case '.' -> isDigit(at(1)) && !afterName() ? number() : symbol(1);
      default -> isDigit(c) ? number() : isNameStart(c) ? word() : operator();
    };
  }

  private char at(int offset) {
    int index = position + offset;
    return index < text.length() ? text.charAt(index) : '\0';
  }

  private TokenKind symbol(int length) {
    position = Math.min(text.length(), position + length);
    return TokenKind.SYMBOL;
  }

  private TokenKind operator() {
    if (OPERATOR_CHARS.indexOf(at(0)) >= 0) {
      for (String operator : OPERATORS) {
        if (text.startsWith(operator, position)) {
          return symbol(operator.length());
        }
      }
    }
    return symbol(1);
  }

  private TokenKind string(char quote, boolean backslashes) {
    int index = position + 1;
    while (index < text.length()) {
      char c = text.charAt(index);
      if (c == '\\' && backslashes) {
        index += 2;
      } else if (c != quote) {
        index++;
      } else if (index + 1 < text.length() && text.charAt(index + 1) == quote) {
        index += 2;
      } else {
        position = index + 1;
        return TokenKind.STRING;
      }
    }
    return cutOff(TokenKind.STRING);
  }

  private TokenKind quotedName(char quote) {
    string(quote, false);
    return TokenKind.QUOTED_NAME;
  }

  private TokenKind cutOff(TokenKind cut) {
    position = text.length();
    whole = false;
    return cut;
  }

  /**
   * MySQL takes two dashes for a comment only before a space, so that {@code 5--1} is 6. H2 takes
   * two slashes for one, too.
   */
  private boolean startsLineComment() {
    return at(0) == '/'
        ? at(1) == '/' && dialect == Dialect.H2
        : at(1) == '-' && (dialect != Dialect.MYSQL || at(2) <= ' ');
  }

  private TokenKind lineComment() {
    int index = text.indexOf('\n', position);
    position = index < 0 ? text.length() : index;
    return TokenKind.COMMENT;
  }

  private TokenKind blockComment() {
    int index = position + 2;
    int depth = 1;
    while (depth > 0) {
      int close = text.indexOf("*/", index);
      if (close < 0) {
        return cutOff(TokenKind.COMMENT);
      }
      int open = dialect != Dialect.MYSQL ? text.indexOf("/*", index) : -1;
      if (open >= 0 && open < close) {
        depth++;
        index = open + 2;
      } else {
        depth--;
        index = close + 2;
      }
    }
    position = index;
    return TokenKind.COMMENT;
  }

  private TokenKind dollar() {
    if (isDigit(at(1))) {
      position++;
      skipDigits();
      return TokenKind.PARAMETER;
    }
    if (dialect == Dialect.MYSQL) {
      return isNameStart(at(1)) ? word() : symbol(1);
    }
    if (dialect == Dialect.H2 && at(1) != '$') {
      return isNameStart(at(1)) ? namedParameter() : symbol(1);
    }
    int index = position + 1;
    while (index < text.length() && isNamePart(text.charAt(index)) && text.charAt(index) != '$') {
      index++;
    }
    if (index >= text.length() || text.charAt(index) != '$') {
      return symbol(1);
    }
    String tag = text.substring(position, index + 1);
    int close = text.indexOf(tag, index + 1);
    if (close < 0) {
      return cutOff(TokenKind.STRING);
    }
    position = close + tag.length();
    return TokenKind.STRING;
  }

  private TokenKind question() {
    if (dialect == Dialect.POSTGRESQL && (at(1) == '|' || at(1) == '&')) {
      return symbol(2);
    }
    position++;
    skipDigits();
    return TokenKind.PARAMETER;
  }

  private TokenKind colon() {
    if (at(1) == ':' || at(1) == '=' || !isNameStart(at(1))) {
      return operator();
    }
    return namedParameter();
  }

  private TokenKind namedParameter() {
    position++;
    word();
    return TokenKind.PARAMETER;
  }

  private TokenKind variable() {
    int index = position;
    while (index < text.length() && text.charAt(index) == '@') {
      index++;
    }
    while (index < text.length() && (isNamePart(text.charAt(index)) || text.charAt(index) == '.')) {
      index++;
    }
    position = index;
    return TokenKind.WORD;
  }

  private TokenKind number() {
    if (at(0) == '0' && (at(1) == 'x' || at(1) == 'X' || at(1) == 'b') && isHexDigit(at(2))) {
      position += 2;
      while (isHexDigit(at(0))) {
        position++;
      }
      return TokenKind.NUMBER;
    }
    skipDigits();
    if (isNameStart(at(0)) && !isExponent()) {
      // A name may begin with a digit in MySQL, like that of a shard or a month.
      return word();
    }
    if (at(0) == '.' && (isDigit(at(1)) || !isNameStart(at(1)))) {
      position++;
      skipDigits();
    }
    if (isExponent()) {
      position += 2;
      skipDigits();
    }
    return TokenKind.NUMBER;
  }

  private boolean isExponent() {
    boolean signed = at(1) == '-' || at(1) == '+';
    return (at(0) == 'e' || at(0) == 'E') && (isDigit(at(1)) || (signed && isDigit(at(2))));
  }

  private void skipDigits() {
    while (isDigit(at(0))) {
      position++;
    }
  }

  private TokenKind word() {
    int from = position;
    position++;
    while (position < text.length() && isNamePart(text.charAt(position))) {
      position++;
    }
    if (at(0) == '\'') {
      return prefixed(from);
    }
    if (at(0) == '&' && at(1) == '\'' && position - from == 1 && isAt(from, 'U')) {
      position++;
      return string('\'', false);
    }
    boolean escaped = at(0) == '&' && at(1) == '"' && position - from == 1 && isAt(from, 'U');
    if (escaped && dialect != Dialect.MYSQL) {
      position++;
      return quotedName('"');
    }
    return TokenKind.WORD;
  }

  /** A string may have a prefix: {@code E}, {@code N}, {@code X}, {@code B} or a character set. */
  private TokenKind prefixed(int from) {
    boolean letter = position - from == 1;
    if (letter && isAt(from, 'E')) {
      return string('\'', dialect != Dialect.H2);
    }
    if (letter && (isAt(from, 'N') || isAt(from, 'X') || isAt(from, 'B'))) {
      return string('\'', dialect == Dialect.MYSQL);
    }
    if (dialect == Dialect.MYSQL && text.charAt(from) == '_') {
      return string('\'', true);
    }
    return TokenKind.WORD;
  }

  private boolean isAt(int index, char letter) {
    return Character.toUpperCase(text.charAt(index)) == letter;
  }

  private boolean afterName() {
    return start > 0 && isNamePart(text.charAt(start - 1));
  }

  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isHexDigit(char c) {
    return Character.digit(c, 16) >= 0 && c < 128;
  }

  static boolean isNameStart(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c >= 128;
  }

  static boolean isNamePart(char c) {
    return isNameStart(c) || isDigit(c) || c == '$';
  }
}
