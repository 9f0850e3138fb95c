package org.portolan.rehearsal.plan;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.lang.model.SourceVersion;

/** Names of variables: each is taken once. */
final class Names {
  private final Set<String> taken =
      new HashSet<>(
          Set.of(
              "store",
              "transaction",
              "batch",
              "reader",
              "row",
              "item",
              "key",
              "value",
              "owner",
              "element",
              "both",
              "itemKey",
              "each",
              "end",
              "old",
              "column",
              "pages",
              "rows",
              "keys",
              "page",
              "read",
              "values",
              "elements",
              "left",
              "right"));
  private final Map<String, String> known = new HashMap<>();

  /** Returns a new name like one of a design, {@code page_title} as {@code pageTitle}. */
  String take(String wanted) {
    StringBuilder name = new StringBuilder();
    boolean upper = false;
    for (int place = 0; place < wanted.length(); place++) {
      char letter = wanted.charAt(place);
      boolean plain = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
      boolean digit = letter >= '0' && letter <= '9';
      if (!plain && !(digit && name.length() > 0)) {
        upper = name.length() > 0;
        continue;
      }
      name.append(upper ? Character.toUpperCase(letter) : letter);
      upper = false;
    }
    String first = name.length() == 0 ? "column" : name.toString();
    first = first.substring(0, 1).toLowerCase(Locale.ROOT) + first.substring(1);
    String free = first;
    for (int number = 2; taken.contains(free) || SourceVersion.isKeyword(free); number++) {
      free = first + number;
    }
    taken.add(free);
    return free;
  }

  /** Returns the name that was taken for something, or takes one. */
  String of(String thing, String wanted) {
    return known.computeIfAbsent(thing, any -> take(wanted));
  }
}
