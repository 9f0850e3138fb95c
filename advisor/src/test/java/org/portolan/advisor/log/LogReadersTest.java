package org.portolan.advisor.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.portolan.advisor.sql.Dialect;

/** Logs written by hand, as servers write them. */
class LogReadersTest {
  private static List<String> read(LogFormat format, String log) throws IOException {
    List<String> found = new ArrayList<>();
    format.read(
        new StringReader(log),
        Dialect.MYSQL,
        new LogSink() {
          @Override
          public void statement(LogStatement statement) {
            found.add(statement.times() + "x " + statement.text());
          }

          @Override
          public void unreadable(long line, String text) {
            found.add(line + ": " + text);
          }
        });
    return found;
  }

  @Test
  void slowLog_linesOfATextThatLookLikeAHeader_belongToTheStatement() throws IOException {
    String log =
        """
        # Time: 2026-11-30T01:00:00.000000Z
        # User@Host: app[app] @ localhost []  Id:     9
        # Query_time: 1.5  Lock_time: 0  Rows_sent: 0 Rows_examined: 0
        SET timestamp=1764464400;
        INSERT INTO notes (id, text) VALUES (1, '# Time: fake
        # User@Host: fake[fake] @ x
        # Query_time: 9');
        # administrator command: Ping;
        # Time: 2026-11-30T01:00:01.000000Z
        # User@Host: app[app] @ localhost []  Id:     9
        # Query_time: 0.1  Lock_time: 0  Rows_sent: 1 Rows_examined: 1
        SET timestamp=1764464401;
        SELECT text FROM notes WHERE id = 1;
        """;
    assertThat(read(LogFormat.MYSQL_SLOW, log))
        .containsExactly(
            "1x INSERT INTO notes (id, text) VALUES (1, '# Time: fake\n"
                + "# User@Host: fake[fake] @ x\n# Query_time: 9');",
            "1x SELECT text FROM notes WHERE id = 1;");
  }

  @Test
  void sqlFile_weightsThatAreNone_areReported() throws IOException {
    String file =
        """
        -- weight: 500
        SELECT a FROM t;
        -- weight=7, as measured
        SELECT b FROM t;
        -- weightless
        SELECT c FROM t;
        -- weight: 1,000
        SELECT d FROM t;
        -- weight: 2.5
        SELECT e FROM t;
        -- weight: -5
        SELECT f FROM t;
        -- weight: 99999999999999999999
        SELECT g FROM t;
        -- weight: 9
        """;
    String reason = " (a weight is a whole number from 1 on; the statement counts once)";
    assertThat(read(LogFormat.SQL, file))
        .containsExactly(
            "500x SELECT a FROM t",
            "7x SELECT b FROM t",
            "1x SELECT c FROM t",
            "8: -- weight: 1,000" + reason,
            "1x SELECT d FROM t",
            "10: -- weight: 2.5" + reason,
            "1x SELECT e FROM t",
            "12: -- weight: -5" + reason,
            "1x SELECT f FROM t",
            "14: -- weight: 99999999999999999999" + reason,
            "1x SELECT g FROM t",
            "15: -- weight: 9 (no statement follows: a weight stands above its statement)");
  }
}
