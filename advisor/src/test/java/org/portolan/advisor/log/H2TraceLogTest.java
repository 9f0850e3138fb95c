package org.portolan.advisor.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.advisor.sql.Dialect;

class H2TraceLogTest {
  @TempDir private Path directory;

  private static List<String> statements(String log) throws IOException {
    List<String> statements = new ArrayList<>();
    LogFormat.H2_TRACE.read(
        new StringReader(log),
        Dialect.H2,
        new LogSink() {
          @Override
          public void statement(LogStatement statement) {
            statements.add(statement.text());
          }

          @Override
          public void unreadable(long line, String text) {
            statements.add("unreadable " + line + ": " + text);
          }
        });
    return statements;
  }

  @Test
  void read_ofARealTrace_tellsEachExecution() throws Exception {
    Path file = directory.resolve("shop");
    // H2 leaves comments out of its log.
    String insert = "INSERT INTO item (id, name) VALUES (?, ?)";
    try (Connection connection =
            DriverManager.getConnection("jdbc:h2:" + file + ";TRACE_LEVEL_FILE=2");
        Statement text = connection.createStatement()) {
      text.execute("CREATE TABLE item (id int PRIMARY KEY, name varchar(80))");
      try (PreparedStatement prepared = connection.prepareStatement("/* shop:add */ " + insert)) {
        for (int id = 0; id < 3; id++) {
          prepared.setInt(1, id);
          prepared.setString(2, "a;\n*/ \"ž\" \\ {" + id);
          prepared.addBatch();
        }
        prepared.executeBatch();
      }
      text.executeQuery("SELECT name\nFROM item WHERE name <> 'ž;\\'").close();
    }
    String log = Files.readString(directory.resolve("shop.trace.db"));
    assertThat(LogFormat.detect(log)).contains(LogFormat.H2_TRACE);
    assertThat(statements(log))
        .filteredOn(sql -> sql.contains("item"))
        .containsExactly(
            "CREATE TABLE item (id int PRIMARY KEY, name varchar(80))",
            insert,
            insert,
            insert,
            "SELECT name\nFROM item WHERE name <> 'ž;\\'");
  }

  @Test
  void read_ofDamagedLines_goesOn() throws IOException {
    assertThat(
            statements(
                """
                2026-01-02 03:04:05 jdbc[3]:\s
                /*SQL l:x*/SELECT 1;
                /*SQL */SELECT '\\u00';
                /*SQL l:900 #:1 t:7*/SELECT 2 {1: 3};
                """))
        .containsExactly("unreadable 2: /*SQL l:x*/SELECT 1;", "SELECT 'u00'", "SELECT 2 {1: 3};");
  }
}
