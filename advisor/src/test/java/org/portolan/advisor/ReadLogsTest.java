package org.portolan.advisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.portolan.advisor.workload.StatementKind;

/** Logs read beside a schema, to the model. */
class ReadLogsTest {
  @TempDir Path directory;

  private RelationalModel read(String log) throws IOException {
    Path schema =
        Files.writeString(
            directory.resolve("schema.sql"),
            "create table orders (id int primary key, status text);");
    RelationalReader reader = new RelationalReader();
    reader.readSchema(schema, Optional.empty());
    Path file = Files.writeString(directory.resolve("server.log"), log);
    reader.readLog(file, Optional.empty(), Optional.empty(), count -> {});
    return reader.model();
  }

  @Test
  void queriesOfCursors_countAsQueries() throws IOException {
    RelationalModel model =
        read(
            """
            2026-11-30 01:00:00 UTC [7] LOG:  statement: /* shop:export */ DECLARE "c 1" NO SCROLL \
            CURSOR WITH HOLD FOR SELECT id FROM orders WHERE status = 'x'
            2026-11-30 01:00:00 UTC [7] LOG:  statement: FETCH FORWARD 100 FROM "c 1"
            2026-11-30 01:00:01 UTC [7] LOG:  statement: declare c cursor for
            \tselect id from orders where status = 'y'
            """);
    assertThat(model.workload().templates(StatementKind.DATA))
        .extracting(each -> each.count() + "x " + each.operation() + ": " + each.text())
        .containsExactlyInAnyOrder(
            "1x shop:export: SELECT id FROM orders WHERE status = ?",
            "1x : SELECT id FROM orders WHERE status = ?");
    assertThat(model.workload().count(StatementKind.SESSION)).isEqualTo(1);
  }

  @Test
  void logWithoutStatements_saysWhatToSet() throws IOException {
    RelationalModel model =
        read(
            """
            2026-11-30 01:00:00 UTC [7] LOG:  Anweisung: SELECT id FROM orders
            2026-11-30 01:00:00 UTC [7] LOG:  Dauer: 1.5 ms
            """);
    assertThat(model.problems())
        .singleElement()
        .satisfies(
            problem ->
                assertThat(problem.reason())
                    .contains("no statement was found", "log_statement", "lc_messages = 'C'"));
  }

  @ParameterizedTest
  @CsvSource({"BZh9, bzip2", "\u00fd7zXZ, xz", "(\u00b5/\u00fd, zstd", "PK\u0003\u0004x, zip"})
  void fileThatAnotherProgramCompressed_isNamed(String start, String program) throws IOException {
    Path file = directory.resolve("log");
    Files.write(file, (start + "more").getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> TextFile.open(file, 10))
        .hasMessageContaining(file.toString())
        .hasMessageContaining("compressed by " + program);
    assertThatThrownBy(() -> TextFile.open(directory, 10))
        .hasMessageContaining(directory + ", which is a directory");
  }
}
