package org.portolan.advisor.sql;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Reduces statements to templates, at the level of tokens. Text that no parser accepts has a
 * template too. Thread-safe.
 */
public final class Templates {
  private static final Pattern NAME_OF_OPERATION =
      Pattern.compile("[\\w.:/$\\\\@-][\\w.:/$\\\\@ -]{0,79}");
  private static final Pattern SIMPLE_NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private final Dialect dialect;

  public Templates(Dialect dialect) {
    this.dialect = dialect;
  }

  /** Returns the template of a statement. Takes time linear in its length. */
  public Template of(String statement) {
    return new Reduction(statement).run();
  }

  /** One statement on its way to a template. */
  private final class Reduction {
    private final SqlLexer lexer;
    private final TemplateText out = new TemplateText();
    private String operation = "";
    private int tokens;

    /** What was written last, on which the next token depends. */
    private String lastKeyword = "";

    private boolean lastIsValue;
    private boolean lastIsOperator = true;
    private boolean lastIsFunction;

    /** How many brackets are open, and how many were at the last BY; -1 after its list. */
    private int depth;

    private int sortDepth = -1;

    Reduction(String statement) {
      lexer = new SqlLexer(statement, dialect);
    }

    Template run() {
      lexer.next();
      while (lexer.kind() != TokenKind.END) {
        if (lexer.kind() == TokenKind.COMMENT) {
          comment();
          lexer.next();
        } else {
          tokens++;
          token();
        }
      }
      String text = out.toString();
      while (text.endsWith(";")) {
        text = text.substring(0, text.length() - 1).stripTrailing();
      }
      return new Template(text, operation, lexer.isWhole(), out.numbers());
    }

    private void comment() {
      if (tokens <= 1 && operation.isEmpty() && lexer.text().startsWith("/*")) {
        String content = lexer.text().substring(2).replaceFirst("\\*/$", "").strip();
        if (NAME_OF_OPERATION.matcher(content).matches()) {
          operation = content;
        }
      }
    }

    private void token() {
      switch (lexer.kind()) {
        case STRING -> string();
        case PARAMETER -> parameter();
        case NUMBER -> number();
        case QUOTED_NAME -> quotedName();
        case WORD -> word();
        default -> symbol();
      }
    }

    /** Of the pattern of LIKE its form counts, if the string is all of it. */
    private void string() {
      boolean pattern = lastKeyword.equals("LIKE");
      String text = lexer.text();
      boolean plain =
          text.length() > 1
              && lexer.isWhole()
              && (text.startsWith("'") || (dialect == Dialect.MYSQL && text.startsWith("\"")));
      if (!pattern || !plain) {
        value();
        return;
      }
      lexer.next();
      skipComments();
      boolean all = lexer.kind() != TokenKind.STRING && !lexer.isWord("ESCAPE");
      out.pattern(all ? LikeForm.of(text.substring(1, text.length() - 1)) : LikeForm.UNKNOWN);
      after("", true, false);
    }

    private void value() {
      // MySQL joins strings that stand side by side.
      if (!lastIsValue) {
        out.value(lexer);
      }
      after("", true, false);
      lexer.next();
    }

    /** After a name, a question mark of PostgreSQL asks whether a document has a key. */
    private void parameter() {
      boolean operator = !lastIsOperator && !lastIsValue && lexer.isText("?");
      if (operator && dialect == Dialect.POSTGRESQL) {
        symbol();
      } else {
        value();
      }
    }

    /** Numbers of ORDER BY and GROUP BY name columns, so they are no values. */
    private void number() {
      boolean inSortList = depth == sortDepth;
      if (inSortList && (lastKeyword.equals("BY") || lastKeyword.equals(","))) {
        out.word(lexer.text(), true);
        after("", false, false);
        lexer.next();
      } else if (isCondition()) {
        comparedNumber();
      } else {
        value();
      }
    }

    private boolean isCondition() {
      return switch (lastKeyword) {
        case "WHERE", "ON", "AND", "OR", "(" -> true;
        default -> false;
      };
    }

    /** Whether two numbers are equal is no value: {@code 1 = 1} is another condition than 1 = 0. */
    private void comparedNumber() {
      String left = lexer.text();
      TemplateText.End start = out.end();
      boolean opened = lastKeyword.equals("(");
      value();
      skipComments();
      if (!lexer.isSymbol('=')) {
        return;
      }
      symbol();
      skipComments();
      if (lexer.kind() != TokenKind.NUMBER) {
        return;
      }
      String right = lexer.text();
      value();
      skipComments();
      boolean ends =
          lexer.kind() == TokenKind.END
              || lexer.isSymbol(')')
              || lexer.isSymbol(';')
              || (lexer.kind() == TokenKind.WORD && Keywords.capitals(lexer.text()) != null);
      if (ends) {
        out.truncate(start);
        out.word(left.equals(right) ? "1 = 1" : "1 = 0", !opened);
      }
    }

    private void quotedName() {
      String token = lexer.text();
      String name =
          token.length() > 1 && lexer.isWhole() ? token.substring(1, token.length() - 1) : token;
      boolean folds = dialect != Dialect.MYSQL && !name.equals(name.toLowerCase(Locale.ROOT));
      boolean bare = SIMPLE_NAME.matcher(name).matches() && !Keywords.isReserved(name) && !folds;
      out.word(bare ? name : token, true);
      after("", false, false);
      lexer.next();
    }

    private void word() {
      String word = lexer.text();
      String keyword = afterDot() ? null : Keywords.capitals(word);
      if (keyword == null) {
        name(word);
        return;
      }
      boolean constant =
          keyword.equals("NULL") || keyword.equals("TRUE") || keyword.equals("FALSE");
      boolean condition = isCondition() && !lastKeyword.equals("(");
      if (constant && !condition && !lastKeyword.equals("IS") && !lastKeyword.equals("NOT")) {
        value();
        return;
      }
      if (keyword.equals("BY")) {
        sortDepth = depth;
      } else if (depth == sortDepth && !keyword.equals("ASC") && !keyword.equals("DESC")) {
        sortDepth = -1;
      }
      lexer.next();
      if (keyword.equals("INTERVAL")
          && dialect == Dialect.POSTGRESQL
          && lexer.kind() == TokenKind.STRING) {
        value();
        return;
      }
      out.word(keyword, true);
      boolean differs = lastKeyword.equals("NOT") && keyword.equals("LIKE");
      after(differs ? "NOT LIKE" : keyword, false, true);
      lastIsFunction = Keywords.isFunction(keyword);
      switch (keyword) {
        case "IN", "ARRAY" -> list();
        case "VALUES" -> rows();
        default -> {}
      }
    }

    private boolean afterDot() {
      return lastKeyword.equals(".");
    }

    private void name(String word) {
      lexer.next();
      if (lexer.kind() == TokenKind.STRING && isTypeOfConstant(word)) {
        value();
        return;
      }
      boolean foldable = dialect != Dialect.MYSQL;
      out.word(foldable ? word.toLowerCase(Locale.ROOT) : word, true);
      after("", false, false);
      lastIsFunction = true;
    }

    /** Whether a constant may begin with this name: {@code DATE '2020-01-01'}. */
    private boolean isTypeOfConstant(String word) {
      return switch (word.toLowerCase(Locale.ROOT)) {
        case "date", "time", "timestamp", "timestamptz" -> true;
        default -> false;
      };
    }

    private void symbol() {
      String symbol = lexer.text();
      lexer.next();
      if (symbol.equals("(")) {
        out.open(lastIsFunction);
        depth++;
        after("(", false, true);
        return;
      }
      if ((symbol.equals("-") || symbol.equals("+"))
          && lastIsOperator
          && lexer.kind() == TokenKind.NUMBER) {
        return; // The sign of a number.
      }
      out.symbol(symbol);
      depth -= symbol.equals(")") ? 1 : 0;
      boolean closes = symbol.equals(")") || symbol.equals("]");
      after(symbol, false, !closes && !symbol.equals("."));
    }

    private void after(String keyword, boolean value, boolean operator) {
      lastKeyword = keyword;
      lastIsValue = value;
      lastIsOperator = operator;
      lastIsFunction = false;
    }

    /** Writes a list of values in brackets with its first element; the next token opens it. */
    private void list() {
      skipComments();
      if (!lexer.isSymbol('(') && !lexer.isSymbol('[')) {
        return;
      }
      boolean round = lexer.isSymbol('(');
      if (round) {
        depth++;
        out.open(false);
      } else {
        out.symbol("[");
      }
      after("(", false, true);
      lexer.next();
      TemplateText.End start = out.end();
      TemplateText.End first = null;
      int open = 1;
      while (open > 0 && isPartOfList()) {
        if (lexer.isSymbol(')') || lexer.isSymbol(']')) {
          open--;
        } else if (lexer.isSymbol('(') || lexer.isSymbol('[')) {
          open++;
        } else if (lexer.isSymbol(',') && open == 1 && first == null) {
          first = out.end();
        }
        step();
      }
      if (open == 0 && first != null) {
        out.keepFirst(start, first);
        out.symbol(round ? ")" : "]");
      }
      after(")", false, false);
    }

    /** Writes only the first of the rows that follow, with NULL and DEFAULT as values. */
    private void rows() {
      TemplateText.End first = null;
      int open = 0;
      skipComments();
      while (lexer.kind() != TokenKind.END) {
        if (lexer.isSymbol('(')) {
          open++;
        } else if (lexer.isSymbol(')')) {
          open--;
        } else if (open == 0 && !lexer.isWord("ROW")) {
          if (!lexer.isSymbol(',')) {
            break;
          }
          TemplateText.End end = out.end();
          lexer.next();
          skipComments();
          if (!lexer.isSymbol('(') && !lexer.isWord("ROW")) {
            comma(first == null);
            break;
          }
          first = first == null ? end : first;
          continue;
        }
        if (open < 0) {
          break;
        }
        if (first == null) {
          rowToken(open);
        } else {
          lexer.next();
        }
        skipComments();
      }
      if (first != null) {
        out.truncate(first);
        out.clearNulls();
        after(")", false, false);
      }
    }

    /** Writes the comma after VALUES(column) of ON DUPLICATE KEY UPDATE. */
    private void comma(boolean wanted) {
      if (wanted) {
        out.symbol(",");
        after(",", false, true);
      }
    }

    private void rowToken(int open) {
      if (open > 0 && lexer.isWord("DEFAULT")) {
        value();
      } else if (open > 0 && (lexer.isWord("IN") || lexer.isWord("VALUES"))) {
        name(lexer.text());
      } else {
        step();
      }
    }

    private void step() {
      if (lexer.kind() == TokenKind.COMMENT) {
        lexer.next();
      } else {
        token();
      }
    }

    private boolean isPartOfList() {
      return switch (lexer.kind()) {
        case STRING, PARAMETER, NUMBER, COMMENT -> true;
        case WORD -> lexer.isWord("NULL") || lexer.isWord("TRUE") || lexer.isWord("FALSE");
        case SYMBOL -> "(),[]+-".contains(lexer.text()) && lexer.end() > lexer.start();
        default -> false;
      };
    }

    private void skipComments() {
      while (lexer.kind() == TokenKind.COMMENT) {
        lexer.next();
      }
    }
  }
}
