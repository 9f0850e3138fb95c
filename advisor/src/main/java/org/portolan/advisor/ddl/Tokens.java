package org.portolan.advisor.ddl;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.portolan.advisor.sql.Dialect;
import org.portolan.advisor.sql.SqlLexer;
import org.portolan.advisor.sql.TokenKind;

/** The tokens of one statement, without comments, and a place among them. Not thread-safe. */
final class Tokens {
  private record Token(TokenKind kind, String text) {}

  /** Of {@code U&"…"}: four digits, six digits, or a backslash. */
  private static final Pattern UNICODE_ESCAPE =
      Pattern.compile("\\\\(?:([0-9A-Fa-f]{4})|\\+([0-9A-Fa-f]{6})|\\\\)");

  private final List<Token> tokens = new ArrayList<>();
  private final Dialect dialect;
  private int place;

  Tokens(String statement, Dialect dialect) {
    this.dialect = dialect;
    SqlLexer lexer = new SqlLexer(statement, dialect);
    while (lexer.next() != TokenKind.END) {
      if (lexer.kind() != TokenKind.COMMENT) {
        tokens.add(new Token(lexer.kind(), lexer.text()));
      }
    }
  }

  private Token at(int offset) {
    return place + offset < tokens.size()
        ? tokens.get(place + offset)
        : new Token(TokenKind.END, "");
  }

  boolean atEnd() {
    return place >= tokens.size();
  }

  /** Returns whether the next tokens are these words or symbols, in any case. */
  boolean is(String... words) {
    for (int i = 0; i < words.length; i++) {
      Token token = at(i);
      boolean bare = token.kind() == TokenKind.WORD || token.kind() == TokenKind.SYMBOL;
      if (!bare || !token.text().equalsIgnoreCase(words[i])) {
        return false;
      }
    }
    return true;
  }

  /** Skips these words or symbols if they come next, and returns whether they did. */
  boolean skip(String... words) {
    boolean found = is(words);
    place += found ? words.length : 0;
    return found;
  }

  /** Returns whether the next token is a word of these, which are in lower case. */
  boolean isAny(Set<String> words) {
    return at(0).kind() == TokenKind.WORD && words.contains(at(0).text().toLowerCase(Locale.ROOT));
  }

  boolean isString() {
    return at(0).kind() == TokenKind.STRING;
  }

  boolean isNumber() {
    return at(0).kind() == TokenKind.NUMBER;
  }

  boolean isName() {
    return at(0).kind() == TokenKind.WORD || at(0).kind() == TokenKind.QUOTED_NAME;
  }

  /** Returns the next token as it is written, and skips it; empty at the end. */
  String take() {
    String text = at(0).text();
    place++;
    return text;
  }

  /** Returns the next token as a word in lower case, and skips it. */
  String word() {
    return take().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns a name without its quotes, and skips it. Only MySQL keeps the case of names without
   * quotes.
   */
  String name() {
    Token token = at(0);
    if (!isName() && token.kind() != TokenKind.STRING) {
      throw new UnreadableException("a name is missing before '" + token.text() + "'");
    }
    place++;
    return token.kind() == TokenKind.WORD
        ? dialect != Dialect.MYSQL ? token.text().toLowerCase(Locale.ROOT) : token.text()
        : unquoted(token.text());
  }

  /** Returns the last part of a name: H2 writes the schema before names of keys. */
  String lastName() {
    String name = name();
    while (skip(".")) {
      name = name();
    }
    return name;
  }

  /** Returns a name that may have parts, without the schema {@code public}. */
  String qualifiedName() {
    String name = name();
    while (skip(".")) {
      String last = name();
      name = name.equalsIgnoreCase("public") || dialect == Dialect.MYSQL ? last : name + "." + last;
    }
    return name;
  }

  /** Returns the value of a string, and skips it. */
  String string() {
    return unquoted(take());
  }

  private String unquoted(String text) {
    int open = 0;
    while (open < text.length() && "'\"`".indexOf(text.charAt(open)) < 0) {
      open++;
    }
    if (open == text.length()) {
      return text;
    }
    String quote = text.substring(open, open + 1);
    int end = text.length() > open + 1 && text.endsWith(quote) ? text.length() - 1 : text.length();
    String value = text.substring(open + 1, end).replace(quote + quote, quote);
    if (text.startsWith("U&") || text.startsWith("u&")) {
      return UNICODE_ESCAPE.matcher(value).replaceAll(Tokens::character);
    }
    boolean backslashes = quote.equals("'") && ofBackslashes(open > 0);
    return backslashes ? value.replaceAll("\\\\(.)", "$1") : value;
  }

  private boolean ofBackslashes(boolean prefixed) {
    return switch (dialect) {
      case MYSQL -> true;
      case POSTGRESQL -> prefixed;
      case H2 -> false;
    };
  }

  private static String character(MatchResult escape) {
    String digits = escape.group(1) == null ? escape.group(2) : escape.group(1);
    int point = digits == null ? '\\' : Integer.parseInt(digits, 16);
    return Matcher.quoteReplacement(
        Character.isValidCodePoint(point) ? Character.toString(point) : "\ufffd");
  }

  /** Skips an expression in brackets and returns its text without them. */
  String brackets() {
    if (!is("(")) {
      throw new UnreadableException("an opening bracket is missing before '" + at(0).text() + "'");
    }
    int from = place + 1;
    skipGroup();
    return text(from, place - 1);
  }

  private void skipGroup() {
    int depth = 0;
    do {
      depth += is("(") ? 1 : is(")") ? -1 : 0;
      place++;
    } while (depth > 0 && !atEnd());
  }

  /**
   * Skips one term of an expression and returns its text: a value, a call, a group, with the casts
   * and operators after it.
   */
  String term() {
    int from = place;
    if (is("-") || is("+")) {
      place++;
    }
    if (is("(")) {
      skipGroup();
    } else {
      place++;
      while (is(".") || is("(")) {
        if (is("(")) {
          skipGroup();
        } else {
          place += 2;
        }
      }
    }
    while (is("::") || is("||") || is("+") || is("[")) {
      place++;
      while (isName() || isNumber() || is("]") || is(".") || isString()) {
        if (isAny(CreateTable.COLUMN_WORDS)) {
          break;
        }
        place++;
      }
      if (is("(")) {
        skipGroup();
      }
    }
    place = Math.min(place, tokens.size());
    return text(from, place);
  }

  /** Skips to the next comma outside of brackets or to the bracket that closes the list. */
  void skipElement() {
    while (!atEnd() && !is(",") && !is(")")) {
      if (is("(")) {
        skipGroup();
      } else {
        place++;
      }
    }
  }

  /** Returns the rest of the statement and skips it. */
  String rest() {
    int from = place;
    place = tokens.size();
    return text(from, place);
  }

  private String text(int from, int to) {
    StringBuilder text = new StringBuilder();
    for (int i = from; i < Math.min(to, tokens.size()); i++) {
      String token = tokens.get(i).text();
      boolean open = text.length() == 0 || "(.".indexOf(text.charAt(text.length() - 1)) >= 0;
      boolean tight = token.equals(")") || token.equals(",") || token.equals(".");
      boolean call = token.equals("(") && i > from && tokens.get(i - 1).kind() == TokenKind.WORD;
      boolean cast = token.equals("::") || (i > from && tokens.get(i - 1).text().equals("::"));
      text.append(open || tight || call || cast ? "" : " ").append(token);
    }
    return text.toString();
  }

  int place() {
    return place;
  }
}
