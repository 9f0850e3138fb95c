package org.portolan.advisor.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DialectTest {
  /** Files that H2's command SCRIPT wrote, with settings or without, of this version and others. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "-- H2 2.3.232;\nCREATE USER IF NOT EXISTS \"SA\" PASSWORD '' ADMIN;",
        ";              \nCREATE USER IF NOT EXISTS SA SALT '5c' HASH '02' ADMIN;",
        "CREATE MEMORY TABLE \"PUBLIC\".\"T\"(\n    \"B\" CHARACTER VARYING\n);",
        "CREATE CACHED TABLE PUBLIC.USERS(\n    ID BIGINT DEFAULT (NEXT VALUE FOR PUBLIC.S)\n);",
        "x;\n-- 5 +/- SELECT COUNT(*) FROM PUBLIC.T;\nINSERT INTO PUBLIC.T VALUES (1, '`::`');"
      })
  void scriptOfH2_isH2(String start) {
    assertThat(Dialect.guess(start)).isEqualTo(Dialect.H2);
  }

  @Test
  void others_areNotH2() {
    assertThat(Dialect.guess("CREATE TABLE t (a int);")).isEqualTo(Dialect.POSTGRESQL);
    assertThat(Dialect.guess("CREATE TABLE `t` (a int) ENGINE=MEMORY;\n")).isEqualTo(Dialect.MYSQL);
    assertThat(Dialect.guess("CREATE USER IF NOT EXISTS `sa` IDENTIFIED BY 'x';\n"))
        .isEqualTo(Dialect.MYSQL);
    assertThat(Dialect.guess("INSERT INTO t VALUES ('-- H2 2.3', 'CREATE CACHED TABLE t');"))
        .isEqualTo(Dialect.POSTGRESQL);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "--\n", "\n--\n"})
  void dumpOfPostgresql_isPostgresql(String before) {
    String dump = before + "-- PostgreSQL database dump\n--\n";
    assertThat(Dialect.guess(dump + "CREATE TABLE t (a int); -- x\n-- H2 2.3\n"))
        .isEqualTo(Dialect.POSTGRESQL);
    assertThat(Dialect.guess(dump + "COMMENT ON TABLE t IS '\nCREATE CACHED TABLE t (';\n"))
        .isEqualTo(Dialect.POSTGRESQL);
  }

  @Test
  void names_areThoseOfDatabases() {
    assertThat(Dialect.named("H2")).isEqualTo(Dialect.H2);
    assertThat(Dialect.named("MariaDB")).isEqualTo(Dialect.MYSQL);
    assertThat(Dialect.named("postgres")).isEqualTo(Dialect.POSTGRESQL);
  }
}
