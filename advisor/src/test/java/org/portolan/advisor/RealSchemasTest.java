package org.portolan.advisor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.portolan.advisor.ddl.SchemaReader;
import org.portolan.advisor.infer.Relationship;
import org.portolan.advisor.infer.Relationships;
import org.portolan.advisor.schema.RelationalSchema;
import org.portolan.advisor.schema.Table;
import org.portolan.advisor.sql.Dialect;

/**
 * The schemas that published applications bring in their jars. What they declare is forgotten, and
 * must be found again by the names.
 */
class RealSchemasTest {
  private static final String QUARTZ = "org/quartz/impl/jdbcjobstore/";
  private static final String BATCH = "org/springframework/batch/core/";
  private static final String CAMUNDA = "org/camunda/bpm/engine/db/create/activiti.";

  private static RelationalSchema read(List<String> resources) throws IOException {
    SchemaReader schemas = new SchemaReader();
    for (String resource : resources) {
      ClassLoader loader = RealSchemasTest.class.getClassLoader();
      try (Reader text =
          new InputStreamReader(
              Objects.requireNonNull(loader.getResourceAsStream(resource), resource),
              StandardCharsets.UTF_8)) {
        Dialect dialect = resource.contains("postgres") ? Dialect.POSTGRESQL : Dialect.MYSQL;
        schemas.read(text, dialect, resource);
      }
    }
    assertThat(schemas.problems()).isEmpty();
    return schemas.schema();
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    QUARTZ + "tables_mysql_innodb.sql, 11, 79, 5, 5",
    QUARTZ + "tables_postgres.sql, 11, 79, 5, 5",
    BATCH + "schema-mysql.sql, 9, 50, 5, 5",
    BATCH + "schema-postgresql.sql, 6, 44, 5, 5",
    CAMUNDA + "mysql.create.engine.sql " + CAMUNDA + "mysql.create.identity.sql, 26, 273, 32, 15",
    CAMUNDA
        + "postgres.create.engine.sql "
        + CAMUNDA
        + "postgres.create.identity.sql, 26, 273, 32, 15"
  })
  void schema_isReadWhole_andItsForeignKeysAreFoundWithoutDeclaration(
      String resources, int tables, int columns, int declared, int found) throws IOException {
    RelationalSchema schema = read(List.of(resources.split(" ", -1)));
    assertThat(schema.tables()).hasSize(tables);
    assertThat(schema.tables().stream().mapToInt(table -> table.columns().size()).sum())
        .isEqualTo(columns);
    Set<String> truth = new TreeSet<>();
    for (Relationship relationship : Relationships.of(schema, List.of(), List.of())) {
      if (relationship.isDeclared()) {
        truth.add(relationship.path());
      }
    }
    assertThat(truth).hasSize(declared);
    Set<String> inferred = new TreeSet<>();
    Relationships.of(undeclared(schema), List.of(), List.of())
        .forEach(any -> inferred.add(any.path()));
    inferred.retainAll(truth);
    assertThat(inferred).hasSize(found);
  }

  private static RelationalSchema undeclared(RelationalSchema schema) {
    List<Table> tables =
        schema.tables().stream()
            .map(
                table ->
                    new Table(
                        table.name(),
                        table.columns(),
                        table.keys(),
                        List.of(),
                        table.comment(),
                        table.rows()))
            .toList();
    return new RelationalSchema(tables, schema.views());
  }
}
