package org.portolan.advisor.sql;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Writes forms that only MySQL has as others that parsers know. Not thread-safe. */
public final class MysqlForms {
  /** After these words, BINARY is no operator: a type, a character set, or a part of LIKE. */
  private static final Set<String> NO_OPERATOR =
      Set.of("as", "like", "regexp", "rlike", "set", "charset", "collate", ".");

  private final String statement;
  private final List<Token> tokens = new ArrayList<>();

  /** New texts of tokens, and texts behind them, by their places. */
  private final Map<Integer, String> replaced = new HashMap<>();

  private final Map<Integer, String> added = new HashMap<>();

  private record Token(TokenKind kind, String text, int start, int end) {
    boolean is(String word) {
      return kind == TokenKind.WORD && text.equalsIgnoreCase(word);
    }

    boolean isSymbol(String symbol) {
      return kind == TokenKind.SYMBOL && text.equals(symbol);
    }
  }

  private MysqlForms(String statement) {
    this.statement = statement;
    SqlLexer lexer = new SqlLexer(statement, Dialect.MYSQL);
    while (lexer.next() != TokenKind.END) {
      if (lexer.kind() != TokenKind.COMMENT) {
        tokens.add(new Token(lexer.kind(), lexer.text(), lexer.start(), lexer.end()));
      }
    }
  }

  /**
   * Returns a statement with {@code DELETE a FROM a JOIN b} for {@code DELETE FROM a USING a JOIN
   * b}. In PostgreSQL, whose parser takes it, USING names no table that is before it.
   */
  public static String withoutUsing(String statement) {
    if (!statement.regionMatches(true, 0, "DELETE", 0, 6)
        || !statement.toUpperCase(Locale.ROOT).contains("USING")) {
      return statement;
    }
    MysqlForms forms = new MysqlForms(statement);
    forms.using();
    return forms.text();
  }

  /**
   * Returns a statement with casts for {@code BINARY x} and {@code CONVERT(x, type)}, and FOR SHARE
   * for LOCK IN SHARE MODE.
   */
  public static String plain(String statement) {
    MysqlForms forms = new MysqlForms(statement);
    for (int place = 0; place < forms.tokens.size(); place++) {
      Token token = forms.tokens.get(place);
      if (token.is("binary")) {
        forms.binary(place);
      } else if (token.is("convert")) {
        forms.convert(place);
      } else if (token.is("lock") && forms.follow(place, "in", "share", "mode")) {
        forms.replaced.put(place, "FOR SHARE");
        for (int word = 1; word <= 3; word++) {
          forms.replaced.put(place + word, "");
        }
      }
    }
    return forms.text();
  }

  private Token at(int place) {
    return place >= 0 && place < tokens.size()
        ? tokens.get(place)
        : new Token(TokenKind.END, "", statement.length(), statement.length());
  }

  private boolean follow(int place, String... words) {
    for (int word = 0; word < words.length; word++) {
      if (!at(place + word + 1).is(words[word])) {
        return false;
      }
    }
    return true;
  }

  private void using() {
    int from = 1;
    while (Set.of("low_priority", "quick", "ignore").contains(lower(at(from)))) {
      from++;
    }
    int place = from + 1;
    if (!at(from).is("from")) {
      return;
    }
    while (isName(at(place)) && (at(place + 1).isSymbol(",") || at(place + 1).isSymbol("."))) {
      place += 2;
    }
    place++;
    if (at(place).is("using")) {
      replaced.put(from, "");
      replaced.put(place, "FROM");
    }
  }

  private static String lower(Token token) {
    return token.text().toLowerCase(Locale.ROOT);
  }

  private static boolean isName(Token token) {
    return token.kind() == TokenKind.WORD || token.kind() == TokenKind.QUOTED_NAME;
  }

  /** An operator before what it casts, which ends before the next one. */
  private void binary(int place) {
    Token next = at(place + 1);
    boolean value =
        isName(next)
            || next.isSymbol("(")
            || next.kind() == TokenKind.STRING
            || next.kind() == TokenKind.NUMBER
            || next.kind() == TokenKind.PARAMETER;
    boolean ofConvert = next.isSymbol("(") && at(place - 1).isSymbol(",");
    if (!value || ofConvert || NO_OPERATOR.contains(lower(at(place - 1)))) {
      return;
    }
    int last = place + 1;
    while (isName(at(last)) && at(last + 1).isSymbol(".")) {
      last += 2;
    }
    if (at(last).isSymbol("(")) {
      last = closing(last);
    } else if (isName(at(last)) && at(last + 1).isSymbol("(")) {
      last = closing(last + 1);
    }
    replaced.put(place, "CAST(");
    added.merge(last, " AS BINARY)", (one, other) -> other + one);
  }

  /** The place of the bracket that closes one. */
  private int closing(int opening) {
    int open = 0;
    for (int place = opening; place < tokens.size(); place++) {
      open += at(place).isSymbol("(") ? 1 : at(place).isSymbol(")") ? -1 : 0;
      if (open == 0) {
        return place;
      }
    }
    return tokens.size() - 1;
  }

  private void convert(int place) {
    if (!at(place + 1).isSymbol("(")) {
      return;
    }
    int end = closing(place + 1);
    int open = 0;
    for (int in = place + 2; in < end; in++) {
      open += at(in).isSymbol("(") ? 1 : at(in).isSymbol(")") ? -1 : 0;
      if (open == 0 && at(in).isSymbol(",")) {
        replaced.put(place, "CAST");
        replaced.put(in, " AS");
        return;
      }
    }
  }

  private String text() {
    if (replaced.isEmpty()) {
      return statement;
    }
    StringBuilder text = new StringBuilder();
    int done = 0;
    for (int place = 0; place < tokens.size(); place++) {
      Token token = tokens.get(place);
      text.append(statement, done, token.start());
      text.append(replaced.getOrDefault(place, token.text()));
      text.append(added.getOrDefault(place, ""));
      done = token.end();
    }
    return text.append(statement.substring(done)).toString();
  }
}
