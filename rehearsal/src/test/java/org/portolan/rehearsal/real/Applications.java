package org.portolan.rehearsal.real;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.portolan.advisor.sql.Dialect;

/** The applications whose schemas and statements lie in jars of the class path. */
final class Applications {
  private static final String QUARTZ = "org/quartz/impl/jdbcjobstore/";
  private static final String BATCH = "org/springframework/batch/core/";
  private static final String SESSION = "org/springframework/session/jdbc/";
  private static final String INTEGRATION = "org/springframework/integration/jdbc/";
  private static final String SECURITY = "org/springframework/security/";
  private static final String CAMUNDA = "org/camunda/bpm/engine/";
  private static final String FLOWABLE = "org/flowable/";

  /** What MyBatis gets from both engines for MySQL. */
  private static final Map<String, String> OF_MYSQL =
      Map.ofEntries(
          Map.entry("limitAfter", "LIMIT 10 OFFSET 0"),
          Map.entry("limitAfterWithoutOffset", "LIMIT 10"),
          Map.entry("optimizeLimitAfterWithoutOffset", "LIMIT 10"),
          Map.entry("orderBy", "order by RES.ID_ asc"),
          Map.entry("internalOrderBy", "RES.ID_ asc"),
          Map.entry("distinct", "distinct"),
          Map.entry("countDistinctBeforeStart", "select count(distinct"),
          Map.entry("countDistinctBeforeEnd", ")"),
          Map.entry("trueConstant", "1"),
          Map.entry("falseConstant", "0"),
          Map.entry("escapeChar", "'\\\\'"),
          Map.entry("authJoinStart", "IN ("),
          Map.entry("authJoinSeparator", ","),
          Map.entry("authJoinEnd", ")"),
          Map.entry("authJoin1Start", "IN ("),
          Map.entry("authJoin1Separator", ","),
          Map.entry("authJoin1End", ")"),
          Map.entry("datepart1", "MONTH("),
          Map.entry("datepart3", ")"),
          Map.entry("bitand2", "&"),
          Map.entry("dbSpecificIfNullFunction", "IFNULL"),
          Map.entry("constant_for_update", "for update"),
          Map.entry("JOIN_TYPE", "inner join"));

  private Applications() {}

  static List<Application> all() throws IOException {
    return List.of(
        new Application(
            "quartz",
            "2.5.2",
            Dialect.MYSQL,
            List.of(Resources.text(QUARTZ + "tables_mysql_innodb.sql")),
            constants(
                text ->
                    text.replace("{0}", "QRTZ_")
                        .replace("{1}", "'scheduler'")
                        .replaceAll("\\{\\w+_LIKE}", "LIKE"),
                QUARTZ + "StdJDBCConstants")),
        new Application(
            "spring-batch",
            "6.0.6",
            Dialect.POSTGRESQL,
            List.of(Resources.text(BATCH + "schema-postgresql.sql")),
            constants(
                text -> text.replace("%PREFIX%", "BATCH_"),
                BATCH + "repository/dao/jdbc/JdbcJobExecutionDao",
                BATCH + "repository/dao/jdbc/JdbcStepExecutionDao",
                BATCH + "repository/dao/jdbc/JdbcJobInstanceDao",
                BATCH + "repository/dao/jdbc/JdbcExecutionContextDao")),
        new Application(
            "spring-session",
            "3.4.1",
            Dialect.MYSQL,
            List.of(Resources.text(SESSION + "schema-mysql.sql")),
            constants(
                text -> text.replace("%TABLE_NAME%", "SPRING_SESSION"),
                SESSION + "JdbcIndexedSessionRepository")),
        new Application(
            "spring-integration",
            "6.4.1",
            Dialect.POSTGRESQL,
            List.of(Resources.text(INTEGRATION + "schema-postgresql.sql")),
            constants(
                text ->
                    text.replace("%PREFIX%", "INT_")
                        .replace("%sLOCK", "INT_LOCK")
                        .replaceAll("(?<!:):[a-z]\\w*", "?"),
                INTEGRATION + "store/JdbcMessageStore$Query",
                INTEGRATION + "store/channel/ChannelMessageStoreQueryProvider",
                INTEGRATION + "store/channel/PostgresChannelMessageStoreQueryProvider",
                INTEGRATION + "lock/DefaultLockRepository")),
        new Application(
            "spring-security",
            "6.4.2",
            Dialect.POSTGRESQL,
            List.of(
                Resources.text("createAclSchemaPostgres.sql"),
                Resources.text(SECURITY + "core/userdetails/jdbc/users.ddl")
                    .replace("varchar_ignorecase", "varchar")),
            constants(
                    text -> text,
                    SECURITY + "acls/jdbc/JdbcAclService",
                    SECURITY + "acls/jdbc/JdbcMutableAclService",
                    SECURITY + "core/userdetails/jdbc/JdbcDaoImpl",
                    SECURITY + "provisioning/JdbcUserDetailsManager")
                .stream()
                // Only the reference has the DDL of groups, not the jar; and one text is no SQL.
                .filter(text -> !text.contains("group") && !text.startsWith("Insert class"))
                .toList()),
        camunda(),
        flowable());
  }

  private static Application camunda() throws IOException {
    MappedStatements mapped = new MappedStatements("mysql", OF_MYSQL);
    mapped.read(CAMUNDA + "impl/mapping/mappings.xml");
    String create = CAMUNDA + "db/create/activiti.mysql.create.";
    return new Application(
        "camunda",
        "7.22.0",
        Dialect.MYSQL,
        List.of(
            Resources.text(create + "engine.sql"),
            Resources.text(create + "history.sql"),
            Resources.text(create + "identity.sql"),
            Resources.text(create + "case.engine.sql"),
            Resources.text(create + "case.history.sql"),
            Resources.text(create + "decision.engine.sql"),
            Resources.text(create + "decision.history.sql")),
        statements(mapped));
  }

  private static Application flowable() throws IOException {
    MappedStatements mapped = new MappedStatements("mysql", OF_MYSQL);
    mapped.read(FLOWABLE + "db/mapping/mappings.xml");
    return new Application(
        "flowable",
        "7.1.0",
        Dialect.MYSQL,
        List.of(
            Resources.text(FLOWABLE + "common/db/create/flowable.mysql.create.common.sql"),
            Resources.text(FLOWABLE + "db/create/flowable.mysql.create.engine.sql"),
            Resources.text(FLOWABLE + "db/create/flowable.mysql.create.history.sql")),
        statements(mapped));
  }

  /**
   * Returns every statement with all its conditions, and every query without those that are left
   * out where a parameter is missing. A change without conditions would change every row: the
   * engines never give one.
   */
  private static List<String> statements(MappedStatements mapped) {
    Set<String> statements = new LinkedHashSet<>(mapped.rendered(true));
    mapped.rendered(false).stream()
        .filter(text -> text.regionMatches(true, 0, "select", 0, 6))
        .forEach(statements::add);
    return List.copyOf(statements);
  }

  private static List<String> constants(UnaryOperator<String> named, String... classes)
      throws IOException {
    Set<String> statements = new LinkedHashSet<>();
    for (String type : classes) {
      Resources.statements(type).forEach(text -> statements.add(named.apply(text)));
    }
    return new ArrayList<>(statements);
  }
}
