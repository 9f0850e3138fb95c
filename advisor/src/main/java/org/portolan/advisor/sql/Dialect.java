package org.portolan.advisor.sql;

import java.util.Locale;
import java.util.regex.Pattern;

/** How SQL text is written: the quotes, the comments and the escapes in strings. */
public enum Dialect {
  /**
   * MySQL and MariaDB: names in backticks, strings in both kinds of quotes and with backslashes,
   * comments from {@code #}. The text of {@code /*! … *}{@code /} is SQL.
   */
  MYSQL,

  /**
   * PostgreSQL, and standard SQL: names in double quotes, strings without backslashes unless {@code
   * E'…'}, strings in dollar quotes, nested comments.
   */
  POSTGRESQL,

  /**
   * H2 in any mode: names in double quotes or backticks, strings without backslashes, or between
   * double dollars, nested comments, and comments from {@code //}.
   */
  H2;

  /** Returns where such a database puts nulls in an order, unless its settings say otherwise. */
  public NullOrder nullOrder() {
    return switch (this) {
      case MYSQL, H2 -> NullOrder.LEAST;
      case POSTGRESQL -> NullOrder.GREATEST;
    };
  }

  /** Returns the name for people, which {@link #named} knows. */
  public String title() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The characters at the beginning of a file in which {@link #guess} looks. */
  public static final int GUESS_CHARS = 64 * 1024;

  private static final Pattern MYSQL_SIGNS =
      Pattern.compile(
          "`|\\bengine\\s*=|\\bauto_increment\\b|/\\*M?!|^-- (MySQL|MariaDB) dump|\\bunsigned\\b"
              + "|\\b(tiny|medium|long)(text|blob)\\b|\\btinyint\\b|\\bmediumint\\b|\\bdatetime\\b|^#|\\bon"
              + " duplicate"
              + " key\\b|\\butf8mb[34]\\b|\\bcollate\\s*=|[,(]\\s*(unique\\s+|fulltext\\s+)?key\\s*\\w*\\s*\\(|\\binsert"
              + " ignore\\b|\\\\'",
          Pattern.CASE_INSENSITIVE | Pattern.MULTILINE);

  private static final Pattern POSTGRESQL_SIGNS =
      Pattern.compile(
          "^-- PostgreSQL database"
              + " dump|\\bbytea\\b|\\b(big|small)?serial\\b|::|\\$\\$|\\$\\d|\\bcharacter"
              + " varying\\b|\\bnextval\\b|\\btimestamptz\\b|\\bjsonb\\b|\\bpg_catalog\\b|\\bwith(out)?"
              + " time zone\\b|\\bcreate (sequence|extension|type)\\b|\\bon"
              + " conflict\\b|\\breturning\\b|\\bilike\\b|\"\\w+\"\\.\"|\\bcopy \\S+ \\(.*\\bfrom"
              + " stdin\\b|\\bint[248]\\b|\\bvarchar2\\b|\\bgenerated (always|by default) as"
              + " identity\\b",
          Pattern.CASE_INSENSITIVE | Pattern.MULTILINE);

  /** How a dump of PostgreSQL begins, whatever texts it has. */
  private static final Pattern PG_DUMP =
      Pattern.compile("(?:\\s*--[ \\t]*\\R|\\s)*-- PostgreSQL database dump");

  /** What only the command SCRIPT of H2 writes: one such line is enough. */
  private static final Pattern H2_SIGNS =
      Pattern.compile(
          "^-- H2 \\d|^-- \\d+ \\+/- SELECT COUNT\\(\\*\\) FROM |^CREATE (CACHED|MEMORY) TABLE "
              + "|^CREATE USER IF NOT EXISTS \\S+ (SALT|PASSWORD) '",
          Pattern.MULTILINE);

  /**
   * Returns {@link #POSTGRESQL} for what begins as its dump, {@link #H2} for what its command
   * SCRIPT wrote, otherwise the dialect with more signs in a text, for example backticks or {@code
   * ENGINE=} for MySQL; {@link #POSTGRESQL}, the standard forms, if there is none.
   *
   * @param start the beginning of a file, at most {@link #GUESS_CHARS}
   */
  public static Dialect guess(String start) {
    if (PG_DUMP.matcher(start).lookingAt()) {
      return POSTGRESQL;
    }
    if (H2_SIGNS.matcher(start).find()) {
      return H2;
    }
    long mysql = MYSQL_SIGNS.matcher(start).results().limit(1000).count();
    long postgresql = POSTGRESQL_SIGNS.matcher(start).results().limit(1000).count();
    return mysql > postgresql ? MYSQL : POSTGRESQL;
  }

  /**
   * Returns the dialect of a name: {@code mysql}, {@code mariadb}, {@code h2} or {@code
   * postgresql}.
   */
  public static Dialect named(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "mysql", "mariadb" -> MYSQL;
      case "postgresql", "postgres" -> POSTGRESQL;
      case "h2" -> H2;
      default ->
          throw new IllegalArgumentException(
              "there is no dialect '" + name + "': use mysql, mariadb, h2 or postgresql");
    };
  }
}
