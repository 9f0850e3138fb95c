package org.portolan.migrate.sql;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The members of an enum or a set as the type of its column names them. Stateless. */
final class MemberNames {
  private static final Pattern TYPE =
      Pattern.compile("(?:enum|set)\\s*\\((.*)\\)", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
  private static final Pattern MEMBER = Pattern.compile("'((?:[^']|'')*)'");

  /** MySQL and MariaDB write backslashes, ends of lines and zeros with a backslash. */
  private static final Pattern MEMBER_OF_MYSQL =
      Pattern.compile("'((?:[^'\\\\]|''|\\\\.)*+)'", Pattern.DOTALL);

  private static final Pattern ESCAPED = Pattern.compile("''|\\\\(.)", Pattern.DOTALL);

  private MemberNames() {}

  /** Returns the members; none if the type is no enum and no set. */
  static List<String> of(String type, boolean mysql) {
    Matcher list = TYPE.matcher(type);
    if (!list.matches()) {
      return List.of();
    }
    return (mysql ? MEMBER_OF_MYSQL : MEMBER)
        .matcher(list.group(1))
        .results()
        .map(member -> mysql ? unescaped(member.group(1)) : member.group(1).replace("''", "'"))
        .toList();
  }

  private static String unescaped(String text) {
    return ESCAPED
        .matcher(text)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    found.group(1) == null
                        ? "'"
                        : switch (found.group(1)) {
                          case "n" -> "\n";
                          case "r" -> "\r";
                          case "0" -> "\0";
                          default -> found.group(1);
                        }));
  }
}
