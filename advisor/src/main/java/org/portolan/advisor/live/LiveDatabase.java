package org.portolan.advisor.live;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.portolan.advisor.Problem;
import org.portolan.advisor.ddl.SchemaReader;
import org.portolan.advisor.infer.ProposedKey;
import org.portolan.advisor.infer.Relationship;
import org.portolan.advisor.schema.RelationalSchema;
import org.portolan.advisor.sql.Dialect;
import org.portolan.advisor.sql.NullOrder;
import org.portolan.advisor.statistics.DatabaseStatistics;
import org.portolan.advisor.workload.OwnStatements;
import org.portolan.jdbc.Connector;
import org.portolan.jdbc.DatabaseException;
import org.portolan.jdbc.InvalidJdbcUrlException;
import org.portolan.jdbc.JdbcFailures;
import org.portolan.jdbc.JdbcUrl;

/**
 * A database that is read through one connection. Reads only, each statement in a transaction of
 * its own, so that no lock on a table outlives a statement, and no statement takes longer than ten
 * seconds. Not thread-safe.
 */
public final class LiveDatabase implements AutoCloseable {
  private static final Duration STATEMENT_TIME_MAX = Duration.ofSeconds(10);

  private final JdbcUrl url;
  private final Queries queries;
  private final Catalogue catalogue;
  private final String product;
  private List<LiveTable> tables = List.of();

  private LiveDatabase(JdbcUrl url, Connection connection) throws SQLException {
    this.url = url;
    DatabaseMetaData about = connection.getMetaData();
    boolean mysql = url.kind().isMysql();
    String name =
        mysql && Connector.isMariaDb(connection) ? "MariaDB" : about.getDatabaseProductName();
    product = name + " " + about.getDatabaseProductVersion().replaceFirst("[ -].*", "");
    queries = new Queries(connection, mysql ? "`" : "\"");
    catalogue =
        switch (url.kind()) {
          case H2 -> new H2Catalogue(queries);
          case POSTGRESQL -> new PostgresCatalogue(queries);
          case MARIADB, MYSQL -> new MysqlCatalogue(queries);
        };
  }

  /**
   * Connects to a database.
   *
   * @param credentials {@code user} and {@code password}, if the URL does not have them
   * @throws InvalidJdbcUrlException if the URL is of no database that we know, or its driver is
   *     missing
   * @throws DatabaseException if the connection fails or is refused
   */
  public static LiveDatabase open(String url, Map<String, String> credentials) {
    JdbcUrl known = JdbcUrl.of(url);
    Connector connector = Connector.of(known, new HashMap<>(credentials));
    try {
      Connection connection = connector.reader(STATEMENT_TIME_MAX);
      try {
        return new LiveDatabase(known, connection);
      } catch (SQLException | RuntimeException e) {
        connection.close();
        throw e;
      }
    } catch (SQLException e) {
      throw JdbcFailures.of("read the schema", known, e);
    }
  }

  /** Returns the URL without its password. */
  public String name() {
    return url.toString();
  }

  /** Returns the name and the version of the database, for example {@code MariaDB 11.4.5}. */
  public String product() {
    return product;
  }

  /** Returns the dialect of the application's statements. */
  public Dialect dialect() {
    return catalogue.dialect();
  }

  /** Returns where the database has nulls in an order that does not say it. */
  public NullOrder nullOrder() {
    return catalogue.nullOrder();
  }

  /**
   * Reads the schema.
   *
   * @return what cannot be read
   * @throws DatabaseException if the database refuses or fails
   */
  public List<Problem> readSchema(SchemaReader schemas) {
    List<Problem> problems = new ArrayList<>();
    try {
      tables = catalogue.tables();
      catalogue.ddl(
          tables,
          new Catalogue.Ddl() {
            @Override
            public void statements(String text) {
              problems.addAll(read(schemas, text));
            }

            @Override
            public void failed(LiveTable table, SQLException failure) {
              problems.add(
                  new Problem(
                      name(),
                      0,
                      "table " + table.name() + " is left out: " + JdbcFailures.reason(failure),
                      ""));
            }
          });
    } catch (SQLException e) {
      throw JdbcFailures.of("read the schema", url, e);
    }
    return problems;
  }

  /**
   * Reads the statistics, for at most two minutes.
   *
   * @param relationships those to look at, the surest first, which are looked at first
   * @param keys possible keys to check
   * @param problems receives the tables whose rows cannot be read
   * @throws DatabaseException if the connection is lost
   */
  public DatabaseStatistics statistics(
      RelationalSchema schema,
      List<Relationship> relationships,
      List<ProposedKey> keys,
      List<Problem> problems) {
    try {
      return new StatisticsReading(schema, tables, queries, catalogue, name(), problems)
          .run(relationships, keys);
    } catch (SQLException e) {
      throw JdbcFailures.of("read rows", url, e);
    }
  }

  /**
   * Returns the statements that the database has counted, without our own and those of other
   * databases.
   *
   * @throws DatabaseException if the database fails
   */
  public LiveStatements statements() {
    try {
      LiveStatements all = catalogue.statements();
      return new LiveStatements(
          all.source(),
          all.statements().stream()
              .filter(any -> !OwnStatements.isOne(any.text(), dialect()))
              .toList(),
          all.missing());
    } catch (SQLException e) {
      throw JdbcFailures.of("read the statements", url, e);
    }
  }

  private List<Problem> read(SchemaReader schemas, String text) {
    int before = schemas.problems().size();
    try {
      schemas.read(new StringReader(text), catalogue.dialect(), name());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<Problem> all = schemas.problems();
    // A statement of the catalogue has no line.
    return all.subList(before, all.size()).stream()
        .map(problem -> new Problem(problem.file(), 0, problem.reason(), problem.excerpt()))
        .toList();
  }

  @Override
  public void close() {
    try {
      queries.connection().close();
    } catch (SQLException e) {
      // Everything was read, and the server ends a connection that is gone.
    }
  }
}
