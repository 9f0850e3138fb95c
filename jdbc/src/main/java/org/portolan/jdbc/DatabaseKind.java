package org.portolan.jdbc;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The relational databases that we can connect to, by the beginning of their URLs. */
public enum DatabaseKind {
  H2(
      "jdbc:h2:",
      List.of("org.h2.Driver"),
      "com.h2database:h2",
      // The database is closed by its last connection alone, not when the process ends.
      Map.of("DB_CLOSE_ON_EXIT", "FALSE")),

  MARIADB(
      "jdbc:mariadb:",
      List.of("org.mariadb.jdbc.Driver"),
      "org.mariadb.jdbc:mariadb-java-client",
      Map.of("connectTimeout", "10000", "socketTimeout", "120000")),

  /** Opened by MySQL's own driver if it is on the class path, otherwise by that of MariaDB. */
  MYSQL(
      "jdbc:mysql:",
      List.of("com.mysql.cj.jdbc.Driver", "org.mariadb.jdbc.Driver"),
      "com.mysql:mysql-connector-j",
      Map.of("connectTimeout", "10000", "socketTimeout", "120000")),

  POSTGRESQL(
      "jdbc:postgresql:",
      List.of("org.postgresql.Driver"),
      "org.postgresql:postgresql",
      Map.of("ApplicationName", "portolan", "connectTimeout", "10", "socketTimeout", "120"));

  static final String MARIADB_PACKAGE = "org.mariadb.";

  private final String prefix;

  /** Unmodifiable, as are {@link #properties}. */
  @SuppressWarnings("ImmutableEnumChecker")
  private final List<String> drivers;

  private final String artifact;

  @SuppressWarnings("ImmutableEnumChecker")
  private final Map<String, String> properties;

  DatabaseKind(
      String prefix, List<String> drivers, String artifact, Map<String, String> properties) {
    this.prefix = prefix;
    this.drivers = drivers;
    this.artifact = artifact;
    this.properties = properties;
  }

  /** Returns the kind of a URL; empty if we know no driver for it. */
  public static Optional<DatabaseKind> of(String url) {
    return Arrays.stream(values()).filter(kind -> url.startsWith(kind.prefix)).findFirst();
  }

  /** Returns whether the database reads the SQL of MySQL. */
  public boolean isMysql() {
    return this == MARIADB || this == MYSQL;
  }

  String prefix() {
    return prefix;
  }

  /** Returns the class names of drivers, the preferred one first. */
  List<String> drivers() {
    return drivers;
  }

  /** Returns the Maven artifact of the preferred driver. */
  String artifact() {
    return artifact;
  }

  /** Returns the properties of every connection, unless its URL says otherwise. */
  Map<String, String> properties() {
    return properties;
  }
}
