package org.portolan.advisor.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.portolan.advisor.sql.StatementStream.Statement;

class StatementStreamTest {
  private static List<Statement> read(String text, Dialect dialect) throws IOException {
    StatementStream stream = new StatementStream(new StringReader(text), dialect, true);
    List<Statement> statements = new ArrayList<>();
    for (Statement next = stream.next(); next != null; next = stream.next()) {
      statements.add(next);
    }
    return statements;
  }

  @Test
  void rowsOfAnInsert_areCountedAndNotKept() throws IOException {
    String row = "(1,'it\\'s; (a \"string\"','x'),\n";
    List<Statement> statements =
        read(
            "INSERT INTO `t` VALUES\n" + row.repeat(200_000) + "(2,'','');\nselect 1;",
            Dialect.MYSQL);
    assertThat(statements).hasSize(2);
    assertThat(statements.get(0).rows()).isEqualTo(200_001);
    assertThat(statements.get(0).text()).isEqualTo("INSERT INTO `t` VALUES");
    assertThat(statements.get(1).line()).isEqualTo(200_003);
  }

  @Test
  void copiedRows_areCountedAndNotRead() throws IOException {
    List<Statement> statements =
        read(
            "COPY public.t (a, b) FROM stdin;\n1\tit's; x\n2\t\\N\n\\.\n\nSELECT 'a';",
            Dialect.POSTGRESQL);
    assertThat(statements).extracting(Statement::rows).containsExactly(2L, 0L);
    assertThat(statements.get(1).text()).isEqualTo("SELECT 'a'");
  }

  @Test
  void tooLongStatement_isCut() throws IOException {
    String text = "select '" + "x".repeat(StatementStream.STATEMENT_CHARS_MAX) + "'; select 2;";
    List<Statement> statements = read(text, Dialect.POSTGRESQL);
    assertThat(statements).extracting(Statement::cut).containsExactly(true, false);
    assertThat(statements.get(0).text()).hasSize(StatementStream.STATEMENT_CHARS_MAX);
  }

  @Test
  void delimitersAndFunctionBodies_endStatementsWhereTheClientsDo() throws IOException {
    assertThat(
            read(
                "DELIMITER ;;\ncreate trigger a begin x; y; end ;;\nDELIMITER ;\nselect 1;",
                Dialect.MYSQL))
        .extracting(Statement::text)
        .containsExactly("create trigger a begin x; y; end", "select 1");
    assertThat(
            read(
                "create function f() as $x$ a; 'b $x$; \\connect db\nselect E'\\';', 1;",
                Dialect.POSTGRESQL))
        .extracting(Statement::text)
        .containsExactly("create function f() as $x$ a; 'b $x$", "select E'\\';', 1");
  }

  @Test
  void statementsOfH2_haveItsCommentsAndStrings() throws IOException {
    assertThat(
            read(
                "create alias f as $$ a; 'b $$; // it's; one\nselect 'a\\'; select E'\\', /* ; /* */ ; */"
                    + " a$b; select $t$; select $t$; select 1 // it's; two\n + 1;",
                Dialect.H2))
        .extracting(Statement::text)
        .containsExactly(
            "create alias f as $$ a; 'b $$",
            "select 'a\\'",
            "select E'\\', /* ; /* */ ; */ a$b",
            "select $t$",
            "select $t$",
            "select 1 \n + 1");
  }
}
