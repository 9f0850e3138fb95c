package org.portolan.advisor.propose;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.advisor.RelationalReader;
import org.portolan.advisor.sql.Dialect;
import org.portolan.advisor.target.Target;

/** PostgreSQL orders texts by a locale, a store by code points. */
class TextOrdersTest {
  private static final String USERS =
      "CREATE TABLE users (id int PRIMARY KEY, name text NOT NULL, code text COLLATE %s NOT NULL,"
          + " born int NOT NULL);%n";
  private static final String LISTS =
      """
      SELECT id FROM users ORDER BY name LIMIT 10;
      SELECT id FROM users ORDER BY code LIMIT 10;
      SELECT id FROM users ORDER BY born LIMIT 10;
      """;

  @TempDir Path directory;

  @Test
  void orderByALocale_isNotKept() throws IOException {
    assertThat(lost(Dialect.POSTGRESQL, USERS.formatted("\"C\"")))
        .containsExactly("order of name by a locale");
    assertThat(lost(Dialect.POSTGRESQL, USERS.formatted("pg_catalog.\"C\"")))
        .containsExactly("order of name by a locale");
    assertThat(lost(Dialect.POSTGRESQL, USERS.formatted("\"de_DE\"")))
        .containsExactly("order of code, name by a locale");
    assertThat(lost(Dialect.MYSQL, USERS.formatted("utf8mb4_bin"))).isEmpty();
  }

  /** A text that is compared without case has the order of the locale, too. */
  @Test
  void orderOfCitext_isNotKept() throws IOException {
    assertThat(
            lost(Dialect.POSTGRESQL, USERS.formatted("\"C\"").replace("name text", "name citext")))
        .containsExactly("order of name by a locale");
  }

  private List<String> lost(Dialect dialect, String users) throws IOException {
    Path schema = Files.writeString(directory.resolve("schema.sql"), users);
    Path log = Files.writeString(directory.resolve("log.sql"), LISTS);
    RelationalReader reader = new RelationalReader();
    reader.readSchema(schema, Optional.of(dialect));
    reader.readLog(log, Optional.empty(), Optional.of(dialect), count -> {});
    return Proposer.propose(reader.model(), Target.ROCKSDB, "users", Choices.NONE)
        .decisions()
        .stream()
        .filter(decision -> decision.kind() == Decision.Kind.LOST)
        .map(Decision::choice)
        .toList();
  }
}
