package org.portolan.bench.loading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.bench.Runs;
import org.portolan.jdbc.Connector;
import org.portolan.jdbc.JdbcUrl;

final class MigrationBenchmarkTest {
  @TempDir Path directory;

  @Test
  void run_fromADatabase_movesItsTablesAndShowsNoPassword() throws Exception {
    String url = "jdbc:h2:" + directory.resolve("source") + ";USER=sa;PASSWORD=secret";
    try (Connection connection = Connector.creating(JdbcUrl.of(url), Map.of()).connect();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE stocks (sku VARCHAR(9) PRIMARY KEY, pieces INT)");
      statement.execute(
          "CREATE TABLE notes (sku VARCHAR(9), n INT, note VARCHAR(99), PRIMARY KEY (sku, n))");
      statement.execute("INSERT INTO stocks VALUES ('a', 1), ('b', 2), ('c', NULL)");
      statement.execute("INSERT INTO notes VALUES ('a', 1, 'x'), ('a', 2, 'y')");
    }
    Path design =
        Files.writeString(
            directory.resolve("design.yaml"),
            """
            format: 1
            design: stock
            entities:
              stock:
                key: {sku: text}
                families:
                  main: {pieces: int}
              note:
                key: {sku: text, n: int}
                families:
                  main: {note: text}
            """);
    Path mapping =
        Files.writeString(
            directory.resolve("mapping.yaml"),
            """
            format: 1
            design: stock
            tables:
              stocks: {entity: stock, columns: {sku: sku, pieces: pieces}}
              notes: {entity: note, columns: {sku: sku, n: n, note: note}}
            """);
    Path stores = Files.createDirectory(directory.resolve("stores"));
    Runs run =
        Runs.of(
            "migration",
            "--from",
            url,
            "--design-file",
            design.toString(),
            "--mapping-file",
            mapping.toString(),
            "--rounds",
            "2",
            "--warm-up",
            "0",
            "--dir",
            stores.toString());
    assertThat(run.lines())
        .noneMatch(line -> line.contains("secret"))
        .anyMatch(line -> line.matches("read +\\S+ \\(\\S+\\) +\\S+ \\(\\S+\\)"))
        .anyMatch(line -> line.matches("The store has \\d+ entries of 5 rows\\."));
    assertThat(run.figure("migrate-rows-per-second")).isPositive();
    try (Stream<Path> left = Files.list(stores)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void run_fromADatabaseWithoutADesign_saysWhatIsMissing() {
    assertThatThrownBy(() -> Runs.of("migration", "--from", "jdbc:h2:mem:none"))
        .hasMessage("--from needs --design-file: 'portolan design' writes it");
  }
}
