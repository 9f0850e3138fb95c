package org.portolan.advisor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.portolan.advisor.access.TableUse;
import org.portolan.advisor.infer.Statement;

/** The statements that published libraries have as constants in their classes. */
class RealStatementsTest {
  private static final String BATCH = "org/springframework/batch/core/repository/dao/jdbc/Jdbc";

  @TempDir Path directory;

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "org/quartz/impl/jdbcjobstore/tables_mysql_innodb.sql,"
        + " org/quartz/impl/jdbcjobstore/StdJDBCConstants, 50",
    "org/springframework/batch/core/schema-postgresql.sql,"
        + " "
        + BATCH
        + "JobExecutionDao "
        + BATCH
        + "StepExecutionDao "
        + BATCH
        + "JobInstanceDao, 15"
  })
  void statements_ofALibrary_areParsedAndNameOnlyTablesOfItsSchema(
      String schema, String classes, int statementsMin) throws IOException {
    List<String> statements = new ArrayList<>();
    for (String type : classes.split(" ", -1)) {
      statements.addAll(constants(type + ".class"));
    }
    assertThat(statements).hasSizeGreaterThan(statementsMin);
    Path log = directory.resolve("statements.sql");
    Files.writeString(log, String.join(";\n", statements) + ";\n");
    Path ddl = directory.resolve("schema.sql");
    Files.write(ddl, resource(schema).readAllBytes());
    RelationalReader reader = new RelationalReader();
    reader.readSchema(ddl, Optional.empty());
    reader.readLog(log, Optional.empty(), Optional.empty(), count -> {});
    RelationalModel model = reader.model();
    assertThat(model.statements()).hasSizeGreaterThan(statementsMin);
    for (Statement statement : model.statements()) {
      if (statement.template().text().contains("= ? REQUESTS_RECOVERY")) {
        continue; // Quartz has a constant that lacks an AND, and never executes it.
      }
      assertThat(statement.path())
          .as(statement.failure() + ": " + statement.template().text())
          .isPresent();
      assertThat(statement.path().get().unresolved()).as(statement.template().text()).isEmpty();
      assertThat(statement.path().get().tables())
          .as(statement.template().text())
          .isNotEmpty()
          .allMatch(TableUse::known);
    }
  }

  private static InputStream resource(String name) {
    ClassLoader loader = RealStatementsTest.class.getClassLoader();
    return Objects.requireNonNull(loader.getResourceAsStream(name), name);
  }

  /** Returns the constants of a class that are statements, with the prefix of the tables. */
  static List<String> constants(String type) throws IOException {
    List<String> statements = new ArrayList<>();
    try (DataInputStream in = new DataInputStream(resource(type))) {
      in.readInt();
      in.readInt();
      int count = in.readUnsignedShort();
      for (int i = 1; i < count; i++) {
        int tag = in.readUnsignedByte();
        switch (tag) {
          case 1 -> {
            String text = in.readUTF();
            if (text.strip().matches("(?s)(SELECT|INSERT|UPDATE|DELETE)\\s.*[^=(]\\s*")) {
              statements.add(
                  text.replace("{0}", "QRTZ_")
                      .replace("{1}", "'scheduler'")
                      .replace("%PREFIX%", "BATCH_")
                      .replaceAll("\\{\\w+_LIKE}", "LIKE"));
            }
          }
          case 5, 6 -> {
            in.readLong();
            i++;
          }
          case 7, 8, 16, 19, 20 -> in.readUnsignedShort();
          case 15 -> in.skipNBytes(3);
          default -> in.readInt();
        }
      }
    }
    return statements;
  }
}
