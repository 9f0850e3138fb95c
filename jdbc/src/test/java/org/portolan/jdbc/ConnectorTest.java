package org.portolan.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectorTest {
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "jdbc:mariadb://h/d?user=u&password=p-w&x=1, jdbc:mariadb://h/d?user=u&password=...&x=1",
    "jdbc:h2:./a;USER=u;PASSWORD=p-w, jdbc:h2:./a;USER=u;PASSWORD=...",
    "jdbc:mysql://u:p-w@h:3306/d, jdbc:mysql://u:...@h:3306/d",
    "jdbc:postgresql://h/d?Password=p-w, jdbc:postgresql://h/d?Password=..."
  })
  void url_shown_hasNoPassword(String url, String shown) {
    assertThat(JdbcUrl.of(url)).hasToString(shown);
  }

  @Test
  void url_ofAnotherDatabase_listsTheForms() {
    assertThatThrownBy(() -> JdbcUrl.of("jdbc:oracle:thin:@h?password=p-w"))
        .isInstanceOf(InvalidJdbcUrlException.class)
        .hasMessageContaining("jdbc:postgresql://HOST:PORT/DATABASE")
        .hasMessageNotContaining("p-w");
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdbc:h2:./shop?user=sa", "jdbc:h2:./shop?password=p-w&user=sa"})
  void url_ofH2_withTheParametersOfOthers_saysHowToWriteThem(String url) {
    assertThatThrownBy(() -> JdbcUrl.of(url))
        .isInstanceOf(InvalidJdbcUrlException.class)
        .hasMessageEndingWith("as in jdbc:h2:./DIR/NAME;user=U")
        .hasMessageNotContaining("p-w");
    assertThat(JdbcUrl.of("jdbc:h2:./what?;user=sa").says("user")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"but the password is an empty string.", "but no password was provided."})
  void connect_withoutThePasswordThatAServerWants_namesTheVariable(String end) {
    JdbcUrl url = JdbcUrl.of("jdbc:postgresql://h/shop?user=u");
    String reason = "The server requested SCRAM-based authentication, " + end;
    assertThat(JdbcFailures.of("read", url, new SQLException(reason, "08004")))
        .hasMessageEndingWith(
            "; give the password by the environment variable PORTOLAN_JDBC_PASSWORD, or in the URL")
        .hasMessageNotContaining("check host");
  }

  @Test
  void connect_toAMissingFile_createsNone() {
    JdbcUrl url = JdbcUrl.of("jdbc:h2:" + directory.resolve("none"));
    SQLException failure = failure(Connector.of(url, Map.of()));
    assertThat(JdbcFailures.of("read the tables", url, failure))
        .isInstanceOf(DatabaseException.class)
        .hasMessage(
            "cannot read the tables in " + url + ": there is no such database; check the name");
    assertThat(directory.resolve("none.mv.db")).doesNotExist();
  }

  @Test
  void creating_makesTheFile_andAWrongPasswordIsRefused() throws SQLException {
    JdbcUrl url = JdbcUrl.of("jdbc:h2:" + directory.resolve("some"));
    Connector.creating(url, Map.of("user", "sa", "password", "right")).connect().close();
    assertThat(Files.exists(directory.resolve("some.mv.db"))).isTrue();
    SQLException failure =
        failure(Connector.of(url, Map.of("user", "sa", "password", "the-wrong-one")));
    assertThat(JdbcFailures.isRefused(failure)).isTrue();
    assertThat(JdbcFailures.of("read", url, failure))
        .hasMessageEndingWith("; check the user and the password")
        .hasMessageNotContaining("the-wrong-one");
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdbc:mariadb", "jdbc:mysql", "jdbc:postgresql"})
  void connect_toAClosedPort_saysWhatToCheck(String scheme) {
    JdbcUrl url = JdbcUrl.of(scheme + "://127.0.0.1:1/shop?user=u&password=p-w");
    SQLException failure = failure(Connector.of(url, Map.of()));
    assertThat(JdbcFailures.isConnectionLost(failure)).isTrue();
    assertThat(JdbcFailures.of("read", url, failure))
        .hasMessageStartingWith("cannot read in " + scheme + "://127.0.0.1:1/shop?user=u&password=")
        .hasMessageEndingWith("; check host and port, and whether the server runs")
        .hasMessageNotContaining("p-w");
  }

  private static SQLException failure(Connector connector) {
    try (Connection connection = connector.connect()) {
      throw new AssertionError("connected: " + connection);
    } catch (SQLException e) {
      return e;
    }
  }

  @Test
  void snapshot_seesOneState() throws SQLException {
    JdbcUrl url = JdbcUrl.of("jdbc:h2:" + directory.resolve("some"));
    Connector connector = Connector.creating(url, Map.of());
    try (Connection writer = connector.connect();
        Statement write = writer.createStatement();
        Connection reader = Connector.of(url, Map.of()).snapshot(Duration.ofSeconds(20))) {
      write.execute("CREATE TABLE t (a INT)");
      write.execute("INSERT INTO t VALUES (1)");
      assertThat(count(reader)).isOne();
      write.execute("INSERT INTO t VALUES (2)");
      assertThat(count(reader)).isOne();
    }
  }

  private static int count(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM t")) {
      rows.next();
      return rows.getInt(1);
    }
  }
}
