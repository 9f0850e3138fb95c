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
  POSTGRESQL;

  /** Returns whether nulls come last in an ascending order, and first in a descending one. */
  public boolean areNullsGreatest() {
    return this == POSTGRESQL;
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

  /**
   * Returns the dialect with more signs in a text, for example backticks or {@code ENGINE=} for
   * MySQL; {@link #POSTGRESQL}, the standard forms, if there is none.
   *
   * @param start the beginning of a file, at most {@link #GUESS_CHARS}
   */
  public static Dialect guess(String start) {
    long mysql = MYSQL_SIGNS.matcher(start).results().limit(1000).count();
    long postgresql = POSTGRESQL_SIGNS.matcher(start).results().limit(1000).count();
    return mysql > postgresql ? MYSQL : POSTGRESQL;
  }

  /** Returns the dialect of a name: {@code mysql}, {@code mariadb} or {@code postgresql}. */
  public static Dialect named(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "mysql", "mariadb" -> MYSQL;
      case "postgresql", "postgres" -> POSTGRESQL;
      default ->
          throw new IllegalArgumentException(
              "there is no dialect '" + name + "': use mysql, mariadb or postgresql");
    };
  }
}
