package org.portolan.jdbc;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A URL of JDBC. Its text is shown without its password.
 *
 * @param url what the driver reads, with its password if it has one
 */
public record JdbcUrl(DatabaseKind kind, String url) {
  /** The forms of URLs, for messages. */
  public static final String FORMS =
      "jdbc:mariadb://HOST:PORT/DATABASE, jdbc:mysql://HOST:PORT/DATABASE,"
          + " jdbc:postgresql://HOST:PORT/DATABASE, jdbc:h2:./DIR/NAME";

  private static final Pattern SECRET = Pattern.compile("(?i)([?&;,{\\[ ]password=)[^&;,}\\] ]*");
  private static final Pattern OTHER_PARAMETERS = Pattern.compile("\\?\\w+=");
  private static final Pattern USER_AND_SECRET = Pattern.compile("(//[^/?@:]*:)[^/@]*@");

  /**
   * Returns the URL of a text.
   *
   * @throws InvalidJdbcUrlException if it is of no database that we know, or has parameters that
   *     its driver would take for a part of the name
   */
  public static JdbcUrl of(String url) {
    DatabaseKind kind =
        DatabaseKind.of(url)
            .orElseThrow(
                () ->
                    new InvalidJdbcUrlException(
                        "'"
                            + shown(url)
                            + "' is not the URL of a database that we know; the forms are "
                            + FORMS));
    if (kind == DatabaseKind.H2 && OTHER_PARAMETERS.matcher(url).find()) {
      throw new InvalidJdbcUrlException(
          "'"
              + shown(url)
              + "' has parameters after a question mark; those of H2 come after semicolons, as in"
              + " jdbc:h2:./DIR/NAME;user=U");
    }
    return new JdbcUrl(kind, url);
  }

  /** Returns a text that may contain URLs, without the passwords in them. */
  public static String shown(String text) {
    return USER_AND_SECRET.matcher(SECRET.matcher(text).replaceAll("$1...")).replaceAll("$1...@");
  }

  /** Returns whether the URL gives a value to a parameter, whose name is in any case. */
  public boolean says(String parameter) {
    return url.toLowerCase(Locale.ROOT)
        .matches("(?s).*[?&;]" + Pattern.quote(parameter.toLowerCase(Locale.ROOT)) + "=.*");
  }

  /** Returns whether the database runs within this process. */
  public boolean isEmbedded() {
    return kind == DatabaseKind.H2
        && !url.startsWith("jdbc:h2:tcp:")
        && !url.startsWith("jdbc:h2:ssl:");
  }

  @Override
  public String toString() {
    return shown(url);
  }
}
