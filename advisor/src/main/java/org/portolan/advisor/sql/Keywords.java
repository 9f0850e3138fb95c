package org.portolan.advisor.sql;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The words that templates write in capitals, and never without quotes as a name. */
final class Keywords {
  private static final int LENGTH_MAX = 14;

  private static final Set<String> WORDS =
      Arrays.stream(
              ("select from where and or not in is null like ilike between exists join inner left"
                      + " right full outer cross natural straight_join on using group by order"
                      + " having limit offset fetch asc desc distinct all any union intersect"
                      + " except insert into values update set delete replace as case when then"
                      + " else end interval with recursive for returning true false default"
                      + " regexp rlike similar escape collate create alter drop table if begin"
                      + " commit rollback unique primary foreign references check constraint"
                      + " window over partition lateral array cast key index user")
                  .split(" "))
          .collect(Collectors.toUnmodifiableSet());

  /** Keywords that are also common names, so that a template leaves their case as it is. */
  private static final Set<String> ALSO_NAMES =
      Set.of("key", "index", "user", "check", "end", "begin", "offset", "any", "escape", "if");

  /** Keywords before an opening bracket without being a function's name. */
  private static final Set<String> FUNCTIONS = Set.of("if", "left", "right", "replace", "cast");

  private Keywords() {}

  /** Returns the word in capitals if it is a keyword, otherwise null. */
  static String capitals(String word) {
    if (word.length() > LENGTH_MAX) {
      return null;
    }
    String lower = word.toLowerCase(Locale.ROOT);
    return WORDS.contains(lower) && !ALSO_NAMES.contains(lower)
        ? lower.toUpperCase(Locale.ROOT)
        : null;
  }

  /** Returns whether a name must keep its quotes. */
  static boolean isReserved(String name) {
    return name.length() <= LENGTH_MAX && WORDS.contains(name.toLowerCase(Locale.ROOT));
  }

  static boolean isFunction(String capitals) {
    return FUNCTIONS.contains(capitals.toLowerCase(Locale.ROOT));
  }
}
