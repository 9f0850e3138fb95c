package org.portolan.migrate;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Tests beside a server of PostgreSQL of their class. */
abstract class OnPostgreSql {
  @TempDir static Path serverDirectory;
  static PostgreSqlServer server;

  @TempDir Path directory;

  @BeforeAll
  static void start() throws IOException {
    server = new PostgreSqlServer(serverDirectory);
  }

  @AfterAll
  static void stop() throws IOException {
    if (server != null) {
      server.close();
    }
  }
}
