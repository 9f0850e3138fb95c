package org.portolan.migrate;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A server of PostgreSQL with empty databases, whose processes end with this one. */
final class PostgreSqlServer implements AutoCloseable {
  private static final String ORDINARY = "mover";

  private final EmbeddedPostgres postgres;
  private final AtomicInteger databases = new AtomicInteger();

  PostgreSqlServer(Path directory) throws IOException {
    postgres =
        EmbeddedPostgres.builder()
            .setDataDirectory(directory.resolve("data"))
            .setOverrideWorkingDirectory(directory.resolve("work").toFile())
            .start();
    Databases.run(url("postgres"), List.of("CREATE ROLE " + ORDINARY + " LOGIN"));
  }

  private String url(String database) {
    return "jdbc:postgresql://127.0.0.1:" + postgres.getPort() + "/" + database + "?user=postgres";
  }

  /** Makes a database, and returns its URL for a superuser. */
  String emptyDatabase() {
    String name = "made" + databases.incrementAndGet();
    Databases.run(
        url("postgres"),
        List.of("CREATE DATABASE " + name + " ENCODING 'UTF8' TEMPLATE template0"));
    return url(name);
  }

  /** Returns the URL for a user who may read and change all rows of its tables, and no more. */
  static String ordinary(String url) {
    Databases.run(
        url,
        List.of(
            "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO " + ORDINARY));
    return url.replace("user=postgres", "user=" + ORDINARY);
  }

  @Override
  public void close() throws IOException {
    postgres.close();
  }
}
