package org.portolan.advisor.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Texts of any kind: the lexer and all above it must end, and must not fail. */
class SqlLexerTest {
  private static final List<String> PIECES =
      List.of(
          "select",
          "insert into t values",
          "in",
          "(",
          ")",
          "'",
          "\"",
          "`",
          "\\",
          "--",
          "-- ",
          "#",
          "/*",
          "*/",
          "/*!",
          "/*!40101 ",
          "/*M!",
          "$$",
          "$a$",
          "$1",
          "?",
          ":x",
          "::",
          "E'",
          "x'",
          "U&'",
          "_utf8'",
          ";",
          ",",
          "\n",
          " ",
          "1",
          "1e",
          "1e+",
          "0x",
          "0xf",
          ".",
          "..",
          "@",
          "@@a",
          "order by",
          "null",
          "is",
          "not",
          "[",
          "]",
          "array",
          "values",
          "row",
          "é",
          "\u0000",
          "\ufffd",
          "-",
          "+",
          "interval",
          "date",
          "copy t from stdin;\n",
          "\\.",
          "delimiter //\n",
          "//");

  @Provide
  static Arbitrary<String> texts() {
    return Arbitraries.oneOf(
        Arbitraries.of(PIECES).list().ofMaxSize(40).map(pieces -> String.join("", pieces)),
        Arbitraries.strings().ofMaxLength(200));
  }

  @Property(tries = 4000)
  void anyText_isSplitIntoTokensInOrder(@ForAll("texts") String text, @ForAll Dialect dialect) {
    SqlLexer lexer = new SqlLexer(text, dialect);
    int end = 0;
    int count = 0;
    while (lexer.next() != TokenKind.END) {
      assertThat(lexer.start()).isGreaterThanOrEqualTo(end);
      assertThat(lexer.end()).isGreaterThan(lexer.start()).isLessThanOrEqualTo(text.length());
      end = lexer.end();
      assertThat(++count).isLessThanOrEqualTo(text.length());
    }
  }

  @Property(tries = 4000)
  void anyText_hasATemplateNotMuchLonger(@ForAll("texts") String text, @ForAll Dialect dialect) {
    Template template = new Templates(dialect).of(text);
    assertThat(template.text().length()).isLessThanOrEqualTo(2 * text.length() + 1);
  }

  @Property(tries = 4000)
  void anyText_isAStreamOfStatementsThatEnds(
      @ForAll("texts") String text, @ForAll Dialect dialect, @ForAll boolean rowsSkipped)
      throws IOException {
    StatementStream statements = new StatementStream(new StringReader(text), dialect, rowsSkipped);
    int count = 0;
    for (var next = statements.next(); next != null; next = statements.next()) {
      assertThat(next.text()).isNotBlank();
      assertThat(++count).isLessThanOrEqualTo(text.length());
    }
  }
}
